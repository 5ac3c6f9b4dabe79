#pragma once

#include <cstdint>

namespace firstlight::kernels {

enum class Activation : std::uint8_t {
    Silu,     // x / (1 + exp(-x))
    Gelu,     // x * (1 + erf(x / sqrt(2))) / 2
    GeluTanh, // x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))) / 2
};

// data = activation(data)
struct ActivationArgs {
    Activation activation = Activation::Silu;
    float* data = nullptr; // [rows, width], rows `stride` apart
    std::int64_t stride = 0;
    std::int64_t rows = 0;
    std::int64_t width = 0;
};

// output = activation(gate) * up. Output may be gate or up itself (same stride). With gate and up side by side in one
// row: gate = data, up = data + width, both strides 2 * width.
struct GatedActivationArgs {
    Activation activation = Activation::Silu;
    const float* gate = nullptr; // [rows, width], rows gateStride apart
    const float* up = nullptr;   // [rows, width], rows upStride apart
    std::int64_t gateStride = 0;
    std::int64_t upStride = 0;
    std::int64_t rows = 0;
    std::int64_t width = 0;
    float* output = nullptr; // [rows, width], rows outputStride apart
    std::int64_t outputStride = 0;
};

} // namespace firstlight::kernels

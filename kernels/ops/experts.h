#pragma once

#include "kernels/ops/activation.h"
#include "kernels/ops/tensor_view.h"

namespace firstlight::kernels {

enum class RouterWeights : std::uint8_t {
    AsIs,         // the softmax over all experts
    Renormalized, // divided by their sum over the chosen
};

// Softmax over the experts, then the topK largest in descending order; of equal ones the lowest index comes first.
struct RouteExpertsArgs {
    const float* logits = nullptr; // [rows, experts], rows `stride` apart
    std::int64_t stride = 0;
    std::int64_t rows = 0;
    std::int64_t experts = 0;
    std::int64_t topK = 0; // 1..experts
    RouterWeights mode = RouterWeights::Renormalized;
    std::int32_t* indices = nullptr; // [rows, topK]
    float* weights = nullptr;        // [rows, topK]
};

// output[r, :] += sum over slots s with indices[r, s] in [expertBegin, expertBegin + experts) of
//     weights[r, s] * down[e] * (activation(gate) * up),   gate and up the halves of gateUp[e] * input[r].
// Experts outside of the range belong to other ranks and add nothing. A rank that holds part of the intermediate
// dimension passes its part; the sum over the ranks is the whole. Reads only experts that a row chose. The order of
// summation is by expert index, so it does not depend on the batch. Output must not overlap input.
struct ExpertsArgs {
    const float* input = nullptr; // [rows, hidden], rows inputStride apart
    std::int64_t inputStride = 0;
    std::int64_t rows = 0;
    std::int64_t hidden = 0;
    std::int64_t intermediate = 0; // of this part
    std::int64_t expertBegin = 0;
    std::int64_t experts = 0;
    Activation activation = Activation::Silu;
    const void* gateUp = nullptr; // [experts, 2 * intermediate, hidden] without gaps: rows of gate, then rows of up
    const void* down = nullptr;   // [experts, hidden, intermediate] without gaps
    ElementType gateUpType = ElementType::F32;
    ElementType downType = ElementType::F32;
    const std::int32_t* indices = nullptr; // [rows, topK], distinct within a row
    const float* weights = nullptr;        // [rows, topK]
    std::int64_t topK = 0;
    float* output = nullptr; // [rows, hidden], rows outputStride apart
    std::int64_t outputStride = 0;
};

} // namespace firstlight::kernels

#include "backend/engine/compute.h"

namespace firstlight::engine {

kernels::Activation kernelActivation(model::Activation activation)
{
    switch (activation) {
    case model::Activation::kGelu:
        return kernels::Activation::Gelu;
    case model::Activation::kGeluTanh:
        return kernels::Activation::GeluTanh;
    default:
        return kernels::Activation::Silu;
    }
}

void linear(const Compute& compute, const float* input, std::int64_t rows, const Weight& weight, const Weight* bias,
            float* output)
{
    kernels::LinearArgs args;
    args.input = input;
    args.inputStride = weight.columns;
    args.rows = rows;
    args.weights = weight.view();
    args.bias = bias != nullptr ? bias->floats() : nullptr;
    args.output = output;
    args.outputStride = weight.rows;
    compute.operators.linear(compute.context, args);
}

} // namespace firstlight::engine

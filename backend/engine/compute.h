// What a layer computes with, and the small shapes it needs to know.
#pragma once

#include "backend/collective/communicator.h"
#include "backend/engine/weights.h"
#include "backend/model/model_spec.h"
#include "backend/plan/placement.h"
#include "kernels/ops/operator_table.h"

#include <absl/status/status.h>

#include <cstdint>
#include <span>

namespace firstlight::engine {

// The device's operators and the one thread that calls them.
struct Compute {
    const kernels::OperatorTable& operators;
    kernels::Context& context;
};

// Most rows and samples of one step; all buffers are made for these.
struct StepLimits {
    std::int32_t rows = 0;
    std::int32_t samples = 0;
    std::int32_t contextTokens = 0; // of one sequence
    std::int32_t imageTokens = 0;   // merged patches of one image
};

kernels::Activation kernelActivation(model::Activation activation);

// output [rows, weight.rows] = input [rows, weight.columns] * weight^T + bias, rows without gaps.
void linear(const Compute& compute, const float* input, std::int64_t rows, const Weight& weight, const Weight* bias,
            float* output);

} // namespace firstlight::engine

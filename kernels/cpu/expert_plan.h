#pragma once

#include "kernels/base/context.h"
#include "kernels/cpu/simd.h"
#include "kernels/ops/experts.h"

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

// Which rows go to which expert of this part. A "pair" is a row with one of its experts; pairs are ordered by expert,
// then by row. The arrays lie in the context's scratch.
struct ExpertPlan {
    std::int64_t* begins = nullptr; // [experts + 1]: expert e has the pairs [begins[e], begins[e + 1])
    std::int32_t* hit = nullptr;    // [hits]: the experts that have pairs, ascending
    std::int32_t* rows = nullptr;   // [pairs]
    float* weights = nullptr;       // [pairs]
    float* inner = nullptr;         // [pairs, intermediate], unset
    std::int64_t hits = 0;
};

ExpertPlan planExperts(Context& context, const ExpertsArgs& args);

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA

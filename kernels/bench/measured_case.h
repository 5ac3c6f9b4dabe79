#pragma once

#include "kernels/base/context.h"
#include "kernels/cpu/cpu_operators.h"

#include <functional>
#include <string>
#include <vector>

namespace firstlight::kernels::bench {

enum class Bound { Memory, Compute };

// One thing to measure: `amount` bytes read, or floating point operations done, in one run.
struct MeasuredCase {
    std::string name;
    Bound bound = Bound::Memory;
    double amount = 0.0;
    std::function<void()> run;
};

// How fast the machine reads memory and multiplies, with all threads of the pool. The first two cases of a report.
std::vector<MeasuredCase> ceilings(Context& context, Isa isa);

// The operators in the shapes of a small language model. The context and the table must outlive the cases.
std::vector<MeasuredCase> operatorCases(Context& context, const OperatorTable& operators);

} // namespace firstlight::kernels::bench

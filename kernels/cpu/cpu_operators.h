#pragma once

#include "kernels/ops/operator_table.h"

#include <vector>

namespace firstlight::kernels {

// Instruction sets that the operators are compiled for. Elsewhere than on x86-64 there is only Baseline.
enum class Isa { Baseline, Avx2, Avx512 };

const char* isaName(Isa isa);

// What this build has and this machine can run, from the slowest to the fastest; Baseline is always there.
std::vector<Isa> availableIsas();

// The operators for one of availableIsas(). Results differ between instruction sets in rounding.
const OperatorTable& cpuOperators(Isa isa);

// The operators for the fastest of availableIsas().
const OperatorTable& cpuOperators();

} // namespace firstlight::kernels

#pragma once

#include "kernels/ops/operator_table.h"

// The tables that this build has, one for each instruction set.
namespace firstlight::kernels::cpu {

namespace baseline {
extern const OperatorTable kOperatorTable;
}
namespace avx2 {
extern const OperatorTable kOperatorTable;
}
namespace avx512 {
extern const OperatorTable kOperatorTable;
}

} // namespace firstlight::kernels::cpu

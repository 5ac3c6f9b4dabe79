#include "kernels/cpu/cpu_operators.h"

#include "kernels/cpu/table.h"

namespace firstlight::kernels {

const char* isaName(Isa isa)
{
    switch (isa) {
    case Isa::Baseline:
        return "baseline";
    case Isa::Avx2:
        return "avx2";
    case Isa::Avx512:
        return "avx512";
    }
    return "";
}

std::vector<Isa> availableIsas()
{
    std::vector<Isa> isas{Isa::Baseline};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c")) {
        isas.push_back(Isa::Avx2);
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
            isas.push_back(Isa::Avx512);
        }
    }
#endif
    return isas;
}

const OperatorTable& cpuOperators(Isa isa)
{
#if defined(__x86_64__)
    switch (isa) {
    case Isa::Avx512:
        return cpu::avx512::kOperatorTable;
    case Isa::Avx2:
        return cpu::avx2::kOperatorTable;
    case Isa::Baseline:
        break;
    }
#else
    static_cast<void>(isa);
#endif
    return cpu::baseline::kOperatorTable;
}

const OperatorTable& cpuOperators()
{
    return cpuOperators(availableIsas().back());
}

} // namespace firstlight::kernels

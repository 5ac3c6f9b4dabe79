#pragma once

#include "kernels/base/context.h"

#include <cstdint>

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

// Waking a thread costs about as much as this many multiplications, so less work than this stays on one thread.
constexpr std::int64_t kWorkWorthAThread = 32768;

// Calls function(i) for each i in [0, count); costOfOne is about the number of multiplications of one call.
template <typename Function>
[[gnu::always_inline]] inline void parallelEach(Context& context, std::int64_t count, std::int64_t costOfOne,
                                                const Function& function)
{
    const auto range = [&function](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            function(i);
        }
    };
    const std::int64_t cost = costOfOne > 0 ? costOfOne : 1;
    context.threads.parallelFor(count, range, (kWorkWorthAThread + cost - 1) / cost);
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA

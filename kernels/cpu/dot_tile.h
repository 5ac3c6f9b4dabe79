#pragma once

#include "kernels/cpu/simd.h"

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

constexpr int kColumnTile = 4;

// dots[r][c] = x[r] . w[c] over `count` elements. Each product sum runs over the lanes in steps of kLanes and is then
// folded, whatever Rows is: the bits of one dot do not depend on its neighbours. While it goes on, what lies `ahead`
// elements behind each w is fetched into the cache (0: nothing is), since hardware stops at the end of a page.
template <int Rows, typename Element>
FIRSTLIGHT_INLINE void dotTile(const float* const* x, const Element* const* w, std::int64_t count, std::int64_t ahead,
                               Vector4* dots)
{
    Vector sums[Rows][kColumnTile] = {};
    const auto step = [&](auto loadX, auto loadW) __attribute__((always_inline))
    {
        Vector columns[kColumnTile];
#pragma GCC unroll 4
        for (int c = 0; c < kColumnTile; ++c) {
            columns[c] = loadW(w[c]);
        }
#pragma GCC unroll 8
        for (int r = 0; r < Rows; ++r) {
            const Vector row = loadX(x[r]);
#pragma GCC unroll 4
            for (int c = 0; c < kColumnTile; ++c) {
                sums[r][c] = multiplyAdd(row, columns[c], sums[r][c]);
            }
        }
    };
    std::int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes) {
        if (ahead != 0) {
#pragma GCC unroll 4
            for (int c = 0; c < kColumnTile; ++c) {
                __builtin_prefetch(w[c] + i + ahead, 0, 2);
            }
        }
        step(
            [i](const float* p) __attribute__((always_inline)) { return load(p + i); },
            [i](const Element* p) __attribute__((always_inline)) { return load(p + i); });
    }
    if (i < count) {
        step(
            [=](const float* p) __attribute__((always_inline)) { return loadPartial(p + i, count - i); }, [=
        ](const Element* p) __attribute__((always_inline)) { return loadPartial(p + i, count - i); });
    }
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r) {
        dots[r] = sumEach(sums[r][0], sums[r][1], sums[r][2], sums[r][3]);
    }
}

// The same for 1..kRowTile rows known only at run time.
template <typename Element>
FIRSTLIGHT_INLINE void dotTile(int rows, const float* const* x, const Element* const* w, std::int64_t count,
                               std::int64_t ahead, Vector4* dots)
{
    switch (rows) {
    case 1:
        return dotTile<1>(x, w, count, ahead, dots);
    case 2:
        return dotTile<2>(x, w, count, ahead, dots);
#if defined(__AVX2__)
    case 3:
        return dotTile<3>(x, w, count, ahead, dots);
#endif
#if defined(__AVX512F__)
    case 4:
        return dotTile<4>(x, w, count, ahead, dots);
    case 5:
        return dotTile<5>(x, w, count, ahead, dots);
    case 6:
        return dotTile<6>(x, w, count, ahead, dots);
#endif
    default:
        __builtin_unreachable();
    }
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA

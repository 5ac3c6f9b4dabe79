#pragma once

// Vectors of floats as wide as the instruction set that this translation unit is compiled for. Every source of this
// folder but cpu_operators.cpp is compiled once for each instruction set; FIRSTLIGHT_ISA then names its namespace.
//
// In these sources only always-inlined or ISA-namespaced functions may be defined or instantiated: an out-of-line copy
// of a shared inline function could be the one for an instruction set that the machine lacks (a test looks for them).

#include "kernels/base/bfloat16.h"
#include "kernels/base/float16.h"

#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define FIRSTLIGHT_INLINE [[gnu::always_inline]] inline

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

#if defined(__AVX512F__)
constexpr int kLanes = 16;
constexpr int kRowTile = 6; // rows of a dot tile: kRowTile * 4 accumulators fill the registers
#elif defined(__AVX2__)
constexpr int kLanes = 8;
constexpr int kRowTile = 3;
#else
constexpr int kLanes = 4;
constexpr int kRowTile = 2;
#endif

typedef float Vector __attribute__((vector_size(kLanes * 4)));
typedef float Vector4 __attribute__((vector_size(16)));
typedef std::uint16_t HalfVector __attribute__((vector_size(kLanes * 2)));
typedef std::uint32_t UnsignedVector __attribute__((vector_size(kLanes * 4)));
typedef std::int32_t IntVector __attribute__((vector_size(kLanes * 4)));

// 16-bit weights as types of their own, so that loads are chosen by overload.
struct Bfloat16 {
    std::uint16_t bits;
};
struct Float16 {
    std::uint16_t bits;
};

FIRSTLIGHT_INLINE float toFloat(float value)
{
    return value;
}

FIRSTLIGHT_INLINE float toFloat(Bfloat16 value)
{
    return bfloat16ToFloat(value.bits);
}

FIRSTLIGHT_INLINE float toFloat(Float16 value)
{
    return float16ToFloat(value.bits);
}

FIRSTLIGHT_INLINE Vector splat(float value)
{
    return Vector{} + value;
}

FIRSTLIGHT_INLINE Vector load(const float* data)
{
    Vector result;
    std::memcpy(&result, data, sizeof(result));
    return result;
}

FIRSTLIGHT_INLINE void store(float* data, Vector value)
{
    std::memcpy(data, &value, sizeof(value));
}

template <typename Element>
FIRSTLIGHT_INLINE Vector loadEach(const Element* data, std::int64_t count)
{
    alignas(64) float lanes[kLanes] = {};
    for (std::int64_t i = 0; i < count; ++i) {
        lanes[i] = toFloat(data[i]);
    }
    return load(lanes);
}

FIRSTLIGHT_INLINE Vector load(const Bfloat16* data)
{
    HalfVector bits;
    std::memcpy(&bits, data, sizeof(bits));
    return reinterpret_cast<Vector>(__builtin_convertvector(bits, UnsignedVector) << 16);
}

FIRSTLIGHT_INLINE Vector load(const Float16* data)
{
#if defined(__AVX512F__)
    return _mm512_maskz_cvtph_ps(0xffff, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(data)));
#elif defined(__AVX2__)
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(data)));
#else
    return loadEach(data, kLanes);
#endif
}

// The first `count` < kLanes elements, zeros after them.
template <typename Element>
FIRSTLIGHT_INLINE Vector loadPartial(const Element* data, std::int64_t count)
{
    return loadEach(data, count);
}

FIRSTLIGHT_INLINE void storePartial(float* data, Vector value, std::int64_t count)
{
    alignas(64) float lanes[kLanes];
    store(lanes, value);
    for (std::int64_t i = 0; i < count; ++i) {
        data[i] = lanes[i];
    }
}

// a * b + c. Fused where the instruction set fuses; contraction by the compiler is off, so every use rounds alike.
FIRSTLIGHT_INLINE Vector multiplyAdd(Vector a, Vector b, Vector c)
{
#if defined(__AVX512F__)
    return _mm512_fmadd_ps(a, b, c);
#elif defined(__AVX2__)
    return _mm256_fmadd_ps(a, b, c);
#else
    return a * b + c;
#endif
}

FIRSTLIGHT_INLINE Vector maximum(Vector a, Vector b)
{
    return a > b ? a : b;
}

// Adds halves until four lanes are left.
FIRSTLIGHT_INLINE Vector4 foldToFour(Vector value)
{
#if defined(__AVX512F__)
    const auto eight = __builtin_shufflevector(value, value, 0, 1, 2, 3, 4, 5, 6, 7) +
                       __builtin_shufflevector(value, value, 8, 9, 10, 11, 12, 13, 14, 15);
    return __builtin_shufflevector(eight, eight, 0, 1, 2, 3) + __builtin_shufflevector(eight, eight, 4, 5, 6, 7);
#elif defined(__AVX2__)
    return __builtin_shufflevector(value, value, 0, 1, 2, 3) + __builtin_shufflevector(value, value, 4, 5, 6, 7);
#else
    return value;
#endif
}

FIRSTLIGHT_INLINE float sum(Vector value)
{
    const Vector4 four = foldToFour(value);
    return (four[0] + four[1]) + (four[2] + four[3]);
}

// The sums of four vectors, each in the order of sum().
FIRSTLIGHT_INLINE Vector4 sumEach(Vector a, Vector b, Vector c, Vector d)
{
    const Vector4 a4 = foldToFour(a);
    const Vector4 b4 = foldToFour(b);
    const Vector4 c4 = foldToFour(c);
    const Vector4 d4 = foldToFour(d);
    const Vector4 ab = __builtin_shufflevector(a4, b4, 0, 2, 4, 6) + __builtin_shufflevector(a4, b4, 1, 3, 5, 7);
    const Vector4 cd = __builtin_shufflevector(c4, d4, 0, 2, 4, 6) + __builtin_shufflevector(c4, d4, 1, 3, 5, 7);
    return __builtin_shufflevector(ab, cd, 0, 2, 4, 6) + __builtin_shufflevector(ab, cd, 1, 3, 5, 7);
}

FIRSTLIGHT_INLINE float largest(Vector value)
{
    float result = value[0];
    for (int i = 1; i < kLanes; ++i) {
        result = value[i] > result ? value[i] : result;
    }
    return result;
}

// e^x to about 2 units in the last place; 0 for -infinity, infinity on overflow, NaN for NaN.
FIRSTLIGHT_INLINE Vector exponential(Vector x)
{
    // Past these bounds the result is 0 or infinity anyway. The order of the operands keeps NaN.
    x = x < splat(-110.0F) ? splat(-110.0F) : x;
    x = x > splat(90.0F) ? splat(90.0F) : x;
    // Adding 1.5 * 2^23 rounds to an integer and leaves that integer in the low bits.
    const Vector shifted = multiplyAdd(x, splat(1.44269504F), splat(12582912.0F));
    const Vector n = shifted - splat(12582912.0F);
    Vector r = multiplyAdd(n, splat(-0.693359375F), x);
    r = multiplyAdd(n, splat(2.12194440e-4F), r);
    Vector p = splat(1.9875691500e-4F);
    p = multiplyAdd(p, r, splat(1.3981999507e-3F));
    p = multiplyAdd(p, r, splat(8.3334519073e-3F));
    p = multiplyAdd(p, r, splat(4.1665795894e-2F));
    p = multiplyAdd(p, r, splat(1.6666665459e-1F));
    p = multiplyAdd(p, r, splat(5.0000001201e-1F));
    p = multiplyAdd(p * r, r, r) + splat(1.0F);
    // 2^n in two factors, so that n = 128 and subnormal results work.
    const IntVector whole = reinterpret_cast<IntVector>(shifted) - 0x4b400000;
    const IntVector half = whole >> 1;
    const Vector first = reinterpret_cast<Vector>((half + 127) << 23);
    const Vector second = reinterpret_cast<Vector>((whole - half + 127) << 23);
    return p * first * second;
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA

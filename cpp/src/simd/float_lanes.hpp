// Eight floats, or eight integers beside them, as registers of AVX2 or in plain C++. Every
// operation works on each lane alone, so that both give the same bits.
#pragma once

#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace hyperbaton::HYPERBATON_SIMD {

inline constexpr int float_lanes = 8;

#if defined(__AVX2__)

struct FloatLanes {
    __m256 values;

    static FloatLanes splat(float value) { return {_mm256_set1_ps(value)}; }
    static FloatLanes load(const float* from) { return {_mm256_loadu_ps(from)}; }
    void store(float* to) const { _mm256_storeu_ps(to, values); }
};

struct IntLanes {
    __m256i values;

    static IntLanes splat(std::int32_t value) { return {_mm256_set1_epi32(value)}; }
    static IntLanes load(const std::int32_t* from) {
        return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))};
    }
    // first, first + 1, …
    static IntLanes from(std::int32_t first) {
        return {
            _mm256_add_epi32(_mm256_set1_epi32(first), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))};
    }
    void store(std::int32_t* to) const {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), values);
    }
};

struct LaneMask {
    __m256 bits;
};

inline FloatLanes operator+(FloatLanes a, FloatLanes b) {
    return {_mm256_add_ps(a.values, b.values)};
}
inline FloatLanes operator-(FloatLanes a, FloatLanes b) {
    return {_mm256_sub_ps(a.values, b.values)};
}
inline FloatLanes operator*(FloatLanes a, FloatLanes b) {
    return {_mm256_mul_ps(a.values, b.values)};
}
inline FloatLanes larger(FloatLanes a, FloatLanes b) { return {_mm256_max_ps(a.values, b.values)}; }
inline FloatLanes smaller(FloatLanes a, FloatLanes b) {
    return {_mm256_min_ps(a.values, b.values)};
}
inline LaneMask greater(FloatLanes a, FloatLanes b) {
    return {_mm256_cmp_ps(a.values, b.values, _CMP_GT_OQ)};
}
inline LaneMask equal(IntLanes a, IntLanes b) {
    return {_mm256_castsi256_ps(_mm256_cmpeq_epi32(a.values, b.values))};
}
inline FloatLanes choose(LaneMask mask, FloatLanes yes, FloatLanes no) {
    return {_mm256_blendv_ps(no.values, yes.values, mask.bits)};
}
inline IntLanes choose(LaneMask mask, IntLanes yes, IntLanes no) {
    return {_mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(no.values),
                                                 _mm256_castsi256_ps(yes.values), mask.bits))};
}

#else

template <class T>
struct PlainLanes {
    T values[float_lanes];

    static PlainLanes splat(T value) {
        PlainLanes lanes;
        for (T& lane : lanes.values) lane = value;
        return lanes;
    }
    static PlainLanes load(const T* from) {
        PlainLanes lanes;
        for (int k = 0; k < float_lanes; ++k) lanes.values[k] = from[k];
        return lanes;
    }
    static PlainLanes from(T first) {
        PlainLanes lanes;
        for (int k = 0; k < float_lanes; ++k) lanes.values[k] = first + static_cast<T>(k);
        return lanes;
    }
    void store(T* to) const {
        for (int k = 0; k < float_lanes; ++k) to[k] = values[k];
    }
};

using FloatLanes = PlainLanes<float>;
using IntLanes = PlainLanes<std::int32_t>;
struct LaneMask {
    std::int32_t bits[float_lanes];  // as wide as the lanes, so that compilers make vectors of them
};

inline FloatLanes operator+(FloatLanes a, FloatLanes b) {
    for (int k = 0; k < float_lanes; ++k) a.values[k] += b.values[k];
    return a;
}
inline FloatLanes operator-(FloatLanes a, FloatLanes b) {
    for (int k = 0; k < float_lanes; ++k) a.values[k] -= b.values[k];
    return a;
}
inline FloatLanes operator*(FloatLanes a, FloatLanes b) {
    for (int k = 0; k < float_lanes; ++k) a.values[k] *= b.values[k];
    return a;
}
inline FloatLanes larger(FloatLanes a, FloatLanes b) {
    for (int k = 0; k < float_lanes; ++k) {
        a.values[k] = a.values[k] > b.values[k] ? a.values[k] : b.values[k];
    }
    return a;
}
inline FloatLanes smaller(FloatLanes a, FloatLanes b) {
    for (int k = 0; k < float_lanes; ++k) {
        a.values[k] = a.values[k] < b.values[k] ? a.values[k] : b.values[k];
    }
    return a;
}
inline LaneMask greater(FloatLanes a, FloatLanes b) {
    LaneMask mask;
    for (int k = 0; k < float_lanes; ++k) mask.bits[k] = a.values[k] > b.values[k] ? -1 : 0;
    return mask;
}
inline LaneMask equal(IntLanes a, IntLanes b) {
    LaneMask mask;
    for (int k = 0; k < float_lanes; ++k) mask.bits[k] = a.values[k] == b.values[k] ? -1 : 0;
    return mask;
}
template <class T>
inline PlainLanes<T> choose(LaneMask mask, PlainLanes<T> yes, PlainLanes<T> no) {
    for (int k = 0; k < float_lanes; ++k) {
        no.values[k] = mask.bits[k] != 0 ? yes.values[k] : no.values[k];
    }
    return no;
}

#endif

}  // namespace hyperbaton::HYPERBATON_SIMD

// A register of unsigned bytes: 32 lanes with AVX2, 16 with SSE2, 16 in plain C++ elsewhere.
#pragma once

#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define HYPERBATON_LANES_SSE2
#endif

namespace hyperbaton::HYPERBATON_SIMD {

#if defined(__AVX2__)

struct ByteLanes {
    static constexpr int width = 32;
    __m256i bytes;

    static ByteLanes splat(std::uint8_t value) {
        return {_mm256_set1_epi8(static_cast<char>(value))};
    }
    static ByteLanes load(const std::uint8_t* from) {
        return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))};
    }
};

inline ByteLanes max(ByteLanes a, ByteLanes b) { return {_mm256_max_epu8(a.bytes, b.bytes)}; }
inline ByteLanes min(ByteLanes a, ByteLanes b) { return {_mm256_min_epu8(a.bytes, b.bytes)}; }
inline ByteLanes operator+(ByteLanes a, ByteLanes b) { return {_mm256_add_epi8(a.bytes, b.bytes)}; }
inline ByteLanes operator-(ByteLanes a, ByteLanes b) { return {_mm256_sub_epi8(a.bytes, b.bytes)}; }
inline ByteLanes operator&(ByteLanes a, ByteLanes b) {
    return {_mm256_and_si256(a.bytes, b.bytes)};
}
inline ByteLanes operator|(ByteLanes a, ByteLanes b) { return {_mm256_or_si256(a.bytes, b.bytes)}; }
inline ByteLanes equal(ByteLanes a, ByteLanes b) { return {_mm256_cmpeq_epi8(a.bytes, b.bytes)}; }

// Bit k is set where lane k is 255; lanes are 0 or 255.
inline std::uint32_t set_lanes(ByteLanes a) {
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(a.bytes));
}

#elif defined(HYPERBATON_LANES_SSE2)

struct ByteLanes {
    static constexpr int width = 16;
    __m128i bytes;

    static ByteLanes splat(std::uint8_t value) { return {_mm_set1_epi8(static_cast<char>(value))}; }
    static ByteLanes load(const std::uint8_t* from) {
        return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))};
    }
};

inline ByteLanes max(ByteLanes a, ByteLanes b) { return {_mm_max_epu8(a.bytes, b.bytes)}; }
inline ByteLanes min(ByteLanes a, ByteLanes b) { return {_mm_min_epu8(a.bytes, b.bytes)}; }
inline ByteLanes operator+(ByteLanes a, ByteLanes b) { return {_mm_add_epi8(a.bytes, b.bytes)}; }
inline ByteLanes operator-(ByteLanes a, ByteLanes b) { return {_mm_sub_epi8(a.bytes, b.bytes)}; }
inline ByteLanes operator&(ByteLanes a, ByteLanes b) { return {_mm_and_si128(a.bytes, b.bytes)}; }
inline ByteLanes operator|(ByteLanes a, ByteLanes b) { return {_mm_or_si128(a.bytes, b.bytes)}; }
inline ByteLanes equal(ByteLanes a, ByteLanes b) { return {_mm_cmpeq_epi8(a.bytes, b.bytes)}; }

inline std::uint32_t set_lanes(ByteLanes a) {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(a.bytes));
}

#else

struct ByteLanes {
    static constexpr int width = 16;
    std::uint8_t bytes[width];

    static ByteLanes splat(std::uint8_t value) {
        ByteLanes lanes;
        for (std::uint8_t& byte : lanes.bytes) byte = value;
        return lanes;
    }
    static ByteLanes load(const std::uint8_t* from) {
        ByteLanes lanes;
        for (int k = 0; k < width; ++k) lanes.bytes[k] = from[k];
        return lanes;
    }
};

template <class Operation>
inline ByteLanes by_lane(ByteLanes a, ByteLanes b, Operation operation) {
    for (int k = 0; k < ByteLanes::width; ++k) {
        a.bytes[k] = static_cast<std::uint8_t>(operation(a.bytes[k], b.bytes[k]));
    }
    return a;
}

inline ByteLanes max(ByteLanes a, ByteLanes b) {
    return by_lane(a, b, [](int x, int y) { return x > y ? x : y; });
}
inline ByteLanes min(ByteLanes a, ByteLanes b) {
    return by_lane(a, b, [](int x, int y) { return x < y ? x : y; });
}
inline ByteLanes operator+(ByteLanes a, ByteLanes b) {
    return by_lane(a, b, [](int x, int y) { return x + y; });
}
inline ByteLanes operator-(ByteLanes a, ByteLanes b) {
    return by_lane(a, b, [](int x, int y) { return x - y; });
}
inline ByteLanes operator&(ByteLanes a, ByteLanes b) {
    return by_lane(a, b, [](int x, int y) { return x & y; });
}
inline ByteLanes operator|(ByteLanes a, ByteLanes b) {
    return by_lane(a, b, [](int x, int y) { return x | y; });
}
inline ByteLanes equal(ByteLanes a, ByteLanes b) {
    return by_lane(a, b, [](int x, int y) { return x == y ? 255 : 0; });
}
inline std::uint32_t set_lanes(ByteLanes a) {
    std::uint32_t bits = 0;
    for (int k = 0; k < ByteLanes::width; ++k) bits |= (a.bytes[k] != 0 ? 1u : 0u) << k;
    return bits;
}

#endif

}  // namespace hyperbaton::HYPERBATON_SIMD

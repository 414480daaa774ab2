#pragma once
// The vector part of the kernel: one block of lane_count boxes that differ in j0 only. The rules
// are those of inversion_kernels.cpp.
//
// Plain loops of constant length. Comparisons are turned into all-ones or all-zero cells at
// once, because compilers vectorise `&` of cells but not `&&` of conditions.

#include "inversion_kernels.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

namespace hyperbaton::HYPERBATON_SIMD {
namespace {

using namespace hyperbaton::detail;

template <class Cell>
inline constexpr Cell infinite =
    static_cast<Cell>(sizeof(Cell) == 1 ? infinite_byte : infinite_word);

// Read from lane_count - n on: n zeros, then minus ones. A loop that compares lane numbers instead
// is unrolled by GCC before it can be vectorised.
template <class Cell>
struct LossTable {
    Cell terms[2 * lane_count];
    constexpr LossTable() : terms{} {
        for (int k = lane_count; k < 2 * lane_count; ++k) terms[k] = static_cast<Cell>(~Cell{0});
    }
};
template <class Cell>
inline constexpr LossTable<Cell> match_loss;

// Marks of a box.
inline constexpr unsigned mark_live = 1;      // kept, rule 2
inline constexpr unsigned mark_first = 2;     // straight, tight at i0 and j1: maybe a first child
inline constexpr unsigned mark_second = 4;    // tight at i0 and i1: maybe a second child
inline constexpr unsigned mark_inverted = 8;  // an inversion beats every straight derivation

inline int lowest_bit(std::uint64_t word) {
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long index;
    _BitScanForward64(&index, word);
    return static_cast<int>(index);
#else
    return __builtin_ctzll(word);
#endif
}

inline int highest_bit(std::uint32_t word) {
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long index;
    _BitScanReverse(&index, word);
    return static_cast<int>(index);
#else
    return 31 - __builtin_clz(word);
#endif
}

template <class T>
inline T smaller(T a, T b) {
    return a < b ? a : b;
}

template <class T>
inline T larger(T a, T b) {
    return a > b ? a : b;
}

template <class Cell>
inline Cell mask(bool condition) {
    return condition ? static_cast<Cell>(~Cell{0}) : Cell{0};
}

// One bit for each lane that has any of the marks `wanted`.
#if defined(__AVX2__)
inline std::uint32_t marked_lanes(const std::uint8_t* marks, unsigned wanted) {
    static_assert(lane_count == 32);
    const __m256i bits = _mm256_set1_epi8(static_cast<char>(wanted));
    const __m256i all = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(marks));
    const __m256i some = _mm256_cmpgt_epi8(_mm256_and_si256(all, bits), _mm256_setzero_si256());
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(some));
}
#elif defined(__SSE2__)
inline std::uint32_t marked_lanes(const std::uint8_t* marks, unsigned wanted) {
    const __m128i bits = _mm_set1_epi8(static_cast<char>(wanted));
    std::uint32_t lanes = 0;
    for (int k = 0; k < lane_count; k += 16) {
        const __m128i part = _mm_loadu_si128(reinterpret_cast<const __m128i*>(marks + k));
        const __m128i none = _mm_cmpeq_epi8(_mm_and_si128(part, bits), _mm_setzero_si128());
        lanes |= (0xffffU ^ static_cast<std::uint32_t>(_mm_movemask_epi8(none))) << k;
    }
    return lanes;
}
#endif
#if defined(__SSE2__)
inline std::uint32_t marked_lanes(const std::uint16_t* marks, unsigned wanted) {
    const __m128i bits = _mm_set1_epi8(static_cast<char>(wanted));
    std::uint32_t lanes = 0;
    for (int k = 0; k < lane_count; k += 16) {
        const __m128i low = _mm_loadu_si128(reinterpret_cast<const __m128i*>(marks + k));
        const __m128i high = _mm_loadu_si128(reinterpret_cast<const __m128i*>(marks + k + 8));
        const __m128i part = _mm_packs_epi16(low, high);  // marks are small: nothing saturates
        const __m128i none = _mm_cmpeq_epi8(_mm_and_si128(part, bits), _mm_setzero_si128());
        lanes |= (0xffffU ^ static_cast<std::uint32_t>(_mm_movemask_epi8(none))) << k;
    }
    return lanes;
}
#else
template <class Cell>
inline std::uint32_t marked_lanes(const Cell* marks, unsigned wanted) {
    std::uint32_t lanes = 0;
    for (int k = 0; k < lane_count; ++k) {
        lanes |= static_cast<std::uint32_t>((marks[k] & wanted) != 0) << k;
    }
    return lanes;
}
#endif

template <class Cell>
inline void clear_block(Cell* cells) {
    for (int k = 0; k < lane_count; ++k) cells[k] = infinite<Cell>;
}

template <class Cell>
inline void add_block(const Cell* __restrict terms, Cell* __restrict sums) {
    for (int k = 0; k < lane_count; ++k) sums[k] = static_cast<Cell>(sums[k] + terms[k]);
}

template <class Cell>
inline void add_difference(const Cell* __restrict terms, const Cell* __restrict less, Cell term,
                           Cell* __restrict sums) {
    for (int k = 0; k < lane_count; ++k) {
        sums[k] = static_cast<Cell>(terms[k] - less[k] + term);
    }
}

template <class Cell>
inline void lower_block(const Cell* __restrict terms, Cell term, Cell* __restrict cells) {
    for (int k = 0; k < lane_count; ++k) {
        cells[k] = smaller(cells[k], static_cast<Cell>(terms[k] + term));
    }
}

// What all lanes of a block share.
template <class Cell>
struct BlockConstants {
    Cell edit;                // cost of pairing the last words of both sides
    Cell hypothesis_outside;  // words
    Cell reference_outside;   // words, for the first lane
    Cell hypothesis_inside;
    Cell reference_inside;  // for the first lane
};

// Reference words of the box that starts k lanes on; none beyond its end.
template <class Cell>
inline Cell words_from(Cell words, int k) {
    return static_cast<Cell>(larger(words, static_cast<Cell>(k)) - k);
}

// S + longer must stay below this: rules 2 and 8, with `slack` as in inversion_slack.hpp. At least
// one inversion is outside, whether or not there is a descent.
template <class Cell>
inline Cell limit_of(Cell slack, Cell descents_before, Cell descents_after) {
    const Cell missing = static_cast<Cell>(descents_before == 0 ? 1 : 0);
    return static_cast<Cell>(slack - larger(descents_after, missing));
}

// Recurrence, pruning and marks of boxes that no inversion was found for. `cells` holds what
// inverted boxes were pushed, and takes the boxes kept. Rule 6: only what costs less
// than substituting all words is kept. Lanes beyond j1 hold no box:
// their sums may wrap around, but their cells are infinite. The pointers are parameters because
// compilers trust __restrict there.
template <class Cell>
inline void relax_straight(const Cell* __restrict up, const Cell* __restrict left,
                           const Cell* __restrict diagonal, const Cell* __restrict earlier,
                           const Cell* __restrict slack, const Cell* __restrict order_before,
                           const Cell* __restrict order_after, Cell* __restrict cells,
                           Cell* __restrict marks, const BlockConstants<Cell> c) {
    for (int k = 0; k < lane_count; ++k) {
        const Cell gap = static_cast<Cell>(smaller(up[k], left[k]) + 1);
        const Cell pair = static_cast<Cell>(diagonal[k] + c.edit);
        const Cell value = smaller(smaller(gap, pair), cells[k]);
        const Cell kept = smaller(value, static_cast<Cell>(earlier[k] + 1));
        const Cell longer =
            larger(c.hypothesis_outside, static_cast<Cell>(c.reference_outside + k));
        const Cell substituted = larger(c.hypothesis_inside, words_from(c.reference_inside, k));
        const Cell limit = limit_of(slack[k], order_before[k], order_after[k]);
        const Cell live = static_cast<Cell>(mask<Cell>(static_cast<Cell>(kept + longer) < limit) &
                                            mask<Cell>(kept < substituted));
        const Cell child = static_cast<Cell>(live & mask<Cell>(earlier[k] >= value));
        const Cell first = static_cast<Cell>(child & mask<Cell>(left[k] >= value));
        const Cell second = static_cast<Cell>(child & mask<Cell>(up[k] >= value));
        marks[k] =
            static_cast<Cell>((live & mark_live) | (second & mark_second) | (first & mark_first));
        cells[k] = static_cast<Cell>((kept & live) | (infinite<Cell> & ~live));
    }
}

// The same where inversions of cost `pending` are known. `values` takes the costs before
// pruning: an inverted box may be a link of the top chain although no inversion can hold it.
template <class Cell>
inline void relax_inverted(const Cell* __restrict up, const Cell* __restrict left,
                           const Cell* __restrict diagonal, const Cell* __restrict earlier,
                           const Cell* __restrict slack, const Cell* __restrict order_before,
                           const Cell* __restrict order_after, const Cell* __restrict pending,
                           Cell* __restrict cells, Cell* __restrict values, Cell* __restrict marks,
                           const BlockConstants<Cell> c) {
    for (int k = 0; k < lane_count; ++k) {
        const Cell gap = static_cast<Cell>(smaller(up[k], left[k]) + 1);
        const Cell pair = static_cast<Cell>(diagonal[k] + c.edit);
        const Cell straight = smaller(smaller(gap, pair), cells[k]);
        const Cell value = smaller(straight, pending[k]);
        const Cell kept = smaller(value, static_cast<Cell>(earlier[k] + 1));
        const Cell longer =
            larger(c.hypothesis_outside, static_cast<Cell>(c.reference_outside + k));
        const Cell substituted = larger(c.hypothesis_inside, words_from(c.reference_inside, k));
        const Cell starts_tight = mask<Cell>(earlier[k] >= value);
        const Cell limit = limit_of(slack[k], order_before[k], order_after[k]);
        const Cell live = static_cast<Cell>(mask<Cell>(static_cast<Cell>(kept + longer) < limit) &
                                            mask<Cell>(kept < substituted));
        const Cell child = static_cast<Cell>(live & starts_tight);
        const Cell beaten = mask<Cell>(value < smaller(straight, substituted));
        const Cell first = static_cast<Cell>(child & mask<Cell>(left[k] >= value) & ~beaten);
        const Cell second = static_cast<Cell>(child & mask<Cell>(up[k] >= value));
        marks[k] =
            static_cast<Cell>((live & mark_live) | (second & mark_second) | (first & mark_first) |
                              (beaten & starts_tight & mark_inverted));
        values[k] = value;
        cells[k] = static_cast<Cell>((kept & live) | (infinite<Cell> & ~live));
    }
}

}  // namespace
}  // namespace hyperbaton::HYPERBATON_SIMD

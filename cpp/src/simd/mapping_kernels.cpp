#include "mapping_kernels.hpp"

#include "byte_lanes.hpp"

namespace hyperbaton::HYPERBATON_SIMD {

namespace {

inline void store(ByteLanes lanes, std::uint8_t* to) {
#if defined(__AVX2__)
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), lanes.bytes);
#elif defined(HYPERBATON_LANES_SSE2)
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), lanes.bytes);
#else
    for (int k = 0; k < ByteLanes::width; ++k) to[k] = lanes.bytes[k];
#endif
}

// Lanes of 255 where the bit is set: the opposite of set_lanes.
inline ByteLanes lanes_of(std::uint64_t bits) {
#if defined(__AVX2__)
    const __m256i spread =
        _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(bits)),
                            _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2,
                                             2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3));
    const __m256i bit_of_lane = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201u));
    return {_mm256_cmpeq_epi8(_mm256_and_si256(spread, bit_of_lane), bit_of_lane)};
#else
    std::uint8_t bytes[ByteLanes::width];
    for (int k = 0; k < ByteLanes::width; ++k) {
        bytes[k] = static_cast<std::uint8_t>(0 - (bits >> k & 1u));
    }
    return ByteLanes::load(bytes);
#endif
}

// Where a is greater than b, one bit a lane.
inline std::uint64_t greater(ByteLanes a, ByteLanes b) {
    constexpr std::uint64_t all = (std::uint64_t{1} << ByteLanes::width) - 1;
    return ~static_cast<std::uint64_t>(set_lanes(equal(max(a, b), b))) & all;
}

// Values at the indices, of rows of up to 256 columns where a byte is an index.
class Gather {
public:
    Gather(const std::uint16_t* indices, std::int32_t width) : indices_(indices), width_(width) {
#if defined(__AVX2__)
        if (width <= 256) {
            for (std::int32_t c = 0; c < width; ++c) {
                bytes_[c] = static_cast<std::uint8_t>(indices[c]);
            }
        }
#endif
    }

    void operator()(const std::uint8_t* from, std::uint8_t* to) const {
#if defined(__AVX2__)
        if (width_ <= 256) return shuffle(from, to);
#endif
        for (std::int32_t c = 0; c < width_; ++c) to[c] = from[indices_[c]];
    }

private:
#if defined(__AVX2__)
    // Looks indices up in 16 values at a time. No index is greater than the column it is for, so
    // values to its right are not looked at.
    void shuffle(const std::uint8_t* from, std::uint8_t* to) const {
        for (std::int32_t c = 0; c < width_; c += 32) {
            __m256i index = ByteLanes::load(bytes_ + c).bytes;
            __m256i found = _mm256_setzero_si256();
            for (std::int32_t chunk = 0; chunk < c + 32; chunk += 16) {
                const __m256i values = _mm256_broadcastsi128_si256(
                    _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + chunk)));
                // Indices outside the chunk get their highest bit, for which the result is 0.
                const __m256i inside = _mm256_adds_epu8(index, _mm256_set1_epi8(0x70));
                found = _mm256_or_si256(found, _mm256_shuffle_epi8(values, inside));
                index = _mm256_sub_epi8(index, _mm256_set1_epi8(16));
            }
            store({found}, to + c);
        }
    }
    std::uint8_t bytes_[256];
#endif
    const std::uint16_t* indices_;
    std::int32_t width_;
};

// One row after the other; word_count is the number of words of a row of bits, 0 if not known
// before.
template <int word_count>
class Rows {
public:
    Rows(const MappingColumns& columns, std::uint8_t* values, std::uint64_t* steps,
         std::uint64_t* grown)
        : columns_(columns), values_(values), steps_(steps), grown_(grown) {}

    void clear() {
        for (int w = 0; w < words(); ++w) steps_[w] = 0;
        for (std::int32_t c = 0; c < width(); ++c) values_[c] = 0;
    }

    // A leaf is mapped to leaves only: to what no value depends on but the one to its left.
    void grow_by_leaf() {
        for (int w = 0; w < words(); ++w) grown_[w] = columns_.leaves[w] & ~steps_[w];
        grow();
    }

    void grow_to(const std::uint8_t* mapped) {
        grow_where([&](std::int32_t c) { return ByteLanes::load(mapped + c); });
    }

    void grow_to(const std::uint8_t* before, const std::uint8_t* tree) {
        grow_where([&](std::int32_t c) {
            return ByteLanes::load(before + c) + ByteLanes::load(tree + c);
        });
    }

private:
    int words() const { return word_count != 0 ? word_count : columns_.width / 64; }
    std::int32_t width() const { return 64 * words(); }

    template <class Mapped>
    void grow_where(Mapped mapped) {
        for (int w = 0; w < words(); ++w) {
            std::uint64_t bits = 0;
            for (int lane = 0; lane < 64; lane += ByteLanes::width) {
                const std::int32_t c = 64 * w + lane;
                bits |= greater(mapped(c), ByteLanes::load(values_ + c)) << lane;
            }
            grown_[w] = bits & columns_.valid[w];
        }
        grow();
    }

    // `grown_` says where a value exceeds the row above. Columns to the right grow as well, as far
    // as the row above is level: from the first such column to the end of each level stretch.
    void grow() {
        std::uint64_t borrow = 0, carried = 0;
        for (int w = 0; w < words(); ++w) {
            const std::uint64_t grown = grown_[w];
            const std::uint64_t stretches = steps_[w] | columns_.starts[w];
            std::uint64_t ends = stretches >> 1;
            if (w + 1 < words()) ends |= (steps_[w + 1] | columns_.starts[w + 1]) << 63;
            // Taking 1 from a stretch flips its bits up to the first set one; its end stops it.
            const std::uint64_t stopping = grown | ends;
            const std::uint64_t less = stopping - stretches - borrow;
            borrow = stopping < stretches || (stopping == stretches && borrow != 0) ? 1 : 0;
            const std::uint64_t higher = ~(less ^ stopping) | grown;
            const std::uint64_t left = (higher << 1 | carried) & ~columns_.starts[w];
            carried = higher >> 63;
            steps_[w] ^= higher ^ left;
            for (int lane = 0; lane < 64; lane += ByteLanes::width) {
                std::uint8_t* at = values_ + 64 * w + lane;
                store(ByteLanes::load(at) - lanes_of(higher >> lane), at);
            }
        }
    }

    const MappingColumns& columns_;
    std::uint8_t* values_;
    std::uint64_t* steps_;
    std::uint64_t* grown_;
};

template <int word_count>
void compute(const MappingRow* rows, std::int64_t count, const MappingColumns& columns,
             std::uint8_t* trees, std::uint8_t* jumps, std::uint8_t* values, std::uint64_t* steps,
             std::uint64_t* grown) {
    const Gather jump(columns.jump, columns.width);
    const Gather below(columns.below, columns.width);
    const std::int64_t width = columns.width;
    Rows<word_count> current(columns, values, steps, grown);
    for (std::int64_t r = 0; r < count; ++r) {
        const MappingRow& row = rows[r];
        if (row.starts) current.clear();
        if (row.kind == MappingRowKind::leaf) {
            if (row.slot != 0) jump(values, jumps + row.slot * width);
            current.grow_by_leaf();
        } else if (row.kind == MappingRowKind::path) {
            std::uint8_t* tree = trees + row.tree * width;
            below(values, tree);
            for (std::int64_t c = 0; c < width; ++c) ++tree[c];
            current.grow_to(tree);
        } else {
            current.grow_to(jumps + row.slot * width, trees + row.tree * width);
        }
    }
}

std::uint8_t largest(const MappingRow* rows, std::int64_t count, const MappingColumns& columns,
                     std::uint8_t* trees, std::uint8_t* jumps, std::uint8_t* values,
                     std::uint64_t* steps, std::uint64_t* grown) {
    const int words = columns.width / 64;
    const auto run = words == 1 ? compute<1> : words == 2 ? compute<2> : compute<0>;
    run(rows, count, columns, trees, jumps, values, steps, grown);
    return values[columns.used - 1];
}

}  // namespace

const MappingKernels mapping_kernels{largest};

}  // namespace hyperbaton::HYPERBATON_SIMD

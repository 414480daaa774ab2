#include "interval_kernels.hpp"

#include "byte_lanes.hpp"

namespace hyperbaton::HYPERBATON_SIMD {

namespace {

constexpr int max_blocks = 256 / ByteLanes::width;

// The running extremes of the stretches that start at `width` neighbouring positions.
struct Stretches {
    ByteLanes low, high, first;
};

// Takes value `v` at position `i` into every stretch of the block that has started, and tells
// which of them are intervals, one bit each.
//
// The stretch l..i is an interval iff high - low = i - l, tested modulo 256 as high - low + l = i:
// high - low never exceeds 253 and l never exceeds i, so a wrapped equality cannot occur. A lane
// beyond i keeps low = 255 and high = 0, hence l + 1, which equals i only for l = 255 and i = 0,
// where lane 0 is the answer anyway.
inline std::uint32_t extend(Stretches& block, ByteLanes v, ByteLanes i) {
    const ByteLanes started = equal(min(block.first, i), block.first);
    const ByteLanes waiting = equal(started, ByteLanes::splat(0));
    block.high = max(block.high, v & started);
    block.low = min(block.low, v | waiting);
    return set_lanes(equal(block.high - block.low + block.first, i));
}

inline int lowest_bit(std::uint32_t bits) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctz(bits);
#else
    int k = 0;
    while ((bits >> k & 1u) == 0) ++k;
    return k;
#endif
}

void leftmost(const std::int32_t* values, std::int64_t n, std::int32_t* result) {
    std::uint8_t positions[256];
    for (int k = 0; k < 256; ++k) positions[k] = static_cast<std::uint8_t>(k);
    Stretches blocks[max_blocks];
    for (int b = 0; b * ByteLanes::width < n; ++b) {
        blocks[b] = {ByteLanes::splat(255), ByteLanes::splat(0),
                     ByteLanes::load(positions + b * ByteLanes::width)};
    }
    for (std::int64_t i = 0; i < n; ++i) {
        const ByteLanes v = ByteLanes::splat(static_cast<std::uint8_t>(values[i]));
        const ByteLanes at = ByteLanes::splat(static_cast<std::uint8_t>(i));
        std::int32_t found = -1;
        for (int b = 0; b * ByteLanes::width <= i; ++b) {
            const std::uint32_t intervals = extend(blocks[b], v, at);
            if (found < 0 && intervals != 0) found = b * ByteLanes::width + lowest_bit(intervals);
        }
        result[i] = found;
    }
}

}  // namespace

const IntervalKernels interval_kernels{leftmost};

}  // namespace hyperbaton::HYPERBATON_SIMD

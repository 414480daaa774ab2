// Leftmost intervals of short permutations, all left ends at once in byte lanes.
#pragma once

#include <cstdint>

namespace hyperbaton {

struct IntervalKernels {
    static constexpr std::int64_t max_length = 254;
    void (*leftmost)(const std::int32_t* values, std::int64_t n, std::int32_t* leftmost);
};

namespace baseline {
extern const IntervalKernels interval_kernels;
}
namespace avx2 {
extern const IntervalKernels interval_kernels;
}

}  // namespace hyperbaton

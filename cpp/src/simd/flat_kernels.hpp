// Counts for permutations of up to 256 elements: bit-parallel, or sums that fit into 32 bits.
#pragma once

#include <cstdint>

namespace hyperbaton {

struct FlatKernels {
    static constexpr std::int64_t max_length = 256;
    std::int64_t (*inversions)(const std::int32_t* values, std::int64_t n);
    std::int64_t (*longest_increasing)(const std::int32_t* values, std::int64_t n);
    std::int64_t (*squared_displacements)(const std::int32_t* values, std::int64_t n);
    std::int64_t (*absolute_displacements)(const std::int32_t* values, std::int64_t n);
    std::int64_t (*fixed_points)(const std::int32_t* values, std::int64_t n);
    std::int64_t (*adjacencies)(const std::int32_t* values, std::int64_t n);
};

namespace baseline {
extern const FlatKernels flat_kernels;
}
namespace avx2 {
extern const FlatKernels flat_kernels;
}

}  // namespace hyperbaton

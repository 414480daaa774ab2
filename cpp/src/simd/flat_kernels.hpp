// Bit-parallel counts for permutations of up to 256 elements.
#pragma once

#include <cstdint>

namespace hyperbaton {

struct FlatKernels {
    static constexpr std::int64_t max_length = 256;
    // Values that are no permutation give some number; nothing outside of arrays is touched.
    std::int64_t (*inversions)(const std::int32_t* values, std::int64_t n);
    std::int64_t (*longest_increasing)(const std::int32_t* values, std::int64_t n);
};

namespace baseline {
extern const FlatKernels flat_kernels;
}
namespace avx2 {
extern const FlatKernels flat_kernels;
}

}  // namespace hyperbaton

// One row of a table of gains; see mapping_tables.hpp.
#pragma once

#include <cstdint>

namespace hyperbaton {

struct GainKernels {
    // row[c] = the largest over c' <= c of above[c'] and before[first[c'] - offset] + trees[c'],
    // at least 0.
    void (*write_row)(const double* above, const double* before, const std::int32_t* first,
                      std::int32_t offset, const double* trees, std::int32_t length, double* row);
};

namespace baseline {
extern const GainKernels gain_kernels;
}
namespace avx2 {
extern const GainKernels gain_kernels;
}

}  // namespace hyperbaton

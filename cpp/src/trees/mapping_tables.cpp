#include "mapping_tables.hpp"

#include "simd/dispatch.hpp"
#include "simd/gain_kernels.hpp"

namespace hyperbaton {

void write_row(const double* above, const double* before, const std::int32_t* first,
               std::int32_t offset, const double* trees, std::int32_t length, double* row) {
    static const GainKernels& kernels = HYPERBATON_CHOOSE_KERNELS(gain_kernels);
    kernels.write_row(above, before, first, offset, trees, length, row);
}

}  // namespace hyperbaton

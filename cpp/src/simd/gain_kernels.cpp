#include "gain_kernels.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace hyperbaton::HYPERBATON_SIMD {

namespace {

inline double larger(double a, double b) { return a < b ? b : a; }

void write_row(const double* above, const double* before, const std::int32_t* first,
               std::int32_t offset, const double* trees, std::int32_t length, double* row) {
    double running = 0.0;
    std::int32_t c = 0;
#if defined(__AVX2__)
    // Four columns at a time: each maximum would otherwise wait for the one to its left.
    __m256d largest = _mm256_setzero_pd();
    for (; c + 4 <= length; c += 4) {
        const __m256d jumped =
            _mm256_setr_pd(before[first[c] - offset], before[first[c + 1] - offset],
                           before[first[c + 2] - offset], before[first[c + 3] - offset]);
        const __m256d mapped = _mm256_add_pd(jumped, _mm256_loadu_pd(trees + c));
        const __m256d one = _mm256_max_pd(mapped, _mm256_loadu_pd(above + c));
        const __m256d two = _mm256_max_pd(one, _mm256_permute4x64_pd(one, 0b10'01'00'00));
        const __m256d four = _mm256_max_pd(two, _mm256_permute4x64_pd(two, 0b01'00'00'00));
        const __m256d all = _mm256_max_pd(four, largest);
        _mm256_storeu_pd(row + c, all);
        largest = _mm256_permute4x64_pd(all, 0b11'11'11'11);
    }
    running = _mm256_cvtsd_f64(largest);
#endif
    for (; c < length; ++c) {
        const double mapped = before[first[c] - offset] + trees[c];
        row[c] = running = larger(running, larger(above[c], mapped));
    }
}

}  // namespace

const GainKernels gain_kernels{write_row};

}  // namespace hyperbaton::HYPERBATON_SIMD

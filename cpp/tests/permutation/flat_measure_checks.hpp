// Counts over a permutation against quadratic versions, with every version of the kernels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "hyperbaton/permutation/flat_measures.hpp"
#include "hyperbaton/runtime/cpu.hpp"
#include "simd/flat_kernels.hpp"
#include "tests/check.hpp"

namespace hyperbaton {

inline std::int64_t naive_inversions(Permutation pi) {
    std::int64_t count = 0;
    for (std::size_t j = 0; j < pi.size(); ++j) {
        for (std::size_t i = 0; i < j; ++i) count += pi[i] > pi[j] ? 1 : 0;
    }
    return count;
}

inline std::int64_t naive_longest_increasing(Permutation pi) {
    std::vector<std::int64_t> longest(pi.size(), 1);
    std::int64_t best = 0;
    for (std::size_t j = 0; j < pi.size(); ++j) {
        for (std::size_t i = 0; i < j; ++i) {
            if (pi[i] < pi[j]) longest[j] = std::max(longest[j], longest[i] + 1);
        }
        best = std::max(best, longest[j]);
    }
    return best;
}

// Squared and absolute displacements, fixed points, adjacencies.
struct NaiveSums {
    explicit NaiveSums(Permutation pi) {
        for (std::size_t i = 0; i < pi.size(); ++i) {
            const std::int64_t moved = pi[i] - static_cast<std::int64_t>(i);
            squares += moved * moved;
            distances += std::abs(moved);
            fixed += moved == 0 ? 1 : 0;
            if (i > 0 && pi[i] - pi[i - 1] == 1) ++adjacent;
        }
    }
    std::int64_t squares = 0, distances = 0, fixed = 0, adjacent = 0;
};

inline void check_kernels(const FlatKernels& kernels, Permutation pi) {
    const auto n = static_cast<std::int64_t>(pi.size());
    CHECK(kernels.inversions(pi.data(), n) == naive_inversions(pi));
    CHECK(kernels.longest_increasing(pi.data(), n) == naive_longest_increasing(pi));
    const NaiveSums sums(pi);
    CHECK(kernels.squared_displacements(pi.data(), n) == sums.squares);
    CHECK(kernels.absolute_displacements(pi.data(), n) == sums.distances);
    CHECK(kernels.fixed_points(pi.data(), n) == sums.fixed);
    CHECK(kernels.adjacencies(pi.data(), n) == sums.adjacent);
}

inline void check_flat_measures(Permutation pi, FlatWorkspace& workspace) {
    CHECK(count_inversions(pi, workspace) == naive_inversions(pi));
    CHECK(longest_increasing_subsequence(pi, workspace) == naive_longest_increasing(pi));
    const NaiveSums sums(pi);
    CHECK(sum_of_squared_displacements(pi, workspace).to_int64() == sums.squares);
    CHECK(sum_of_absolute_displacements(pi, workspace) == sums.distances);
    CHECK(count_fixed_points(pi, workspace) == sums.fixed);
    CHECK(count_adjacencies(pi, workspace) == sums.adjacent);
    if (static_cast<std::int64_t>(pi.size()) > FlatKernels::max_length) return;
    check_kernels(baseline::flat_kernels, pi);
#if defined(HYPERBATON_HAS_AVX2_KERNELS)
    if (cpu_has_avx2()) check_kernels(avx2::flat_kernels, pi);
#endif
}

}  // namespace hyperbaton

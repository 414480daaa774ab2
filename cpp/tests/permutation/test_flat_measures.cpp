// Counts against quadratic versions: all permutations of up to seven elements, and random ones
// around the lengths at which the algorithm changes, with both versions of the kernels.
#include <cmath>

#include "batches.hpp"
#include "check.hpp"
#include "hyperbaton/permutation/flat_scores.hpp"
#include "hyperbaton/runtime/cpu.hpp"
#include "simd/flat_kernels.hpp"

using namespace hyperbaton;

namespace {

std::int64_t naive_inversions(Permutation pi) {
    std::int64_t count = 0;
    for (std::size_t j = 0; j < pi.size(); ++j) {
        for (std::size_t i = 0; i < j; ++i) count += pi[i] > pi[j] ? 1 : 0;
    }
    return count;
}

std::int64_t naive_longest_increasing(Permutation pi) {
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

void check_kernels(const FlatKernels& kernels, Permutation pi) {
    const auto n = static_cast<std::int64_t>(pi.size());
    CHECK(kernels.inversions(pi.data(), n) == naive_inversions(pi));
    CHECK(kernels.longest_increasing(pi.data(), n) == naive_longest_increasing(pi));
    const NaiveSums sums(pi);
    CHECK(kernels.squared_displacements(pi.data(), n) == sums.squares);
    CHECK(kernels.absolute_displacements(pi.data(), n) == sums.distances);
    CHECK(kernels.fixed_points(pi.data(), n) == sums.fixed);
    CHECK(kernels.adjacencies(pi.data(), n) == sums.adjacent);
}

void check(Permutation pi, FlatWorkspace& workspace) {
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

void test_wide_counts() {
    const std::uint64_t most = ~std::uint64_t{0};
    CHECK((WideCount{0, most} += {0, 1}) == (WideCount{1, 0}));
    CHECK((WideCount{1, 0} - WideCount{0, 1}) == (WideCount{0, most}));
    CHECK(WideCount::product({0, most}, 3) == (WideCount{2, most - 2}));
    CHECK(WideCount::product({5, most}, 2) == (WideCount{11, most - 1}));
    CHECK((WideCount{0, most}).to_double() == 0x1p64);
    CHECK((WideCount{1, 0}).to_double() == 0x1p64);
    CHECK((WideCount{1, 1u << 11}).to_double() == 0x1p64);  // halfway: to even
    CHECK((WideCount{1, (1u << 11) + 1}).to_double() == 0x1.0000000000001p64);
    CHECK((WideCount{most, most}).to_double() == 0x1p128);
}

// Closed forms for the reversal, where sums are largest, on both sides of what 64 bits hold.
void test_long_reversals(FlatWorkspace& workspace) {
    for (const std::int64_t n : {2'000'001, 2'097'153, 2'200'000, 4'000'000, 9'000'000}) {
        std::vector<std::int32_t> reversal = identity(n);
        std::reverse(reversal.begin(), reversal.end());
        const auto length = static_cast<std::uint64_t>(n);
        const WideCount cube = WideCount::product({0, length * length - 1}, length);
        const WideCount squares = sum_of_squared_displacements(reversal, workspace);
        CHECK(WideCount::product(squares, 3) == cube);
        CHECK(sum_of_absolute_displacements(reversal, workspace) == n * n / 2);
        CHECK(spearman_score(reversal, workspace) == 0.0);
        CHECK(footrule_score(reversal, workspace) == 0.0);
        CHECK(kendall_score(reversal, workspace, false) == 0.0);
        // One half the other way round: an exact quarter of the largest sum, up to rounding.
        std::reverse(reversal.begin(), reversal.begin() + n / 2);
        std::reverse(reversal.begin() + n / 2, reversal.end());
        CHECK(std::abs(spearman_score(reversal, workspace) - 0.25) < 1e-6);
    }
}

}  // namespace

int main() {
    FlatWorkspace workspace;
    test_wide_counts();
    test_long_reversals(workspace);
    for (std::int64_t n = 0; n <= 7; ++n) {
        std::vector<std::int32_t> values = identity(n);
        do {
            check(values, workspace);
        } while (std::next_permutation(values.begin(), values.end()));
    }
    std::mt19937 random(1);
    for (const std::int64_t n : {31, 63, 64, 65, 127, 128, 129, 192, 255, 256, 257, 500, 1023}) {
        for (int k = 0; k < 20; ++k) {
            check(shuffled(n, random), workspace);
            check(moved_blocks(n, k % 5, random), workspace);
        }
    }
    const std::vector<std::int32_t> several_stretches = shuffled(200'000, random);
    const NaiveSums sums(several_stretches);
    CHECK(sum_of_squared_displacements(several_stretches, workspace).to_int64() == sums.squares);
    CHECK(sum_of_absolute_displacements(several_stretches, workspace) == sums.distances);
    CHECK(count_fixed_points(several_stretches, workspace) == sums.fixed);
    CHECK(count_adjacencies(several_stretches, workspace) == sums.adjacent);
    std::puts("flat measures: ok");
}

// Counts against quadratic versions: all permutations of up to seven elements, and random ones
// around the lengths at which the algorithm changes, with both versions of the kernels.
#include <cmath>

#include "batches.hpp"
#include "check.hpp"
#include "hyperbaton/permutation/flat_scores.hpp"
#include "permutation/flat_measure_checks.hpp"

using namespace hyperbaton;

namespace {

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
            check_flat_measures(values, workspace);
        } while (std::next_permutation(values.begin(), values.end()));
    }
    std::mt19937 random(1);
    for (const std::int64_t n : {31, 63, 64, 65, 127, 128, 129, 192, 255, 256, 257, 500, 1023}) {
        for (int k = 0; k < 20; ++k) {
            check_flat_measures(shuffled(n, random), workspace);
            check_flat_measures(moved_blocks(n, k % 5, random), workspace);
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

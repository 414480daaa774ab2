// Counts against quadratic versions: all permutations of up to seven elements, and random ones
// around the lengths at which the algorithm changes, with both versions of the kernels.
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

void check_kernels(const FlatKernels& kernels, Permutation pi) {
    const auto n = static_cast<std::int64_t>(pi.size());
    CHECK(kernels.inversions(pi.data(), n) == naive_inversions(pi));
    CHECK(kernels.longest_increasing(pi.data(), n) == naive_longest_increasing(pi));
}

void check(Permutation pi, FlatWorkspace& workspace) {
    CHECK(count_inversions(pi, workspace) == naive_inversions(pi));
    CHECK(longest_increasing_subsequence(pi, workspace) == naive_longest_increasing(pi));
    if (static_cast<std::int64_t>(pi.size()) > FlatKernels::max_length) return;
    check_kernels(baseline::flat_kernels, pi);
#if defined(HYPERBATON_HAS_AVX2_KERNELS)
    if (cpu_has_avx2()) check_kernels(avx2::flat_kernels, pi);
#endif
}

}  // namespace

int main() {
    FlatWorkspace workspace;
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
    std::puts("flat measures: ok");
}

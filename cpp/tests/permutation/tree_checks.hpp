// Intervals and trees of a permutation against exhaustive search, with every version of the code.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hyperbaton/permutation/leftmost_intervals.hpp"
#include "hyperbaton/permutation/permutation_tree.hpp"
#include "hyperbaton/runtime/cpu.hpp"
#include "simd/interval_kernels.hpp"
#include "tests/batches.hpp"
#include "tests/check.hpp"

namespace hyperbaton {

inline std::vector<std::int32_t> naive_leftmost(Permutation pi) {
    std::vector<std::int32_t> leftmost(pi.size());
    for (std::size_t i = 0; i < pi.size(); ++i) {
        std::int32_t low = pi[i], high = pi[i];
        for (std::size_t l = i + 1; l-- > 0;) {
            low = std::min(low, pi[l]);
            high = std::max(high, pi[l]);
            if (high - low == static_cast<std::int32_t>(i - l)) {
                leftmost[i] = static_cast<std::int32_t>(l);
            }
        }
    }
    return leftmost;
}

inline void check_intervals(const std::vector<std::int32_t>& values) {
    const std::vector<std::int32_t> expected = naive_leftmost(values);
    std::vector<std::int32_t> found(values.size());
    IntervalWorkspace workspace;
    leftmost_intervals(values, found.data(), workspace);
    CHECK(found == expected);
    if (static_cast<std::int64_t>(values.size()) > IntervalKernels::max_length) return;
    const auto n = static_cast<std::int64_t>(values.size());
    baseline::interval_kernels.leftmost(values.data(), n, found.data());
    CHECK(found == expected);
#if defined(HYPERBATON_HAS_AVX2_KERNELS)
    if (!cpu_has_avx2()) return;
    avx2::interval_kernels.leftmost(values.data(), n, found.data());
    CHECK(found == expected);
#endif
}

inline void check_tree(const std::vector<std::int32_t>& values) {
    OwnedBatch batch;
    batch.add(values);
    OwnedTrees trees(batch);
    build_trees(batch.view(), trees.view(), 1);
    const PermutationTree nodes = trees.view().nodes(0, 0);
    std::int64_t children = 0;
    for (std::int32_t k = 0; k < nodes.count; ++k) {
        const auto begin = values.begin() + nodes.start[k], end = values.begin() + nodes.stop[k];
        const auto [low, high] = std::minmax_element(begin, end);
        CHECK(*high - *low == nodes.stop[k] - nodes.start[k] - 1);
        CHECK(nodes.arity[k] == 2 || ((nodes.kind[k] & kind_mask) == prime && nodes.arity[k] >= 4));
        children += nodes.arity[k] - 1;
    }
    const auto n = static_cast<std::int64_t>(values.size());
    CHECK(children == std::max<std::int64_t>(n - 1, 0));
    CHECK(n < 2 || (nodes.start[nodes.count - 1] == 0 && nodes.stop[nodes.count - 1] == n));
}

}  // namespace hyperbaton

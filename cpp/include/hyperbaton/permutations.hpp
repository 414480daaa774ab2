// A batch of permutations as two flat arrays, and the one place where they are validated.
//
// Permutation k is values[offsets[k]] .. values[offsets[k + 1] - 1], a bijection on 0..n-1. All
// other functions of the library take batches that passed through validate_permutations.
#pragma once

#include <cstdint>
#include <span>

#include "hyperbaton/parallel.hpp"

namespace hyperbaton {

using Permutation = std::span<const std::int32_t>;

struct PermutationBatch {
    const std::int32_t* values;
    const std::int64_t* offsets;
    std::int64_t count;

    Permutation operator[](std::int64_t k) const {
        return {values + offsets[k], static_cast<std::size_t>(offsets[k + 1] - offsets[k])};
    }
    std::int64_t elements() const { return count == 0 ? 0 : offsets[count] - offsets[0]; }
};

// Copies raw values, each permutation 0-based or 1-based by itself (it is 0-based exactly when it
// contains a 0), to `values` as 0-based integers, and writes the base found to `bases` (1 for an
// empty permutation). Returns the index of the first permutation that is not a bijection, or -1.
// O(elements) time, O(longest permutation) memory.
std::int64_t validate_permutations(const std::int64_t* raw, const std::int64_t* offsets,
                                   std::int64_t count, std::int32_t* values, std::int8_t* bases);

// Calls body(permutation, k, workspace) for every permutation, sharing the batch among threads;
// each thread owns one Workspace. Small batches stay on the calling thread.
template <class Workspace, class Body>
void for_each_permutation(const PermutationBatch& batch, int threads, Body body) {
    constexpr std::int64_t elements_worth_a_thread = 1 << 15;
    constexpr std::int64_t block = 64;
    const std::int64_t worthwhile = 1 + batch.elements() / elements_worth_a_thread;
    const int used = static_cast<int>(std::min<std::int64_t>(threads, worthwhile));
    run_workers(batch.count, block, used, [&](BlockQueue& queue) {
        Workspace workspace;
        std::int64_t begin, end;
        while (queue.take(begin, end)) {
            for (std::int64_t k = begin; k < end; ++k) body(batch[k], k, workspace);
        }
    });
}

}  // namespace hyperbaton

// Permutations, and the one place where they are validated.
//
// A permutation of n elements is a sequence that is a bijection on 0..n-1. All other functions of
// the library take batches that passed through validate_permutations.
#pragma once

#include <cstdint>

#include "hyperbaton/runtime/sequences.hpp"

namespace hyperbaton {

using Permutation = Sequence;
using PermutationBatch = SequenceBatch;

// Copies raw values, each permutation 0-based or 1-based by itself (it is 0-based exactly when it
// contains a 0), to `values` as 0-based integers, and writes the base found to `bases` (1 for an
// empty permutation). Returns the index of the first permutation that is not a bijection, or -1.
// O(elements) time, O(longest permutation) memory.
std::int64_t validate_permutations(const std::int64_t* raw, const std::int64_t* offsets,
                                   std::int64_t count, std::int32_t* values, std::int8_t* bases);

}  // namespace hyperbaton

// Counts over one permutation seen as a flat sequence of integers, the raw material of Kendall,
// Spearman, Hamming, Ulam, Fuzzy and footrule. All permutations are bijections on 0..n-1. Every
// function takes the workspace of its thread, used or not, so that they can stand for each other.
#pragma once

#include <cstdint>
#include <vector>

#include "hyperbaton/permutation/permutations.hpp"
#include "hyperbaton/permutation/wide_count.hpp"

namespace hyperbaton {

// Buffers of one thread, grown as longer permutations come by.
struct FlatWorkspace {
    std::vector<std::int32_t> sequence, scratch;
};

// Pairs i < j with pi(i) > pi(j). Up to 256 elements: one bit per value and population counts,
// O(n * n / 64). Longer: merge sort, O(n log n).
std::int64_t count_inversions(Permutation pi, FlatWorkspace& workspace);

// Length of the longest increasing subsequence. Up to 256 elements: bit-parallel longest common
// subsequence with the identity, O(n * n / 64). Longer: patience sorting, O(n log n).
std::int64_t longest_increasing_subsequence(Permutation pi, FlatWorkspace& workspace);

// Sums over positions i of (pi(i) - i)^2, of |pi(i) - i|, and of [pi(i) = i]. O(n).
WideCount sum_of_squared_displacements(Permutation pi, FlatWorkspace& workspace);
std::int64_t sum_of_absolute_displacements(Permutation pi, FlatWorkspace& workspace);
std::int64_t count_fixed_points(Permutation pi, FlatWorkspace& workspace);

// Positions i with pi(i + 1) = pi(i) + 1: neighbours that stay neighbours. O(n).
std::int64_t count_adjacencies(Permutation pi, FlatWorkspace& workspace);

}  // namespace hyperbaton

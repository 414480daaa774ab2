// For every position i of a permutation, the leftmost l such that positions l..i hold a
// contiguous range of values (such a stretch is called an interval, or a sub-permutation).
#pragma once

#include <cstdint>
#include <vector>

#include "hyperbaton/permutation/permutations.hpp"

namespace hyperbaton {

// Buffers of one thread for long permutations.
struct IntervalWorkspace {
    std::vector<std::int32_t> position_of, reach_right, reach_left, next_alive, stack;
    std::vector<std::int32_t> range_low, range_high;
};

// Writes n integers to `leftmost`. Up to 254 elements: running minimum and maximum of all l at
// once in byte lanes, O(n * n / 32) with AVX2. Longer: generators of the common intervals of the
// permutation and the identity (Bergeron et al. 2008), O(n) but for the inverse Ackermann factor.
void leftmost_intervals(Permutation pi, std::int32_t* leftmost, IntervalWorkspace& workspace);

}  // namespace hyperbaton

// RIBES (Isozaki et al. 2010): which word of the reference each word of the hypothesis stands for,
// told by its context, and how many pairs of these words stand in the same order.
#pragma once

#include <cstdint>
#include <vector>

#include "hyperbaton/permutation/flat_measures.hpp"
#include "hyperbaton/text/segments.hpp"

namespace hyperbaton {

// The shortest context that tells a word's place: `length` words, the word itself included, that
// occur once in either sentence. Position -1: there is none.
struct Context {
    std::int32_t length;
    std::int32_t position;  // of the word in the reference
};

// Buffers of one thread.
struct RibesWorkspace {
    std::vector<std::int32_t> in_hypothesis, in_reference;  // lengths of common contexts
    std::vector<std::int32_t> reversed_hypothesis, reversed_reference;
    std::vector<Context> left, right;
    std::vector<std::int32_t> positions, ranks, starts;
    FlatWorkspace flat;
};

// Writes for every word of the hypothesis the position of its word in the reference, or -1. A word
// that occurs once in either sentence is aligned as it stands. Any other is aligned by its context
// to the left or to the right, whichever is shorter (of two equally long ones the left), that
// occurs once in either sentence, overlapping occurrences counted. Two words of the hypothesis may
// be aligned to one of the reference. Contexts are compared by dynamic programming over common
// suffixes and prefixes, in O(n * (n + m)) time; in sentences of more than some thousand words all
// contexts are sorted, in O((n + m) log (n + m)). O(n + m) memory.
void align_by_context(Sequence hypothesis, Sequence reference, RibesWorkspace& workspace,
                      std::int32_t* positions);

// Aligned words of a hypothesis, and the pairs among them whose reference positions ascend.
struct AlignedOrder {
    std::int64_t aligned;
    std::int64_t ascending;
};

// Two words aligned to the same position do not ascend. Time of align_by_context.
AlignedOrder aligned_order(Sequence hypothesis, Sequence reference, RibesWorkspace& workspace);

}  // namespace hyperbaton

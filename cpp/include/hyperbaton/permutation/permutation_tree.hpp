// Permutation trees (PETs): the factorisation of a permutation into primal permutations (Albert &
// Atkinson 2005, Zhang & Gildea 2007), for a whole batch in flat arrays.
//
// The tree stored is the canonical PET: chains of monotone or inverted operators branch to the
// left, because a block is reduced as early as possible. Its inner nodes are listed in
// post-order. A node that is the first child of a node with the same binary operator is marked
// `absorbed`: leaving the absorbed nodes out gives the flattened PET, which packs the whole
// permutation forest (a chain of k children stands for all its binary bracketings).
#pragma once

#include <cstdint>
#include <vector>

#include "hyperbaton/permutation/leftmost_intervals.hpp"
#include "hyperbaton/permutation/permutations.hpp"

namespace hyperbaton {

enum OperatorKind : std::uint8_t {
    monotone = 0,
    inverted = 1,
    prime = 2,  // a primal operator of four or more children
    kind_mask = 3,
    absorbed = 4,
};

// The nodes of one tree. There are at most n - 1 for a permutation of n elements.
struct PermutationTree {
    std::int32_t* start;  // first position of the block
    std::int32_t* stop;   // one past its last position
    std::int32_t* arity;  // children in the canonical PET: 2, or the length of a prime operator
    std::uint8_t* kind;   // OperatorKind, with `absorbed` or-ed in
    std::int32_t count;
};

// The trees of a batch: the nodes of permutation k begin at index offsets[k] of each array, so
// that arrays as long as the batch's values hold them all.
struct PermutationTreeBatch {
    std::int32_t* start;
    std::int32_t* stop;
    std::int32_t* arity;
    std::uint8_t* kind;
    std::int32_t* counts;

    PermutationTree nodes(std::int64_t offset, std::int64_t k) const {
        return {start + offset, stop + offset, arity + offset, kind + offset, counts[k]};
    }
};

// Buffers of one thread.
class PermutationTreeBuilder {
public:
    // Fills `nodes` with the canonical PET of `pi`. O(n), plus the cost of leftmost_intervals.
    void build(Permutation pi, PermutationTree& nodes);

private:
    struct OpenBlock {
        std::int32_t start, low, high, node;
    };

    IntervalWorkspace intervals_;
    std::vector<std::int32_t> leftmost_;
    std::vector<OpenBlock> stack_;
};

void build_trees(const PermutationBatch& batch, const PermutationTreeBatch& trees, int threads);

}  // namespace hyperbaton

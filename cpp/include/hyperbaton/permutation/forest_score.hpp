// PETscore and PEFscore of Stanojevic & Sima'an 2014 (figure 6), from a built permutation tree.
//
// A node scores beta * op + (1 - beta) * (mean score of its children that are not leaves), or op
// alone if all are leaves; op is 1 for a monotone operator, gamma for an inverted one, 0 for a
// prime one, or what another measure says (operator_scores.hpp). PETscore takes the canonical tree.
// PEFscore averages, at every block, over all its split points with equal weight; the chart of the
// paper takes O(n^3) for that.
//
// Here a chain of k children costs O(k) per child that is not a leaf. Splitting uniformly at
// random makes a random binary search tree over the k - 1 gaps, in which the gap at distance r
// from child p is an ancestor of p independently of what lies further away. The score is then
//     op + sum over non-leaf children p of  L(p) R(p) (s(p) - op),
// where L(p) is built up over the gaps to the left of p, at distance r = 1, 2, ...:
//     y_0 = 1,  y_r = x / r * (y_0 + ... + y_{r-1} + [child p - r is a leaf] * y_{r-1}),
// x = (1 - beta) / 2, L(p) = y_{p-1}; R(p) is its mirror image. A leaf sibling doubles the share
// of the one other child, because leaves do not enter the mean.
#pragma once

#include <cstdint>
#include <vector>

#include "hyperbaton/permutation/permutation_tree.hpp"

namespace hyperbaton {

struct OperatorWeights {
    double beta;                            // weight of a node's own operator against its children
    double gamma;                           // score of an inverted binary operator
    double kept = 1, four = 0, longer = 0;  // of a monotone one, and of primes by their length

    double operator_score(std::uint8_t kind, std::int32_t arity = 0) const {
        const int operator_kind = kind & kind_mask;
        if (operator_kind == monotone) return kept;
        if (operator_kind == inverted) return gamma;
        return arity == 4 ? four : longer;
    }

    // beta * op + (1 - beta) * children, exactly op where both are equal.
    double mix(double op, double children) const { return op + (1.0 - beta) * (children - op); }
};

// A finished block of the tree that awaits its parent.
struct ScoredBlock {
    std::int32_t start, stop;
    double score;
};

// An upper bound of the steps that pef_score takes beside O(n): for every chain its children that
// are not leaves, times its elements. O(n); `starts` is a buffer.
std::int64_t chain_steps(const PermutationTree& nodes, std::vector<std::int32_t>& starts);

// Scores trees one after another with the same weights. One per thread.
class ForestScorer {
public:
    explicit ForestScorer(OperatorWeights weights) : weights_(weights) {}

    // `n` is the length of the permutation. n = 0 scores 0, n = 1 scores 1.
    double pet_score(const PermutationTree& nodes, std::int64_t n);
    double pef_score(const PermutationTree& nodes, std::int64_t n);

    // The same with a given score for the operator of each node; those of a chain are equal.
    double pet_score(const PermutationTree& nodes, std::int64_t n, const double* operator_scores);
    double pef_score(const PermutationTree& nodes, std::int64_t n, const double* operator_scores);

private:
    using Block = ScoredBlock;
    // The recurrence of y after some distance r: y_0 + ... + y_r, and y_r itself.
    struct Reach {
        double sum, last;
    };

    // `op_of(k)` is the score of the operator of node k.
    template <class OperatorScore>
    double pet_score_by(const PermutationTree& nodes, std::int64_t n, OperatorScore op_of);
    template <class OperatorScore>
    double pef_score_by(const PermutationTree& nodes, std::int64_t n, OperatorScore op_of);
    double chain_score(const Block* begin, const Block* end, std::int32_t start, std::int32_t stop,
                       double op);
    double left_share(const Block* child, const Block* begin, std::int32_t start) const;
    double right_share(const Block* child, const Block* end, std::int32_t stop) const;
    Reach pass_block(Reach reach, std::size_t distance) const;
    Reach pass_leaves(Reach reach, std::size_t from, std::size_t to) const;
    void extend_tables(std::size_t length);

    OperatorWeights weights_;
    std::vector<Block> blocks_;                // finished blocks that await their parent
    std::vector<double> step_{0.0};            // x / r
    std::vector<Reach> after_leaves_{{1, 1}};  // the state after r leaves and nothing else
};

}  // namespace hyperbaton

// The variant of PETscore and PEFscore that the authors later released as software.
//
// A node scores beta * op + (1 - beta) * (sum over all its children, leaves scoring 1, weighted by
// their share of the node's span). `pet` takes the canonical tree; `pef` averages with equal
// weight over all PETs. The result is rescaled so that the inverted permutation of the same
// length scores 0 and the identity 1; with a small beta, nested prime operators fall below 0.
//
// Averaging: along a chain of k children the scores telescope to
//     op + sum over children p of  w(p) E[(1 - beta)^depth(p)] (s(p) - op),
// where w(p) is the child's share of the span and depth(p) its depth in a uniformly random binary
// tree of k leaves. With a children to the left and b to the right of p,
//     E = sum over j, l of  x^(j+l) binomial(j+l, j) B(a, j) B(b, l) / Catalan(a + b),
// x = 1 - beta, B(a, j) = number of forests of j binary trees with a leaves in all; the terms
// decay geometrically, so few are needed unless beta is close to 0.
#pragma once

#include <cstdint>
#include <vector>

#include "hyperbaton/permutation/forest_score.hpp"
#include "hyperbaton/permutation/permutation_tree.hpp"
#include "hyperbaton/permutation/tree_shape.hpp"

namespace hyperbaton {

// E[x^depth] of a leaf in a uniformly random binary tree, memoised for trees of up to 256 leaves.
class DepthExpectation {
public:
    explicit DepthExpectation(double x) : x_(x) {}

    // The leaf that has `left` leaves before it and `right` after it.
    double at(std::int64_t left, std::int64_t right);

    // The mean over all leaves of a tree of `leaves` leaves.
    double mean(std::int64_t leaves);

private:
    double compute(std::int64_t left, std::int64_t right);
    void forest_counts(std::int64_t leaves, std::vector<double>& counts) const;
    bool negligible(std::int64_t depth) const;

    double x_;
    LogCatalan log_catalan_;
    std::vector<double> left_counts_, right_counts_, paths_;
    std::vector<std::vector<double>> memo_;  // by number of leaves, then by leaf; NaN: not yet
    std::vector<double> mean_memo_;
};

// Scores trees one after another with the same weights (beta > 0, gamma < 1). One per thread.
class ReleasedScorer {
public:
    explicit ReleasedScorer(OperatorWeights weights)
        : weights_(weights), expectation_(1.0 - weights.beta) {}

    // `n` is the length of the permutation. n = 0 scores 0, n = 1 scores 1.
    double pet_score(const PermutationTree& nodes, std::int64_t n);
    double pef_score(const PermutationTree& nodes, std::int64_t n);

private:
    using Block = ScoredBlock;

    double node_score(const PermutationTree& nodes, std::int32_t k, const Block* begin,
                      const Block* end);
    double chain_score(const PermutationTree& nodes, std::int32_t k, const Block* begin,
                       const Block* end);

    OperatorWeights weights_;
    DepthExpectation expectation_;
    std::vector<Block> blocks_;
};

}  // namespace hyperbaton

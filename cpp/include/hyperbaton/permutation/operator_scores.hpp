// Scores of the operators of a permutation tree by a flat measure of permutations: opScore of
// Stanojevic & Sima'an 2014, which "can be instantiated to any of the existing scoring measures".
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "hyperbaton/permutation/flat_scores.hpp"
#include "hyperbaton/permutation/permutation_tree.hpp"

namespace hyperbaton {

// Scores trees one after another with the same measure, of which (1, 2) has to score 1 and (2, 1)
// 0, as by all flat scores: only prime operators are looked at. One per thread.
class OperatorScorer {
public:
    explicit OperatorScorer(FlatScore measure) : measure_(measure) {}

    // One score per node, there until the next call. O(n log n), and what the measure takes.
    const double* scores(Permutation pi, const PermutationTree& nodes);

private:
    double prime_score(Permutation pi, const PermutationTree& nodes, std::int32_t k,
                       std::size_t first_child);

    FlatScore measure_;
    FlatWorkspace workspace_;
    std::vector<double> scores_;
    std::vector<std::int32_t> waiting_;  // finished nodes that await their parent
    std::vector<std::pair<std::int32_t, std::int32_t>> children_;  // a value of each, and its index
    std::vector<std::int32_t> operator_;
};

}  // namespace hyperbaton

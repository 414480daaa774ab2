#include "hyperbaton/permutation/operator_scores.hpp"

#include <algorithm>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

const double* OperatorScorer::scores(Permutation pi, const PermutationTree& nodes) {
    scores_.resize(static_cast<std::size_t>(nodes.count));
    waiting_.clear();
    Checkpoint checkpoint;
    for (std::int32_t k = 0; k < nodes.count; ++k) {
        checkpoint.pass(nodes.arity[k]);
        std::size_t first_child = waiting_.size();
        while (first_child > 0 && nodes.start[waiting_[first_child - 1]] >= nodes.start[k]) {
            --first_child;
        }
        const int kind = nodes.kind[k] & kind_mask;
        scores_[static_cast<std::size_t>(k)] = kind == prime
                                                   ? prime_score(pi, nodes, k, first_child)
                                               : kind == monotone ? 1.0
                                                                  : 0.0;
        waiting_.resize(first_child);
        waiting_.push_back(k);
    }
    return scores_.data();
}

// The blocks of a prime node are disjoint ranges of values, so any value of each ranks them.
double OperatorScorer::prime_score(Permutation pi, const PermutationTree& nodes, std::int32_t k,
                                   std::size_t first_child) {
    children_.clear();
    std::size_t next = first_child;
    for (std::int32_t position = nodes.start[k]; position < nodes.stop[k];) {
        const auto index = static_cast<std::int32_t>(children_.size());
        children_.emplace_back(pi[static_cast<std::size_t>(position)], index);
        const bool is_node = next < waiting_.size() && nodes.start[waiting_[next]] == position;
        position = is_node ? nodes.stop[waiting_[next++]] : position + 1;
    }
    std::sort(children_.begin(), children_.end());
    operator_.resize(children_.size());
    std::int32_t rank = 0;
    for (const auto& [value, index] : children_)
        operator_[static_cast<std::size_t>(index)] = rank++;
    return measure_(operator_, workspace_);
}

}  // namespace hyperbaton

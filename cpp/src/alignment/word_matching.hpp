// Maximum matchings in components where single words match single words.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "alignment_problem.hpp"
#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

/// Which arc, if any (-1), covers each step and each bit of a problem.
class WordMatching {
public:
    /// O(steps + bits) to index them; the matching is empty.
    void start(const AlignmentProblem& problem);

    void take(std::int32_t arc);
    std::int32_t arc_of_step(std::int32_t step) const { return step_arc_[step]; }

    /// Adds matches to one component, which has to be words_only, until there are most, and
    /// returns how many. A covered word stays covered. Augmenting paths found breadth first:
    /// O(steps · arcs of the component), in practice close to O(arcs).
    std::int32_t grow(std::int32_t component);

private:
    bool augment(std::int32_t step);
    bool take_free_bit(std::int32_t step);
    void flip(std::int32_t arc);

    const AlignmentProblem* problem_ = nullptr;
    std::vector<std::int32_t> step_arc_, bit_arc_;
    std::vector<std::int32_t> reached_by_;          // bit: the arc by which the search came
    std::vector<std::int32_t> reached_in_;          // bit: the search that came last
    std::vector<std::int32_t> steps_, first_step_;  // the steps of each component
    std::vector<std::int32_t> queue_;
    std::int32_t search_ = 0;
    Checkpoint checkpoint_;
};

}  // namespace hyperbaton

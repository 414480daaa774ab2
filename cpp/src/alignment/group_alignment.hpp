// The alignment of one group: which search is made, and when.
#pragma once

#include <cstdint>
#include <vector>

#include "alignment_part.hpp"
#include "alignment_problem.hpp"
#include "beam_alignment.hpp"
#include "exact_alignment.hpp"
#include "hyperbaton/alignment/aligner.hpp"
#include "word_matching.hpp"

namespace hyperbaton {

/// Finds the steps that stay uncovered in each component where words match words.
void find_slack(AlignmentProblem& problem, WordMatching& matching);

class GroupAlignment {
public:
    /// Fills `chosen` with indices of arcs, in no order; returns whether they are certainly best.
    ///
    /// Exact search as long as it is small. Otherwise a narrow beam search, whose result serves as
    /// the known alignment of another exact search, with bounds and with all of limits.max_states.
    /// If that is not enough, the full beam search guided by those bounds, once more the exact
    /// search if that was an improvement, and at last the best that was found. A beam search of
    /// more than some thousand words of either sentence goes part by part, each without the words
    /// that those before it have taken.
    bool solve(AlignmentProblem& problem, const AlignmentLimits& limits,
               std::vector<std::int32_t>& chosen);

private:
    AlignmentCost search_beam(const AlignmentProblem& problem, std::int32_t width,
                              const AlignmentBound* guide, std::vector<std::int32_t>& chosen);

    void search_parts(const AlignmentProblem& problem, std::int32_t width,
                      std::vector<std::int32_t>& chosen);

    WordMatching matching_;
    ExactAlignment exact_;
    BeamAlignment beam_;
    AlignmentPart part_;
    std::vector<std::int32_t> other_, chosen_in_part_;
};

}  // namespace hyperbaton

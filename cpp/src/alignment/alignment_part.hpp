// A stretch of a large problem as a problem of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "alignment_problem.hpp"

namespace hyperbaton {

class AlignmentPart {
public:
    /// Forgets everything; the next parts are of this problem.
    void start(const AlignmentProblem& whole);

    /// Makes the problem of steps begin .. end - 1: of their arcs those that use none of the bits
    /// taken so far. Steps without any belong to component 0. O(steps + arcs) time, beside sorting
    /// the bits.
    void build(std::int32_t begin, std::int32_t end);

    /// The slack of components where words match words is unknown, unless they are complete.
    AlignmentProblem problem;

    /// The arc of the whole problem that an arc of the part is, with its bits taken from now on.
    std::int32_t take(std::int32_t arc);

private:
    bool is_free(const Arc& arc, std::int32_t begin) const;
    void number_bits();
    std::int32_t component_of(std::int32_t of_whole);
    void add_arc(std::int32_t of_whole, std::int32_t begin);
    void count_words();

    const AlignmentProblem* whole_ = nullptr;
    std::vector<bool> taken_;                  // by bit of the whole problem
    std::vector<std::int32_t> arcs_of_whole_;  // by arc
    std::vector<std::int32_t> bits_of_whole_;  // by bit, ascending
    std::vector<std::int32_t> bit_numbers_;    // by bit of the whole problem; -1 if not in the part
    std::vector<std::int32_t> component_numbers_, numbered_;  // likewise, by component
};

}  // namespace hyperbaton

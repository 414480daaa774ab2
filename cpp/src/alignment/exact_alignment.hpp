// The best alignment of one group by dynamic programming over sets of used bits.
#pragma once

#include <cstdint>
#include <vector>

#include "alignment_bound.hpp"
#include "alignment_cost.hpp"
#include "alignment_problem.hpp"
#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

/// A state is what the rest of the search depends on: the steps done, the bits used, and the bit
/// at which the chunk can be continued. Of all alignments with one state only the best is kept.
/// Bits are forgotten when no arc asks for them any more. Where words match words, a step may stay
/// uncovered only while there is slack left, so that only maximum matchings survive. In complete
/// components the bits used tell how much is left; in others taken together, a counter does.
///
/// With a known alignment the search is a branch and bound: a state goes if it can only end up
/// worse than that alignment.
class ExactAlignment {
public:
    /// Fills `chosen` with indices of arcs, in no order, and returns true; or returns false if it
    /// takes more than max_states states. Needs at most 64 bits and the slack of components.
    /// `known` is the cost of some alignment, or null.
    bool solve(const AlignmentProblem& problem, std::int64_t max_states, const AlignmentCost* known,
               std::vector<std::int32_t>& chosen);

    /// The bound of the last search with a known alignment.
    const AlignmentBound& bound() const { return bound_; }

private:
    struct State {
        std::uint64_t used;
        AlignmentCost cost;
        std::int64_t value;  // as AlignmentBound has it, if there is a known alignment
        std::int32_t continued_at;
        std::int32_t skipped;  // steps left uncovered in components of words, not complete
        std::int32_t parent;
        std::int32_t arc;
    };
    struct Slot {
        std::uint32_t layer = 0;
        std::int32_t state = 0;
    };

    void start(const AlignmentProblem& problem, const AlignmentCost* known);
    void find_needs();
    void count_steps();
    void skip_step(std::int32_t step);
    bool take_arcs(std::int32_t end, std::int64_t max_states);
    void offer(const State& state);
    bool is_hopeless(const State& state, std::int32_t step) const;
    Slot& slot_of(std::uint64_t used, std::int32_t continued_at);
    void grow_table();
    bool wins_tie(const State& state, const State& other);

    const AlignmentProblem* problem_ = nullptr;
    const AlignmentCost* known_ = nullptr;
    AlignmentBound bound_;
    std::vector<State> states_;
    std::vector<std::int32_t> layers_;  // step: its first state
    /// What is there of one kind of components.
    struct Kind {
        std::uint64_t bits = 0;
        std::vector<std::int32_t> steps_left;  // step: steps from there on
    };
    std::vector<std::uint64_t> needed_;  // step: bits whose use matters from there on
    Kind words_, phrases_;               // components of words that are not complete; with phrases
    std::int32_t slack_ = 0;             // of the former
    std::vector<Slot> table_ = std::vector<Slot>(256);
    std::uint32_t layer_ = 0;
    std::vector<const Arc*> path_, other_path_;
    Checkpoint checkpoint_;
};

}  // namespace hyperbaton

// A good alignment of one group of any size by beam search.
#pragma once

#include <cstdint>
#include <vector>

#include "alignment_bound.hpp"
#include "alignment_cost.hpp"
#include "alignment_problem.hpp"
#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

/// The search of ExactAlignment with only the best states kept at every step. Where words match
/// words, a step left uncovered costs nothing while its component has slack, and two covered words
/// beyond it.
class BeamAlignment {
public:
    /// Fills `chosen` with indices of arcs, in no order.
    /// Needs the slack of components. O(width · arcs + width · steps · bits / 64) time.
    /// With a guide, states are ordered by what they can still become and not by what they are.
    void solve(const AlignmentProblem& problem, std::int32_t width, const AlignmentBound* guide,
               std::vector<std::int32_t>& chosen);

private:
    struct State {
        AlignmentCost cost;
        std::int64_t value;  // as the guide has it
        std::int32_t continued_at;
        std::int32_t node;
        std::uint64_t hash;
    };
    struct Layer {
        std::vector<State> states;
        std::vector<std::uint64_t> used;  // words_ a state
    };
    struct Proposal {
        std::int64_t promise;  // the most it can be worth in the end; 0 without a guide
        std::int64_t value;
        AlignmentCost cost;
        std::int32_t from;
        std::int32_t arc;
    };
    struct Node {
        std::int32_t parent;
        std::int32_t arc;
    };

    void start(const AlignmentProblem& problem);
    void index_bits(const AlignmentProblem& problem);
    Layer& layer(std::int32_t step) { return ring_[step % (problem_->longest_arc + 1)]; }
    void propose_skips(std::int32_t step);
    void propose_arcs(std::int32_t end);
    void select(std::int32_t end, std::int32_t width);
    void add(const Proposal& proposal, std::int32_t end);
    bool is_known(const Layer& target) const;
    std::int32_t uncovered(const Layer& from, std::int32_t state, std::int32_t step) const;
    bool overlaps(const Layer& from, std::int32_t state, const Arc& arc) const;

    const AlignmentProblem* problem_ = nullptr;
    const AlignmentBound* guide_ = nullptr;
    std::int32_t words_ = 0;
    Checkpoint checkpoint_;
    std::vector<Layer> ring_;
    std::vector<Proposal> proposals_;
    std::vector<Node> nodes_;
    std::vector<std::int32_t> bits_, bit_offsets_;  // bits of each component
    std::vector<std::uint64_t> masks_;              // the same as sets, of components with many
    std::vector<std::int32_t> mask_of_;             // which of these sets, or -1
};

}  // namespace hyperbaton

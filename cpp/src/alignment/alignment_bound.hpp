// What an alignment that has come so far can still become at best: the search without the rule
// that a bit can be used once only, so that nothing but the last arc matters.
//
// Lagrangian relaxation: an arc pays a price for each bit it uses, and every alignment gets all
// prices back at the end. An alignment that uses no bit twice loses nothing by it; using cheap
// ones twice becomes less attractive, and the bound tighter. Prices are found by subgradient steps
// (Held & Karp 1971, step length after Polyak 1969), in integers throughout.
#pragma once

#include <cstdint>
#include <vector>

#include "alignment_cost.hpp"
#include "alignment_problem.hpp"
#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

/// Costs are single numbers here, larger being better: gain · (a distance no alignment can reach)
/// - distance. Weights are left out.
class AlignmentBound {
public:
    /// Whether 64-bit numbers are wide enough for it, as they are up to 65,535 words.
    static bool is_possible(const AlignmentProblem& problem);

    /// Needs at most 64 bits, the slack of components and the cost of some alignment. A few dozen
    /// times O(arcs), times the arcs of a step for those that can be continued.
    void build(const AlignmentProblem& problem, const AlignmentCost& known);

    /// What an arc is worth, its prices paid, and what it is worth to continue another.
    std::int64_t value(std::int32_t arc) const { return value_[arc]; }
    std::int64_t continuation() const { return unit_; }
    std::int64_t two_words() const { return 2 * word_unit_; }

    /// The most that can follow a step that continues nothing, or an arc.
    std::int64_t from(std::int32_t step) const { return from_[step]; }
    std::int64_t after(std::int32_t arc) const { return after_[arc]; }

    /// Whether an alignment worth `value` that has just skipped to `step`, or taken `arc`, must
    /// end up worse than the known one.
    bool excludes_at(std::int32_t step, std::int64_t value) const {
        return value + from_[step] < needed_;
    }
    bool excludes_after(std::int32_t arc, std::int64_t value) const {
        return value + after_[arc] < needed_;
    }

private:
    void index_arcs();
    void set_units();
    std::int64_t worth(std::int64_t gain, std::int64_t distance) const;
    void set_prices(const std::vector<std::int64_t>& prices);
    void relax();
    std::int64_t best_after(const Arc& arc);
    void count_uses();
    std::int64_t improve_prices(std::int64_t gap, int shift);

    const AlignmentProblem* problem_ = nullptr;
    Checkpoint checkpoint_;
    std::int64_t unit_ = 0, word_unit_ = 0, needed_ = 0, refund_ = 0;
    std::vector<std::int64_t> prices_, best_prices_;   // by bit
    std::vector<std::int64_t> plain_, value_, after_;  // by arc: without prices, with, what follows
    std::vector<std::int64_t> from_;                   // by step
    std::vector<std::int32_t> uses_;                   // by bit, in the best relaxed alignment
    std::vector<char> always_used_;                    // by bit, whether by all best alignments
    std::vector<std::int32_t> beginning_, by_begin_;   // arcs by step_begin
};

}  // namespace hyperbaton

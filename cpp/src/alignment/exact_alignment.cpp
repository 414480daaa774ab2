#include "exact_alignment.hpp"

#include <bit>
#include <tuple>

namespace hyperbaton {

namespace {

constexpr std::int32_t none = -1;

}  // namespace

/// The bits that matter from each step on.
void ExactAlignment::find_needs() {
    needed_.assign(problem_->steps.size() + 1, 0);
    for (const Arc& arc : problem_->arcs) {
        const Component& component = problem_->components[arc.component];
        if (component.complete) {
            needed_[component.last_step] |= component.mask;
        } else {
            needed_[arc.step_begin] |= arc.bits;
        }
    }
    for (std::int32_t s = problem_->n_steps() - 1; s >= 0; --s) needed_[s] |= needed_[s + 1];
}

void ExactAlignment::count_steps() {
    slack_ = 0;
    words_.bits = phrases_.bits = 0;
    for (const Component& component : problem_->components) {
        if (component.complete) continue;
        (component.words_only ? words_ : phrases_).bits |= component.mask;
        if (component.words_only) slack_ += component.slack;
    }
    if (words_.bits == 0 && phrases_.bits == 0) return;
    const std::int32_t n_steps = problem_->n_steps();
    words_.steps_left.assign(n_steps + 1, 0);
    phrases_.steps_left.assign(n_steps + 1, 0);
    for (std::int32_t s = n_steps - 1; s >= 0; --s) {
        const Component& component = problem_->components[problem_->steps[s].component];
        words_.steps_left[s] = words_.steps_left[s + 1];
        phrases_.steps_left[s] = phrases_.steps_left[s + 1];
        if (!component.complete) {
            ++(component.words_only ? words_ : phrases_).steps_left[s];
        }
    }
}

void ExactAlignment::start(const AlignmentProblem& problem, const AlignmentCost* known) {
    problem_ = &problem;
    known_ = known;
    states_.clear();
    layers_.assign(1, 0);
    states_.push_back({0, {}, 0, none, 0, none, none});
    find_needs();
    count_steps();
    if (known) bound_.build(problem, *known);
}

/// The place of a state of the layer being made, or the free one where it belongs.
ExactAlignment::Slot& ExactAlignment::slot_of(std::uint64_t used, std::int32_t continued_at) {
    const std::uint64_t mixed =
        (used + static_cast<std::uint64_t>(continued_at + 1) * 0xD1B54A32D192ED03ull) *
        0x9E3779B97F4A7C15ull;
    const std::size_t mask = table_.size() - 1;
    std::size_t index = static_cast<std::size_t>(mixed >> 32) & mask;
    for (;; index = (index + 1) & mask) {
        Slot& slot = table_[index];
        if (slot.layer != layer_) return slot;
        const State& state = states_[slot.state];
        if (state.used == used && state.continued_at == continued_at) return slot;
    }
}

void ExactAlignment::grow_table() {
    table_.assign(2 * table_.size(), {});
    layer_ = 1;
    for (std::size_t k = static_cast<std::size_t>(layers_.back()); k < states_.size(); ++k) {
        slot_of(states_[k].used, states_[k].continued_at) = {layer_, static_cast<std::int32_t>(k)};
    }
}

/// Whether a state cannot cover enough words to become the best alignment.
bool ExactAlignment::is_hopeless(const State& state, std::int32_t step) const {
    const std::uint64_t unused = needed_[step] & ~state.used;
    if (words_.bits != 0) {
        const std::int32_t steps = words_.steps_left[step];
        const std::int32_t uncovered = steps - std::popcount(unused & words_.bits);
        if (state.skipped + std::max(0, uncovered) > slack_) return true;
    }
    if (known_ && phrases_.bits != 0) {
        const std::int32_t possible =
            phrases_.steps_left[step] + std::popcount(unused & phrases_.bits);
        if (state.cost.covered() + possible < known_->covered()) return true;
    }
    return false;
}

/// Both have the same cost and the same state. Only what is not common to both paths matters.
bool ExactAlignment::wins_tie(const State& state, const State& other) {
    path_.clear();
    other_path_.clear();
    std::int32_t a = state.parent;
    std::int32_t b = other.parent;
    if (state.arc != none) path_.push_back(&problem_->arcs[state.arc]);
    if (other.arc != none) other_path_.push_back(&problem_->arcs[other.arc]);
    while (a != b) {
        std::int32_t& later = a > b ? a : b;
        checkpoint_.pass(1);
        const State& node = states_[later];
        if (node.arc != none) (a > b ? path_ : other_path_).push_back(&problem_->arcs[node.arc]);
        later = node.parent;
    }
    return comes_before(path_, other_path_);
}

void ExactAlignment::offer(const State& state) {
    Slot& slot = slot_of(state.used, state.continued_at);
    if (slot.layer != layer_) {
        slot = {layer_, static_cast<std::int32_t>(states_.size())};
        states_.push_back(state);
        if (2 * (states_.size() - static_cast<std::size_t>(layers_.back())) > table_.size()) {
            grow_table();
        }
        return;
    }
    State& best = states_[slot.state];
    // With the same future, that with more steps left uncovered cannot end as a maximum matching.
    const auto order = std::tie(state.skipped, state.cost) <=> std::tie(best.skipped, best.cost);
    if (order < 0 || (order == 0 && wins_tie(state, best))) best = state;
}

/// States of `step` with that step left uncovered.
void ExactAlignment::skip_step(std::int32_t step) {
    const Step& skipped = problem_->steps[step];
    const Component& component = problem_->components[skipped.component];
    if (component.slack == 0) return;
    const std::int32_t end = layers_[step + 1];
    checkpoint_.pass(end - layers_[step]);
    for (std::int32_t k = layers_[step]; k < end; ++k) {
        State state = states_[k];
        if (component.complete &&
            skipped.seen - std::popcount(state.used & component.mask) >= component.slack) {
            continue;
        }
        state.used &= needed_[step + 1];
        state.continued_at = none;
        state.skipped += component.words_only && !component.complete ? 1 : 0;
        if (known_ && bound_.excludes_at(step + 1, state.value)) continue;
        if (!is_hopeless(state, step + 1)) offer(state);
    }
}

/// States at `end` whose last step was covered; false if there are too many.
bool ExactAlignment::take_arcs(std::int32_t end, std::int64_t max_states) {
    const std::uint64_t needed = needed_[end];
    const std::int32_t last_arc = problem_->arcs_ending[end + 1];
    for (std::int32_t a = problem_->arcs_ending[end]; a < last_arc; ++a) {
        const Arc& arc = problem_->arcs[a];
        const std::int32_t last = layers_[arc.step_begin + 1];
        checkpoint_.pass(last - layers_[arc.step_begin] + 1);
        for (std::int32_t k = layers_[arc.step_begin]; k < last; ++k) {
            const State& from = states_[k];
            if ((from.used & arc.bits) != 0) continue;
            const bool continues = from.continued_at == arc.bit_begin;
            std::int64_t value = 0;
            if (known_) {
                value = from.value + bound_.value(a) + (continues ? bound_.continuation() : 0);
                if (bound_.excludes_after(a, value)) continue;
            }
            const State state{(from.used | arc.bits) & needed,
                              from.cost.with(arc, continues),
                              value,
                              arc.continued_at,
                              from.skipped,
                              k,
                              a};
            if (!is_hopeless(state, end)) offer(state);
        }
        if (static_cast<std::int64_t>(states_.size()) > max_states) return false;
    }
    return true;
}

bool ExactAlignment::solve(const AlignmentProblem& problem, std::int64_t max_states,
                           const AlignmentCost* known, std::vector<std::int32_t>& chosen) {
    start(problem, known);
    for (std::int32_t end = 1; end <= problem.n_steps(); ++end) {
        layers_.push_back(static_cast<std::int32_t>(states_.size()));
        if (++layer_ == 0) grow_table();  // the counter came round
        skip_step(end - 1);
        if (!take_arcs(end, max_states)) return false;
    }
    std::int32_t best = layers_.back();
    chosen.clear();
    for (; best != none; best = states_[best].parent) {
        if (states_[best].arc != none) chosen.push_back(states_[best].arc);
    }
    return true;
}

}  // namespace hyperbaton

#include "group_alignment.hpp"

#include <algorithm>

namespace hyperbaton {

namespace {

constexpr std::int32_t none = -1;

/// States up to which the exact search does without bounds: most groups are smaller, and finding
/// a known alignment to compare with would take longer than solving them.
constexpr std::int64_t few_states = 512;

/// Width of the beam search that finds a known alignment.
constexpr std::int32_t narrow_beam = 8;

/// Bits from which on a group is searched in parts: a state is a set of bits, so that a search of
/// the whole would take quadratic time.
constexpr std::int32_t many_bits = 1 << 12;

/// Steps of a part.
constexpr std::int32_t steps_of_part = 1 << 10;

/// The cost of an alignment. Sorts the arcs by step.
AlignmentCost cost_of(const AlignmentProblem& problem, std::vector<std::int32_t>& arcs) {
    std::sort(arcs.begin(), arcs.end());
    AlignmentCost cost;
    const Arc* previous = nullptr;
    for (const std::int32_t a : arcs) {
        const Arc& arc = problem.arcs[a];
        const bool continues = previous && previous->step_end == arc.step_begin &&
                               previous->continued_at == arc.bit_begin;
        cost = cost.with(arc, continues);
        previous = &arc;
    }
    return cost;
}

/// The best of arcs that exclude each other, because all use the only bit.
void choose_one(const AlignmentProblem& problem, std::vector<std::int32_t>& chosen) {
    std::int32_t best = 0;
    for (std::int32_t a = 1; a < static_cast<std::int32_t>(problem.arcs.size()); ++a) {
        const Arc& arc = problem.arcs[a];
        const auto order =
            AlignmentCost{}.with(arc, false) <=> AlignmentCost{}.with(problem.arcs[best], false);
        if (order < 0 || (order == 0 && arc.rank < problem.arcs[best].rank)) best = a;
    }
    chosen.assign(1, best);
}

/// Covers more words where words match words and the beam search left some out.
void complete(const AlignmentProblem& problem, WordMatching& matching,
              std::vector<std::int32_t>& chosen) {
    matching.start(problem);
    const auto words_only = [&problem](std::int32_t component) {
        return problem.components[component].words_only;
    };
    for (const std::int32_t a : chosen) {
        if (words_only(problem.arcs[a].component)) matching.take(a);
    }
    std::erase_if(chosen, [&](std::int32_t a) { return words_only(problem.arcs[a].component); });
    for (std::int32_t c = 0; c < static_cast<std::int32_t>(problem.components.size()); ++c) {
        if (words_only(c)) matching.grow(c);
    }
    for (std::int32_t s = 0; s < problem.n_steps(); ++s) {
        if (words_only(problem.steps[s].component) && matching.arc_of_step(s) != none) {
            chosen.push_back(matching.arc_of_step(s));
        }
    }
}

}  // namespace

void find_slack(AlignmentProblem& problem, WordMatching& matching) {
    bool started = false;
    for (std::int32_t c = 0; c < static_cast<std::int32_t>(problem.components.size()); ++c) {
        Component& component = problem.components[c];
        if (!component.words_only || component.complete) continue;
        if (!started) matching.start(problem);
        started = true;
        component.slack = component.steps - matching.grow(c);
    }
}

void GroupAlignment::search_parts(const AlignmentProblem& problem, std::int32_t width,
                                  std::vector<std::int32_t>& chosen) {
    chosen.clear();
    part_.start(problem);
    for (std::int32_t begin = 0; begin < problem.n_steps(); begin += steps_of_part) {
        part_.build(begin, std::min(problem.n_steps(), begin + steps_of_part));
        find_slack(part_.problem, matching_);
        beam_.solve(part_.problem, width, nullptr, chosen_in_part_);
        for (const std::int32_t a : chosen_in_part_) chosen.push_back(part_.take(a));
    }
}

AlignmentCost GroupAlignment::search_beam(const AlignmentProblem& problem, std::int32_t width,
                                          const AlignmentBound* guide,
                                          std::vector<std::int32_t>& chosen) {
    if (problem.n_bits() > many_bits) {
        search_parts(problem, width, chosen);
    } else {
        beam_.solve(problem, width, guide, chosen);
    }
    complete(problem, matching_, chosen);
    return cost_of(problem, chosen);
}

bool GroupAlignment::solve(AlignmentProblem& problem, const AlignmentLimits& limits,
                           std::vector<std::int32_t>& chosen) {
    if (problem.n_bits() == 1) {
        choose_one(problem, chosen);
        return true;
    }
    find_slack(problem, matching_);
    const bool fits = problem.n_bits() <= 64;
    const std::int64_t few = std::min(few_states, limits.max_states);
    if (fits && exact_.solve(problem, few, nullptr, chosen)) return true;
    const bool may_bound = fits && limits.max_states > few && AlignmentBound::is_possible(problem);
    if (!may_bound) {
        search_beam(problem, limits.beam, nullptr, chosen);
        return false;
    }
    const std::int32_t narrow = std::min(narrow_beam, limits.beam);
    const AlignmentCost rough = search_beam(problem, narrow, nullptr, chosen);
    if (exact_.solve(problem, limits.max_states, &rough, other_)) {
        chosen.swap(other_);
        return true;
    }
    // With phrases the bounds are too far from what can be covered to be of help.
    const AlignmentBound* guide = problem.words_only ? &exact_.bound() : nullptr;
    const AlignmentCost known = search_beam(problem, limits.beam, guide, other_);
    if (!(known < rough)) return false;
    chosen.swap(other_);
    if (!exact_.solve(problem, limits.max_states, &known, other_)) return false;
    chosen.swap(other_);
    return true;
}

}  // namespace hyperbaton

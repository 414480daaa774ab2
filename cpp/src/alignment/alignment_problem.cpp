#include "alignment_problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace hyperbaton {

namespace {

constexpr std::int32_t none = -1;

std::uint64_t bit_range(std::int32_t begin, std::int32_t end) {
    const std::uint64_t ones =
        end - begin >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (end - begin)) - 1;
    return ones << begin;
}

/// An arc with hypothesis words as steps. Words of one candidate follow each other in its group,
/// so an index after the last one needs no word of its own.
Arc arc_of(const Candidate& candidate, const CandidateGroups& groups, const Match& match) {
    Arc arc{};
    arc.step_begin = groups.hyp_index(candidate.hyp_begin);
    arc.step_end = groups.hyp_index(candidate.hyp_end - 1) + 1;
    arc.bit_begin = groups.ref_index(candidate.ref_begin);
    arc.bit_end = groups.ref_index(candidate.ref_end - 1) + 1;
    arc.continued_at = candidate.continued ? arc.bit_end : none;
    arc.gain = candidate.fixed_neighbours;
    arc.source = candidate.source;
    arc.distance = std::abs(candidate.hyp_begin - candidate.ref_begin);
    arc.weight = std::llround(static_cast<double>(match.weight) * (1 << 20));
    return arc;
}

void transpose(Arc& arc) {
    std::swap(arc.step_begin, arc.bit_begin);
    std::swap(arc.step_end, arc.bit_end);
    if (arc.continued_at != none) arc.continued_at = arc.bit_end;
}

}  // namespace

/// Components 0, 1, … in order of their first candidate, which is also what names them.
void AlignmentProblem::number_components(std::span<const Candidate> candidates) {
    component_roots_.clear();
    for (const Candidate& candidate : candidates) component_roots_.push_back(candidate.component);
    std::sort(component_roots_.begin(), component_roots_.end());
    component_roots_.erase(std::unique(component_roots_.begin(), component_roots_.end()),
                           component_roots_.end());
    components.assign(component_roots_.size(), {});
}

/// Steps and bits of every component.
void AlignmentProblem::add_words() {
    const bool masks = n_bits() <= 64;
    for (Arc& arc : by_rank_) {
        if (masks) arc.bits = bit_range(arc.bit_begin, arc.bit_end);
        Component& component = components[arc.component];
        ++component.arcs;
        if (masks) component.mask |= arc.bits;
        component.words_only = component.words_only && arc.covered() == 2;
        for (std::int32_t s = arc.step_begin; s < arc.step_end; ++s) {
            steps[s].component = arc.component;
        }
        for (std::int32_t b = arc.bit_begin; b < arc.bit_end; ++b) {
            bit_component[b] = arc.component;
        }
        longest_arc = std::max(longest_arc, arc.step_end - arc.step_begin);
    }
    for (std::int32_t s = 0; s < n_steps(); ++s) {
        Component& component = components[steps[s].component];
        steps[s].seen = component.steps++;
        component.last_step = s;
    }
    for (const std::int32_t component : bit_component) ++components[component].bits;
    for (Component& component : components) {
        component.complete =
            component.words_only &&
            component.arcs == static_cast<std::int64_t>(component.steps) * component.bits;
        if (component.complete) component.slack = std::max(0, component.steps - component.bits);
        words_only = words_only && component.words_only;
    }
    if (words_only) return;
    for (Arc& arc : by_rank_) {
        if (!components[arc.component].words_only) {
            arc.gain += (static_cast<std::int64_t>(arc.covered()) << 32) - 1;
        }
    }
}

void AlignmentProblem::build(const CandidateGroups& groups, std::int32_t group,
                             std::span<const Match> matches) {
    const std::span<const Candidate> candidates = groups[group];
    const bool transposed = groups.ref_words(group) > groups.hyp_words(group);
    const std::int32_t n_hyp = groups.hyp_words(group);
    const std::int32_t n_ref = groups.ref_words(group);
    number_components(candidates);
    steps.resize(transposed ? n_ref : n_hyp);
    bit_component.resize(transposed ? n_hyp : n_ref);
    longest_arc = 1;
    words_only = true;
    by_rank_.clear();
    std::int32_t start_rank = 0;
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        const Candidate& candidate = candidates[k];
        if (k > 0 && (candidate.hyp_begin != candidates[k - 1].hyp_begin ||
                      candidate.ref_begin != candidates[k - 1].ref_begin)) {
            ++start_rank;
        }
        Arc arc = arc_of(candidate, groups, matches[candidate.source]);
        if (transposed) transpose(arc);
        arc.rank = static_cast<std::int32_t>(k);
        arc.start_rank = start_rank;
        arc.component = static_cast<std::int32_t>(std::lower_bound(component_roots_.begin(),
                                                                   component_roots_.end(),
                                                                   candidate.component) -
                                                  component_roots_.begin());
        by_rank_.push_back(arc);
    }
    add_words();
    arcs_ending.assign(steps.size() + 2, 0);
    for (const Arc& arc : by_rank_) ++arcs_ending[arc.step_end + 1];
    for (std::size_t s = 1; s < arcs_ending.size(); ++s) arcs_ending[s] += arcs_ending[s - 1];
    arcs.resize(by_rank_.size());
    for (const Arc& arc : by_rank_) arcs[arcs_ending[arc.step_end]++] = arc;
    // The loop above moved every offset to the end of its arcs: one place back.
    for (std::size_t s = arcs_ending.size() - 1; s > 0; --s) arcs_ending[s] = arcs_ending[s - 1];
    arcs_ending[0] = 0;
}

}  // namespace hyperbaton

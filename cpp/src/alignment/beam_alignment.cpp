#include "beam_alignment.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace hyperbaton {

namespace {

constexpr std::int32_t none = -1;
constexpr std::int32_t worth_a_mask = 64;  // bits of a component that are counted as a set

bool has(const std::uint64_t* set, std::int32_t bit) { return (set[bit / 64] >> (bit % 64)) & 1; }

}  // namespace

void BeamAlignment::index_bits(const AlignmentProblem& problem) {
    bit_offsets_.assign(problem.components.size() + 2, 0);
    for (const std::int32_t component : problem.bit_component) ++bit_offsets_[component + 2];
    for (std::size_t c = 1; c < bit_offsets_.size(); ++c) bit_offsets_[c] += bit_offsets_[c - 1];
    bits_.resize(problem.bit_component.size());
    for (std::int32_t bit = 0; bit < problem.n_bits(); ++bit) {
        bits_[bit_offsets_[problem.bit_component[bit] + 1]++] = bit;
    }
    masks_.clear();
    mask_of_.assign(problem.components.size(), none);
    for (std::size_t c = 0; c < problem.components.size(); ++c) {
        if (bit_offsets_[c + 1] - bit_offsets_[c] < worth_a_mask) continue;
        mask_of_[c] = static_cast<std::int32_t>(masks_.size()) / words_;
        masks_.resize(masks_.size() + static_cast<std::size_t>(words_));
        std::uint64_t* mask = masks_.data() + masks_.size() - words_;
        for (std::int32_t k = bit_offsets_[c]; k < bit_offsets_[c + 1]; ++k) {
            mask[bits_[k] / 64] |= std::uint64_t{1} << (bits_[k] % 64);
        }
    }
}

void BeamAlignment::start(const AlignmentProblem& problem) {
    problem_ = &problem;
    words_ = (problem.n_bits() + 63) / 64;
    index_bits(problem);
    ring_.resize(std::max<std::size_t>(ring_.size(), problem.longest_arc + 1));
    nodes_.clear();
    layer(0).states.assign(1, {{}, 0, none, none, 0});
    layer(0).used.assign(words_, 0);
}

/// Steps of the component of `step` that the state has left uncovered before it.
std::int32_t BeamAlignment::uncovered(const Layer& from, std::int32_t state,
                                      std::int32_t step) const {
    const std::int32_t component = problem_->steps[step].component;
    const std::uint64_t* used = from.used.data() + static_cast<std::ptrdiff_t>(state) * words_;
    std::int32_t result = problem_->steps[step].seen;
    if (mask_of_[component] != none) {
        const std::uint64_t* mask =
            masks_.data() + static_cast<std::ptrdiff_t>(mask_of_[component]) * words_;
        for (std::int32_t w = 0; w < words_; ++w) result -= std::popcount(used[w] & mask[w]);
        return result;
    }
    for (std::int32_t k = bit_offsets_[component]; k < bit_offsets_[component + 1]; ++k) {
        result -= has(used, bits_[k]) ? 1 : 0;
    }
    return result;
}

bool BeamAlignment::overlaps(const Layer& from, std::int32_t state, const Arc& arc) const {
    const std::uint64_t* used = from.used.data() + static_cast<std::ptrdiff_t>(state) * words_;
    for (std::int32_t bit = arc.bit_begin; bit < arc.bit_end; ++bit) {
        if (has(used, bit)) return true;
    }
    return false;
}

void BeamAlignment::propose_skips(std::int32_t step) {
    const Layer& from = layer(step);
    const Component& component = problem_->components[problem_->steps[step].component];
    for (std::int32_t k = 0; k < static_cast<std::int32_t>(from.states.size()); ++k) {
        checkpoint_.pass(words_);
        AlignmentCost cost = from.states[k].cost;
        std::int64_t value = from.states[k].value;
        if (component.words_only && uncovered(from, k, step) >= component.slack) {
            cost.gain -= std::int64_t{2} << 32;
            if (guide_) value -= guide_->two_words();
        }
        const std::int64_t promise = guide_ ? value + guide_->from(step + 1) : 0;
        proposals_.push_back({promise, value, cost, k, none});
    }
}

void BeamAlignment::propose_arcs(std::int32_t end) {
    for (std::int32_t a = problem_->arcs_ending[end]; a < problem_->arcs_ending[end + 1]; ++a) {
        const Arc& arc = problem_->arcs[a];
        const Layer& from = layer(arc.step_begin);
        checkpoint_.pass(from.states.size());
        for (std::int32_t k = 0; k < static_cast<std::int32_t>(from.states.size()); ++k) {
            if (overlaps(from, k, arc)) continue;
            const State& state = from.states[k];
            const bool continues = state.continued_at == arc.bit_begin;
            std::int64_t value = 0;
            if (guide_) {
                value = state.value + guide_->value(a) + (continues ? guide_->continuation() : 0);
            }
            const std::int64_t promise = guide_ ? value + guide_->after(a) : 0;
            proposals_.push_back({promise, value, state.cost.with(arc, continues), k, a});
        }
    }
}

/// Whether the last state of a layer equals one before it.
bool BeamAlignment::is_known(const Layer& target) const {
    const State& last = target.states.back();
    const auto set = target.used.end() - words_;
    for (std::size_t k = 0; k + 1 < target.states.size(); ++k) {
        const State& other = target.states[k];
        if (other.hash == last.hash && other.continued_at == last.continued_at &&
            std::equal(set, target.used.end(),
                       target.used.begin() + static_cast<std::ptrdiff_t>(k) * words_)) {
            return true;
        }
    }
    return false;
}

/// Adds the state that a proposal leads to, unless a better one like it is there.
void BeamAlignment::add(const Proposal& proposal, std::int32_t end) {
    Layer& target = layer(end);
    const Arc* arc = proposal.arc == none ? nullptr : &problem_->arcs[proposal.arc];
    const Layer& from = layer(arc ? arc->step_begin : end - 1);
    const std::int32_t component = problem_->steps[end - 1].component;
    const std::size_t begin = target.used.size();
    const auto set = from.used.begin() + static_cast<std::ptrdiff_t>(proposal.from) * words_;
    target.used.insert(target.used.end(), set, set + words_);
    std::uint64_t* used = target.used.data() + begin;
    if (problem_->components[component].last_step < end) {
        for (std::int32_t k = bit_offsets_[component]; k < bit_offsets_[component + 1]; ++k) {
            used[bits_[k] / 64] &= ~(std::uint64_t{1} << (bits_[k] % 64));
        }
    } else if (arc) {
        for (std::int32_t bit = arc->bit_begin; bit < arc->bit_end; ++bit) {
            used[bit / 64] |= std::uint64_t{1} << (bit % 64);
        }
    }
    std::uint64_t hash = 0;
    for (std::int32_t w = 0; w < words_; ++w) {
        hash = (hash ^ used[w]) * 0x9E3779B97F4A7C15ull;
        hash ^= hash >> 29;
    }
    target.states.push_back(
        {proposal.cost, proposal.value, arc ? arc->continued_at : none, none, hash});
    if (is_known(target)) {
        target.states.pop_back();
        target.used.resize(begin);
        return;
    }
    const std::int32_t parent = from.states[proposal.from].node;
    target.states.back().node = parent;
    if (arc) {
        target.states.back().node = static_cast<std::int32_t>(nodes_.size());
        nodes_.push_back({parent, proposal.arc});
    }
}

void BeamAlignment::select(std::int32_t end, std::int32_t width) {
    const auto worse = [](const Proposal& a, const Proposal& b) {
        if (a.promise != b.promise) return a.promise < b.promise;
        const auto order = a.cost <=> b.cost;
        return order != 0 ? order > 0 : std::tie(a.arc, a.from) > std::tie(b.arc, b.from);
    };
    Layer& target = layer(end);
    target.states.clear();
    target.used.clear();
    std::make_heap(proposals_.begin(), proposals_.end(), worse);
    while (!proposals_.empty() && target.states.size() < static_cast<std::size_t>(width)) {
        checkpoint_.pass(target.states.size() + static_cast<std::size_t>(words_));
        std::pop_heap(proposals_.begin(), proposals_.end(), worse);
        add(proposals_.back(), end);
        proposals_.pop_back();
    }
}

void BeamAlignment::solve(const AlignmentProblem& problem, std::int32_t width,
                          const AlignmentBound* guide, std::vector<std::int32_t>& chosen) {
    guide_ = guide;
    start(problem);
    for (std::int32_t end = 1; end <= problem.n_steps(); ++end) {
        proposals_.clear();
        propose_skips(end - 1);
        propose_arcs(end);
        select(end, width);
    }
    chosen.clear();
    const State& best = layer(problem.n_steps()).states.front();
    for (std::int32_t node = best.node; node != none; node = nodes_[node].parent) {
        chosen.push_back(nodes_[node].arc);
    }
}

}  // namespace hyperbaton

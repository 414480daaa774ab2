// One group of candidates as a search problem: words of one sentence in order are the steps, words
// of the other are bits that can be used once, and candidates are arcs over steps that use bits.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "candidate_groups.hpp"

namespace hyperbaton {

struct Arc {
    std::int32_t step_begin, step_end;
    std::int32_t bit_begin, bit_end;
    /// Bits bit_begin .. bit_end - 1, if the problem has at most 64.
    std::uint64_t bits;
    /// The bit at which an arc from step_end on continues this one's chunk; -1 if none can.
    std::int32_t continued_at;
    std::int32_t component;
    /// Covered words · 2^32 less chunks, which are matches less continued matches. Where words
    /// match words all best alignments have the same number of matches, so there only continued
    /// ones count: here, the fixed candidates that it continues or that continue it.
    std::int64_t gain;
    /// Order of candidates, by starts alone and by starts and lengths.
    std::int32_t start_rank, rank;
    std::int32_t source;
    std::int64_t distance;
    /// In units of 2^-20.
    std::int64_t weight;

    std::int32_t covered() const { return step_end - step_begin + bit_end - bit_begin; }
};

/// Arcs that compete for words, directly or through others.
struct Component {
    std::int32_t arcs = 0;
    std::int32_t steps = 0;
    std::int32_t bits = 0;
    std::int32_t last_step = 0;
    /// Whether every arc is one word with one word.
    bool words_only = true;
    /// Whether, besides, all its steps match all its bits, as those of repeated words do.
    bool complete = true;
    /// Steps that a best alignment leaves uncovered: exactly known if words_only.
    std::int32_t slack = std::numeric_limits<std::int32_t>::max();
    /// Its bits, if the problem has at most 64.
    std::uint64_t mask = 0;
};

struct Step {
    std::int32_t component;
    /// Steps of the component before this one.
    std::int32_t seen;
};

struct AlignmentProblem {
    /// By step_end, then rank.
    std::vector<Arc> arcs;
    /// Arcs that end at step s are arcs_ending[s] .. arcs_ending[s + 1] - 1.
    std::vector<std::int32_t> arcs_ending;
    std::vector<Step> steps;
    std::vector<Component> components;
    std::vector<std::int32_t> bit_component;
    std::int32_t longest_arc = 1;  // in steps
    bool words_only = true;

    std::int32_t n_steps() const { return static_cast<std::int32_t>(steps.size()); }
    std::int32_t n_bits() const { return static_cast<std::int32_t>(bit_component.size()); }

    /// Steps are the words of the sentence in which the group has more, so that there are few
    /// bits. Leaves the slack of components unknown, unless they are complete.
    void build(const CandidateGroups& groups, std::int32_t group, std::span<const Match> matches);

private:
    void number_components(std::span<const Candidate> candidates);
    void add_words();

    std::vector<std::int32_t> component_roots_;
    std::vector<Arc> by_rank_;
};

}  // namespace hyperbaton

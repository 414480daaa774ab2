#include "word_matching.hpp"

namespace hyperbaton {

namespace {

constexpr std::int32_t none = -1;

}  // namespace

void WordMatching::start(const AlignmentProblem& problem) {
    problem_ = &problem;
    step_arc_.assign(problem.steps.size(), none);
    bit_arc_.assign(problem.bit_component.size(), none);
    reached_by_.assign(problem.bit_component.size(), none);
    reached_in_.assign(problem.bit_component.size(), none);
    search_ = 0;
    first_step_.assign(problem.components.size() + 2, 0);
    for (const Step& step : problem.steps) ++first_step_[step.component + 2];
    for (std::size_t c = 2; c < first_step_.size(); ++c) first_step_[c] += first_step_[c - 1];
    steps_.resize(problem.steps.size());
    for (std::int32_t s = 0; s < problem.n_steps(); ++s) {
        steps_[first_step_[problem.steps[s].component + 1]++] = s;
    }
}

void WordMatching::take(std::int32_t arc) {
    step_arc_[problem_->arcs[arc].step_begin] = arc;
    bit_arc_[problem_->arcs[arc].bit_begin] = arc;
}

bool WordMatching::take_free_bit(std::int32_t step) {
    for (std::int32_t a = problem_->arcs_ending[step + 1]; a < problem_->arcs_ending[step + 2];
         ++a) {
        if (bit_arc_[problem_->arcs[a].bit_begin] == none) {
            take(a);
            return true;
        }
    }
    return false;
}

/// Takes the arc, then in turn the arc of the step that loses its bit.
void WordMatching::flip(std::int32_t arc) {
    while (arc != none) {
        const std::int32_t replaced = step_arc_[problem_->arcs[arc].step_begin];
        take(arc);
        arc = replaced == none ? none : reached_by_[problem_->arcs[replaced].bit_begin];
    }
}

bool WordMatching::augment(std::int32_t start) {
    queue_.assign(1, start);
    for (std::size_t head = 0; head < queue_.size(); ++head) {
        const std::int32_t step = queue_[head];
        checkpoint_.pass(problem_->arcs_ending[step + 2] - problem_->arcs_ending[step + 1]);
        for (std::int32_t a = problem_->arcs_ending[step + 1]; a < problem_->arcs_ending[step + 2];
             ++a) {
            const std::int32_t bit = problem_->arcs[a].bit_begin;
            if (reached_in_[bit] == search_) continue;
            reached_in_[bit] = search_;
            reached_by_[bit] = a;
            if (bit_arc_[bit] == none) {
                flip(a);
                ++search_;
                return true;
            }
            queue_.push_back(problem_->arcs[bit_arc_[bit]].step_begin);
        }
    }
    // Bits reached in vain stay marked: a later search that meets them fails there as well, until
    // another one succeeds.
    return false;
}

std::int32_t WordMatching::grow(std::int32_t component) {
    const std::span<const std::int32_t> steps{steps_.data() + first_step_[component],
                                              steps_.data() + first_step_[component + 1]};
    std::int32_t size = 0;
    checkpoint_.pass(steps.size());
    for (const std::int32_t s : steps) {
        if (step_arc_[s] != none || take_free_bit(s)) ++size;
    }
    for (const std::int32_t s : steps) {
        if (step_arc_[s] == none && augment(s)) ++size;
    }
    return size;
}

}  // namespace hyperbaton

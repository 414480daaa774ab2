#include "alignment_part.hpp"

#include <algorithm>

namespace hyperbaton {

namespace {

constexpr std::int32_t none = -1;

}  // namespace

void AlignmentPart::start(const AlignmentProblem& whole) {
    whole_ = &whole;
    taken_.assign(whole.bit_component.size(), false);
    bit_numbers_.assign(whole.bit_component.size(), none);
    component_numbers_.assign(whole.components.size(), none);
    bits_of_whole_.clear();
    numbered_.clear();
}

bool AlignmentPart::is_free(const Arc& arc, std::int32_t begin) const {
    if (arc.step_begin < begin) return false;
    for (std::int32_t bit = arc.bit_begin; bit < arc.bit_end; ++bit) {
        if (taken_[bit]) return false;
    }
    return true;
}

/// Numbers the bits of the arcs in arcs_of_whole_, in their order.
void AlignmentPart::number_bits() {
    for (const std::int32_t bit : bits_of_whole_) bit_numbers_[bit] = none;
    bits_of_whole_.clear();
    for (const std::int32_t a : arcs_of_whole_) {
        const Arc& arc = whole_->arcs[a];
        for (std::int32_t bit = arc.bit_begin; bit < arc.bit_end; ++bit) {
            if (bit_numbers_[bit] != none) continue;
            bit_numbers_[bit] = 0;
            bits_of_whole_.push_back(bit);
        }
    }
    std::sort(bits_of_whole_.begin(), bits_of_whole_.end());
    for (std::size_t k = 0; k < bits_of_whole_.size(); ++k) {
        bit_numbers_[bits_of_whole_[k]] = static_cast<std::int32_t>(k);
    }
}

std::int32_t AlignmentPart::component_of(std::int32_t of_whole) {
    std::int32_t& number = component_numbers_[of_whole];
    if (number == none) {
        number = static_cast<std::int32_t>(problem.components.size());
        numbered_.push_back(of_whole);
        problem.components.emplace_back();
        problem.components.back().words_only = whole_->components[of_whole].words_only;
    }
    return number;
}

void AlignmentPart::add_arc(std::int32_t of_whole, std::int32_t begin) {
    Arc arc = whole_->arcs[of_whole];
    const auto bits = static_cast<std::int32_t>(arc.bit_end - arc.bit_begin);
    arc.step_begin -= begin;
    arc.step_end -= begin;
    arc.bit_begin = bit_numbers_[arc.bit_begin];
    arc.bit_end = arc.bit_begin + bits;
    if (arc.continued_at != none) arc.continued_at = bit_numbers_[arc.continued_at];
    arc.component = component_of(arc.component);
    ++problem.components[arc.component].arcs;
    for (std::int32_t s = arc.step_begin; s < arc.step_end; ++s) {
        problem.steps[s].component = arc.component;
    }
    for (std::int32_t b = arc.bit_begin; b < arc.bit_end; ++b) {
        problem.bit_component[b] = arc.component;
    }
    problem.longest_arc = std::max(problem.longest_arc, arc.step_end - arc.step_begin);
    problem.words_only = problem.words_only && problem.components[arc.component].words_only;
    problem.arcs.push_back(arc);
}

void AlignmentPart::count_words() {
    for (std::int32_t s = 0; s < problem.n_steps(); ++s) {
        Component& component = problem.components[problem.steps[s].component];
        problem.steps[s].seen = component.steps++;
        component.last_step = s;
    }
    for (const std::int32_t component : problem.bit_component) {
        ++problem.components[component].bits;
    }
    for (Component& component : problem.components) {
        component.complete =
            component.words_only &&
            component.arcs == static_cast<std::int64_t>(component.steps) * component.bits;
        if (component.complete) component.slack = std::max(0, component.steps - component.bits);
    }
}

void AlignmentPart::build(std::int32_t begin, std::int32_t end) {
    for (const std::int32_t component : numbered_) component_numbers_[component] = none;
    numbered_.clear();
    problem.arcs.clear();
    problem.components.assign(1, {});
    problem.steps.assign(static_cast<std::size_t>(end - begin), {});
    problem.arcs_ending.assign(2, 0);
    problem.longest_arc = 1;
    problem.words_only = true;
    arcs_of_whole_.clear();
    for (std::int32_t step_end = begin + 1; step_end <= end; ++step_end) {
        for (std::int32_t a = whole_->arcs_ending[step_end]; a < whole_->arcs_ending[step_end + 1];
             ++a) {
            if (is_free(whole_->arcs[a], begin)) arcs_of_whole_.push_back(a);
        }
        problem.arcs_ending.push_back(static_cast<std::int32_t>(arcs_of_whole_.size()));
    }
    number_bits();
    problem.bit_component.assign(bits_of_whole_.size(), 0);
    for (const std::int32_t a : arcs_of_whole_) add_arc(a, begin);
    count_words();
}

std::int32_t AlignmentPart::take(std::int32_t arc) {
    const Arc& taken = problem.arcs[arc];
    for (std::int32_t bit = taken.bit_begin; bit < taken.bit_end; ++bit) {
        taken_[bits_of_whole_[bit]] = true;
    }
    return arcs_of_whole_[arc];
}

}  // namespace hyperbaton

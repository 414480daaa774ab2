#include "alignment_bound.hpp"

#include <algorithm>

namespace hyperbaton {

namespace {

constexpr std::int64_t impossible = -(std::int64_t{1} << 61);
constexpr int iterations = 24;
constexpr int patience = 3;

/// Prices are integers; so many of them make one word of distance.
constexpr std::int64_t fineness = 16;

}  // namespace

bool AlignmentBound::is_possible(const AlignmentProblem& problem) {
    constexpr std::int64_t limit = 1 << 16;
    return problem.n_bits() <= 64 && problem.n_steps() < limit &&
           std::all_of(
               problem.arcs.begin(), problem.arcs.end(),
               [](const Arc& arc) { return arc.distance < limit; });
}

void AlignmentBound::index_arcs() {
    const std::int32_t n_steps = problem_->n_steps();
    const auto n_arcs = static_cast<std::int32_t>(problem_->arcs.size());
    beginning_.assign(n_steps + 2, 0);
    for (const Arc& arc : problem_->arcs) ++beginning_[arc.step_begin + 2];
    for (std::int32_t s = 1; s <= n_steps + 1; ++s) beginning_[s] += beginning_[s - 1];
    by_begin_.resize(n_arcs);
    for (std::int32_t a = 0; a < n_arcs; ++a) {
        by_begin_[beginning_[problem_->arcs[a].step_begin + 1]++] = a;
    }
    always_used_.clear();
    for (const std::int32_t c : problem_->bit_component) {
        const Component& component = problem_->components[c];
        always_used_.push_back(component.words_only &&
                               component.steps - component.slack == component.bits);
    }
}

/// Distance is the unit of measure; a chunk outweighs all of it, a covered word all chunks.
void AlignmentBound::set_units() {
    std::int64_t farthest = 0;
    for (const Arc& arc : problem_->arcs) farthest = std::max(farthest, arc.distance);
    unit_ = fineness * (farthest * problem_->n_bits() + 1);
    word_unit_ = unit_ * (4 * static_cast<std::int64_t>(problem_->n_bits()) + 1);
}

std::int64_t AlignmentBound::worth(std::int64_t gain, std::int64_t distance) const {
    const std::int64_t covered = AlignmentCost{gain, 0, 0}.covered();
    return covered * word_unit_ + (gain - (covered << 32)) * unit_ - fineness * distance;
}

void AlignmentBound::set_prices(const std::vector<std::int64_t>& prices) {
    refund_ = 0;
    for (const std::int64_t price : prices) refund_ += price;
    for (std::size_t a = 0; a < value_.size(); ++a) {
        value_[a] = plain_[a];
        for (std::int32_t b = problem_->arcs[a].bit_begin; b < problem_->arcs[a].bit_end; ++b) {
            value_[a] -= prices[b];
        }
    }
}

std::int64_t AlignmentBound::best_after(const Arc& arc) {
    std::int64_t best = from_[arc.step_end];
    if (arc.continued_at < 0) return best;
    checkpoint_.pass(beginning_[arc.step_end + 1] - beginning_[arc.step_end]);
    for (std::int32_t k = beginning_[arc.step_end]; k < beginning_[arc.step_end + 1]; ++k) {
        const std::int32_t next = by_begin_[k];
        if (problem_->arcs[next].bit_begin == arc.continued_at) {
            best = std::max(best, value_[next] + after_[next] + unit_);
        }
    }
    return best;
}

/// The best that can follow each arc and each step, from the end backwards.
void AlignmentBound::relax() {
    const std::int32_t n_steps = problem_->n_steps();
    from_.assign(n_steps + 1, 0);
    for (std::int32_t s = n_steps - 1; s >= 0; --s) {
        const Component& component = problem_->components[problem_->steps[s].component];
        from_[s] = component.slack > 0 ? from_[s + 1] : impossible;
        checkpoint_.pass(1 + beginning_[s + 1] - beginning_[s]);
        for (std::int32_t k = beginning_[s]; k < beginning_[s + 1]; ++k) {
            const std::int32_t a = by_begin_[k];
            after_[a] = best_after(problem_->arcs[a]);
            from_[s] = std::max(from_[s], value_[a] + after_[a]);
        }
    }
}

/// Follows the best relaxed alignment.
void AlignmentBound::count_uses() {
    uses_.assign(problem_->bit_component.size(), 0);
    std::int32_t continued_at = -1;
    for (std::int32_t s = 0; s < problem_->n_steps();) {
        const Component& component = problem_->components[problem_->steps[s].component];
        std::int64_t best = component.slack > 0 ? from_[s + 1] : impossible;
        const Arc* taken = nullptr;
        for (std::int32_t k = beginning_[s]; k < beginning_[s + 1]; ++k) {
            const Arc& arc = problem_->arcs[by_begin_[k]];
            const std::int64_t value = value_[by_begin_[k]] + after_[by_begin_[k]] +
                                       (arc.bit_begin == continued_at ? unit_ : 0);
            if (value > best) {
                best = value;
                taken = &arc;
            }
        }
        continued_at = taken ? taken->continued_at : -1;
        s = taken ? taken->step_end : s + 1;
        for (std::int32_t b = taken ? taken->bit_begin : 0; taken && b < taken->bit_end; ++b) {
            ++uses_[b];
        }
    }
}

/// Raises the price of bits used twice or more, lowers that of unused ones; a bit that may stay
/// unused has no price below 0. Returns 0 if nothing was to be done.
std::int64_t AlignmentBound::improve_prices(std::int64_t gap, int shift) {
    std::int64_t norm = 0;
    const auto direction = [this](std::size_t b) {
        const std::int64_t excess = uses_[b] - 1;
        return excess < 0 && !always_used_[b] && prices_[b] == 0 ? 0 : excess;
    };
    for (std::size_t b = 0; b < prices_.size(); ++b) norm += direction(b) * direction(b);
    if (norm == 0) return 0;
    const std::int64_t step = std::max<std::int64_t>(1, (gap >> shift) / norm);
    for (std::size_t b = 0; b < prices_.size(); ++b) {
        prices_[b] += step * direction(b);
        if (!always_used_[b]) prices_[b] = std::max<std::int64_t>(prices_[b], 0);
    }
    return norm;
}

void AlignmentBound::build(const AlignmentProblem& problem, const AlignmentCost& known) {
    problem_ = &problem;
    index_arcs();
    set_units();
    plain_.clear();
    for (const Arc& arc : problem.arcs) plain_.push_back(worth(arc.gain, arc.distance));
    value_.resize(plain_.size());
    after_.resize(plain_.size());
    prices_.assign(problem.bit_component.size(), 0);
    best_prices_ = prices_;
    const std::int64_t known_worth = worth(known.gain, known.distance);
    std::int64_t least = std::int64_t{1} << 61;
    int failures = 0;
    int shift = 0;
    for (int k = 0; k < iterations; ++k) {
        set_prices(prices_);
        relax();
        const std::int64_t bound = from_[0] + refund_;
        if (bound < least) {
            least = bound;
            best_prices_ = prices_;
            failures = 0;
        } else if (++failures == patience) {
            failures = 0;
            ++shift;
        }
        count_uses();
        if (bound <= known_worth || improve_prices(bound - known_worth, shift) == 0) break;
    }
    set_prices(best_prices_);
    relax();
    needed_ = known_worth - refund_;
}

}  // namespace hyperbaton

// Any non-negative costs: the recurrences of the kernel without bounds, in doubles.
//
// An inverted box <A B> is recorded only if it is strictly cheaper than every straight
// derivation. Choose the split with the smallest A: then A is straight, because <<A1 A2> B>
// costs as much as <A1 <A2 B>>, and A is tight at all four ends, because an inserted or deleted
// word there could move to B (inner ends) or out of the inversion (outer ends) at equal cost.
// Only such first children are combined. This holds for any non-negative costs.

#include <algorithm>
#include <limits>

#include "hyperbaton/runtime/cancellation.hpp"
#include "inversion_search.hpp"

namespace hyperbaton {
namespace {

using Buffers = InversionWorkspace::Buffers;

constexpr double never = std::numeric_limits<double>::infinity();

std::size_t size_of(int n) { return static_cast<std::size_t>(n); }

// Spans [begin, end) of n words, the empty ones included.
std::size_t span_count(std::size_t words) { return (words + 1) * (words + 2) / 2; }

std::size_t span_index(int begin, int end) { return size_of(end * (end + 1) / 2 + begin); }

class GeneralSearch {
public:
    GeneralSearch(const InversionCosts& costs, std::uint64_t max_steps, Buffers& buffers)
        : b_(buffers),
          c_(costs),
          max_steps_(max_steps),
          hyp_words_(static_cast<int>(buffers.hypothesis.size())),
          ref_words_(static_cast<int>(buffers.reference.size())),
          row_(span_count(size_of(ref_words_))) {
        b_.boxes.assign(span_count(size_of(hyp_words_)) * row_, never);
        b_.pieces.clear();
        ending_.resize(size_of(hyp_words_ + 1) * size_of(ref_words_ + 1));
    }

    // False if the steps ran out.
    bool run() {
        for (int i0 = hyp_words_; i0 >= 0; --i0) {
            for (int j1 = 0; j1 <= ref_words_; ++j1) {
                checkpoint_.pass(steps_ - looked_at_);
                looked_at_ = steps_;
                b_.pending_costs.assign(size_of(hyp_words_ + 1) * size_of(ref_words_ + 1), never);
                for (int i1 = i0; i1 <= hyp_words_; ++i1) {
                    for (int j0 = j1; j0 >= 0; --j0) evaluate(i0, i1, j0, j1);
                }
                if (steps_ > max_steps_) return false;
            }
        }
        return true;
    }

    double distance() const { return cost(0, hyp_words_, 0, ref_words_); }
    std::uint64_t steps() const { return steps_; }

private:
    double& box(int i0, int i1, int j0, int j1) {
        return b_.boxes[span_index(i0, i1) * row_ + span_index(j0, j1)];
    }
    double cost(int i0, int i1, int j0, int j1) const {
        return b_.boxes[span_index(i0, i1) * row_ + span_index(j0, j1)];
    }
    std::size_t corner(int i, int j) const {
        return size_of(i) * size_of(ref_words_ + 1) + size_of(j);
    }

    void evaluate(int i0, int i1, int j0, int j1) {
        ++steps_;
        if (i0 == i1 || j0 == j1) {
            box(i0, i1, j0, j1) = (i1 - i0) * c_.deletion + (j1 - j0) * c_.insertion;
            return;
        }
        const double straight = cheapest_chain(i0, i1, j0, j1);
        const double inverted = b_.pending_costs[corner(i1, j0)];
        box(i0, i1, j0, j1) = std::min(straight, inverted);
        if (inverted < straight) {
            ending_[corner(i1, j1)].push_back(static_cast<std::int32_t>(b_.pieces.size()));
            b_.pieces.push_back({i0, i1, j0, j1, inverted});
        } else if (is_tight(i0, i1, j0, j1, straight)) {
            combine_first_child(i1, j0, straight);
        }
    }

    // Straight derivations, by their last link.
    double cheapest_chain(int i0, int i1, int j0, int j1) {
        const bool same = b_.hypothesis[size_of(i1 - 1)] == b_.reference[size_of(j1 - 1)];
        double best = std::min({cost(i0, i1 - 1, j0, j1) + c_.deletion,
                                cost(i0, i1, j0, j1 - 1) + c_.insertion,
                                cost(i0, i1 - 1, j0, j1 - 1) + (same ? 0.0 : c_.substitution)});
        for (const std::int32_t index : ending_[corner(i1, j1)]) {
            const InvertedPiece& piece = b_.pieces[size_of(index)];
            if (piece.j0 < j0) continue;
            best = std::min(best, cost(i0, piece.i0, j0, piece.j0) + piece.cost);
        }
        steps_ += ending_[corner(i1, j1)].size();
        return best;
    }

    bool is_tight(int i0, int i1, int j0, int j1, double value) const {
        return cost(i0 + 1, i1, j0, j1) + c_.deletion > value &&
               cost(i0, i1 - 1, j0, j1) + c_.deletion > value &&
               cost(i0, i1, j0 + 1, j1) + c_.insertion > value &&
               cost(i0, i1, j0, j1 - 1) + c_.insertion > value;
    }

    void combine_first_child(int middle, int split, double value) {
        for (int i1 = middle + 1; i1 <= hyp_words_; ++i1) {
            double* pending = b_.pending_costs.data() + corner(i1, 0);
            for (int j0 = 0; j0 < split; ++j0) {
                const double total = value + c_.inversion + cost(middle, i1, j0, split);
                pending[j0] = std::min(pending[j0], total);
            }
        }
        steps_ += size_of(hyp_words_ - middle) * size_of(split);
    }

    Buffers& b_;
    const InversionCosts c_;
    const std::uint64_t max_steps_;
    const int hyp_words_, ref_words_;
    const std::size_t row_;
    std::uint64_t steps_ = 0;
    std::uint64_t looked_at_ = 0;  // steps that the checkpoint knows of
    Checkpoint checkpoint_;
    std::vector<std::vector<std::int32_t>> ending_;  // by (i1, j1): recorded inverted boxes
};

}  // namespace

std::size_t general_box_count(std::size_t hypothesis_words, std::size_t reference_words) {
    const std::size_t limit = std::size_t{1} << 15;  // more than enough boxes; no overflow
    return span_count(std::min(hypothesis_words, limit)) *
           span_count(std::min(reference_words, limit));
}

InversionDistance search_general_costs(double lower, double upper, const InversionCosts& costs,
                                       const InversionLimits& limits, Buffers& buffers) {
    GeneralSearch search(costs, limits.max_steps, buffers);
    if (!search.run()) {
        buffers.pieces.clear();
        return {upper, lower, false, search.steps()};
    }
    const double distance = std::min(upper, search.distance());
    return {distance, distance, true, search.steps()};
}

}  // namespace hyperbaton

#pragma once
// The right-hand side of rule 2 (see inversion_kernels.cpp) for one row of boxes at a time, as far
// as rows share it: bound + the number of words that the hypothesis outside [i0, i1) and the
// reference outside [j0, j1) have in common - the descents before i0 (rule 8), by j0. Never below
// what the current bound allows: the bound may have fallen since. Never negative: each descent
// comes with a common word.

#include "inversion_boxes.hpp"

namespace hyperbaton::HYPERBATON_SIMD {
namespace {

template <class Cell, bool one_block>
class Slack {
public:
    Slack(const SearchTables& tables, const SearchScratch& scratch)
        : t_(tables),
          outside_count_(scratch.outside_count),
          row_(static_cast<Cell*>(scratch.slack_row)),
          outside_matches_(static_cast<Cell*>(scratch.outside_matches)),
          stride_(one_block ? lane_count : tables.stride),
          layer_shared_(tables.shared_count) {
        for (int at = 0; at < (t_.reference_words + 1) * stride_; ++at) {
            outside_matches_[at] = static_cast<Cell>(t_.outside_matches[at]);
        }
    }

    const Cell* row() const { return row_; }
    int operator[](int j0) const { return row_[j0]; }

    void start_layer(int i0) {
        while (layer_shared_ > 0 && t_.shared_positions[layer_shared_ - 1] >= i0) --layer_shared_;
        // outside_count[i]: copies of word i outside [i0, i), just before word i joins the box.
        outside_count_[i0] = t_.hypothesis_count[i0];
        for (int i = i0 + 1; i < t_.hypothesis_words; ++i) {
            outside_count_[i] = static_cast<std::uint16_t>(
                outside_count_[i] - (t_.hypothesis[i] == t_.hypothesis[i0] ? 1 : 0));
        }
    }

    void start_slab(const Cell* order_before) {
        next_shared_ = unset;
        order_before_ = order_before;
    }

    // Moves on to the row of i1. Taking one copy of a word out of the hypothesis loses a match
    // exactly where the reference has no copy to spare, that is where at least `needed` copies
    // lie before j0.
    void advance(int i1, int j1, int below) {
        if (next_shared_ == unset) start_row(j1, below);
        for (; next_shared_ < t_.shared_count; ++next_shared_) {
            const int i = t_.shared_positions[next_shared_];
            if (i >= i1) return;
            const int after = t_.reference_after[i * (t_.reference_words + 1) + j1];
            const int needed = outside_count_[i] - after;
            const std::uint16_t* positions = t_.occurrences + t_.occurrence_start[i];
            const int copies = positions[0];
            lose_match_from(positions[1 + smaller(larger(needed, 0), copies + 1)], j1);
        }
    }

private:
    static int block_of(int j0) { return Boxes<Cell, one_block>::block_of(j0); }

    void start_row(int j1, int below) {
        const Cell* matches = outside_matches_ + j1 * stride_;
        const Cell allowed = static_cast<Cell>(below);
        for (int block = block_of(j1); block >= 0; --block) {
            add_difference(matches + block * lane_count, order_before_ + block * lane_count,
                           allowed, row_ + block * lane_count);
        }
        next_shared_ = layer_shared_;
    }

    void lose_match_from(int position, int j1) {
        for (int base = block_of(position) * lane_count; base <= j1; base += lane_count) {
            add_block(match_loss<Cell>.terms + lane_count - larger(position - base, 0),
                      row_ + base);
        }
    }

    const SearchTables t_;  // a copy: one indirection less
    std::uint16_t* const outside_count_;
    Cell* const row_;
    Cell* const outside_matches_;  // t_.outside_matches as cells
    const int stride_;
    const Cell* order_before_ = nullptr;
    int layer_shared_;  // first entry of shared_positions not before i0
    static constexpr int unset = -1;
    int next_shared_ = unset;  // first entry of shared_positions not yet in the row
};

}  // namespace
}  // namespace hyperbaton::HYPERBATON_SIMD

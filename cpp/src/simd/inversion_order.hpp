#pragma once
// Rule 8: the order of the words outside a box asks for inversions. Notation and the other rules
// are those of inversion_kernels.cpp.
//
// Read the hypothesis outside X from left to right, with X itself as one element, and take the
// matched words of some derivation. Two neighbours come in the reverse order in the reference, a
// descent, exactly if the node where they part is inverted; and no two pairs of neighbours part
// at the same node. So there are at least as many inversions outside X as descents.
//
// Let a word count if all its copies in the hypothesis could find one of their own in the
// reference outside X. Leaving a copy of such a word unmatched costs one edit more than PO(X).
// It also takes away at most one descent. So the words that count are best all matched, each with
// the copy that turns back as rarely as possible; the walk that always takes the next copy onward,
// and the farthest one back if there is none, does that. If it meets d descents, what is outside
// X costs at least PO(X) + d. The words before i0 and those from i1 on add up, because both walks
// pass through X; each of them depends on three of the four ends of X only and is tabulated.
//
// O(I * J^2 / lanes) time for each copy of a word, O(I * J^2) memory.

#include "inversion_boxes.hpp"

namespace hyperbaton::HYPERBATON_SIMD {
namespace {

template <class Cell, bool one_block>
class OrderBound {
public:
    OrderBound(const SearchTables& tables, const SearchScratch& scratch)
        : t_(tables),
          cancelled_(scratch.cancelled),
          before_(static_cast<Cell*>(scratch.order_before)),
          after_(static_cast<Cell*>(scratch.order_after)),
          stride_(one_block ? lane_count : tables.stride) {}

    // Fills both tables. Returns the descents of the whole hypothesis, or -1 if cancelled.
    int fill() const {
        for (int j1 = 1; j1 <= t_.reference_words; ++j1) {
            if (cancelled_()) return -1;
            for (int base = 0; base <= j1; base += lane_count) {
                fill_before(j1, base);
                fill_after(j1, base);
            }
        }
        return before(t_.hypothesis_words, t_.reference_words)[t_.reference_words];
    }

    // By j0: descents among the words before i0 and the box.
    const Cell* before(int i0, int j1) const { return before_row(i0, j1); }

    // By (i1, j0): descents among the box and the words from i1 on.
    const Cell* after(int j1) const { return after_row(j1, 0); }

    // Inversions outside a box that is inside an inversion.
    int inversions(int i0, int i1, int j0, int j1) const {
        return larger(1, before_row(i0, j1)[j0] + after_row(j1, i1)[j0]);
    }

private:
    // A walk for each j0 of a block. Positions in the reference are counted from 1.
    struct Walk {
        Cell position[lane_count];
        Cell descents[lane_count];
    };

    Cell* before_row(int i0, int j1) const {
        return before_ + (i0 * (t_.reference_words + 1) + j1) * stride_;
    }
    Cell* after_row(int j1, int i1) const {
        return after_ + (j1 * (t_.hypothesis_words + 1) + i1) * stride_;
    }

    void fill_before(int j1, int base) const {
        alignas(32) Walk walk{};
        const Cell box_end = static_cast<Cell>(j1);
        for (int i0 = 0; i0 <= t_.hypothesis_words; ++i0) {
            Cell* row = before_row(i0, j1) + base;
            for (int k = 0; k < lane_count; ++k) {
                row[k] =
                    static_cast<Cell>(walk.descents[k] - mask<Cell>(walk.position[k] > box_end));
            }
            if (i0 < t_.hypothesis_words) step<true>(i0, j1, base, walk);
        }
    }

    void fill_after(int j1, int base) const {
        alignas(32) Walk walk{};
        for (Cell& position : walk.position) position = static_cast<Cell>(t_.reference_words + 1);
        for (int i1 = t_.hypothesis_words; i1 >= 0; --i1) {
            if (i1 < t_.hypothesis_words) step<false>(i1, j1, base, walk);
            Cell* row = after_row(j1, i1) + base;
            for (int k = 0; k < lane_count; ++k) {
                const Cell j0 = static_cast<Cell>(base + k);
                row[k] = static_cast<Cell>(walk.descents[k] - mask<Cell>(walk.position[k] <= j0));
            }
        }
    }

    // Moves the walks on to word i of the hypothesis where it counts.
    template <bool forward>
    void step(int i, int j1, int base, Walk& walk) const {
        if (t_.hypothesis[i] >= t_.reference_types) return;
        const std::uint16_t* copies = t_.occurrences + t_.occurrence_start[i];
        const int from = larger(first_lane(i, j1, copies) - base, 0);
        if (from >= lane_count) return;
        if (copies[0] == 1) {
            step_to_only_copy<forward>(copies[2], from, walk);
        } else {
            step_to_nearest_copy<forward>(copies, from, j1, base, walk);
        }
    }

    // First j0 for which the word counts: the further right j0, the more copies lie outside
    // [j0, j1). Beyond J if there is none.
    int first_lane(int i, int j1, const std::uint16_t* copies) const {
        const int n = copies[0];
        const int spare = n - t_.hypothesis_count[i];
        if (spare < 0) return t_.stride;
        int before_end = 0;
        while (before_end < n && copies[2 + before_end] <= j1) ++before_end;
        return copies[1 + larger(before_end - spare, 0)];
    }

    template <bool forward>
    static bool onward(Cell from, Cell to) {
        return forward ? to > from : to < from;
    }

    template <bool forward>
    static void step_to_only_copy(int copy, int from, Walk& walk) {
        const Cell to = static_cast<Cell>(copy);
        for (int k = 0; k < lane_count; ++k) {
            const Cell counts = mask<Cell>(static_cast<Cell>(k) >= static_cast<Cell>(from));
            const Cell turns =
                static_cast<Cell>(~mask<Cell>(onward<forward>(walk.position[k], to)));
            walk.position[k] = static_cast<Cell>((counts & to) | (~counts & walk.position[k]));
            walk.descents[k] = static_cast<Cell>(walk.descents[k] - (counts & turns));
        }
    }

    // Copies from the farthest to the nearest, so that the last one that fits stays.
    template <bool forward>
    static void step_to_nearest_copy(const std::uint16_t* copies, int from, int j1, int base,
                                     Walk& walk) {
        alignas(32) Cell next[lane_count] = {};  // nearest onward, 0 if none
        alignas(32) Cell back[lane_count] = {};  // farthest back
        const int n = copies[0];
        for (int copy = 0; copy < n; ++copy) {
            const Cell to = static_cast<Cell>(copies[forward ? 1 + n - copy : 2 + copy]);
            const Cell free_from = to > static_cast<Cell>(j1) ? Cell{0} : to;
            for (int k = 0; k < lane_count; ++k) {
                const Cell free = mask<Cell>(static_cast<Cell>(base + k) >= free_from);
                const Cell fits =
                    static_cast<Cell>(free & mask<Cell>(onward<forward>(walk.position[k], to)));
                next[k] = static_cast<Cell>((fits & to) | (~fits & next[k]));
                back[k] = static_cast<Cell>((free & to) | (~free & back[k]));
            }
        }
        for (int k = 0; k < lane_count; ++k) {
            const Cell counts = mask<Cell>(static_cast<Cell>(k) >= static_cast<Cell>(from));
            const Cell turns = mask<Cell>(next[k] == 0);
            const Cell to = static_cast<Cell>(next[k] | (turns & back[k]));
            walk.position[k] = static_cast<Cell>((counts & to) | (~counts & walk.position[k]));
            walk.descents[k] = static_cast<Cell>(walk.descents[k] - (counts & turns));
        }
    }

    const SearchTables t_;
    bool (*const cancelled_)();
    Cell* const before_;
    Cell* const after_;
    const int stride_;
};

}  // namespace
}  // namespace hyperbaton::HYPERBATON_SIMD

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hyperbaton/text/edit_operation.hpp"
#include "hyperbaton/text/match_masks.hpp"

namespace hyperbaton {

/// The differences between neighbouring cells of one 64-column block of one grid row.
///
/// Cell (i, j) is the distance of i hypothesis words to j reference words; bit b of a block
/// stands for column j = 64 · block + b + 1.
struct EditRow {
    std::uint64_t plus = ~std::uint64_t{0};  ///< cell (i, j) = cell (i, j-1) + 1
    std::uint64_t minus = 0;                 ///< cell (i, j) = cell (i, j-1) - 1
};

/// What else a step from row i-1 to row i finds out; enough to trace a path back.
struct EditStep {
    std::uint64_t diagonal_zero;  ///< cell (i, j) = cell (i-1, j-1)
    std::uint64_t down_plus;      ///< cell (i, j) = cell (i-1, j) + 1
};

/// What goes from one block to the next within a row: cell (i, j) - cell (i-1, j) at its edge.
struct EditCarry {
    std::uint64_t plus = 1;  ///< the left edge is cell (i, 0) = cell (i-1, 0) + 1
    std::uint64_t minus = 0;
};

/// One block of one row, by Myers' bit-parallel step (1999) in the form of Hyyrö (2003). O(1).
inline EditStep advance(EditRow& row, std::uint64_t matches, EditCarry& carry) {
    const std::uint64_t seeds = matches | carry.minus;
    const std::uint64_t diagonal_zero =
        (((seeds & row.plus) + row.plus) ^ row.plus) | seeds | row.minus;
    const std::uint64_t down_plus = row.minus | ~(diagonal_zero | row.plus);
    const std::uint64_t down_minus = diagonal_zero & row.plus;
    const std::uint64_t plus = (down_plus << 1) | carry.plus;
    const std::uint64_t minus = (down_minus << 1) | carry.minus;
    carry = EditCarry{down_plus >> 63, down_minus >> 63};
    row = EditRow{minus | ~(diagonal_zero | plus), plus & diagonal_zero};
    return EditStep{diagonal_zero, down_plus};
}

/// The columns [first, past) of every row that an edit path may touch.
///
/// Limits must not decrease from row to row, row 0 must be complete, and a row must reach the
/// column before the first one of the next row, so that a path exists. Nothing matches outside
/// the band, but paths may go there: limits have to follow a diagonal, each by at most one column
/// a row or each by at least one, so that none of these is cheaper than those inside.
struct EditBand {
    std::vector<std::size_t> first;
    std::vector<std::size_t> past;
};

/// Where an edit path that is traced back has come to.
struct EditPlace {
    std::size_t hypothesis;
    std::size_t reference;
};

/// Edit distance grid of a hypothesis against a fixed reference, kept as bit rows.
///
/// Unit costs. Rows stay stored, so the distance of a hypothesis that differs from a given
/// position on costs only the rows after that position. Of a row only those blocks are computed
/// that a band touches: one row costs O(reference / 64), or O(width of the band / 64).
/// Words are given as classes of `masks` (see MatchMasks::class_of).
class EditGrid {
public:
    /// Starts a grid for the reference in `masks`, which must outlive its use. An unrestricted
    /// grid has no `band`.
    void reset(const MatchMasks& masks, std::size_t reference_size, const EditBand* band);

    /// Stores the rows of `words`, of which the first `known` are those of the previous call.
    void fill(std::span<const std::uint32_t> words, std::size_t known);

    /// Distance of the words last filled in.
    std::size_t distance() const;

    /// Distance if words[begin, middle) and words[middle, end) changed places, `words` being
    /// those last filled in. Stores nothing.
    std::size_t distance_after_swap(std::span<const std::uint32_t> words, std::size_t begin,
                                    std::size_t middle, std::size_t end);

    /// As above without the band: never more than with it.
    std::size_t unrestricted_distance(std::span<const std::uint32_t> words);

    /// The cheapest path for the words last filled in. Where several operations are cheapest
    /// for a cell, match or substitution goes before deletion, and deletion before insertion.
    void trace(std::span<const std::uint32_t> words, std::vector<EditOperation>& operations) const;

    /// The same path, in a grid without a band, for words that are not filled in. Where all rows
    /// would take much memory, only every so many are kept and those in between computed again:
    /// O(hypothesis^½ · reference / 64) memory, at most twice the time.
    void fill_and_trace(std::span<const std::uint32_t> words,
                        std::vector<EditOperation>& operations);

    /// Whether rows have more blocks than are computed.
    bool is_windowed() const { return stride_ < blocks_; }

private:
    /// The blocks computed of a row, and the value of the cell on their left.
    struct Window {
        EditRow* row;
        std::size_t left;
    };

    void choose_blocks();
    void allow_matches_inside(const EditBand& band);
    std::size_t first_block(std::size_t i) const {
        return first_block_.empty() ? 0 : first_block_[i];
    }
    std::size_t left_of(std::size_t i) const { return left_.empty() ? i : left_[i]; }
    void move_right(Window& window, std::size_t i) const;
    void walk(Window& window, std::span<const std::uint32_t> words, std::size_t i) const;
    void walk_window(Window& window, std::span<const std::uint32_t> words, std::size_t i) const;
    void fill_rows(std::span<const std::uint32_t> words, std::size_t known);
    void trace_back(std::span<const std::uint32_t> words, std::size_t first_row, EditPlace& at,
                    std::vector<EditOperation>& operations) const;
    std::size_t last_cell(const EditRow* row, std::size_t blocks_before, std::size_t left) const;
    bool inside(std::size_t i, std::size_t j) const;

    const MatchMasks* masks_ = nullptr;
    const EditBand* band_ = nullptr;
    std::size_t reference_size_ = 0;
    std::size_t blocks_ = 1;
    std::size_t stride_ = 1;  // blocks computed of each row
    std::size_t n_words_ = 0;
    std::vector<std::size_t> first_block_;  // row i: the first of them; empty: always 0
    std::vector<std::size_t> left_;         // row i: the cell on their left; empty: always i
    std::vector<EditRow> rows_;             // row i at i · stride_
    std::vector<EditStep> steps_;           // step to row i at (i - 1) · stride_
    std::vector<std::uint64_t> allowed_;    // matches of row i at (i - 1) · stride_
    std::vector<EditRow> scratch_;
};

}  // namespace hyperbaton

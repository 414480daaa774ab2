#pragma once
// Where the boxes of a search are kept: two layers of rows, for i0 and i0 + 1, and the rows of
// pending inversions. All of it is infinite, empty or zero before and after a search.

#include "inversion_lanes.hpp"

namespace hyperbaton::HYPERBATON_SIMD {
namespace {

// All rows of one (i0, j1), and of its neighbours.
template <class Cell>
struct Slab {
    int i0, j1;
    Cell* cells;
    const Cell* left;     // of (i0, j1 - 1)
    const Cell* earlier;  // of (i0 + 1, j1)
    std::uint32_t* blocks;
    const std::uint32_t* left_blocks;
    std::uint64_t* live;
    std::uint64_t* squares;

    void mark_row(int i1) const { live[i1 >> 6] |= std::uint64_t{1} << (i1 & 63); }
};

// What the recurrence of one row reads, and the blocks in which it can find something.
template <class Cell>
struct Row {
    Cell* cells;
    const Cell* up;
    const Cell* left;
    const Cell* diagonal;
    const Cell* earlier;
    Cell* pending;
    std::uint32_t pending_blocks;
    std::uint32_t blocks;
};

// one_block: rows of one block, and one word of live rows. The same code without the loops.
template <class Cell, bool one_block>
class Boxes {
public:
    Boxes(const SearchTables& tables, SearchScratch& scratch)
        : s_(scratch),
          hyp_words_(tables.hypothesis_words),
          ref_words_(tables.reference_words),
          stride_(tables.stride),
          slab_size_((hyp_words_ + 1) * tables.stride) {}

    int stride() const { return one_block ? lane_count : stride_; }
    int live_words() const { return one_block ? 1 : s_.live_words; }
    int at(int i1, int j0) const { return i1 * stride() + j0; }

    static int block_of(int j0) { return one_block ? 0 : j0 / lane_count; }

    Slab<Cell> slab(int i0, int j1) const {
        return {i0,
                j1,
                cells(now_, j1),
                cells(now_, j1 - 1),
                cells(now_ ^ 1, j1),
                blocks(now_, j1),
                blocks(now_, j1 - 1),
                live(now_, j1),
                squares(j1)};
    }

    // Row i0 holds nothing, so the first row needs no exception.
    Row<Cell> row(const Slab<Cell>& slab, int i1) const {
        Row<Cell> row;
        row.cells = slab.cells + at(i1, 0);
        row.up = row.cells - stride();
        row.left = slab.left + at(i1, 0);
        row.diagonal = row.left - stride();
        row.earlier = slab.earlier + at(i1, 0);
        row.pending = pending(i1);
        row.pending_blocks = s_.pending_blocks[i1];
        row.blocks = slab.blocks[i1] | slab.left_blocks[i1] | slab.blocks[i1 - 1] |
                     slab.left_blocks[i1 - 1] | row.pending_blocks;
        return row;
    }

    Cell* pending(int i1) const { return static_cast<Cell*>(s_.pending) + i1 * stride(); }

    void start_layer() {
        now_ ^= 1;
        clear_layer(now_);
    }

    // Rows that can follow a live row of the slab of j1 - 1.
    void mark_neighbours(const Slab<Cell>& slab) const {
        const std::uint64_t* left = live(now_, slab.j1 - 1);
        std::uint64_t carry = 0;
        for (int word = 0; word < live_words(); ++word) {
            slab.live[word] |= left[word] | left[word] << 1 | carry;
            carry = left[word] >> 63;
        }
        const int rows = hyp_words_ + 1;
        if (rows >> 6 < live_words()) {
            slab.live[rows >> 6] &= (std::uint64_t{1} << (rows & 63)) - 1;
        }
    }

    void mark_square(int i1, int j1) const {
        squares(j1)[i1 >> 6] |= std::uint64_t{1} << (i1 & 63);
    }

    // A chain of the current layer ends in (i1, j1) and has this cost.
    void push(int i1, int j1, int j0, int cost) const {
        Cell& cell = cells(now_, j1)[at(i1, j0)];
        cell = smaller(cell, static_cast<Cell>(cost));
        mark_pushed(i1, j1, std::uint32_t{1} << block_of(j0));
    }

    // The same for every j0 of a row: the chains in `row` continued by an inverted box.
    void push_row(const Cell* row, std::uint32_t live_blocks, const InvertedBox& box) const {
        Cell* target = cells(now_, box.j1) + at(box.i1, 0);
        const Cell cost = static_cast<Cell>(box.cost);
        for (std::uint32_t todo = live_blocks; todo != 0; todo &= todo - 1) {
            const int base = lowest_bit(todo) * lane_count;
            lower_block(row + base, cost, target + base);
        }
        mark_pushed(box.i1, box.j1, live_blocks);
    }

    void clear() {
        clear_layer(0);
        clear_layer(1);
        for (int i1 = 0; i1 <= hyp_words_; ++i1) {
            clear_blocks(pending(i1), s_.pending_blocks[i1]);
            s_.pending_blocks[i1] = 0;
        }
        for (int word = 0; word < (ref_words_ + 1) * live_words(); ++word) s_.squares[word] = 0;
    }

private:
    Cell* cells(int layer, int j1) const {
        return static_cast<Cell*>(s_.layer[layer]) + static_cast<std::ptrdiff_t>(j1) * slab_size_;
    }
    std::uint32_t* blocks(int layer, int j1) const {
        return s_.blocks[layer] + j1 * (hyp_words_ + 1);
    }
    std::uint64_t* live(int layer, int j1) const { return s_.live[layer] + j1 * live_words(); }
    std::uint64_t* squares(int j1) const { return s_.squares + j1 * live_words(); }

    void mark_pushed(int i1, int j1, std::uint32_t live_blocks) const {
        blocks(now_, j1)[i1] |= live_blocks;
        live(now_, j1)[i1 >> 6] |= std::uint64_t{1} << (i1 & 63);
    }

    void clear_layer(int layer) {
        for (int j1 = 0; j1 <= ref_words_; ++j1) {
            std::uint64_t* rows = live(layer, j1);
            for (int word = 0; word < live_words(); ++word) {
                for (; rows[word] != 0; rows[word] &= rows[word] - 1) {
                    const int i1 = word * 64 + lowest_bit(rows[word]);
                    std::uint32_t& used = blocks(layer, j1)[i1];
                    clear_blocks(cells(layer, j1) + at(i1, 0), used);
                    used = 0;
                }
            }
        }
    }

    static void clear_blocks(Cell* row, std::uint32_t blocks) {
        for (; blocks != 0; blocks &= blocks - 1)
            clear_block(row + lowest_bit(blocks) * lane_count);
    }

    SearchScratch& s_;
    const int hyp_words_, ref_words_, stride_, slab_size_;
    int now_ = 0;
};

}  // namespace
}  // namespace hyperbaton::HYPERBATON_SIMD

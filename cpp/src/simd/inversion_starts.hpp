#pragma once
// Rule 6: how the chains inside an inversion start. Notation and the other rules are those of
// inversion_kernels.cpp.
//
// Let X be a child of an inversion, tight at both starts (rule 3), and Z a part of its cheapest
// chain that starts where X does, a words by b words. Z can be replaced by max(a, b) edits:
// first |a - b| deletions or insertions, then substitutions. So if Z costs max(a, b) or more,
// - a = b, for otherwise a chain as cheap would start with a deletion or insertion, and X would
//   not be tight there (rule 4);
// - Z costs exactly a, for otherwise the chain would not be the cheapest.
// Among the cheapest chains of X take one that starts with the most substitutions, say k. Then
// - the next piece, if any, is a match or an inverted box: a deletion or insertion would make
//   a = k + 1, b = k or the reverse at a cost of k + 1;
// - every longer Z costs less than max(a, b), for otherwise a = b substitutions in its place
//   would be a chain as cheap that starts with more of them;
// - the k pairs of words differ, for otherwise the chain would not be the cheapest.
// So X is a square of substitutions, or the chain is k substitutions, a match or an inverted
// box, and from there on it always saves something over substituting all it covers. Cells
// therefore hold only boxes that save something; the squares are walked here once for each start
// (i0, j0) and only marked. A walk ends at the first square that rules 2 and 8 exclude: a chain
// that goes on from there is excluded with it.
//
// The comparisons of rule 3 lose nothing: if S(X - w) = S(X) - 1 and X saves something, then so
// does X - w. A box that saves nothing is a child only if it is a square: otherwise dropping a
// word of its longer side leaves a box that costs max(a, b) - 1. A square of one word is none,
// because a child costs at most |X1| + |X2| - 2; what saves something does so anyway.

#include "inversion_order.hpp"

namespace hyperbaton::HYPERBATON_SIMD {
namespace {

template <class Cell, bool one_block>
class ChainStarts {
public:
    ChainStarts(const SearchTables& tables, const SearchScratch& scratch,
                const Boxes<Cell, one_block>& boxes, const OrderBound<Cell, one_block>& order)
        : t_(tables),
          s_(scratch),
          boxes_(boxes),
          order_(order),
          hyp_words_(tables.hypothesis_words),
          ref_words_(tables.reference_words) {}

    // All chains of the layer of i0. Returns the number of chains.
    std::uint64_t start(int i0, int below) {
        std::uint64_t chains = 0;
        for (int j0 = 0; j0 < ref_words_; ++j0) {
            int spare = below - 1 - (larger(hyp_words_, ref_words_) - t_.outside_matches[0]);
            const int k = substitute(i0, j0, spare, chains);
            if (i0 + k < hyp_words_ && j0 + k < ref_words_ && same_words(i0 + k, j0 + k) &&
                spare >= order_.inversions(i0, i0 + k + 1, j0, j0 + k + 1)) {
                boxes_.push(i0 + k + 1, j0 + k + 1, j0, k);
                ++chains;
            }
            for (int n = 0; n < k; ++n) return_pair(i0 + n, j0 + n);
        }
        return chains;
    }

private:
    bool same_words(int i, int j) const { return t_.hypothesis[i] == t_.reference[j]; }

    // Walks down the diagonal from (i0, j0) over kept squares, up to the first equal pair of
    // words. Returns the size of the largest square; its words stay taken out. A substitution
    // adds as much to the cost as it takes from the longer side of the rest, so only the common
    // words lost outside count, and a match loses one while it adds nothing. `spare` is how many
    // inversions the rest may hold.
    int substitute(int i0, int j0, int& spare, std::uint64_t& chains) {
        const int limit = smaller(hyp_words_ - i0, ref_words_ - j0);
        int k = 0;
        while (k < limit && !same_words(i0 + k, j0 + k)) {
            spare -= take_pair(i0 + k, j0 + k);
            if (spare < order_.inversions(i0, i0 + k + 1, j0, j0 + k + 1)) {
                return_pair(i0 + k, j0 + k);
                break;
            }
            ++k;
            if (k >= 2) boxes_.mark_square(i0 + k, j0 + k);
            chains += append_inverted(i0 + k, j0 + k, j0, k);
        }
        return k;
    }

    std::uint64_t append_inverted(int i, int j, int j0, int cost) const {
        std::uint64_t chains = 0;
        for (std::int32_t at = s_.inverted_head[i * (ref_words_ + 1) + j]; at >= 0; ++chains) {
            const InvertedBox& box = s_.inverted[at];
            boxes_.push(box.i1, box.j1, j0, cost + box.cost);
            at = box.next;
        }
        return chains;
    }

    // Takes two different words out of the rest. Returns the number of common words lost.
    int take_pair(int i, int j) const {
        return (s_.balance[t_.hypothesis[i]]-- <= 0 ? 1 : 0) +
               (s_.balance[t_.reference[j]]++ >= 0 ? 1 : 0);
    }
    void return_pair(int i, int j) const {
        ++s_.balance[t_.hypothesis[i]];
        --s_.balance[t_.reference[j]];
    }

    const SearchTables t_;  // a copy: one indirection less
    const SearchScratch& s_;
    const Boxes<Cell, one_block>& boxes_;
    const OrderBound<Cell, one_block>& order_;
    const int hyp_words_, ref_words_;
};

}  // namespace
}  // namespace hyperbaton::HYPERBATON_SIMD

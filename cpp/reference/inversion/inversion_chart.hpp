// The inversion edit distance by the recursion of the paper, unit costs: the yardstick of the
// benchmark; never part of the library.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hyperbaton/runtime/sequences.hpp"

namespace hyperbaton {

// Filled by box size, O(I^3 J^3) time and O(I^2 J^2) memory.
class InversionChart {
public:
    int distance(Sequence h, Sequence r) {
        hyp_words_ = h.size();
        ref_words_ = r.size();
        table_.resize((hyp_words_ + 1) * (hyp_words_ + 1) * (ref_words_ + 1) * (ref_words_ + 1));
        for (std::size_t a = 0; a <= hyp_words_; ++a) {
            for (std::size_t b = 0; b <= ref_words_; ++b) {
                for (std::size_t i0 = 0; i0 + a <= hyp_words_; ++i0) {
                    for (std::size_t j0 = 0; j0 + b <= ref_words_; ++j0) {
                        row(i0, i0 + a, j0)[j0 + b] =
                            static_cast<std::uint16_t>(cost(h, r, i0, i0 + a, j0, j0 + b));
                    }
                }
            }
        }
        return row(0, hyp_words_, 0)[ref_words_];
    }
    std::size_t bytes() const { return table_.size() * sizeof(table_[0]); }

private:
    std::uint16_t* row(std::size_t i0, std::size_t i1, std::size_t j0) {
        return table_.data() +
               ((i0 * (hyp_words_ + 1) + i1) * (ref_words_ + 1) + j0) * (ref_words_ + 1);
    }
    int cost(Sequence h, Sequence r, std::size_t i0, std::size_t i1, std::size_t j0,
             std::size_t j1) {
        if (i0 == i1 || j0 == j1) return static_cast<int>((i1 - i0) + (j1 - j0));
        if (i0 + 1 == i1 && j0 + 1 == j1) return h[i0] == r[j0] ? 0 : 1;
        int best = 1 << 14;
        for (std::size_t i = i0; i <= i1; ++i) {
            const std::uint16_t* first_low = row(i0, i, j0);
            const std::uint16_t* second_low = row(i, i1, j0);
            // Splits that leave one side the whole box read unfilled cells: skip them.
            const std::size_t from = j0 + (i == i0 ? 1 : 0);
            const std::size_t to = j1 - (i == i1 ? 1 : 0);
            for (std::size_t j = from; j <= to; ++j) {
                best = std::min<int>(best, first_low[j] + row(i, i1, j)[j1]);
            }
            const std::size_t inverted_from = j0 + (i == i1 ? 1 : 0);
            const std::size_t inverted_to = j1 - (i == i0 ? 1 : 0);
            for (std::size_t j = inverted_from; j <= inverted_to; ++j) {
                best = std::min<int>(best, row(i0, i, j)[j1] + second_low[j] + 1);
            }
        }
        return best;
    }
    std::size_t hyp_words_ = 0, ref_words_ = 0;
    std::vector<std::uint16_t> table_;
};

}  // namespace hyperbaton

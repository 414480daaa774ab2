#pragma once
// The boxes of a search that start with the hypothesis words i0 and i0 + 1: for each corner
// (i0, j0), hypothesis end i1 and cost the set of reference ends j1 that are reached at this cost
// or less.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hyperbaton/text/growing_array.hpp"

namespace hyperbaton {

// Where the sets of one (i0, j0, i1) lie, for costs from `lowest` to `highest`.
struct LevelSpan {
    std::uint32_t begin = 0;
    std::int16_t lowest = 0;
    std::int16_t highest = -1;

    bool empty() const { return highest < lowest; }
};

// The boxes of one i0.
template <class Bits>
class LevelLayer {
public:
    void clear(int ref_words) {
        corners_.assign(static_cast<std::size_t>(ref_words + 1), Corner{});
        spans_.clear();
        levels_.set_end(levels_.data());
    }

    void start_corner(int j0) { corners_[index(j0)] = {spans_.size(), 0, 0}; }

    // Room for more sets; what is written there counts once add_row says so.
    Bits* room(int count) { return levels_.room(index(count)); }

    // Rows of a corner come by ascending i1. The sets lie in the room, from `sets` on.
    LevelSpan add_row(int j0, int i1, const Bits* sets, int lowest, int highest) {
        Corner& corner = corners_[index(j0)];
        if (corner.rows == 0) corner.first = i1;
        for (; corner.first + corner.rows < i1; ++corner.rows) spans_.push_back({});
        const LevelSpan span{static_cast<std::uint32_t>(sets - levels_.data()),
                             static_cast<std::int16_t>(lowest), static_cast<std::int16_t>(highest)};
        spans_.push_back(span);
        ++corner.rows;
        levels_.set_end(sets + (highest - lowest + 1));
        return span;
    }

    LevelSpan row(int j0, int i1) const {
        const Corner& corner = corners_[index(j0)];
        const unsigned row = static_cast<unsigned>(i1 - corner.first);
        if (row >= static_cast<unsigned>(corner.rows)) return {};
        return spans_[corner.begin + row];
    }

    // Ends reached at `cost` or less.
    Bits reached(LevelSpan span, int cost) const {
        if (cost < span.lowest || span.empty()) return Bits::none();
        return levels_.data()[span.begin + index(std::min<int>(cost, span.highest) - span.lowest)];
    }

    const Bits* levels(LevelSpan span) const { return levels_.data() + span.begin; }

    std::size_t level_bytes() const { return levels_.size() * sizeof(Bits); }
    std::size_t bytes() const {
        return static_cast<std::size_t>(levels_.full() - levels_.data()) * sizeof(Bits) +
               spans_.capacity() * sizeof(LevelSpan) + corners_.capacity() * sizeof(Corner);
    }

private:
    // Where the rows of a corner lie in spans_.
    struct Corner {
        std::size_t begin = 0;
        int first = 0;
        int rows = 0;
    };
    static std::size_t index(int k) { return static_cast<std::size_t>(k); }

    GrowingArray<Bits> levels_;
    std::vector<LevelSpan> spans_;
    std::vector<Corner> corners_;
};

}  // namespace hyperbaton

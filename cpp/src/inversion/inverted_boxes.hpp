#pragma once
// Inverted boxes that are strictly cheaper than every straight derivation of the same box, by the
// corner in which they start.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hyperbaton/inversion/inversion_distance.hpp"

namespace hyperbaton {

struct InvertedBox {
    std::uint8_t i0, i1, j0, j1;  // below 256: max_search_words is 250
    std::int32_t cost;
};

template <class Bits>
class InvertedBoxes {
public:
    void reset(int hyp_words, int ref_words) {
        columns_ = ref_words + 1;
        boxes_.clear();
        starts_.assign(static_cast<std::size_t>(hyp_words + 1), Bits::none());
        ranges_.resize(starts_.size() * static_cast<std::size_t>(columns_));
        full_ = false;
    }

    // All boxes of one corner are added before those of the next.
    void add(const InvertedBox& box) {
        if (boxes_.size() == most) {
            full_ = true;
            return;
        }
        Bits& starts = starts_[box.i0];
        Range& range = ranges_[corner(box.i0, box.j0)];
        const std::uint32_t end = static_cast<std::uint32_t>(boxes_.size());
        if (!starts.holds(box.j0)) range.begin = end;
        starts.add(box.j0);
        boxes_.push_back(box);
        range.end = end + 1;
    }

    // The reference words j0 of the corners (i0, j0) in which boxes start.
    const Bits& starts(int i0) const { return starts_[static_cast<std::size_t>(i0)]; }

    std::span<const InvertedBox> starting(int i0, int j0) const {
        if (!starts(i0).holds(j0)) return {};
        const Range& range = ranges_[corner(i0, j0)];
        return {boxes_.data() + range.begin, range.end - range.begin};
    }

    std::span<const InvertedBox> all() const { return boxes_; }

    // Whether a box was left out for want of memory.
    bool full() const { return full_; }
    std::size_t bytes() const {
        return boxes_.capacity() * sizeof(InvertedBox) + starts_.capacity() * sizeof(Bits) +
               ranges_.capacity() * sizeof(Range);
    }

private:
    struct Range {
        std::uint32_t begin, end;
    };
    // Its share; a vector may take twice as much.
    static constexpr std::size_t most = max_list_bytes / 32 / sizeof(InvertedBox);

    std::size_t corner(int i0, int j0) const {
        return static_cast<std::size_t>(i0 * columns_ + j0);
    }

    int columns_ = 0;
    std::vector<InvertedBox> boxes_;
    std::vector<Bits> starts_;
    std::vector<Range> ranges_;  // by corner; of no meaning where no box starts
    bool full_ = false;
};

}  // namespace hyperbaton

#pragma once
// What a search for the unit-cost inversion edit distance remembers. The memory is kept from one
// pair of sentences to the next; the search itself is in unit_search.hpp.

#include <cstddef>
#include <vector>

#include "arrivals.hpp"
#include "bit_row.hpp"
#include "box_levels.hpp"
#include "inverted_boxes.hpp"
#include "pending_inversions.hpp"
#include "second_children.hpp"
#include "walk_bounds.hpp"

namespace hyperbaton {

// For sentences of fewer than 64 * words words.
template <int words>
struct SearchMemory {
    using Bits = BitRow<words>;

    WalkBounds<words> bounds;
    std::vector<CornerBounds> before;  // by j0, of the layer at hand
    LevelLayer<Bits> layers[2];
    Arrivals<Bits> arrivals;
    SecondChildren second;
    std::vector<SecondChild> fitting;  // of those that a first child meets
    PendingInversions pending;
    InvertedBoxes<Bits> inverted;

    // Whether something was left out for want of memory.
    bool full() const {
        const std::size_t levels = layers[0].level_bytes() + layers[1].level_bytes();
        return second.full() || pending.full() || inverted.full() || levels > max_list_bytes / 16;
    }
    std::size_t bytes() const {
        return bounds.bytes() + layers[0].bytes() + layers[1].bytes() + arrivals.bytes() +
               second.bytes() + pending.bytes() + inverted.bytes() +
               before.capacity() * sizeof(CornerBounds) + fitting.capacity() * sizeof(SecondChild);
    }
};

}  // namespace hyperbaton

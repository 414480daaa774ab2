#pragma once
// What a search for the unit-cost inversion edit distance remembers. The memory is kept from one
// pair of sentences to the next; the search itself is in unit_search.hpp.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bit_row.hpp"
#include "box_levels.hpp"
#include "keyed_lists.hpp"
#include "second_children.hpp"
#include "walk_bounds.hpp"

namespace hyperbaton {

// An inverted box that is strictly cheaper than every straight derivation of the same box.
struct InvertedBox {
    std::uint8_t i0, i1, j0, j1;  // below 256: max_search_words is 250
    std::int32_t cost;
};

// What searches of any width share.
struct SearchLists {
    // Where a box ends, and what it costs. Pending inversions are listed by j0.
    struct Ending {
        std::uint8_t i1, j1;
        std::uint16_t cost;
    };
    // A box of the corner at hand, found by other means than the recurrence; listed by i1.
    struct Arrival {
        std::uint8_t j1;
        bool inverted;
        std::uint16_t cost;
    };
    KeyedLists<Ending> pending;
    KeyedLists<Arrival> arrivals;
    KeyedLists<InvertedBox> inverted;  // by corner
    SecondChildren second;
    std::vector<CornerBounds> before;  // by j0, of the layer at hand

    bool full() const {
        return pending.full() || arrivals.full() || inverted.full() || second.full();
    }
    std::size_t bytes() const {
        return pending.bytes() + arrivals.bytes() + inverted.bytes() + second.bytes() +
               before.capacity() * sizeof(CornerBounds);
    }
};

template <int words>
struct SearchMemory {
    using Bits = BitRow<words>;

    WalkBounds<words> bounds;
    LevelLayer<Bits> layers[2];
    std::vector<Bits> inverted_starts;            // by i0: the j0 of recorded inverted boxes
    std::vector<Bits> arrived, arrived_inverted;  // by cost, of the row at hand

    std::size_t bytes() const {
        const std::size_t rows =
            inverted_starts.capacity() + arrived.capacity() + arrived_inverted.capacity();
        return bounds.bytes() + layers[0].bytes() + layers[1].bytes() + rows * sizeof(Bits);
    }
};

}  // namespace hyperbaton

#pragma once
// Which boxes of a row may be children of an inversion, all ends at once. The bounds are those of
// walk_bounds.hpp.

#include "packed_bounds.hpp"

namespace hyperbaton {

// The reference ends of all children that start in one corner, end at one hypothesis word and have
// a given cost, as far as their bounds are low enough.
template <class Bits>
class ChildEnds {
public:
    struct Row {
        Bits hypothesis, hypothesis_turned;  // ends at which the best walk onward gains all
        Bits reference, reference_turned;
        int hypothesis_rest, reference_rest;  // what bounds at all ends have in common
    };

    // `hypothesis[x]`: ends whose own part of the bound is below x.
    ChildEnds(const Row& row, const Bits* hypothesis, const Bits* reference,
              const CornerBounds& before, int below)
        : row_(row),
          first_hypothesis_(hypothesis + below - before.first_hypothesis - row.hypothesis_rest),
          first_reference_(reference + below - before.first_reference - row.reference_rest),
          second_hypothesis_(hypothesis + below - before.second_hypothesis - row.hypothesis_rest),
          second_reference_(reference + below - before.second_reference - row.reference_rest) {}

    Bits first(int cost) const {
        return with_room(first_hypothesis_ - cost, row_.hypothesis_turned) &
               with_room(first_reference_ - cost, row_.reference);
    }
    Bits second(int cost) const {
        return with_room(second_hypothesis_ - cost, row_.hypothesis) &
               with_room(second_reference_ - cost, row_.reference_turned);
    }

private:
    // A walk that does not gain all gains 1 less.
    static Bits with_room(const Bits* ends, const Bits& gaining_all) {
        return ends[-1] | (ends[0] & gaining_all);
    }

    const Row& row_;
    const Bits* first_hypothesis_;
    const Bits* first_reference_;
    const Bits* second_hypothesis_;
    const Bits* second_reference_;
};

}  // namespace hyperbaton

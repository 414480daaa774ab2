#pragma once
// Bounds of what is outside a box, compared with the room that is left. What they mean and why they
// hold is in walk_bounds.hpp.

#include <cstdint>

namespace hyperbaton {

// Four bounds side by side in 16 bits each, so that one subtraction compares them all: of the
// hypothesis reading, of the reference reading, and of both with a turn after the box.
using PackedBounds = std::uint64_t;

inline constexpr PackedBounds in_every_bound = 0x0001'0001'0001'0001;
inline constexpr int bound_bias = 0x1000;  // a bound may be negative

// The sign of each bound.
inline constexpr PackedBounds hypothesis_sign = 0x8000;
inline constexpr PackedBounds reference_sign = hypothesis_sign << 16;
inline constexpr PackedBounds hypothesis_turned_sign = hypothesis_sign << 32;
inline constexpr PackedBounds reference_turned_sign = hypothesis_sign << 48;

inline PackedBounds pack_bounds(int hypothesis, int reference, int hypothesis_turned,
                                int reference_turned) {
    const auto lane = [](int bound, int place) {
        return static_cast<PackedBounds>(bound + bound_bias) << (16 * place);
    };
    return lane(hypothesis, 0) | lane(reference, 1) | lane(hypothesis_turned, 2) |
           lane(reference_turned, 3);
}

// The sign of a bound is set if before + cost + after < below.
inline PackedBounds bounds_below(int below, PackedBounds before, int cost, PackedBounds after) {
    const int room = 0x8000 + below - 1 - cost + 2 * bound_bias;
    return static_cast<PackedBounds>(room) * in_every_bound - before - after;
}

// What is before the boxes that start in one corner.
struct CornerBounds {
    PackedBounds anywhere;  // nothing is known of the box; the last two lanes are not used
    PackedBounds child;     // the box is a child of an inversion, see child_roles
    int first_hypothesis, first_reference;  // the same, by child and by reading
    int second_hypothesis, second_reference;
};

inline bool may_be_anywhere(int below, const CornerBounds& before, int cost, PackedBounds after) {
    constexpr PackedBounds both = hypothesis_sign | reference_sign;
    return (bounds_below(below, before.anywhere, cost, after) & both) == both;
}

// Which child of an inversion a box may be.
struct ChildRoles {
    bool first, second;
    bool any() const { return first || second; }
};

inline ChildRoles child_roles(int below, const CornerBounds& before, int cost, PackedBounds after) {
    constexpr PackedBounds first = hypothesis_turned_sign | reference_sign;
    constexpr PackedBounds second = hypothesis_sign | reference_turned_sign;
    const PackedBounds room = bounds_below(below, before.child, cost, after);
    return {(room & first) == first, (room & second) == second};
}

}  // namespace hyperbaton

// What makes one partial alignment better than another one of the same words.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

#include "alignment_problem.hpp"

namespace hyperbaton {

struct AlignmentCost {
    /// See Arc::gain; one more for every match that continues another of the group.
    std::int64_t gain = 0;
    std::int64_t distance = 0;
    std::int64_t weight = 0;

    AlignmentCost with(const Arc& arc, bool continues) const {
        return {gain + arc.gain + (continues ? 1 : 0), distance + arc.distance,
                weight + arc.weight};
    }

    /// Covered words that gain counts.
    std::int64_t covered() const { return (gain + (std::int64_t{1} << 31)) >> 32; }

    /// Less is better.
    std::strong_ordering operator<=>(const AlignmentCost& other) const {
        if (gain != other.gain) return other.gain <=> gain;
        if (distance != other.distance) return distance <=> other.distance;
        return other.weight <=> weight;
    }
    bool operator==(const AlignmentCost&) const = default;
};

/// Whether arcs a come before arcs b of the same cost: the list of starts decides, then that of
/// lengths. Of two sorted lists, that with the first entry the other lacks comes first, also where
/// the other has ended. Sorts both.
inline bool comes_before(std::vector<const Arc*>& a, std::vector<const Arc*>& b) {
    const auto by_rank = [](const Arc* x, const Arc* y) { return x->rank < y->rank; };
    std::sort(a.begin(), a.end(), by_rank);
    std::sort(b.begin(), b.end(), by_rank);
    const std::size_t common = std::min(a.size(), b.size());
    std::int32_t shorter_first = 0;
    for (std::size_t k = 0; k < common; ++k) {
        if (a[k]->start_rank != b[k]->start_rank) return a[k]->start_rank < b[k]->start_rank;
        if (shorter_first == 0) shorter_first = a[k]->rank - b[k]->rank;
    }
    return a.size() != b.size() ? a.size() > b.size() : shorter_first < 0;
}

}  // namespace hyperbaton

#pragma once
// The buffers behind InversionWorkspace. Every vector only grows, except on release().

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hyperbaton/inversion/inversion_distance.hpp"
#include "hyperbaton/text/string_distances.hpp"
#include "search_memory.hpp"

namespace hyperbaton {

// An inverted block a derivation may use.
struct InvertedPiece {
    int i0, i1, j0, j1;
    double cost;
};

struct InversionWorkspace::Buffers {
    // Words renumbered: reference words first, in order of appearance.
    std::vector<std::int32_t> hypothesis, reference;
    StringDistanceWorkspace strings;
    int types = 0;
    std::vector<std::int32_t> type_counts;

    // The unit-cost search. Memory for pairs of up to 63, 127 and 255 words.
    std::vector<std::int32_t> prefix_cost, suffix_cost;
    SearchMemory<1> narrow;
    SearchMemory<2> middle;
    SearchMemory<4> wide;

    // Scratch of the general search.
    std::vector<double> boxes, pending_costs;

    // Inverted boxes behind the last result; empty where the Levenshtein distance was best.
    std::vector<InvertedPiece> pieces;
    bool wants_pieces = false;

    std::size_t bytes() const;
};

}  // namespace hyperbaton

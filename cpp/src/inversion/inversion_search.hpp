#pragma once
// What the inversion edit distance is made of: its workspace, bounds that need no search, the two
// exact searches, and the derivation behind a result.

#include <cstddef>
#include <cstdint>
#include <span>
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

// Every vector only grows, except on release().
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

// Bounds of the inversion edit distance that need no search.

// Renumbers the words of both sides from 0 to buffers.types - 1 into buffers.hypothesis and
// buffers.reference. O(I + J).
void renumber_words(std::span<const std::int32_t> hypothesis,
                    std::span<const std::int32_t> reference, InversionWorkspace::Buffers& buffers);

// Words that the renumbered sides have in common, as multisets. O(I + J).
int common_words(InversionWorkspace::Buffers& buffers);

// Drops equal words at both ends of the renumbered sides as long as they occur once on each side.
// With unit costs this does not change the distance: a derivation that pairs such a word with
// another one, deletes or inserts it costs no less without it, for a word left alone on one side
// costs what the pair did. Returns the number dropped at the beginning. O(I + J).
int set_ends_aside(InversionWorkspace::Buffers& buffers);

// Unit-cost Levenshtein distance of the renumbered sides. O(I * J / 64).
int unit_levenshtein(InversionWorkspace::Buffers& buffers);

// Unit-cost Levenshtein distances of all prefixes (0, i, 0, j) and of all suffixes (i, I, j, J) of
// the renumbered sides, by i * (J + 1) + j. O(I * J).
void fill_costs_of_prefixes(InversionWorkspace::Buffers& buffers);
void fill_costs_of_suffixes(InversionWorkspace::Buffers& buffers);

// Lower bound for any costs: all common words matched, the rest paired where that is cheaper.
double position_independent_cost(std::size_t hypothesis_words, std::size_t reference_words,
                                 int common, const InversionCosts& costs);

// Levenshtein distance for any costs. O(I * J) time, O(J) memory.
double weighted_levenshtein(const InversionWorkspace::Buffers& buffers,
                            const InversionCosts& costs);

// The two exact searches. Both expect renumbered words and leave the inverted boxes behind
// their result in buffers.pieces (unit costs: if buffers.wants_pieces).

// Unit costs. `bag` is the position-independent distance, `upper` the Levenshtein distance, at
// least bag + 2. Both sides hold at most max_search_words words.
InversionDistance search_unit_costs(int bag, int upper, const InversionLimits& limits,
                                    InversionWorkspace::Buffers& buffers);

// Number of boxes search_general_costs() keeps in memory.
std::size_t general_box_count(std::size_t hypothesis_words, std::size_t reference_words);

// Any non-negative costs; at most max_general_boxes boxes.
InversionDistance search_general_costs(double lower, double upper, const InversionCosts& costs,
                                       const InversionLimits& limits,
                                       InversionWorkspace::Buffers& buffers);

// Rebuilds a derivation from the inverted boxes a search recorded.

// The cheapest derivation whose inverted boxes are all among `pieces`. With n words a side and
// k inverted nodes in the result: O(n^2 + k n^3 + n |pieces|) time; without pieces O(n^2) time
// and one byte for each pair of positions.
std::vector<DerivationNode> trace_derivation(std::span<const std::int32_t> hypothesis,
                                             std::span<const std::int32_t> reference,
                                             const InversionCosts& costs,
                                             std::span<const InvertedPiece> pieces);

}  // namespace hyperbaton

#pragma once
// Bounds of the inversion edit distance that need no search.

#include <cstdint>
#include <span>

#include "inversion_workspace.hpp"

namespace hyperbaton {

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

}  // namespace hyperbaton

#pragma once
// The two exact searches. Both expect renumbered words and leave the inverted boxes behind
// their result in buffers.pieces (unit costs: if buffers.wants_pieces).

#include "inversion_workspace.hpp"

namespace hyperbaton {

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

}  // namespace hyperbaton

#pragma once
// Rebuilds a derivation from the inverted boxes a search recorded.

#include <cstdint>
#include <span>
#include <vector>

#include "inversion_workspace.hpp"

namespace hyperbaton {

// The cheapest derivation whose inverted boxes are all among `pieces`. With n words a side and
// k inverted nodes in the result: O(n^2 + k n^3 + n |pieces|) time; without pieces O(n^2) time
// and one byte for each pair of positions.
std::vector<DerivationNode> trace_derivation(std::span<const std::int32_t> hypothesis,
                                             std::span<const std::int32_t> reference,
                                             const InversionCosts& costs,
                                             std::span<const InvertedPiece> pieces);

}  // namespace hyperbaton

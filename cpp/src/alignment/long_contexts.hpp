// The contexts of RIBES in sentences so long that comparing all positions would take too long.
#pragma once

#include <vector>

#include "hyperbaton/alignment/ribes.hpp"

namespace hyperbaton {

// For every word of the hypothesis its shortest context to the left, as shortest_contexts finds it,
// from the order of all contexts: O((n + m) log (n + m)) time, O(n + m) memory.
void shortest_long_contexts(Sequence hypothesis, Sequence reference,
                            std::vector<Context>& contexts);

}  // namespace hyperbaton

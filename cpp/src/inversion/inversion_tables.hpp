#pragma once
// Tables of one sentence pair for the unit-cost search.

#include "inversion_workspace.hpp"

namespace hyperbaton {

// Fills the table buffers from the renumbered words and returns pointers into them.
// O(I * J + J^2) time and memory.
detail::SearchTables build_search_tables(InversionWorkspace::Buffers& buffers);

}  // namespace hyperbaton

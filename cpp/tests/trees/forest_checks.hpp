// Which sizes are those of a forest.
#pragma once

#include <cstdint>
#include <vector>

#include "hyperbaton/trees/ordered_trees.hpp"

namespace hyperbaton {

using Ids = std::vector<std::int32_t>;

// The definition: two subtrees are apart, or one contains the other.
inline bool is_forest_by_definition(const Ids& sizes) {
    const auto n = static_cast<std::int32_t>(sizes.size());
    for (std::int32_t i = 0; i < n; ++i) {
        const std::int32_t first = first_leaf(sizes, i);
        if (first < 0 || first > i) return false;
        for (std::int32_t j = 0; j < i; ++j) {
            if (j >= first && first_leaf(sizes, j) < first) return false;
        }
    }
    return true;
}

}  // namespace hyperbaton

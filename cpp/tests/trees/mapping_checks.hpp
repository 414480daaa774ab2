// Tree edit distances against all mappings, one by one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hyperbaton/trees/tree_edit_distance.hpp"
#include "tests/check.hpp"

namespace hyperbaton {

using Integers = std::vector<std::int32_t>;
using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

inline bool is_above(const Integers& sizes, std::int32_t upper, std::int32_t lower) {
    return first_leaf(sizes, upper) <= lower && lower < upper;
}

// The definition: order and ancestry are the same on both sides.
inline bool agrees(const Integers& a, const Integers& b, const Pairs& pairs, std::int32_t i,
                   std::int32_t j) {
    return std::all_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
        return pair.first < i && pair.second < j &&
               is_above(a, i, pair.first) == is_above(b, j, pair.second);
    });
}

// The largest sum of gains over all mappings, tried one by one.
template <class Gain>
double best_of_all(const Integers& a, const Integers& b, Gain gain, std::int32_t i, Pairs& pairs) {
    if (i == static_cast<std::int32_t>(a.size())) return 0.0;
    double best = best_of_all(a, b, gain, i + 1, pairs);
    for (std::int32_t j = 0; j < static_cast<std::int32_t>(b.size()); ++j) {
        if (!agrees(a, b, pairs, i, j)) continue;
        pairs.emplace_back(i, j);
        best = std::max(best, gain(i, j) + best_of_all(a, b, gain, i + 1, pairs));
        pairs.pop_back();
    }
    return best;
}

inline void check_against_all_mappings(const Integers& a, const Integers& x, const Integers& b,
                                       const Integers& y, const TreeEditCosts& costs,
                                       TreeEditWorkspace& workspace) {
    Pairs pairs;
    const double most = best_of_all(a, b, [](auto, auto) { return 1.0; }, 0, pairs);
    CHECK(largest_mapping(a, b, workspace) == static_cast<std::int32_t>(most));

    double everything = 0.0;
    for (const std::int32_t label : x) everything += costs.deletion[label];
    for (const std::int32_t label : y) everything += costs.insertion[label];
    const auto gain = [&](std::int32_t i, std::int32_t j) {
        const std::int32_t p = x[at(i)], q = y[at(j)];
        return costs.deletion[p] + costs.insertion[q] - costs.rename[p * costs.columns + q];
    };
    const double expected = everything - best_of_all(a, b, gain, 0, pairs);
    CHECK(tree_edit_distance({a, x}, {b, y}, costs, workspace) == expected);

    const TreeMapping found = tree_edit_mapping({a, x}, {b, y}, costs, workspace);
    CHECK(found.distance == expected);
    double sum = everything;
    Pairs mapped;
    for (std::size_t k = 0; k < found.first.size(); ++k) {
        CHECK(agrees(a, b, mapped, found.first[k], found.second[k]));
        CHECK(gain(found.first[k], found.second[k]) > 0.0);
        mapped.emplace_back(found.first[k], found.second[k]);
        sum -= gain(found.first[k], found.second[k]);
    }
    CHECK(sum == expected);
}

}  // namespace hyperbaton

// Levenshtein, position-independent and CDER distances against obvious versions of each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <vector>

#include "hyperbaton/text/string_distances.hpp"
#include "tests/check.hpp"
#include "tests/random_words.hpp"

namespace hyperbaton {

using Table = std::vector<std::vector<std::size_t>>;

inline std::size_t naive_levenshtein(const WordList& a, const WordList& b) {
    Table cell(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            cell[i][j] = std::max(i, j);
            if (i > 0 && j > 0) {
                cell[i][j] = std::min({cell[i - 1][j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0),
                                       cell[i - 1][j] + 1, cell[i][j - 1] + 1});
            }
        }
    }
    return cell[a.size()][b.size()];
}

inline std::size_t naive_position_independent(const WordList& a, const WordList& b) {
    const std::multiset<std::int32_t> bag_a(a.begin(), a.end());
    const std::multiset<std::int32_t> bag_b(b.begin(), b.end());
    WordList common;
    std::set_intersection(bag_a.begin(), bag_a.end(), bag_b.begin(), bag_b.end(),
                          std::back_inserter(common));
    return std::max(a.size(), b.size()) - common.size();
}

/// The recursion as it is written, with the minimum over all jumps for every cell.
inline std::size_t naive_cder(const WordList& hypothesis, const WordList& reference) {
    const std::size_t n = hypothesis.size();
    std::vector<std::size_t> row(n + 1, 1);
    row[0] = 0;
    for (const std::int32_t word : reference) {
        std::vector<std::size_t> next(n + 1);
        for (std::size_t i = 0; i <= n; ++i) {
            next[i] = row[i] + 1;
            if (i > 0) {
                const std::size_t cost = hypothesis[i - 1] != word ? 1 : 0;
                next[i] = std::min({next[i], row[i - 1] + cost, next[i - 1] + 1});
            }
        }
        const std::vector<std::size_t> walked = next;
        for (std::size_t i = 0; i <= n; ++i) {
            for (std::size_t from = 0; from <= n; ++from) {
                next[i] = std::min(next[i], walked[from] + 1);
            }
        }
        row = next;
    }
    return row[n];
}

/// Whether the operations turn the hypothesis into the reference, at a cost of `distance`.
inline bool is_script(const std::vector<EditOperation>& operations, const WordList& hypothesis,
                      const WordList& reference, std::size_t distance) {
    std::size_t i = 0;
    std::size_t j = 0;
    std::size_t cost = 0;
    for (const EditOperation operation : operations) {
        i += operation != EditOperation::insertion ? 1 : 0;
        j += operation != EditOperation::deletion ? 1 : 0;
        if (i > hypothesis.size() || j > reference.size()) {
            return false;
        }
        const bool is_match = operation == EditOperation::match;
        const bool is_pair = is_match || operation == EditOperation::substitution;
        if (is_pair && is_match != (hypothesis[i - 1] == reference[j - 1])) {
            return false;
        }
        cost += is_match ? 0 : 1;
    }
    return i == hypothesis.size() && j == reference.size() && cost == distance;
}

inline void check_string_distances(const WordList& a, const WordList& b,
                                   StringDistanceWorkspace& workspace) {
    const std::size_t levenshtein = naive_levenshtein(a, b);
    CHECK(levenshtein_distance(a, b, workspace) == levenshtein);
    CHECK(levenshtein_distance(b, a, workspace) == levenshtein);
    CHECK(is_script(levenshtein_operations(a, b, workspace), a, b, levenshtein));
    const std::size_t position_independent = position_independent_distance(a, b, workspace);
    CHECK(position_independent == naive_position_independent(a, b));
    CHECK(position_independent <= levenshtein);
    const std::size_t cder = cder_distance(a, b, workspace);
    CHECK(cder == naive_cder(a, b));
    CHECK(cder <= levenshtein);
}

}  // namespace hyperbaton

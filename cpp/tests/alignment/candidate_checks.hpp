// Candidates against comparing every word with every word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hyperbaton/alignment/match_candidates.hpp"
#include "tests/alignment/random_pairs.hpp"
#include "tests/check.hpp"

namespace hyperbaton {

template <class IsMatch>
Matches every_pair(std::size_t n_hyp, std::size_t n_ref, IsMatch is_match) {
    Matches matches;
    for (std::size_t i = 0; i < n_hyp; ++i) {
        for (std::size_t j = 0; j < n_ref; ++j) {
            if (is_match(i, j)) {
                matches.push_back(
                    {static_cast<std::int32_t>(i), 1, static_cast<std::int32_t>(j), 1, 2, 0.5f});
            }
        }
    }
    return matches;
}

inline void check_equal_words(const Words& h, const Words& r, MatchWorkspace& workspace) {
    Matches exact, classes;
    exact_matches(h, r, 2, 0.5f, workspace, exact);
    CHECK(exact == every_pair(h.size(), r.size(),
                              [&](std::size_t i, std::size_t j) { return h[i] == r[j]; }));
    class_matches(h, r, 2, 0.5f, workspace, classes);
    CHECK(classes == every_pair(h.size(), r.size(), [&](std::size_t i, std::size_t j) {
              return h[i] == r[j] && h[i] >= 0;
          }));
}

struct ClassSets {
    Words values{-9};  // so that offsets do not begin at 0
    std::vector<std::int64_t> offsets{1};

    SequenceBatch batch() const {
        return {values.data(), offsets.data(), static_cast<std::int64_t>(offsets.size()) - 1};
    }
};

inline void check_common_classes(const ClassSets& h, const ClassSets& r,
                                 MatchWorkspace& workspace) {
    Matches matches;
    class_matches(h.batch(), r.batch(), 2, 0.5f, workspace, matches);
    const auto meet = [&](std::size_t i, std::size_t j) {
        for (const std::int32_t a : h.batch()[static_cast<std::int64_t>(i)]) {
            for (const std::int32_t b : r.batch()[static_cast<std::int64_t>(j)]) {
                if (a == b && a >= 0) return true;
            }
        }
        return false;
    };
    CHECK(matches == every_pair(h.offsets.size() - 1, r.offsets.size() - 1, meet));
}

}  // namespace hyperbaton

// The contexts of RIBES, tried one by one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hyperbaton/alignment/ribes.hpp"
#include "tests/check.hpp"
#include "tests/random_words.hpp"

namespace hyperbaton {

// Where `part` begins in `words`, overlapping occurrences included.
inline std::vector<std::int64_t> occurrences(const WordList& part, const WordList& words) {
    std::vector<std::int64_t> starts;
    for (std::size_t i = 0; i + part.size() <= words.size(); ++i) {
        const auto first = words.begin() + static_cast<std::ptrdiff_t>(i);
        if (std::equal(part.begin(), part.end(), first)) {
            starts.push_back(static_cast<std::int64_t>(i));
        }
    }
    return starts;
}

// The position of the hypothesis's i-th word, tried with one more word of context at a time.
inline std::int64_t naive_position(const WordList& hypothesis, const WordList& reference,
                                   std::ptrdiff_t i) {
    const auto n = static_cast<std::ptrdiff_t>(hypothesis.size());
    const auto word = hypothesis.begin() + i;
    for (std::ptrdiff_t window = 0; window < n; ++window) {
        if (window <= i) {
            const WordList part(word - window, word + 1);
            const auto found = occurrences(part, reference);
            if (found.size() == 1 && occurrences(part, hypothesis).size() == 1) {
                return found[0] + window;
            }
        }
        if (i + window < n) {
            const WordList part(word, word + window + 1);
            const auto found = occurrences(part, reference);
            if (found.size() == 1 && occurrences(part, hypothesis).size() == 1) return found[0];
        }
    }
    return -1;
}

inline void check_contexts(const WordList& hypothesis, const WordList& reference,
                           RibesWorkspace& workspace) {
    WordList positions(hypothesis.size());
    align_by_context(hypothesis, reference, workspace, positions.data());
    std::int64_t aligned = 0, ascending = 0;
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        const std::int64_t expected =
            naive_position(hypothesis, reference, static_cast<std::ptrdiff_t>(i));
        CHECK(positions[i] == expected);
        if (expected < 0) continue;
        ++aligned;
        for (std::size_t j = 0; j < i; ++j) {
            ascending += positions[j] >= 0 && positions[j] < positions[i] ? 1 : 0;
        }
    }
    const AlignedOrder order = aligned_order(hypothesis, reference, workspace);
    CHECK(order.aligned == aligned);
    CHECK(order.ascending == ascending);
}

}  // namespace hyperbaton

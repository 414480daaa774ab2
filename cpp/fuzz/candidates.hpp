// Candidates for an alignment: equal words, and others that the fuzzer makes up.
#pragma once

#include <cstdint>

#include "fuzz/input.hpp"
#include "hyperbaton/alignment/match_candidates.hpp"
#include "tests/alignment/random_pairs.hpp"

namespace hyperbaton {

// A match within the two sentences, which are not empty.
inline Match some_match(std::int32_t hyp_words, std::int32_t ref_words, Input& input) {
    const std::int32_t hyp_length = 1 + input.small(std::min(3, hyp_words));
    const std::int32_t ref_length = 1 + input.small(std::min(3, ref_words));
    return {input.small(hyp_words - hyp_length + 1),
            hyp_length,
            input.small(ref_words - ref_length + 1),
            ref_length,
            input.small(4),
            0.25f * static_cast<float>(input.small(5))};
}

inline Matches some_candidates(const WordList& hypothesis, const WordList& reference,
                               std::size_t most_others, Input& input) {
    Matches matches;
    MatchWorkspace workspace;
    exact_matches(hypothesis, reference, 0, 1.0f, workspace, matches);
    if (hypothesis.empty() || reference.empty()) return matches;
    for (std::size_t others = input.below(most_others + 1); others > 0; --others) {
        const auto at = static_cast<std::ptrdiff_t>(input.below(matches.size() + 1));
        matches.insert(matches.begin() + at,
                       some_match(static_cast<std::int32_t>(hypothesis.size()),
                                  static_cast<std::int32_t>(reference.size()), input));
    }
    return matches;
}

}  // namespace hyperbaton

// Skip-bigrams against nested loops.
#pragma once

#include "hyperbaton/text/skip_bigrams.hpp"
#include "tests/text/ngram_checks.hpp"

namespace hyperbaton {

inline Counts naive_skip_bigrams(const WordList& words, std::int64_t skip) {
    Counts counts;
    for (std::size_t j = 0; j < words.size(); ++j) {
        for (std::size_t i = 0; i < j; ++i) {
            const auto between = static_cast<std::int64_t>(j - i) - 1;
            if (skip < 0 || between <= skip) ++counts[{words[i], words[j]}];
        }
    }
    return counts;
}

inline void check_skip_bigrams(const WordList& hypothesis, const WordList& reference,
                               SkipBigramWorkspace& workspace) {
    for (const std::int64_t skip : {-1, 0, 1, 4, 30, 1 << 30}) {
        const Counts ours = naive_skip_bigrams(hypothesis, skip);
        const Counts theirs = naive_skip_bigrams(reference, skip);
        const auto words = static_cast<std::int64_t>(hypothesis.size());
        CHECK(count_skip_bigrams(words, skip) == total(ours));
        CHECK(common_skip_bigrams(hypothesis, reference, skip, workspace) ==
              total(common(ours, theirs)));
    }
}

}  // namespace hyperbaton

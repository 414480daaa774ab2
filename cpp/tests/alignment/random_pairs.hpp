// Random sentence pairs and candidates.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "hyperbaton/alignment/match_candidates.hpp"
#include "tests/random_words.hpp"

using Words = WordList;
using Matches = std::vector<hyperbaton::Match>;

inline std::int32_t below(std::int32_t limit, Generator& generator) {
    return static_cast<std::int32_t>(below(static_cast<std::size_t>(limit), generator));
}

inline Words random_sentence(std::int32_t size, std::int32_t alphabet, Generator& generator) {
    Words words(static_cast<std::size_t>(size));
    for (std::int32_t& word : words) word = below(alphabet, generator);
    return words;
}

/// Few words often, many seldom, as in text.
inline Words zipf_sentence(std::int32_t size, std::int32_t alphabet, Generator& generator) {
    Words words(static_cast<std::size_t>(size));
    for (std::int32_t& word : words) {
        const double uniform = static_cast<double>(generator()) / 4294967296.0;
        word = static_cast<std::int32_t>(std::pow(static_cast<double>(alphabet), uniform)) - 1;
    }
    return words;
}

inline hyperbaton::Match random_phrase(std::int32_t hyp_words, std::int32_t ref_words,
                                       Generator& generator) {
    const std::int32_t hyp_length = 1 + below(std::min(3, hyp_words), generator);
    const std::int32_t ref_length = 1 + below(std::min(3, ref_words), generator);
    return {below(hyp_words - hyp_length + 1, generator),
            hyp_length,
            below(ref_words - ref_length + 1, generator),
            ref_length,
            1 + below(3, generator),
            0.25f * static_cast<float>(1 + below(3, generator))};
}

inline void shuffle(Matches& matches, Generator& generator) {
    for (std::size_t k = matches.size(); k > 1; --k) {
        std::swap(matches[k - 1], matches[generator() % k]);
    }
}

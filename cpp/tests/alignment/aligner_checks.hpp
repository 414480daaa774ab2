// Alignments against every valid one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hyperbaton/alignment/aligner.hpp"
#include "tests/alignment/every_alignment.hpp"
#include "tests/alignment/random_pairs.hpp"
#include "tests/check.hpp"

namespace hyperbaton {

/// One-to-one, in order, and with the figures that its matches have.
inline void check_valid(const Matches& matches, std::int32_t hyp_words, std::int32_t ref_words,
                        const AlignmentResult& result) {
    std::vector<bool> hyp(static_cast<std::size_t>(hyp_words));
    std::vector<bool> ref(static_cast<std::size_t>(ref_words));
    const auto cover = [](std::vector<bool>& words, std::int32_t start, std::int32_t length) {
        for (std::int32_t w = start; w < start + length; ++w) {
            CHECK(!words[static_cast<std::size_t>(w)]);
            words[static_cast<std::size_t>(w)] = true;
        }
    };
    std::int32_t previous = -1;
    for (const std::int32_t k : result.chosen) {
        const Match& match = matches[static_cast<std::size_t>(k)];
        CHECK(match.hyp_start > previous);
        previous = match.hyp_start;
        cover(hyp, match.hyp_start, match.hyp_length);
        cover(ref, match.ref_start, match.ref_length);
    }
    const RatedAlignment rating = rated(matches, result.chosen);
    CHECK(rating.covered() == result.covered);
    CHECK(rating.chunks() == result.chunks);
    CHECK(rating.distance() == result.distance);
}

inline void check_against_all(const Matches& matches, std::int32_t hyp_words,
                              std::int32_t ref_words, AlignerWorkspace& workspace) {
    const AlignmentResult result = align(matches, hyp_words, ref_words, workspace);
    check_valid(matches, hyp_words, ref_words, result);
    const EveryAlignment all(matches, hyp_words, ref_words);
    CHECK(result.exact);
    CHECK(result.chosen == all.best().chosen);
    // The beam search never beats the exact one, and covers as much where words match words.
    const AlignmentResult rough = align(matches, hyp_words, ref_words, workspace, {1, 2});
    check_valid(matches, hyp_words, ref_words, rough);
    CHECK(rated(matches, rough.chosen).key >= all.best().key);
    CHECK(!rough.exact || rough.chosen == result.chosen);
    bool words_only = true;
    for (const Match& match : matches) {
        words_only = words_only && match.hyp_length == 1 && match.ref_length == 1;
    }
    CHECK(!words_only || rough.covered == result.covered);
}

}  // namespace hyperbaton

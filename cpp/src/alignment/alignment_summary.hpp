#pragma once

#include <algorithm>
#include <cstdlib>
#include <span>

#include "hyperbaton/alignment/aligner.hpp"

namespace hyperbaton {

/// Sorts the chosen candidates by their place in the hypothesis and fills in covered, chunks and
/// distance.
inline void summarize(std::span<const Match> candidates, AlignmentResult& result) {
    std::sort(result.chosen.begin(), result.chosen.end(), [&](std::int32_t a, std::int32_t b) {
        return candidates[static_cast<std::size_t>(a)].hyp_start <
               candidates[static_cast<std::size_t>(b)].hyp_start;
    });
    const Match* previous = nullptr;
    for (const std::int32_t k : result.chosen) {
        const Match& match = candidates[static_cast<std::size_t>(k)];
        result.covered += match.hyp_length + match.ref_length;
        result.distance += std::abs(match.hyp_start - match.ref_start);
        const bool continues = previous &&
                               previous->hyp_start + previous->hyp_length == match.hyp_start &&
                               previous->ref_start + previous->ref_length == match.ref_start;
        result.chunks += continues ? 0 : 1;
        previous = &match;
    }
}

}  // namespace hyperbaton

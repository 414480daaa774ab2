#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hyperbaton {

/// What operations of the extended edit distance cost; a substitution costs 1.
struct ExtendedEditCosts {
    double jump;       ///< to any place of the hypothesis, at a space of the reference
    double coverage;   ///< of every visit of a character but one, and of every character left out
    double deletion;   ///< of a character of the hypothesis
    double insertion;  ///< of a character of the reference
};

/// Buffers kept between calls. One per thread.
struct ExtendedEditWorkspace {
    std::vector<double> row;
    std::vector<double> next;
    std::vector<std::int64_t> visits;
};

/// EED (Stanchev, Wang & Ney 2019), from 0 to 1, of two texts as code points.
///
/// CDER's grid over characters: D(0, 0) = 0, D(i, 0) = 1 for i > 0, and a row for every character
/// of the reference. Behind a space of the reference every place can be reached from the cheapest
/// one by a jump. With v visits of the cheapest places of all rows, the first of several, coverage
/// costs v - 1 for a place visited and 1 for one never visited, the place before the first
/// character included. The rate is (D + coverage) / (|r| + coverage), at most 1.
///
/// Not symmetric; texts are expected to have a space at both ends. O(|h| · |r|) time.
double extended_edit_rate(std::span<const std::int32_t> hypothesis,
                          std::span<const std::int32_t> reference, const ExtendedEditCosts& costs,
                          ExtendedEditWorkspace& workspace);

}  // namespace hyperbaton

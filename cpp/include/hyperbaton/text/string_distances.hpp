#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hyperbaton/text/edit_grid.hpp"
#include "hyperbaton/text/edit_operation.hpp"
#include "hyperbaton/text/match_masks.hpp"
#include "hyperbaton/text/word_classes.hpp"

namespace hyperbaton {

/// Buffers of the functions below, kept between calls so that they stop allocating. One per
/// thread; what is in it between calls has no meaning.
struct StringDistanceWorkspace {
    MatchMasks masks;
    WordClasses classes;
    EditGrid grid;
    std::vector<std::uint32_t> words;
    std::vector<std::uint32_t> counts;
    std::vector<std::uint64_t> bits;
};

/// Number of word insertions, deletions and substitutions between two sequences.
///
/// Symmetric, at most max(|a|, |b|), 0 only for equal sequences. Myers' bit-parallel algorithm
/// (1999) in blocks of 64 words after removal of common ends: O(longer · ⌈shorter / 64⌉) time.
/// Divided by the reference length this is WER.
std::size_t levenshtein_distance(std::span<const std::int32_t> a, std::span<const std::int32_t> b,
                                 StringDistanceWorkspace& workspace);

/// A cheapest way to turn the hypothesis into the reference, one operation a position.
///
/// As many operations other than `match` as levenshtein_distance. Of several cheapest ways: from
/// the end backwards, match or substitution before deletion before insertion, which is also the
/// rule of translation_edits. O(hypothesis · ⌈reference / 64⌉) time, memory as fill_and_trace.
std::vector<EditOperation> levenshtein_operations(std::span<const std::int32_t> hypothesis,
                                                  std::span<const std::int32_t> reference,
                                                  StringDistanceWorkspace& workspace);

/// Position-independent distance: max(|a|, |b|) minus the size of the bag intersection.
///
/// The bag-of-words Levenshtein distance of Leusch, Ueffing & Ney (2003): 0 for permutations of
/// one another, symmetric, never more than levenshtein_distance. O(|a| + |b|) time. Divided by
/// the reference length this is PER.
std::size_t position_independent_distance(std::span<const std::int32_t> a,
                                          std::span<const std::int32_t> b,
                                          StringDistanceWorkspace& workspace);

/// CDER's distance (Leusch, Ueffing & Ney 2006): Levenshtein with long jumps in the hypothesis.
///
/// D(0, 0) = 0; D(i, j) = min of D(i-1, j-1) + [h_i != r_j], D(i-1, j) + 1, D(i, j-1) + 1 and
/// min over i' of D(i', j) + 1; the distance is D(|h|, |r|). Every reference word is covered
/// exactly once, a hypothesis word any number of times; a jump costs 1, and so does the last one
/// to the end of the hypothesis if the path ends elsewhere. This is what Moses' mert computes
/// as CDER, which then scores 1 - distance / |r|; CDER itself is distance / |r|. Neither the
/// paper's word-dependent substitution costs nor a miscoverage penalty is included.
///
/// Not symmetric, never more than levenshtein_distance; with an empty reference, min(|h|, 1).
/// O(reference · ⌈(hypothesis + 1) / 64⌉) time.
std::size_t cder_distance(std::span<const std::int32_t> hypothesis,
                          std::span<const std::int32_t> reference,
                          StringDistanceWorkspace& workspace);

}  // namespace hyperbaton

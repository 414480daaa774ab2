#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hyperbaton/text/edit_grid.hpp"
#include "hyperbaton/text/edit_operation.hpp"
#include "hyperbaton/text/match_masks.hpp"

namespace hyperbaton {

/// The limits that define TER's greedy search, with the values of sacreBLEU (and of Tercom).
inline constexpr std::size_t ter_beam_width = 25;
inline constexpr std::size_t ter_max_shift_size = 10;
inline constexpr std::size_t ter_max_shift_distance = 50;
inline constexpr std::size_t ter_max_shift_candidates = 1000;

/// The move of words [start, start + length), after which the first of them is at `destination`.
struct Shift {
    std::int32_t start;
    std::int32_t length;
    std::int32_t destination;

    bool operator==(const Shift&) const = default;
};

/// What TER did to a hypothesis.
struct TranslationEdits {
    std::vector<Shift> shifts;              ///< each applies to the result of those before it
    std::vector<std::int32_t> order;        ///< after the shifts: original position of each word
    std::vector<EditOperation> operations;  ///< from the shifted hypothesis to the reference
    std::size_t edits = 0;                  ///< shifts plus operations other than match
};

/// A shift under consideration: the words [begin, middle) and [middle, end) change places.
struct ShiftCandidate {
    std::uint32_t start;   ///< the matching words: first position,
    std::uint32_t target;  ///< and where in the unshifted hypothesis they are to be inserted
    std::uint32_t begin;
    std::uint32_t middle;
    std::uint32_t end;
};

/// Buffers of the functions below, kept between calls so that they stop allocating. One per
/// thread; what is in it between calls has no meaning.
struct TranslationEditWorkspace {
    MatchMasks masks;
    EditBand band;
    EditGrid grid;
    std::vector<std::uint32_t> reference;   // words as classes of `masks`
    std::vector<std::uint32_t> hypothesis;  // likewise, after the shifts so far
    std::vector<std::uint32_t> counts;
    std::vector<EditOperation> operations;
    std::vector<std::uint32_t> targets;  // per reference gap: hypothesis words aligned before it
    std::vector<std::uint32_t> wrong_in_hypothesis;                              // prefix sums
    std::vector<std::uint32_t> wrong_in_reference;                               // prefix sums
    std::array<std::vector<ShiftCandidate>, ter_max_shift_size + 1> candidates;  // by length
};

/// Number of edits of TER (Snover et al. 2006): shifts, insertions, deletions, substitutions.
///
/// Equal to sacreBLEU's `translation_edit_rate` for every pair, by the same definition: as long
/// as some shift of at most 10 words that match reference words, at most 50 positions away,
/// lowers the edit distance, the one that lowers it most is done (ties: longest, then leftmost,
/// then leftmost target), unless 1000 shifts have been considered. The edit distance only looks
/// at 25 columns to each side of the diagonal. TER is edits / reference length; with an empty
/// reference every hypothesis word is one deletion.
///
/// Not symmetric; never less than position_independent_distance, and more than
/// levenshtein_distance only where the beam hides the cheapest path. Setting up and each shift
/// considered cost O(hypothesis · ⌈reference / 64⌉) time at most.
std::size_t translation_edit_count(std::span<const std::int32_t> hypothesis,
                                   std::span<const std::int32_t> reference,
                                   TranslationEditWorkspace& workspace);

/// The same search, with its shifts and the final edit operations. `edits` is equal to
/// translation_edit_count.
TranslationEdits translation_edits(std::span<const std::int32_t> hypothesis,
                                   std::span<const std::int32_t> reference,
                                   TranslationEditWorkspace& workspace);

}  // namespace hyperbaton

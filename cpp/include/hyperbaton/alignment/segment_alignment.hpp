// Alignments of many segments: which words match is known by word id, which of the matches are
// made is decided for every hypothesis and reference.
#pragma once

#include <cstdint>
#include <vector>

#include "hyperbaton/alignment/aligner.hpp"
#include "hyperbaton/alignment/match_candidates.hpp"
#include "hyperbaton/alignment/meteor_alignment.hpp"
#include "hyperbaton/text/segments.hpp"

namespace hyperbaton {

/// Words match if they are equal, or have a class (stem, synset) in common.
struct WordMatcher {
    float weight;
    /// classes[w]: the classes of word w. Without any sequence, words match that are equal.
    SequenceBatch classes;
    /// Whether every word has exactly one class.
    bool one_class_each;
};

bool has_one_class_each(const SequenceBatch& classes);

/// Matches that were found elsewhere, of all pairs of hypothesis and reference.
struct GivenMatches {
    /// Pair r has matches offsets[r] .. offsets[r + 1] - 1.
    const std::int64_t* offsets;
    /// Four numbers a match: hyp_start, hyp_length, ref_start, ref_length.
    const std::int32_t* spans;
    const float* weights;
};

/// One matcher or the other; which comes first in a list is the more to be trusted.
struct Matcher {
    WordMatcher words;
    GivenMatches given;
    bool is_given;
};

enum class AlignmentSearch { best, meteor };

struct SegmentAlignmentOptions {
    AlignmentSearch search = AlignmentSearch::best;
    AlignmentLimits limits;
    FunctionWords function_words = {};
};

/// Buffers of one thread.
struct SegmentAlignmentWorkspace {
    MatchWorkspace matching;
    AlignerWorkspace aligner;
    MeteorWorkspace meteor;
    std::vector<Match> candidates;
    std::vector<std::int32_t> hyp_classes, ref_classes;
    std::vector<std::int64_t> hyp_offsets, ref_offsets;
};

/// The alignment of one hypothesis with reference r; `chosen` refers to workspace.candidates. The
/// search `best` leaves out some of them (prefer_equal_words), and at last links of function words
/// that stand alone.
///
/// A pair of equal words is matched by the first matcher alone that matches equal words. `exact` is
/// false also where candidates were left out because a word occurs very often (match_candidates).
/// Word ids have to be known to the classes of all matchers. Throws std::invalid_argument for given
/// matches that do not lie within the sentences.
AlignmentResult align_pair(Sequence hypothesis, Sequence reference, std::int64_t r,
                           const std::vector<Matcher>& matchers,
                           const SegmentAlignmentOptions& options,
                           SegmentAlignmentWorkspace& workspace);

}  // namespace hyperbaton

// Candidate matches between words of a hypothesis and words of a reference: what an aligner may
// choose from. One function a way of matching; each appends, so that several can be combined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hyperbaton/runtime/sequences.hpp"
#include "hyperbaton/text/word_classes.hpp"

namespace hyperbaton {

/// A span of hypothesis words that may be aligned with a span of reference words.
struct Match {
    std::int32_t hyp_start;
    std::int32_t hyp_length;
    std::int32_t ref_start;
    std::int32_t ref_length;
    /// Which way of matching found it; the lower, the more it is to be trusted.
    std::int32_t matcher;
    float weight;

    bool operator==(const Match&) const = default;
};

/// The matches of a word with words equal to it: how many there are, the smallest distance, and the
/// place of one of them.
struct EqualWords {
    std::int32_t count = 0;
    std::int32_t distance = 0;
    std::int32_t place = 0;
};

/// Buffers of the functions below, kept between calls so that they stop allocating. One per
/// thread; what is in it between calls has no meaning.
struct MatchWorkspace {
    WordClasses classes;
    std::vector<std::int32_t> first;
    std::vector<std::int32_t> places;
    std::vector<std::int32_t> seen;
    std::vector<std::int32_t> owners;
    std::vector<std::int32_t> found;
    std::vector<EqualWords> hyp_equal, ref_equal;
};

/// The matches a word can have with words far from its own place among its like: the k-th
/// occurrence of a word, or of a class, is matched with occurrences k - reach to k + reach, where
/// reach is far_match, less in sentences so long that there would be more than about
/// many_matches. What lies beyond matters only in sentences that repeat a word very often, and
/// would make quadratically many candidates.
inline constexpr std::int32_t far_match = 64;
inline constexpr std::int32_t many_matches = 1 << 17;

/// Appends a match of one word with one word for every pair of equal ids. Returns whether none was
/// left out (see far_match).
///
/// Any 32-bit ids. In order of hyp_start, then ref_start. O(|hypothesis| + |reference| + matches)
/// expected time; at most 2 · far_match + 1 matches a word.
bool exact_matches(Sequence hypothesis, Sequence reference, std::int32_t matcher, float weight,
                   MatchWorkspace& workspace, std::vector<Match>& matches);

/// As exact_matches for the class of every word (its stem, its cluster); a word whose class is
/// negative has none and matches nothing.
bool class_matches(Sequence hypothesis, Sequence reference, std::int32_t matcher, float weight,
                   MatchWorkspace& workspace, std::vector<Match>& matches);

/// As class_matches for words with any number of classes each (WordNet synsets): classes[k] are
/// those of word k, and two words match, once, if they have one in common. Of more than 2 · reach
/// words of a class, those with the nearest positions are taken.
///
/// Order as above. O(classes of both + matches by class) expected time, plus sorting the matches of
/// each word.
bool class_matches(const SequenceBatch& hypothesis, const SequenceBatch& reference,
                   std::int32_t matcher, float weight, MatchWorkspace& workspace,
                   std::vector<Match>& matches);

/// By word id, whether each is a function word; empty if none is.
using FunctionWords = std::span<const std::uint8_t>;

/// Removes matches of different single words where people take an equal one, even if more words
/// could be matched otherwise: a word, if it is not a function word and the other sentence has at
/// least as many copies of it, matches no other word that is farther than its nearest copy.
/// O(words + matches) time.
void prefer_equal_words(Sequence hypothesis, Sequence reference, FunctionWords function_words,
                        MatchWorkspace& workspace, std::vector<Match>& matches);

}  // namespace hyperbaton

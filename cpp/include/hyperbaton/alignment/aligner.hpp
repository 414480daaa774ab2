// The alignment of a hypothesis with a reference in the manner of METEOR (Denkowski & Lavie 2011).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hyperbaton/alignment/match_candidates.hpp"

namespace hyperbaton {

struct AlignmentLimits {
    /// States the exact search may make in one group of words that depend on each other; beyond
    /// it, that group is aligned by beam search.
    std::int64_t max_states = 1 << 14;
    /// States the beam search keeps at every word.
    std::int32_t beam = 40;
};

struct AlignmentResult {
    /// Chosen candidates (indices into the span given) by hyp_start.
    std::vector<std::int32_t> chosen;
    /// Words covered, those of both sentences together.
    std::int64_t covered = 0;
    /// Maximal series of chosen matches that follow one another in both sentences.
    std::int32_t chunks = 0;
    /// Sum of |hyp_start - ref_start|.
    std::int64_t distance = 0;
    /// Whether this is certainly the best alignment: no group of words went over max_states.
    bool exact = true;
};

struct AlignerBuffers;

/// Buffers of align, kept between calls so that they stop allocating. One per thread; what is in
/// it between calls has no meaning.
class AlignerWorkspace {
public:
    AlignerWorkspace();
    ~AlignerWorkspace();
    AlignerWorkspace(AlignerWorkspace&&) noexcept;
    AlignerWorkspace& operator=(AlignerWorkspace&&) noexcept;
    AlignerBuffers& buffers() { return *buffers_; }

private:
    std::unique_ptr<AlignerBuffers> buffers_;
};

/// Chooses candidates so that every word of either sentence is covered at most once and, in this
/// order:
///
///   1. most words are covered, those of both sentences counted;
///   2. there are fewest chunks: match k + 1 is in the chunk of match k iff it starts where k ends
///      in both sentences;
///   3. the sum of |hyp_start - ref_start| is smallest;
///   4. the sum of weights is largest (compared in units of 2^-20);
///   5. the list of (hyp_start, ref_start), and then that of (hyp_length, ref_length), comes first
///      in lexicographic order, where a list precedes the lists it begins with.
///
/// So there is one best alignment, whatever the order of the candidates. Of several candidates for
/// the same two spans only that with the lowest matcher counts (of equal ones, the first).
///
/// Which algorithm runs when: a candidate that shares no word with another is always chosen. The
/// others fall into groups, such that no candidate of one overlaps or continues one of another;
/// groups are solved one by one. A group in which all compete for one word takes its best
/// candidate. Any other is a search from left to right, along the sentence in which the group has
/// more words, over sets of covered words of the other sentence; where single words match single
/// words, only maximum matchings are followed. Beyond 512 states a beam search finds an alignment
/// first, and Lagrangian bounds leave out what cannot be better. Beyond `max_states` states, or 64
/// words of the group in the shorter sentence, the best alignment that beam searches have found is
/// taken and `exact` is false; its coverage is the largest possible all the same wherever only
/// single words match single words. A group of more than 4,096 words in both sentences is searched
/// 1,024 words at a time.
///
/// O(candidates + hyp_words + ref_words) time beside the searches; a search takes time
/// proportional to its states times the candidates of a word, the beam search to
/// beam · candidates of the group, and, up to 4,096 words, to beam · words² / 64. Deterministic.
/// Throws std::invalid_argument if a candidate is empty, lies outside the sentences or has a weight
/// that is not within ±2^20, or if a limit is below 1.
AlignmentResult align(std::span<const Match> candidates, std::int32_t hyp_words,
                      std::int32_t ref_words, AlignerWorkspace& workspace,
                      const AlignmentLimits& limits = {});

}  // namespace hyperbaton

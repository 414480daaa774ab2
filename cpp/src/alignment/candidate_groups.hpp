// The candidates of an alignment taken apart: those that are chosen whatever happens, and groups
// of the others that can be solved one by one.
//
// Candidates that share a word are in one component. A candidate that shares no word with another
// is fixed: it adds coverage and stands in nobody's way. Beyond shared words, candidates only
// depend on each other by continuing each other's chunks; components tied in this way form a
// group. A fixed neighbour ties nothing: it is known to be there, so continuing it is a property
// of the candidate alone (`fixed_neighbours`).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hyperbaton/alignment/match_candidates.hpp"

namespace hyperbaton {

struct Candidate {
    std::int32_t hyp_begin, hyp_end;
    std::int32_t ref_begin, ref_end;
    /// Index into the matches given by the caller.
    std::int32_t source;
    /// Index of its component among all, of its group among all; without meaning if fixed.
    std::int32_t component = 0;
    std::int32_t group = 0;
    /// Fixed candidates that it continues or that continue it: 0, 1 or 2.
    std::int32_t fixed_neighbours = 0;
    /// Whether an open candidate starts where this one ends.
    bool continued = false;

    std::int32_t words() const { return hyp_end - hyp_begin + ref_end - ref_begin; }
};

class CandidateGroups {
public:
    /// O(matches + hyp_words + ref_words), times a nearly constant factor. Throws
    /// std::invalid_argument for a match that cannot be part of an alignment of such sentences.
    void build(std::span<const Match> matches, std::int32_t hyp_words, std::int32_t ref_words);

    /// Sources of the candidates that every best alignment has.
    std::span<const std::int32_t> fixed() const { return fixed_; }

    std::int32_t count() const { return static_cast<std::int32_t>(group_offsets_.size()) - 1; }

    /// The candidates of a group by (hyp_begin, ref_begin, hyp_end, ref_end).
    std::span<const Candidate> operator[](std::int32_t group) const {
        return {grouped_.data() + group_offsets_[group],
                grouped_.data() + group_offsets_[group + 1]};
    }

    /// Position of a word among the words of its group in the same sentence.
    std::int32_t hyp_index(std::int32_t word) const { return hyp_.index[word]; }
    std::int32_t ref_index(std::int32_t word) const { return ref_.index[word]; }
    std::int32_t hyp_words(std::int32_t group) const { return hyp_.group_words[group]; }
    std::int32_t ref_words(std::int32_t group) const { return ref_.group_words[group]; }

private:
    struct Sentence {
        std::vector<std::int32_t> covers;       // word: number of candidates over it
        std::vector<std::int32_t> owner;        // word: the first open candidate over it
        std::vector<std::int32_t> index;        // word: position in its group
        std::vector<std::int32_t> group_words;  // group: number of words
    };

    void check(std::span<const Match> matches, std::int32_t hyp_words,
               std::int32_t ref_words) const;
    void sort(std::span<const Match> matches, std::int32_t hyp_words, std::int32_t ref_words);
    void drop_duplicates(std::span<const Match> matches);
    void split_off_fixed(std::int32_t hyp_words);
    void tie_by_words();
    void tie_by_chunks(std::int32_t hyp_words);
    void number_groups();
    void index_words(Sentence& sentence) const;
    bool is_fixed(const Candidate& candidate) const;
    std::int32_t root(std::int32_t candidate);
    void unite(std::int32_t a, std::int32_t b);

    std::vector<std::int32_t> order_, by_ref_, counts_;
    std::vector<Candidate> all_, open_, grouped_;
    std::vector<std::int32_t> fixed_;
    std::vector<std::int32_t> fixed_from_, fixed_to_;  // hypothesis position: reference position
    std::vector<std::int32_t> open_at_;                // hypothesis position: first open candidate
    std::vector<std::int32_t> parent_, numbers_;
    std::vector<std::int32_t> group_offsets_;
    Sentence hyp_, ref_;
};

}  // namespace hyperbaton

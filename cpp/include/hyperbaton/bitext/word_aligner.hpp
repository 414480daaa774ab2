// Word alignment of sentences with their translations, learned from these very sentences.
//
// A hidden Markov model with fertility in both directions, sampled by collapsed Gibbs sampling
// (Mermer & Saraçlar 2011; Östling & Tiedemann 2016), with two ingredients for small texts: words
// that look alike are expected to be translations, and words share what they learn with words that
// begin or end alike. The posteriors of several chains of samples are averaged; links are the pairs
// of words whose mean posterior of both directions is above a threshold.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hyperbaton/runtime/sequences.hpp"

namespace hyperbaton {

// How many classes a word belongs to: words that begin alike, and words that end alike.
inline constexpr int class_levels = 2;

// The different words of one side of the text.
struct BitextVocabulary {
    SequenceBatch letters;        // of each word, as code points in a script that both sides share
    const std::int32_t* classes;  // class_levels of each word, each counted from 0
};

struct AlignerSettings {
    int chains = 8;
    int word_sweeps = 15;       // of these: by words alone,
    int jump_sweeps = 15;       // with jumps,
    int fertility_sweeps = 60;  // with fertility, of which the last 70 % count
    float threshold = 0.35F;    // of a link's posterior
    std::uint64_t seed = 1;
};

inline constexpr int widest_jump = 41;  // jumps further than that are alike
inline constexpr int jump_widths = 2 * widest_jump + 1;
inline constexpr int fertilities = 9;  // 0 to 8 links, or more

// What has been learned from a text: how often words are linked, or not linked (-1), and, as target
// words choose and as source words choose, how far links jump and how many links a word has.
struct AlignerModel {
    std::vector<std::int32_t> source, target;
    std::vector<float> count;
    std::array<std::array<float, jump_widths>, 2> jumps{};
    std::array<std::array<float, fertilities>, 2> fertility{};
};

// The links of sentence pair k are offsets[k] .. offsets[k + 1] - 1, by source position, then by
// target position, with their posteriors.
struct LearnedLinks {
    std::vector<std::int32_t> source, target;
    std::vector<float> posterior;
    std::vector<std::int64_t> offsets{0};
};

// Aligns `source` with `target`: numbers of words in the vocabularies, a sentence pair each. What
// `model` knows is believed like links that were seen, and it learns from this text.
//
// The same bytes for any number of threads. O(chains · sweeps · cells) time, where a cell is a word
// of a sentence and one of its translation; some 30 bytes a cell.
LearnedLinks align_words(const SequenceBatch& source, const SequenceBatch& target,
                         const BitextVocabulary& source_words, const BitextVocabulary& target_words,
                         const AlignerSettings& settings, int threads, AlignerModel& model);

// How alike two words look, from 0 to 1. Equal words and equal numbers: 1. Words of at least three
// letters, neither twice as long as the other: 1 - edit distance / letters of the longer one, or
// more where they begin alike.
float word_similarity(Sequence a, Sequence b);

}  // namespace hyperbaton

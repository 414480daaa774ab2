// What a part of a bitext has in common for all chains: which pairs of words stand in one sentence
// pair, and what is expected of them before anything is learned.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hyperbaton/bitext/word_aligner.hpp"

namespace hyperbaton {

// One of the two ways to read a bitext: a word of the choosing side picks a word of the given side.
enum Direction : int { target_given_source, source_given_target };
inline constexpr Direction both_directions[] = {target_given_source, source_given_target};

// A side of the text: words are renumbered by their first appearance in it.
struct TextSide {
    std::vector<std::int32_t> words;       // of all sentences
    std::vector<std::int64_t> offsets{0};  // of sentences
    std::vector<std::int32_t> original;    // the number of each word at first
    std::array<std::vector<std::int32_t>, class_levels> classes;      // of each word
    std::array<std::vector<std::int32_t>, class_levels> class_sizes;  // words of each class

    std::int64_t vocabulary = 0;  // how many words there are, those not in the text included
    std::vector<float> expected;  // links of each word, as WordPairs::expected, with any word
    std::vector<float> unlinked;  // how often a model knows each word without a link
    float all_unlinked = 0;       // the same of all words, those that are not in the text included

    std::int32_t size() const { return static_cast<std::int32_t>(original.size()); }
    std::int32_t length(std::int64_t k) const {
        return static_cast<std::int32_t>(offsets[static_cast<std::size_t>(k) + 1] -
                                         offsets[static_cast<std::size_t>(k)]);
    }
    const std::int32_t* sentence(std::int64_t k) const {
        return words.data() + offsets[static_cast<std::size_t>(k)];
    }
};

struct WordPairs {
    WordPairs(const SequenceBatch& source_text, const SequenceBatch& target_text,
              const BitextVocabulary& source_words, const BitextVocabulary& target_words,
              const AlignerModel& model);

    std::int64_t sentences() const { return static_cast<std::int64_t>(cells.size()) - 1; }
    // The side whose words are given, and the one whose words choose.
    const TextSide& given(Direction d) const { return d == target_given_source ? source : target; }
    const TextSide& choosing(Direction d) const {
        return d == target_given_source ? target : source;
    }

    TextSide source, target;
    std::vector<std::int64_t> cells{0};  // where the matrix of each sentence pair begins:
    std::vector<std::int32_t> pair_of;  // the pair in each of its cells, target word by target word
    // For each pair of words that stand in one sentence pair:
    std::vector<std::int32_t> source_word, target_word;
    std::vector<float> expected;  // links: of words that look alike, and of what a model knows
    std::array<std::vector<std::int32_t>, class_levels> class_pair;  // the pair of their classes
    std::array<std::int32_t, class_levels> class_pairs{};            // how many there are
};

}  // namespace hyperbaton

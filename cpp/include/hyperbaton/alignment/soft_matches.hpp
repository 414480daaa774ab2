// Soft matches: how similar each word is to its best counterpart in the other sentence, by word
// vectors.
//
// The similarity C[i][j] of word i of a hypothesis and word j of a reference is 1 if they are the
// same word, else the cosine of their vectors, at least stem_similarity if they have the same stem,
// at most 1.
//
// A word that a hypothesis repeats more often than the reference has it is there in excess: copy k,
// counted from 0 and from the left, if k >= max(1, occurrences in the reference). Such a copy has
// no counterpart, so that nothing is gained by repeating a word; neighbours and links count it.
//
// Time is O(n * m * dimensions) for n and m words, memory O(n + m * dimensions) per thread. All
// numbers are floats, added in a fixed order: results are the same bits for any number of threads,
// any batch and any processor.
#pragma once

#include <cstdint>
#include <vector>

#include "hyperbaton/text/segments.hpp"
#include "hyperbaton/text/word_classes.hpp"

namespace hyperbaton {

// What is known about all words, by id.
struct SoftVocabulary {
    const float* vectors;       // a row of `dimensions` values for each word, of length 1 or 0
    const std::int32_t* stems;  // the class of each word's stem, negative if it has none
    std::int64_t dimensions;
};

struct SoftOptions {
    float stem_similarity;  // what words with one stem have at least
    float nearness;         // what the distance between relative positions takes off a link
    float minimum;          // the smallest similarity of a link
};

// Where the results of one pair of n and m words are written.
struct SoftResult {
    // For each word the position of its most similar counterpart, the first of equals, or -1 where
    // it has none, and that similarity, at least 0: n and m of each. Copies in excess have none.
    std::int32_t* hypothesis_best;
    float* hypothesis_similarity;
    std::int32_t* reference_best;
    float* reference_similarity;
    // For each word and the next one, the largest min(C[i][j], C[i + 1][j + 1]), at least 0:
    // n - 1 and m - 1 values, none of an empty sentence.
    float* hypothesis_adjacent;
    float* reference_adjacent;
    // Links of two words that are each other's best by
    //     C[i][j] - nearness * |(i + 1/2) / n - (j + 1/2) / m|
    // (of equals the first), with C[i][j] >= minimum: two numbers each, in the order of i, and the
    // similarity C[i][j]. Room for min(n, m) of them.
    std::int32_t* links;
    float* link_similarity;
};

// Buffers of one thread.
struct SoftWorkspace {
    WordClasses classes;
    std::vector<std::int32_t> counts;
    std::vector<bool> excess;
    std::vector<std::int32_t> words, stems, best_row, nearest_row, nearest_column;
    std::vector<float> tiles, places, best, nearest, adjacent, rows, nearest_similarity;
};

// The soft matches of a pair; returns the number of links. Word ids are those of `vocabulary`.
std::int64_t match_softly(Sequence hypothesis, Sequence reference, const SoftVocabulary& vocabulary,
                          const SoftOptions& options, SoftWorkspace& workspace,
                          const SoftResult& result);

}  // namespace hyperbaton

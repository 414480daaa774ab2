// Similarities of the words of two sentences, a few rows at a time; see soft_matches.hpp.
#pragma once

#include <cstdint>

namespace hyperbaton {

// What is known about the words of the reference, and about the rows read so far: arrays as long as
// all tiles together. Words and classes beyond the last word equal none.
struct SimilarityColumns {
    std::int32_t tiles;          // of lane_count words each
    const std::int32_t* words;   // ids
    const std::int32_t* stems;   // classes
    const std::int32_t* shared;  // 1 for words that both sentences have
    const float* places;         // on the scale of SimilarityRow::place
    float* best;                 // the largest similarity,
    std::int32_t* best_row;      // and the first row that has it
    float* nearest;              // the same for similarities less what distance takes off
    std::int32_t* nearest_row;
    float* adjacent;  // the largest of the smaller of two on a diagonal
};

// One word of the hypothesis.
struct SimilarityRow {
    std::int32_t index;
    std::int32_t word;
    std::int32_t stem;
    std::int32_t shared;  // 1 for a word that both sentences have, else what no column has
    float place;
    float per_distance;     // what a distance of 1 between places takes off
    float stem_similarity;  // of words with one stem
};

// The best columns of a row, the first of equals; -1 where all similarities are -infinity.
struct SimilarityBest {
    std::int32_t column;
    std::int32_t nearest_column;
    float similarity;  // in `column`
};

struct SimilarityKernels {
    static constexpr int lane_count = 8;
    static constexpr int row_count = 4;

    // The inner products of four rows with all columns: out[r * stride + c]. A tile holds
    // `dimensions` times lane_count values: the first of all its columns, the second of all, ….
    // Products are added in the order of dimensions, each rounded to a float.
    void (*multiply)(const float* const* rows, const float* tiles, std::int32_t tile_count,
                     std::int64_t dimensions, float* out, std::int64_t stride);

    // Turns inner products into similarities: 1 for equal words, 0 for two others that are both
    // shared, at least stem_similarity for equal stems, never above 1.
    void (*compare)(const SimilarityColumns& columns, const SimilarityRow& row, float* values);

    // Takes a row of similarities into account.
    SimilarityBest (*take)(const SimilarityColumns& columns, const SimilarityRow& row,
                           const float* values);

    // Takes the diagonals of two rows into account; the largest value of the upper one, at least 0.
    // One value behind the last of `row` is read.
    float (*take_diagonals)(const SimilarityColumns& columns, const float* above, const float* row);
};

namespace baseline {
extern const SimilarityKernels similarity_kernels;
}
namespace avx2 {
extern const SimilarityKernels similarity_kernels;
}

}  // namespace hyperbaton

// One chain of samples of the links of a text, and the posteriors that it finds. The model is in
// docs/source_alignments.md.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "hyperbaton/bitext/word_aligner.hpp"
#include "word_pairs.hpp"

namespace hyperbaton {

// Uniform numbers in [0, 1): SplitMix64 (Steele, Lea & Flood 2014).
class RandomNumbers {
public:
    explicit RandomNumbers(std::uint64_t seed) : state_(seed) {}

    float operator()() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15U;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
        z = (z ^ z >> 27) * 0x94D049BB133111EBU;
        return static_cast<float>((z ^ z >> 31) >> 40) * 0x1p-24F;
    }

private:
    std::uint64_t state_;
};

inline std::size_t jump_place(std::int32_t jump) {
    return static_cast<std::size_t>(std::clamp(jump, -widest_jump, widest_jump) + widest_jump);
}

inline std::size_t fertility_place(std::int32_t links) {
    return static_cast<std::size_t>(std::min(links, fertilities - 1));
}

// What one direction has learned: counts over all links of the text but the one being sampled.
//
// t(f|e) = (n(e,f) + prior(e,f)) / (n(e) + room(e)), where the prior consists of a constant, of
// what is expected of the two words (WordPairs), and of what their classes have learned.
struct LearnedDirection {
    std::vector<float> translations;  // n + prior of each pair of words
    std::vector<float> inverse;       // 1 / (n + room) of each given word
    std::vector<float> count, room;   // of each given word
    std::vector<float> unlinked;      // of each choosing word
    float all_unlinked = 0;
    std::vector<float> jumps;  // by width
    float all_jumps = 0;
    std::vector<float> fertility;        // for each given word, how many of it have 0, 1, … links
    std::vector<float> usual_fertility;  // the same of all words, as shares
    std::vector<std::int32_t> link;      // of each choosing word in the text; -1 for none
    // When classes last learned: the links then, and what one link adds to the prior of its words,
    // the product of a share of each.
    std::vector<std::int32_t> shared_link;
    std::array<std::vector<float>, class_levels> given_share, choosing_share;
};

class AlignmentChain {
public:
    AlignmentChain(const WordPairs& pairs, const AlignerSettings& settings,
                   const AlignerModel& model, std::uint64_t seed);

    // Runs all sweeps. Afterwards `posterior` has the mean posterior of both directions of each
    // cell.
    void run();

    std::vector<float> posterior;

private:
    enum Phase { by_words, by_jumps, by_fertility };

    void start(Direction d);
    void sweep(Phase phase, bool counted);
    void sample(Direction d, std::int64_t sentence, Phase phase, bool counted);
    void share_with_classes(Direction d);
    float own_share(Direction d, std::int32_t given, std::int32_t choosing) const;
    void count_jumps(Direction d);
    void count_fertilities(Direction d);
    void add(Direction d, std::int32_t pair, std::int32_t given, float count);
    // The cells of a sentence pair, a row for each choosing word.
    struct Matrix {
        const std::int32_t* pairs;
        std::size_t first;       // of the sentence pair's cells in the text
        std::int32_t row, step;  // to the next choosing word, to the next given word

        std::int32_t pair(std::int32_t x, std::int32_t g) const {
            return pairs[x * row + g * step];
        }
    };
    Matrix matrix_of(Direction d, std::int64_t sentence) const {
        const auto first =
            static_cast<std::size_t>(pairs_.cells[static_cast<std::size_t>(sentence)]);
        const std::int32_t columns = pairs_.source.length(sentence);
        const bool forward = d == target_given_source;
        return {pairs_.pair_of.data() + first, first, forward ? columns : 1, forward ? 1 : columns};
    }
    std::size_t first_token(Direction d, std::int64_t sentence) const {
        return static_cast<std::size_t>(
            pairs_.choosing(d).offsets[static_cast<std::size_t>(sentence)]);
    }

    const WordPairs& pairs_;
    const AlignerSettings& settings_;
    RandomNumbers random_;
    std::array<LearnedDirection, 2> learned_;
    std::vector<float> weights_, factors_;
    int sweeps_ = 0;
    std::vector<std::int32_t> links_of_given_;
    std::vector<float> class_counts_;
};

}  // namespace hyperbaton

// Word alignment of one sentence pair at a time by what a model has learned.
//
// The hidden Markov model of Vogel, Ney & Tillmann 1996 (HMM-based Word Alignment in Statistical
// Translation) in both directions, with exact posteriors by the forward-backward algorithm. Nothing
// is learned: what a sentence pair gets depends neither on other pairs nor on chance.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "hyperbaton/bitext/word_aligner.hpp"

namespace hyperbaton {

// The different words of one side of a text: their letters, and for each word its number in the
// model and its classes; -1 where the model does not know them.
struct ModelWords {
    static constexpr std::size_t columns = 1 + class_levels;

    SequenceBatch letters;
    const std::int32_t* numbers;  // a row of columns for each word
};

class FrozenAligner {
public:
    // The classes of all words of the model, class_levels for each, as numbers from 0.
    FrozenAligner(const AlignerModel& model, std::span<const std::int32_t> source_classes,
                  std::span<const std::int32_t> target_classes);
    ~FrozenAligner();

    // Links for which the geometric mean of the posteriors of both directions is above the
    // threshold (agreement: Liang, Taskar & Klein 2006, Alignment by Agreement). The same for any
    // number of threads. O(I J min(I + J, 83)) for sentences of I and J words.
    LearnedLinks align(const SequenceBatch& source, const SequenceBatch& target,
                       const ModelWords& source_words, const ModelWords& target_words,
                       float threshold, int threads) const;

    // How many words and classes of each level the model has on a side.
    std::array<std::int64_t, ModelWords::columns> sizes(std::size_t side) const;

private:
    struct Learned;
    class Workspace;

    std::unique_ptr<const Learned> learned_;
};

}  // namespace hyperbaton

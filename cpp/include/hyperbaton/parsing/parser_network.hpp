// A network that scores the heads of words, their relations and parts of speech, and the trees of
// its best scores. models/parser trains it; docs/parsing.md describes it and its file.
//
// Words become rows of tables: their own one if the vocabulary has them, and those of their
// prefix, suffixes and shape. A maxout layer mixes these, and further layers follow, each added to
// what came before it and normalised:
//
//   c  maxout of a word and its two neighbours
//   r  running means from the left (half of the values) and from the right (the other half), whose
//      rates and visibility depend on the word, as in simple recurrent units
//
// The score of a head is the inner product of a projection of the word with one of the head, plus
// a number for the distance between them. Relations are a layer on the sum of two projections.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hyperbaton/runtime/sequences.hpp"
#include "hyperbaton/text/text_batch.hpp"

namespace hyperbaton {

// What the file of a model holds. Tables stay where they are.
struct NetworkFile {
    std::string layers;        // letters, as above
    std::int64_t width;        // of the states of words; a multiple of 16
    std::int64_t arc_width;    // of the projections that score heads; a multiple of 8
    std::int64_t label_width;  // of the layer before relations; even
    std::int64_t labels, tags;
    std::span<const std::uint64_t> vocabulary;  // hashes of lower-case words, rising
    std::int64_t word_width, affix_width;       // the sum of word_width + 4 affix_width is even
    std::span<const std::int8_t> words;         // rows for other words, then the vocabulary's
    std::span<const float> word_scales;         // what 1 stands for in each row
    std::span<const std::int8_t> affixes;       // four tables of as many rows
    std::span<const float> affix_scales;
    std::span<const std::int8_t> weights;  // all matrices, outputs × inputs
    std::span<const float> values;         // scales and biases of outputs, norms, and the rest
};

// The trees of sentences, word by word.
struct ParsedWords {
    std::int32_t* heads;   // counted from 1, 0 for the root
    std::int32_t* labels;  // numbers of relations
    std::int32_t* tags;    // numbers of parts of speech
};

class ParserNetwork {
public:
    // The most words of a sentence.
    static constexpr std::int64_t longest = 1000;

    // Throws std::invalid_argument where sizes do not fit together.
    explicit ParserNetwork(const NetworkFile& file);

    // Parses sentences, whose words are numbers of a vocabulary: what a word is by itself is
    // computed once for each of them. Sentences may have no words, and at most `longest`. May be
    // called from several threads at once.
    void parse(const TextBatch& vocabulary, const SequenceBatch& sentences, int threads,
               ParsedWords out) const;

private:
    struct Workspace;

    // A matrix as the kernels read it, with scales and biases of its outputs.
    struct Linear {
        std::int64_t inputs, outputs, tiles;
        std::vector<std::int16_t> weights;
        std::vector<float> scales, biases;
    };
    struct Norm {
        std::vector<float> gains, biases;
    };
    struct Layer {
        char kind;
        Linear linear;
        Norm norm;
    };
    class Reader;

    std::vector<float> mixed_features(const TextBatch& vocabulary, int threads) const;
    void look_up(std::string_view word, float* out, std::vector<char>& letters) const;
    void run(const float* mixed, const SequenceBatch& sentences, ParsedWords out,
             Workspace& workspace) const;
    void convolve(const Layer& layer, Workspace& workspace) const;
    void recur(const Layer& layer, Workspace& workspace) const;
    void decode(const SequenceBatch& sentences, ParsedWords out, Workspace& workspace) const;

    NetworkFile file_;
    Layer mixing_;
    std::vector<Layer> layers_;
    Linear projections_, labels_;
    std::vector<float> root_, label_root_, distances_;
};

}  // namespace hyperbaton

// The parser's network, and the spanning tree of scores.
#include "hyperbaton/parsing/parser_network.hpp"

#include <nanobind/stl/string.h>

#include <string>

#include "arrays.hpp"
#include "hyperbaton/parsing/spanning_tree.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hyperbaton;

namespace {

using Hashes = Input<std::uint64_t>;
using Numbers = Input<float>;
using Weights = Input<std::int8_t>;
using Table = Input<std::int8_t, 2>;

// A network with the arrays that it reads.
struct LoadedNetwork {
    Hashes vocabulary;
    Table words, affixes;
    Numbers word_scales, affix_scales;
    ParserNetwork network;
};

void load(LoadedNetwork* self, const std::string& layers, std::int64_t width,
          std::int64_t arc_width, std::int64_t label_width, std::int64_t labels, std::int64_t tags,
          const Hashes& vocabulary, const Table& words, const Numbers& word_scales,
          const Table& affixes, const Numbers& affix_scales, const Weights& weights,
          const Numbers& values) {
    const NetworkFile file{layers,
                           width,
                           arc_width,
                           label_width,
                           labels,
                           tags,
                           vocabulary,
                           static_cast<std::int64_t>(words.columns()),
                           static_cast<std::int64_t>(affixes.columns()),
                           words,
                           word_scales,
                           affixes,
                           affix_scales,
                           weights,
                           values};
    new (self)
        LoadedNetwork{vocabulary, words, affixes, word_scales, affix_scales, ParserNetwork(file)};
}

// Heads, then relations, then parts of speech of the words of all sentences; `data` has the texts
// of the words that `values` are numbers of.
Out<std::int32_t> parse(const LoadedNetwork& self, const Bytes& data, const Offsets& offsets,
                        const Values& values, const Offsets& sentences, int threads) {
    const CheckedTexts vocabulary(data, offsets);
    const CheckedSequences words(values, sentences, "sentences");
    const SequenceBatch batch = words.batch();
    check_range(words.values(), vocabulary.batch().count, "words");
    for (std::int64_t k = 0; k < batch.count; ++k) {
        require(batch[k].size() <= static_cast<std::size_t>(ParserNetwork::longest),
                "a sentence is too long");
    }
    const std::size_t total = words.values().size();
    return column<std::int32_t>(3 * total, [&](std::int32_t* out) {
        self.network.parse(vocabulary.batch(), batch, threads, {out, out + total, out + 2 * total});
    });
}

Out<std::int32_t> best_tree(const Input<float, 2>& scores) {
    require(scores.columns() == scores.rows() + 1 &&
                scores.rows() <= static_cast<std::size_t>(ParserNetwork::longest),
            "expected scores of words by heads, the root first");
    return column<std::int32_t>(scores.rows(), [&](std::int32_t* heads) {
        spanning_tree(scores.data(), static_cast<std::int64_t>(scores.columns()),
                      static_cast<std::int32_t>(scores.rows()), heads);
    });
}

}  // namespace

namespace hyperbaton {

void bind_parsing(nb::module_& m) {
    m.def("spanning_tree", best_tree, "scores"_a);
    nb::class_<LoadedNetwork>(m, "ParserNetwork")
        .def("__init__", load, "layers"_a, "width"_a, "arc_width"_a, "label_width"_a, "labels"_a,
             "tags"_a, "vocabulary"_a, "words"_a, "word_scales"_a, "affixes"_a, "affix_scales"_a,
             "weights"_a, "values"_a)
        .def("parse", parse, "data"_a, "offsets"_a, "values"_a, "sentences"_a, "threads"_a);
}

}  // namespace hyperbaton

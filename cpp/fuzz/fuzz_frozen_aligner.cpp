// Any model and any text of a few words, known or not: links lead to words that are there, surer
// than the threshold and sorted, and a sentence pair alone gets the same ones.
#include "fuzz/input.hpp"
#include "hyperbaton/bitext/frozen_aligner.hpp"
#include "tests/check.hpp"

using namespace hyperbaton;

namespace {

constexpr std::int32_t words = 8, known = 5, sentences = 3;

struct Side {
    explicit Side(Input& input) {
        for (std::int32_t k = 0; k < known * class_levels; ++k)
            classes.push_back(input.small(known));
        for (std::int32_t word = 0; word < words; ++word) {
            append(letters, letter_offsets, input.words(5, 128));
            numbers.push_back(input.small(known + 1) - 1);
            for (int level = 0; level < class_levels; ++level) {
                numbers.push_back(classes[static_cast<std::size_t>(level)]);
            }
        }
        for (std::int32_t k = 0; k < sentences; ++k) append(text, offsets, input.words(6, words));
    }

    static void append(WordList& values, std::vector<std::int64_t>& ends, const WordList& added) {
        values.insert(values.end(), added.begin(), added.end());
        ends.push_back(static_cast<std::int64_t>(values.size()));
    }
    SequenceBatch batch() const { return {text.data(), offsets.data(), sentences}; }
    SequenceBatch one(std::int64_t k) const { return {text.data(), offsets.data() + k, 1}; }
    ModelWords model_words() const {
        return {{letters.data(), letter_offsets.data(), words}, numbers.data()};
    }

    WordList text, letters;
    std::vector<std::int64_t> offsets{0}, letter_offsets{0};
    std::vector<std::int32_t> classes, numbers;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const auto threshold = static_cast<float>(input.sixteenths() / 16.0);
    AlignerModel model;
    for (std::int32_t k = 0; k < 6; ++k) {
        model.source.push_back(input.small(known + 1) - 1);
        model.target.push_back(input.small(known + 1) - 1);
        model.count.push_back(static_cast<float>(input.sixteenths()));
    }
    model.jumps[input.flag()].fill(static_cast<float>(input.sixteenths()));
    const Side source(input), target(input);
    const FrozenAligner aligner(model, source.classes, target.classes);
    const auto aligned = [&](const SequenceBatch& one, const SequenceBatch& other) {
        return aligner.align(one, other, source.model_words(), target.model_words(), threshold, 1);
    };
    const LearnedLinks links = aligned(source.batch(), target.batch());
    CHECK(links.offsets.size() == sentences + 1);
    for (std::int64_t k = 0; k < sentences; ++k) {
        const auto place = static_cast<std::size_t>(k);
        const auto begin = links.offsets[place], end = links.offsets[place + 1];
        for (auto at = static_cast<std::size_t>(begin); at < static_cast<std::size_t>(end); ++at) {
            CHECK(links.source[at] < source.offsets[place + 1] - source.offsets[place]);
            CHECK(links.target[at] < target.offsets[place + 1] - target.offsets[place]);
            CHECK(links.posterior[at] > threshold && links.posterior[at] < 1.01F);
        }
        const LearnedLinks alone = aligned(source.one(k), target.one(k));
        CHECK((alone.posterior ==
               std::vector<float>(links.posterior.begin() + begin, links.posterior.begin() + end)));
    }
    return 0;
}

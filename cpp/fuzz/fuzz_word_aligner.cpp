// Any text of a few words: links lead to words that are there, surer than the threshold and sorted,
// and what is learned is never negative. Similarity of any words is symmetric and from 0 to 1.
#include <cmath>

#include "fuzz/input.hpp"
#include "hyperbaton/bitext/word_aligner.hpp"
#include "tests/check.hpp"

using namespace hyperbaton;

namespace {

constexpr std::size_t words = 12, sentences = 4;

struct Side {
    explicit Side(Input& input) {
        for (std::size_t word = 0; word < words; ++word) {
            append(letters, letter_offsets, input.words(5, 128));
            for (int level = 0; level < class_levels; ++level) classes.push_back(input.small(5));
        }
        for (std::size_t k = 0; k < sentences; ++k) append(text, offsets, input.words(6, words));
    }

    static void append(WordList& values, std::vector<std::int64_t>& ends, const WordList& added) {
        values.insert(values.end(), added.begin(), added.end());
        ends.push_back(static_cast<std::int64_t>(values.size()));
    }
    SequenceBatch batch() const { return {text.data(), offsets.data(), sentences}; }
    SequenceBatch forms() const { return {letters.data(), letter_offsets.data(), words}; }
    BitextVocabulary vocabulary() const { return {forms(), classes.data()}; }

    WordList text, letters;
    std::vector<std::int64_t> offsets{0}, letter_offsets{0};
    std::vector<std::int32_t> classes;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    AlignerSettings settings;
    settings.chains = 1 + input.small(2);
    settings.word_sweeps = input.small(3);
    settings.jump_sweeps = input.small(3);
    settings.fertility_sweeps = input.small(6);
    settings.threshold = static_cast<float>(input.sixteenths() / 16.0);
    AlignerModel model;
    if (input.flag()) {
        for (std::int32_t k = 0; k < 5; ++k) {
            model.source.push_back(input.small(13) - 1);
            model.target.push_back(input.small(13) - 1);
            model.count.push_back(static_cast<float>(input.sixteenths()));
        }
        model.jumps[0].fill(static_cast<float>(input.sixteenths()));
        model.fertility[1].fill(static_cast<float>(input.sixteenths()));
    }
    const Side source(input), target(input);
    const LearnedLinks links = align_words(source.batch(), target.batch(), source.vocabulary(),
                                           target.vocabulary(), settings, 1, model);
    CHECK(links.offsets.size() == sentences + 1);
    for (std::size_t k = 0; k < sentences; ++k) {
        const auto end = static_cast<std::size_t>(links.offsets[k + 1]);
        for (auto at = static_cast<std::size_t>(links.offsets[k]); at < end; ++at) {
            CHECK(links.source[at] < source.offsets[k + 1] - source.offsets[k]);
            CHECK(links.target[at] < target.offsets[k + 1] - target.offsets[k]);
            CHECK(links.posterior[at] > settings.threshold && links.posterior[at] < 1.01F);
        }
    }
    for (const float count : model.count) CHECK(std::isfinite(count) && count >= 0);
    for (std::int64_t k = 0; k < static_cast<std::int64_t>(words); ++k) {
        const Sequence one = source.forms()[k], other = target.forms()[k];
        const float found = word_similarity(one, other);
        CHECK(found >= 0 && found <= 1 && found == word_similarity(other, one));
    }
    return 0;
}

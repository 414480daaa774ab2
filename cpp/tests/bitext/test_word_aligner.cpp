// Links of a planted dictionary, and what must hold of any text.
#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "check.hpp"
#include "hyperbaton/bitext/frozen_aligner.hpp"
#include "hyperbaton/bitext/word_aligner.hpp"

using namespace hyperbaton;

namespace {

struct Text {
    std::vector<std::int32_t> values;
    std::vector<std::int64_t> offsets{0};

    void add(const std::vector<std::int32_t>& sentence) {
        values.insert(values.end(), sentence.begin(), sentence.end());
        offsets.push_back(static_cast<std::int64_t>(values.size()));
    }
    SequenceBatch batch() const {
        return {values.data(), offsets.data(), static_cast<std::int64_t>(offsets.size()) - 1};
    }
};

// Words of one side that look like none of the other: letters from `first` on, each its own class.
struct Words {
    Words(std::int32_t count, std::int32_t first) {
        for (std::int32_t word = 0; word < count; ++word) {
            letters.add({first + word, first + word + 1, first + word + 2});
            classes.insert(classes.end(), {word, word});
        }
    }
    BitextVocabulary vocabulary() const { return {letters.batch(), classes.data()}; }

    Text letters;
    std::vector<std::int32_t> classes;
};

constexpr std::int32_t words = 30, length = 6;

void check_planted_dictionary(std::mt19937& random, int pairs) {
    const Words source_words(words, 1000), target_words(words, 5000);
    std::vector<std::int32_t> all(words);
    std::iota(all.begin(), all.end(), 0);
    Text source, target;
    for (int k = 0; k < pairs; ++k) {
        std::shuffle(all.begin(), all.end(), random);
        std::vector<std::int32_t> sentence(all.begin(), all.begin() + length);
        source.add(sentence);
        std::swap(sentence[1], sentence[2]);
        target.add(sentence);
    }
    AlignerSettings settings;
    settings.chains = 3;
    AlignerModel model, other;
    const LearnedLinks links =
        align_words(source.batch(), target.batch(), source_words.vocabulary(),
                    target_words.vocabulary(), settings, 1, model);
    const LearnedLinks again =
        align_words(source.batch(), target.batch(), source_words.vocabulary(),
                    target_words.vocabulary(), settings, 5, other);
    CHECK(links.source == again.source && links.target == again.target);
    CHECK(links.posterior == again.posterior && model.count == other.count);
    int right = 0;
    for (int k = 0; k < pairs; ++k) {
        for (auto at = links.offsets[k]; at < links.offsets[k + 1]; ++at) {
            const std::size_t first = static_cast<std::size_t>(k) * length;
            const auto place = static_cast<std::size_t>(at);
            right += source.values[first + static_cast<std::size_t>(links.source[place])] ==
                     target.values[first + static_cast<std::size_t>(links.target[place])];
            CHECK(links.posterior[place] > settings.threshold && links.posterior[place] < 1.001F);
        }
    }
    CHECK(right > 0.95 * pairs * length);
    CHECK(right > 0.95 * static_cast<double>(links.source.size()));

    // What is known is believed: a sentence alone, in an order that was never seen.
    Text one, turned;
    one.add({3, 7, 11, 2});
    turned.add({2, 11, 7, 3});
    const LearnedLinks known = align_words(one.batch(), turned.batch(), source_words.vocabulary(),
                                           target_words.vocabulary(), settings, 1, model);
    CHECK((known.source == std::vector<std::int32_t>{0, 1, 2, 3}));
    CHECK((known.target == std::vector<std::int32_t>{3, 2, 1, 0}));

    // So it is by a model that learns nothing, on any number of threads; and a word that the model
    // does not know is linked to the one that it looks like.
    const FrozenAligner frozen(other, source_words.classes, target_words.classes);
    std::vector<std::int32_t> numbers;
    for (std::int32_t word = 0; word < words; ++word)
        numbers.insert(numbers.end(), {word, word, word});
    numbers[2 * 3] = -1;
    const ModelWords ours{source_words.letters.batch(), numbers.data()};
    const ModelWords theirs{target_words.letters.batch(), numbers.data()};
    for (const int threads : {1, 5}) {
        const LearnedLinks found =
            frozen.align(one.batch(), turned.batch(), ours, theirs, 0.35F, threads);
        CHECK(found.source == known.source && found.target == known.target);
    }
}

void check_any_text(std::mt19937& random) {
    std::uniform_int_distribution<std::int32_t> size(0, 5), word(0, 3);
    const Words source_words(4, 1000), target_words(4, 5000);
    Text source, target;
    for (int k = 0; k < 4; ++k) {
        for (Text* side : {&source, &target}) {
            std::vector<std::int32_t> sentence(static_cast<std::size_t>(size(random)));
            for (std::int32_t& each : sentence) each = word(random);
            side->add(sentence);
        }
    }
    AlignerSettings settings;
    settings.chains = 2;
    settings.word_sweeps = settings.jump_sweeps = settings.fertility_sweeps = 3;
    settings.threshold = 0;
    AlignerModel model;
    const LearnedLinks links =
        align_words(source.batch(), target.batch(), source_words.vocabulary(),
                    target_words.vocabulary(), settings, 1, model);
    CHECK(links.offsets.size() == 5);
    for (std::size_t k = 0; k < links.source.size(); ++k) {
        CHECK(links.posterior[k] > 0 && links.posterior[k] < 1.001F);
    }
    for (std::size_t k = 0; k + 1 < links.offsets.size(); ++k) {
        for (auto at = links.offsets[k]; at < links.offsets[k + 1]; ++at) {
            const auto place = static_cast<std::size_t>(at);
            CHECK(links.source[place] < source.offsets[k + 1] - source.offsets[k]);
            CHECK(links.target[place] < target.offsets[k + 1] - target.offsets[k]);
        }
    }
    float learned = 0;
    for (std::size_t k = 0; k < model.count.size(); ++k) {
        CHECK(model.count[k] > 0);
        if (model.source[k] >= 0 && model.target[k] >= 0) learned += model.count[k];
    }
    // Each target word has at most one link or none in the mean of both directions.
    const auto longer = std::max(source.values.size(), target.values.size());
    CHECK(learned < static_cast<float>(longer) + 0.01F);
}

}  // namespace

int main(int count, char** arguments) {
    const int divisor = count > 1 ? std::atoi(arguments[1]) : 1;
    std::mt19937 random(1);
    check_planted_dictionary(random, std::max(60, 300 / divisor));
    for (int k = 0; k < 500 / divisor; ++k) check_any_text(random);
}

#include "word_pairs.hpp"

#include "hyperbaton/runtime/cancellation.hpp"
#include "model_constants.hpp"
#include "pair_numbers.hpp"

namespace hyperbaton {

namespace {

// Numbers numbers as they come.
class Numbers {
public:
    std::int32_t number(std::int32_t original) {
        const auto place = static_cast<std::size_t>(original);
        if (place >= known_.size()) known_.resize(2 * place + 1, -1);
        if (known_[place] < 0) {
            known_[place] = static_cast<std::int32_t>(originals.size());
            originals.push_back(original);
        }
        return known_[place];
    }

    std::vector<std::int32_t> originals;

private:
    std::vector<std::int32_t> known_;
};

TextSide side_of(const SequenceBatch& text, const BitextVocabulary& vocabulary) {
    TextSide side;
    side.vocabulary = vocabulary.letters.count;
    Numbers words;
    for (std::int64_t k = 0; k < text.count; ++k) {
        for (const std::int32_t word : text[k]) side.words.push_back(words.number(word));
        side.offsets.push_back(static_cast<std::int64_t>(side.words.size()));
    }
    side.original = std::move(words.originals);
    for (std::size_t level = 0; level < class_levels; ++level) {
        Numbers classes;
        for (const std::int32_t word : side.original) {
            const auto place = static_cast<std::size_t>(word) * class_levels + level;
            side.classes[level].push_back(classes.number(vocabulary.classes[place]));
        }
        side.class_sizes[level].assign(classes.originals.size(), 0);
        for (const std::int32_t found : side.classes[level]) {
            ++side.class_sizes[level][static_cast<std::size_t>(found)];
        }
    }
    return side;
}

// What a model knows of the words of one side: how often they are linked, and how often not.
void learn_words(TextSide& side, const std::vector<std::int32_t>& words,
                 const std::vector<std::int32_t>& others, const std::vector<float>& counts) {
    const auto size = static_cast<std::size_t>(side.size());
    side.expected.assign(size, 0);
    side.unlinked.assign(size, 0);
    if (counts.empty()) return;
    std::vector<float> linked, alone;  // by their numbers in the vocabulary
    for (std::size_t k = 0; k < counts.size(); ++k) {
        if (words[k] < 0) continue;
        std::vector<float>& sums = others[k] < 0 ? alone : linked;
        const auto word = static_cast<std::size_t>(words[k]);
        if (word >= sums.size()) sums.resize(2 * word + 1);
        sums[word] += counts[k];
        if (others[k] < 0) side.all_unlinked += counts[k];
    }
    for (std::size_t k = 0; k < size; ++k) {
        const auto word = static_cast<std::size_t>(side.original[k]);
        if (word < linked.size()) side.expected[k] = linked[word];
        if (word < alone.size()) side.unlinked[k] = alone[word];
    }
}

}  // namespace

WordPairs::WordPairs(const SequenceBatch& source_text, const SequenceBatch& target_text,
                     const BitextVocabulary& source_words, const BitextVocabulary& target_words,
                     const AlignerModel& model)
    : source(side_of(source_text, source_words)), target(side_of(target_text, target_words)) {
    PairNumbers known;
    for (std::size_t k = 0; k < model.count.size(); ++k) {
        known.number(model.source[k], model.target[k]);
    }
    learn_words(source, model.source, model.target, model.count);
    learn_words(target, model.target, model.source, model.count);
    PairNumbers pairs;
    Checkpoint checkpoint;
    for (std::int64_t k = 0; k < source_text.count; ++k) {
        const std::int32_t rows = target.length(k), columns = source.length(k);
        for (std::int32_t j = 0; j < rows; ++j) {
            checkpoint.pass(16 * columns);
            for (std::int32_t i = 0; i < columns; ++i) {
                const std::int32_t e = source.sentence(k)[i], f = target.sentence(k)[j];
                const std::int32_t pair = pairs.number(e, f);
                pair_of.push_back(pair);
                if (pair < static_cast<std::int32_t>(source_word.size())) continue;
                source_word.push_back(e);
                target_word.push_back(f);
                const std::int32_t source_original = source.original[static_cast<std::size_t>(e)];
                const std::int32_t target_original = target.original[static_cast<std::size_t>(f)];
                const float alike = word_similarity(source_words.letters[source_original],
                                                    target_words.letters[target_original]);
                const float likeness = pseudo_counts(alike);
                source.expected[static_cast<std::size_t>(e)] += likeness;
                target.expected[static_cast<std::size_t>(f)] += likeness;
                const std::int32_t seen = known.find(source_original, target_original);
                expected.push_back(likeness +
                                   (seen < 0 ? 0 : model.count[static_cast<std::size_t>(seen)]));
            }
        }
        cells.push_back(static_cast<std::int64_t>(pair_of.size()));
    }
    for (std::size_t level = 0; level < class_levels; ++level) {
        PairNumbers classes;
        for (std::size_t p = 0; p < source_word.size(); ++p) {
            const auto e = static_cast<std::size_t>(source_word[p]);
            const auto f = static_cast<std::size_t>(target_word[p]);
            class_pair[level].push_back(
                classes.number(source.classes[level][e], target.classes[level][f]));
        }
        class_pairs[level] = classes.count();
    }
}

}  // namespace hyperbaton

#include "hyperbaton/bitext/word_aligner.hpp"

#include <algorithm>
#include <mutex>

#include "alignment_chain.hpp"
#include "hyperbaton/runtime/parallel.hpp"
#include "pair_numbers.hpp"
#include "word_pairs.hpp"

namespace hyperbaton {

namespace {

// Posteriors below this teach a model nothing.
constexpr float least_learned = 0.05F;

// Links above this, whatever is asked for, teach how links lie.
constexpr float taught = 0.35F;

// The mean posteriors of all chains. They add whole numbers, so their order does not matter.
class MeanPosterior {
public:
    void add(const std::vector<float>& posterior) {
        const std::lock_guard lock(mutex_);
        sums_.resize(posterior.size());
        for (std::size_t k = 0; k < posterior.size(); ++k) {
            sums_[k] += static_cast<std::uint32_t>(posterior[k] * one + 0.5F);
        }
        ++chains_;
    }
    float operator[](std::size_t cell) const {
        return static_cast<float>(sums_[cell]) / (one * static_cast<float>(chains_));
    }

private:
    static constexpr float one = 1 << 16;

    std::mutex mutex_;
    std::vector<std::uint32_t> sums_;
    int chains_ = 0;
};

LearnedLinks links_above(float threshold, const WordPairs& pairs, const MeanPosterior& posterior) {
    LearnedLinks links;
    for (std::int64_t k = 0; k < pairs.sentences(); ++k) {
        const std::int32_t columns = pairs.source.length(k), rows = pairs.target.length(k);
        const auto first = static_cast<std::size_t>(pairs.cells[static_cast<std::size_t>(k)]);
        for (std::int32_t i = 0; i < columns; ++i) {
            for (std::int32_t j = 0; j < rows; ++j) {
                const float found = posterior[first + static_cast<std::size_t>(j * columns + i)];
                if (found <= threshold) continue;
                links.source.push_back(i);
                links.target.push_back(j);
                links.posterior.push_back(found);
            }
        }
        links.offsets.push_back(static_cast<std::int64_t>(links.source.size()));
    }
    return links;
}

// Adds what a text has taught to what a model knows.
class Teacher {
public:
    explicit Teacher(AlignerModel& model) : model_(model) {
        for (std::size_t k = 0; k < model.count.size(); ++k) {
            numbers_.number(model.source[k], model.target[k]);
        }
    }

    void teach(const WordPairs& pairs, const MeanPosterior& posterior, const LearnedLinks& links) {
        for (std::int64_t k = 0; k < pairs.sentences(); ++k) {
            teach_words(pairs, posterior, k);
            for (const Direction d : both_directions) {
                teach_order(d, pairs.given(d).length(k), pairs.choosing(d).length(k), links,
                            static_cast<std::size_t>(k));
            }
        }
    }

private:
    void count(std::int32_t source, std::int32_t target, float count) {
        if (count < least_learned) return;
        const auto place = static_cast<std::size_t>(numbers_.number(source, target));
        if (place == model_.count.size()) {
            model_.source.push_back(source);
            model_.target.push_back(target);
            model_.count.push_back(0);
        }
        model_.count[place] += count;
    }

    void teach_words(const WordPairs& pairs, const MeanPosterior& posterior, std::int64_t k) {
        const std::int32_t columns = pairs.source.length(k), rows = pairs.target.length(k);
        const auto first = static_cast<std::size_t>(pairs.cells[static_cast<std::size_t>(k)]);
        source_left_.assign(static_cast<std::size_t>(columns), 1);
        for (std::int32_t j = 0; j < rows; ++j) {
            const std::int32_t target = word(pairs.target, k, j);
            float left = 1;
            for (std::int32_t i = 0; i < columns; ++i) {
                const float found = posterior[first + static_cast<std::size_t>(j * columns + i)];
                count(word(pairs.source, k, i), target, found);
                left -= found;
                source_left_[static_cast<std::size_t>(i)] -= found;
            }
            count(-1, target, left);
        }
        for (std::int32_t i = 0; i < columns; ++i) {
            count(word(pairs.source, k, i), -1, source_left_[static_cast<std::size_t>(i)]);
        }
    }

    // Jumps between links and numbers of links, as far as the links of a sentence pair show them.
    void teach_order(Direction d, std::int32_t given_length, std::int32_t choosing_length,
                     const LearnedLinks& links, std::size_t sentence) {
        first_given_.assign(static_cast<std::size_t>(choosing_length), -1);
        links_of_given_.assign(static_cast<std::size_t>(given_length), 0);
        const auto end = static_cast<std::size_t>(links.offsets[sentence + 1]);
        for (auto k = static_cast<std::size_t>(links.offsets[sentence]); k < end; ++k) {
            const bool forward = d == target_given_source;
            const std::int32_t g = forward ? links.source[k] : links.target[k];
            const auto x = static_cast<std::size_t>(forward ? links.target[k] : links.source[k]);
            if (first_given_[x] < 0) first_given_[x] = g;
            ++links_of_given_[static_cast<std::size_t>(g)];
        }
        first_given_.push_back(given_length);
        std::int32_t before = -1;
        for (const std::int32_t g : first_given_) {
            if (g < 0) continue;
            model_.jumps[d][jump_place(g - before)] += 1;
            before = g;
        }
        for (const std::int32_t found : links_of_given_) {
            model_.fertility[d][fertility_place(found)] += 1;
        }
    }

    // The number of a word in the vocabulary.
    static std::int32_t word(const TextSide& side, std::int64_t sentence, std::int32_t place) {
        return side.original[static_cast<std::size_t>(side.sentence(sentence)[place])];
    }

    AlignerModel& model_;
    PairNumbers numbers_;
    std::vector<float> source_left_;
    std::vector<std::int32_t> first_given_, links_of_given_;
};

}  // namespace

LearnedLinks align_words(const SequenceBatch& source, const SequenceBatch& target,
                         const BitextVocabulary& source_words, const BitextVocabulary& target_words,
                         const AlignerSettings& settings, int threads, AlignerModel& model) {
    const WordPairs pairs(source, target, source_words, target_words, model);
    MeanPosterior posterior;
    run_workers(settings.chains, 1, threads, [&](BlockQueue& queue) {
        std::int64_t chain, next;
        while (queue.take(chain, next)) {
            const auto seed = settings.seed * 1'000'003U + static_cast<std::uint64_t>(chain);
            AlignmentChain samples(pairs, settings, model, seed);
            samples.run();
            posterior.add(samples.posterior);
        }
    });
    const LearnedLinks links = links_above(settings.threshold, pairs, posterior);
    Teacher(model).teach(pairs, posterior, links_above(taught, pairs, posterior));
    return links;
}

}  // namespace hyperbaton

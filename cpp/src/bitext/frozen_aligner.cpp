#include "hyperbaton/bitext/frozen_aligner.hpp"

#include <algorithm>
#include <cmath>

#include "hyperbaton/runtime/cancellation.hpp"
#include "hyperbaton/runtime/parallel.hpp"
#include "model_constants.hpp"
#include "pair_numbers.hpp"

namespace hyperbaton {

namespace {

constexpr std::size_t most_remembered = 1 << 20;  // pairs of words

void grow_and_add(std::vector<float>& counts, std::int32_t place, float count) {
    const auto at = static_cast<std::size_t>(place);
    if (at >= counts.size()) counts.resize(at + 1);
    counts[at] += count;
}

float known(const std::vector<float>& counts, std::int32_t place) {
    return place < 0 ? 0 : counts[static_cast<std::size_t>(place)];
}

// How often pairs of numbers occur.
class PairCounts {
public:
    void add(std::int32_t a, std::int32_t b, float count) {
        grow_and_add(counts_, numbers_.number(a, b), count);
    }
    float of(std::int32_t a, std::int32_t b) const {
        return a < 0 || b < 0 ? 0 : known(counts_, numbers_.find(a, b));
    }

private:
    PairNumbers numbers_;
    std::vector<float> counts_;
};

struct SideCounts {
    std::vector<float> linked, unlinked;  // of each word
    float all_unlinked = 0;
    std::array<std::vector<float>, class_levels> class_links, class_sizes;
};

}  // namespace

struct FrozenAligner::Learned {
    std::array<SideCounts, 2> sides;
    PairCounts links;
    std::array<PairCounts, class_levels> class_links;
    // How likely each jump is, as target words choose and as source words choose; and from the last
    // to the first.
    std::array<std::vector<float>, 2> jumps, jumps_back;
};

FrozenAligner::FrozenAligner(const AlignerModel& model,
                             std::span<const std::int32_t> source_classes,
                             std::span<const std::int32_t> target_classes) {
    auto learned = std::make_unique<Learned>();
    auto& sides = learned->sides;
    const std::array classes{source_classes, target_classes};
    for (std::size_t side = 0; side < 2; ++side) {
        const std::size_t words = classes[side].size() / class_levels;
        sides[side].linked.resize(words);
        sides[side].unlinked.resize(words);
        for (std::size_t k = 0; k < classes[side].size(); ++k) {
            grow_and_add(sides[side].class_sizes[k % class_levels], classes[side][k], 1);
        }
        for (std::size_t level = 0; level < class_levels; ++level) {
            sides[side].class_links[level].resize(sides[side].class_sizes[level].size());
        }
    }
    for (std::size_t k = 0; k < model.count.size(); ++k) {
        const std::array words{model.source[k], model.target[k]};
        const float count = model.count[k];
        for (std::size_t side = 0; side < 2; ++side) {
            if (words[side] < 0) continue;
            const bool alone = words[1 - side] < 0;
            grow_and_add(alone ? sides[side].unlinked : sides[side].linked, words[side], count);
            if (alone) sides[side].all_unlinked += count;
        }
        if (words[0] < 0 || words[1] < 0) continue;
        learned->links.add(words[0], words[1], count);
        for (std::size_t level = 0; level < class_levels; ++level) {
            std::array<std::int32_t, 2> of_class{};
            for (std::size_t side = 0; side < 2; ++side) {
                of_class[side] =
                    classes[side][static_cast<std::size_t>(words[side]) * class_levels + level];
                grow_and_add(sides[side].class_links[level], of_class[side], count);
            }
            learned->class_links[level].add(of_class[0], of_class[1], count);
        }
    }
    for (const std::size_t d : {0U, 1U}) {
        float all = 0;
        for (const float count : model.jumps[d]) all += count + jump_alpha;
        for (const float count : model.jumps[d])
            learned->jumps[d].push_back((count + jump_alpha) / all);
        learned->jumps_back[d].assign(learned->jumps[d].rbegin(), learned->jumps[d].rend());
    }
    learned_ = std::move(learned);
}

FrozenAligner::~FrozenAligner() = default;

std::array<std::int64_t, ModelWords::columns> FrozenAligner::sizes(std::size_t side) const {
    std::array<std::int64_t, ModelWords::columns> found{};
    found[0] = static_cast<std::int64_t>(learned_->sides[side].linked.size());
    for (std::size_t level = 0; level < class_levels; ++level) {
        found[level + 1] =
            static_cast<std::int64_t>(learned_->sides[side].class_sizes[level].size());
    }
    return found;
}

// Aligns one sentence pair after the other.
class FrozenAligner::Workspace {
public:
    explicit Workspace(const Learned& learned) : learned_(learned) {}

    void align(Sequence source, Sequence target, const ModelWords& source_words,
               const ModelWords& target_words) {
        rows_ = target.size();
        columns_ = source.size();
        mean.assign(rows_ * columns_, 1);
        if (mean.empty()) return;
        look_up(source, target, source_words, target_words);
        for (const std::size_t d : {0U, 1U}) multiply_by_posteriors(d);
        for (float& each : mean) each = std::sqrt(each);
    }

    std::vector<float> mean;  // of both posteriors of each cell, target word by target word

private:
    struct PairOfWords {
        float joint, likeness;
        std::array<float, 2> by_class;  // in each direction
    };

    // How likely each word is to have each link, but for the order of links, or none.
    void look_up(Sequence source, Sequence target, const ModelWords& source_words,
                 const ModelWords& target_words) {
        const std::array sentences{source, target};
        const std::array words{&source_words, &target_words};
        if (pairs_.size() > most_remembered) {
            pairs_.clear();
            numbers_ = {};
        }
        for (const std::size_t d : {0U, 1U}) {
            const SideCounts &given = learned_.sides[d], &choosing = learned_.sides[1 - d];
            room_[d].clear();
            for (const std::int32_t word : sentences[d]) {
                room_[d].push_back(known(given.linked, number_of(*words[d], word, 0)) +
                                   translation_alpha * static_cast<float>(choosing.linked.size()) +
                                   class_weight * class_levels);
            }
            alone_[d].clear();
            const float all = choosing.all_unlinked +
                              unlinked_alpha * static_cast<float>(choosing.linked.size() + 1);
            for (const std::int32_t word : sentences[1 - d]) {
                alone_[d].push_back(
                    unlinked_share *
                    (known(choosing.unlinked, number_of(*words[1 - d], word, 0)) + unlinked_alpha) /
                    all);
            }
        }
        for (auto& weights : weights_) weights.resize(rows_ * columns_);
        for (std::size_t j = 0; j < rows_; ++j) {
            for (std::size_t i = 0; i < columns_; ++i) {
                const auto place = static_cast<std::size_t>(numbers_.number(source[i], target[j]));
                if (place == pairs_.size()) {
                    pairs_.push_back(pair_of(source[i], target[j], source_words, target_words));
                }
                const PairOfWords& pair = pairs_[place];
                weights_[0][j * columns_ + i] = pair.joint + pair.by_class[0];
                weights_[1][j * columns_ + i] = pair.joint + pair.by_class[1];
                room_[0][i] += pair.likeness;
                room_[1][j] += pair.likeness;
            }
        }
        for (std::size_t j = 0; j < rows_; ++j) {
            for (std::size_t i = 0; i < columns_; ++i) {
                weights_[0][j * columns_ + i] *= (1 - unlinked_share) / room_[0][i];
                weights_[1][j * columns_ + i] *= (1 - unlinked_share) / room_[1][j];
            }
        }
    }

    static std::int32_t number_of(const ModelWords& words, std::int32_t word, std::size_t column) {
        return words.numbers[static_cast<std::size_t>(word) * ModelWords::columns + column];
    }

    PairOfWords pair_of(std::int32_t e, std::int32_t f, const ModelWords& source_words,
                        const ModelWords& target_words) const {
        const float likeness =
            pseudo_counts(word_similarity(source_words.letters[e], target_words.letters[f]));
        PairOfWords pair{
            likeness + translation_alpha +
                learned_.links.of(number_of(source_words, e, 0), number_of(target_words, f, 0)),
            likeness,
            {}};
        for (std::size_t level = 0; level < class_levels; ++level) {
            const std::array of_class{number_of(source_words, e, level + 1),
                                      number_of(target_words, f, level + 1)};
            const float both =
                learned_.class_links[level].of(of_class[0], of_class[1]) + class_alpha;
            for (const std::size_t d : {0U, 1U}) {
                const SideCounts &given = learned_.sides[d], &choosing = learned_.sides[1 - d];
                const auto classes = static_cast<float>(choosing.class_sizes[level].size());
                const float total =
                    known(given.class_links[level], of_class[d]) + class_alpha * classes;
                const float size = known(choosing.class_sizes[level], of_class[1 - d]);
                if (total > 0)
                    pair.by_class[d] += class_weight * both / total / std::max(size, 1.0F);
            }
        }
        return pair;
    }

    std::size_t place(std::size_t d, std::size_t x, std::size_t g) const {
        return d == 0 ? x * columns_ + g : g * columns_ + x;
    }

    // Posteriors of all links, by the forward-backward algorithm. A state is the given word that
    // the last linked word has chosen: 0 is the beginning of the sentence, g + 1 word g.
    void multiply_by_posteriors(std::size_t d) {
        const std::size_t length = d == 0 ? columns_ : rows_, choosing = d == 0 ? rows_ : columns_;
        const std::size_t states = length + 1;
        const std::vector<float>& weight = weights_[d];
        linked_.assign(choosing * states, 0);
        scales_.resize(choosing);
        state_.assign(states, 0);
        state_[0] = 1;
        for (std::size_t x = 0; x < choosing; ++x) {
            checkpoint_.pass(states);
            float* const here = linked_.data() + x * states;
            spread(state_, learned_.jumps[d], here);
            here[0] = 0;
            float sum = state_[0] * alone_[d][x];
            for (std::size_t g = 1; g < states; ++g) {
                here[g] *= weight[place(d, x, g - 1)];
                sum += here[g] + state_[g] * alone_[d][x];
            }
            scales_[x] = 1 / sum;
            for (std::size_t g = 0; g < states; ++g) {
                here[g] *= scales_[x];
                state_[g] = state_[g] * alone_[d][x] * scales_[x] + here[g];
            }
        }
        // From here on: how likely the rest of the sentence is after each state.
        float all = 0;
        for (std::size_t g = 0; g < states; ++g) {
            const std::size_t jump = std::min<std::size_t>(states - g, widest_jump) + widest_jump;
            const float last = learned_.jumps[d][jump];
            all += state_[g] * last;
            state_[g] = last;
        }
        weighted_.resize(states);
        before_.resize(states);
        for (std::size_t x = choosing; x-- > 0;) {
            checkpoint_.pass(states);
            const float* const here = linked_.data() + x * states;
            weighted_[0] = 0;
            for (std::size_t g = 1; g < states; ++g) {
                mean[place(d, x, g - 1)] *= here[g] * state_[g] / all;
                weighted_[g] = state_[g] * weight[place(d, x, g - 1)];
            }
            spread(weighted_, learned_.jumps_back[d], before_.data());
            for (std::size_t g = 0; g < states; ++g) {
                state_[g] = (before_[g] + state_[g] * alone_[d][x]) * scales_[x];
            }
        }
    }

    // to[g] = the sum over f of from[f] * jumps[g - f], where all wide jumps are alike.
    static void spread(const std::vector<float>& from, const std::vector<float>& jumps, float* to) {
        const auto count = static_cast<std::ptrdiff_t>(from.size());
        std::fill_n(to, count, 0.0F);
        for (std::ptrdiff_t f = 0; f < count; ++f) {
            const float* const jump = jumps.data() + widest_jump - f;
            const auto begin = std::max<std::ptrdiff_t>(0, f - widest_jump + 1);
            const auto end = std::min<std::ptrdiff_t>(count, f + widest_jump);
            for (std::ptrdiff_t g = begin; g < end; ++g)
                to[g] += from[static_cast<std::size_t>(f)] * jump[g];
        }
        float left = 0, right = 0;
        for (std::ptrdiff_t g = widest_jump; g < count; ++g) {
            left += from[static_cast<std::size_t>(g - widest_jump)];
            to[g] += left * jumps.back();
            right += from[static_cast<std::size_t>(count - 1 - g + widest_jump)];
            to[count - 1 - g] += right * jumps.front();
        }
    }

    const Learned& learned_;
    std::size_t rows_ = 0, columns_ = 0;
    PairNumbers numbers_;
    std::vector<PairOfWords> pairs_;
    std::array<std::vector<float>, 2> weights_, room_, alone_;
    std::vector<float> linked_, scales_, state_, weighted_, before_;
    Checkpoint checkpoint_;
};

LearnedLinks FrozenAligner::align(const SequenceBatch& source, const SequenceBatch& target,
                                  const ModelWords& source_words, const ModelWords& target_words,
                                  float threshold, int threads) const {
    struct Found {
        std::vector<std::int32_t> source, target;
        std::vector<float> posterior;
    };
    std::vector<Found> found(static_cast<std::size_t>(source.count));
    run_workers(source.count, 16, threads, [&](BlockQueue& queue) {
        Workspace workspace(*learned_);
        std::int64_t begin, end;
        while (queue.take(begin, end)) {
            for (std::int64_t k = begin; k < end; ++k) {
                workspace.align(source[k], target[k], source_words, target_words);
                const std::size_t columns = source[k].size(), rows = target[k].size();
                Found& here = found[static_cast<std::size_t>(k)];
                for (std::size_t i = 0; i < columns; ++i) {
                    for (std::size_t j = 0; j < rows; ++j) {
                        const float each = workspace.mean[j * columns + i];
                        if (!(each > threshold)) continue;
                        here.source.push_back(static_cast<std::int32_t>(i));
                        here.target.push_back(static_cast<std::int32_t>(j));
                        here.posterior.push_back(each);
                    }
                }
            }
        }
    });
    LearnedLinks links;
    for (const Found& each : found) {
        links.source.insert(links.source.end(), each.source.begin(), each.source.end());
        links.target.insert(links.target.end(), each.target.begin(), each.target.end());
        links.posterior.insert(links.posterior.end(), each.posterior.begin(), each.posterior.end());
        links.offsets.push_back(static_cast<std::int64_t>(links.source.size()));
    }
    return links;
}

}  // namespace hyperbaton

#include "alignment_chain.hpp"

#include <algorithm>
#include <numeric>

#include "hyperbaton/runtime/cancellation.hpp"
#include "model_constants.hpp"

namespace hyperbaton {

namespace {

constexpr int sweeps_between_classes = 4;  // after so many, classes learn anew

std::size_t row_of(std::int32_t word) { return static_cast<std::size_t>(word) * fertilities; }

// weight[g] *= jumps of width g - before and after - g.
void multiply_by_jumps(const std::vector<float>& jumps, std::int32_t before, std::int32_t after,
                       float* weight, std::int32_t length) {
    if (length < widest_jump) {
        const float* const here = jumps.data() + widest_jump - before;
        const float* const on = jumps.data() + widest_jump + after;
        for (std::int32_t g = 0; g < length; ++g) weight[g] *= here[g] * on[-g];
    } else {
        for (std::int32_t g = 0; g < length; ++g) {
            weight[g] *= jumps[jump_place(g - before)] * jumps[jump_place(after - g)];
        }
    }
}

// In four parts, so that additions need not wait for each other.
float sum_of(const float* values, std::int32_t count) {
    float parts[4] = {};
    std::int32_t k = 0;
    for (; k + 4 <= count; k += 4) {
        for (std::int32_t part = 0; part < 4; ++part) parts[part] += values[k + part];
    }
    for (; k < count; ++k) parts[0] += values[k];
    return (parts[0] + parts[1]) + (parts[2] + parts[3]);
}

// The first place at which the sum of weights exceeds what was drawn.
std::int32_t chosen_by(float drawn, const float* weight, std::int32_t length) {
    for (std::int32_t g = 0; g < length; ++g) {
        drawn -= weight[g];
        if (drawn < 0) return g;
    }
    return length - 1;
}

}  // namespace

AlignmentChain::AlignmentChain(const WordPairs& pairs, const AlignerSettings& settings,
                               const AlignerModel& model, std::uint64_t seed)
    : posterior(pairs.pair_of.size()), pairs_(pairs), settings_(settings), random_(seed) {
    for (const Direction d : both_directions) {
        LearnedDirection& learned = learned_[d];
        const TextSide &given = pairs.given(d), &choosing = pairs.choosing(d);
        learned.translations.assign(pairs.source_word.size(), 0);
        learned.count.assign(given.expected.size(), 0);
        learned.room = given.expected;
        const auto words = static_cast<float>(choosing.vocabulary);
        for (float& room : learned.room) {
            room += translation_alpha * words + class_weight * class_levels;
            learned.inverse.push_back(1 / room);
        }
        learned.unlinked = choosing.unlinked;
        learned.all_unlinked = choosing.all_unlinked;
        learned.all_jumps = 0;
        for (const float known : model.jumps[d]) {
            learned.jumps.push_back(known + jump_alpha);
            learned.all_jumps += known + jump_alpha;
        }
        learned.usual_fertility.assign(model.fertility[d].begin(), model.fertility[d].end());
        learned.link.assign(choosing.words.size(), -1);
        start(d);
    }
}

// Links every word at random.
void AlignmentChain::start(Direction d) {
    const TextSide &given = pairs_.given(d), &choosing = pairs_.choosing(d);
    for (std::int64_t k = 0; k < pairs_.sentences(); ++k) {
        const std::int32_t length = given.length(k);
        if (length == 0) continue;
        std::int32_t* const link = learned_[d].link.data() + first_token(d, k);
        const Matrix matrix = matrix_of(d, k);
        for (std::int32_t x = 0; x < choosing.length(k); ++x) {
            link[x] = static_cast<std::int32_t>(random_() * static_cast<float>(length));
            add(d, matrix.pair(x, link[x]), given.sentence(k)[link[x]], 1);
        }
    }
}

void AlignmentChain::add(Direction d, std::int32_t pair, std::int32_t given, float count) {
    LearnedDirection& learned = learned_[d];
    const auto e = static_cast<std::size_t>(given);
    learned.translations[static_cast<std::size_t>(pair)] += count;
    learned.count[e] += count;
    learned.inverse[e] = 1 / (learned.count[e] + learned.room[e]);
}

void AlignmentChain::run() {
    const int sweeps = settings_.word_sweeps + settings_.jump_sweeps + settings_.fertility_sweeps;
    const int counted = settings_.fertility_sweeps * 7 / 10;
    for (int k = 0; k < sweeps; ++k) {
        const Phase phase = k < settings_.word_sweeps                           ? by_words
                            : k < settings_.word_sweeps + settings_.jump_sweeps ? by_jumps
                                                                                : by_fertility;
        if (k == settings_.word_sweeps) {
            for (const Direction d : both_directions) count_jumps(d);
        }
        if (k == settings_.word_sweeps + settings_.jump_sweeps) {
            for (const Direction d : both_directions) count_fertilities(d);
        }
        sweep(phase, k >= sweeps - counted);
    }
    const float all = 1 / (2 * static_cast<float>(std::max(counted, 1)));
    for (float& each : posterior) each *= all;
}

// What the links of the text say of classes of words becomes part of what is expected of each pair:
// the sum over levels of (N(c_e, c_f) + alpha) / (N(c_e) + alpha |C|) / |c_f|.
void AlignmentChain::share_with_classes(Direction d) {
    LearnedDirection& learned = learned_[d];
    const TextSide &given = pairs_.given(d), &choosing = pairs_.choosing(d);
    std::vector<float>& prior = learned.translations;
    learned.shared_link = learned.link;
    const std::size_t pairs = prior.size();
    for (std::size_t p = 0; p < pairs; ++p) prior[p] = translation_alpha + pairs_.expected[p];
    for (std::size_t level = 0; level < class_levels; ++level) {
        const auto classes = choosing.class_sizes[level].size();
        class_counts_.assign(static_cast<std::size_t>(pairs_.class_pairs[level]), class_alpha);
        std::vector<float> totals(given.class_sizes[level].size(),
                                  class_alpha * static_cast<float>(classes));
        for (std::int64_t k = 0; k < pairs_.sentences(); ++k) {
            const Matrix matrix = matrix_of(d, k);
            const std::int32_t* const link = learned.link.data() + first_token(d, k);
            for (std::int32_t x = 0; x < choosing.length(k); ++x) {
                const std::int32_t g = link[x];
                if (g < 0) continue;
                const auto pair = static_cast<std::size_t>(matrix.pair(x, g));
                class_counts_[static_cast<std::size_t>(pairs_.class_pair[level][pair])] += 1;
                const auto e = static_cast<std::size_t>(given.sentence(k)[g]);
                totals[static_cast<std::size_t>(given.classes[level][e])] += 1;
            }
        }
        std::vector<float>& given_share = learned.given_share[level];
        given_share.resize(static_cast<std::size_t>(given.size()));
        for (std::size_t e = 0; e < given_share.size(); ++e) {
            given_share[e] =
                class_weight / totals[static_cast<std::size_t>(given.classes[level][e])];
        }
        std::vector<float>& choosing_share = learned.choosing_share[level];
        choosing_share.resize(static_cast<std::size_t>(choosing.size()));
        for (std::size_t f = 0; f < choosing_share.size(); ++f) {
            const auto found = static_cast<std::size_t>(choosing.classes[level][f]);
            choosing_share[f] = 1 / static_cast<float>(choosing.class_sizes[level][found]);
        }
        const bool forward = d == target_given_source;
        const auto& given_word = forward ? pairs_.source_word : pairs_.target_word;
        const auto& choosing_word = forward ? pairs_.target_word : pairs_.source_word;
        for (std::size_t p = 0; p < pairs; ++p) {
            prior[p] += class_counts_[static_cast<std::size_t>(pairs_.class_pair[level][p])] *
                        given_share[static_cast<std::size_t>(given_word[p])] *
                        choosing_share[static_cast<std::size_t>(choosing_word[p])];
        }
    }
    for (std::int64_t k = 0; k < pairs_.sentences(); ++k) {
        const Matrix matrix = matrix_of(d, k);
        const std::int32_t* const link = learned.link.data() + first_token(d, k);
        for (std::int32_t x = 0; x < choosing.length(k); ++x) {
            if (link[x] >= 0) prior[static_cast<std::size_t>(matrix.pair(x, link[x]))] += 1;
        }
    }
}

// What a link itself has added to the prior of its pair of words.
float AlignmentChain::own_share(Direction d, std::int32_t given, std::int32_t choosing) const {
    float share = 0;
    for (std::size_t level = 0; level < class_levels; ++level) {
        share += learned_[d].given_share[level][static_cast<std::size_t>(given)] *
                 learned_[d].choosing_share[level][static_cast<std::size_t>(choosing)];
    }
    return share;
}

void AlignmentChain::count_jumps(Direction d) {
    LearnedDirection& learned = learned_[d];
    for (std::int64_t k = 0; k < pairs_.sentences(); ++k) {
        const std::int32_t* const link = learned.link.data() + first_token(d, k);
        const std::int32_t length = pairs_.choosing(d).length(k);
        std::int32_t before = -1;
        for (std::int32_t x = 0; x <= length; ++x) {
            const std::int32_t g = x < length ? link[x] : pairs_.given(d).length(k);
            if (g < 0) continue;
            learned.jumps[jump_place(g - before)] += 1;
            learned.all_jumps += 1;
            before = g;
        }
    }
}

void AlignmentChain::count_fertilities(Direction d) {
    LearnedDirection& learned = learned_[d];
    const TextSide& given = pairs_.given(d);
    learned.fertility.assign(static_cast<std::size_t>(given.size()) * fertilities, 0);
    std::vector<float>& usual = learned.usual_fertility;
    for (float& each : usual) each += unseen_fertility;
    for (std::int64_t k = 0; k < pairs_.sentences(); ++k) {
        links_of_given_.assign(static_cast<std::size_t>(given.length(k)), 0);
        const std::int32_t* const link = learned.link.data() + first_token(d, k);
        for (std::int32_t x = 0; x < pairs_.choosing(d).length(k); ++x) {
            if (link[x] >= 0) ++links_of_given_[static_cast<std::size_t>(link[x])];
        }
        for (std::int32_t g = 0; g < given.length(k); ++g) {
            const std::size_t fertility =
                fertility_place(links_of_given_[static_cast<std::size_t>(g)]);
            learned.fertility[row_of(given.sentence(k)[g]) + fertility] += 1;
            usual[fertility] += 1;
        }
    }
    const float all = std::accumulate(usual.begin(), usual.end(), 0.0F);
    for (float& each : usual) each /= all;
}

void AlignmentChain::sweep(Phase phase, bool counted) {
    if (sweeps_++ % sweeps_between_classes == 0)
        for (const Direction d : both_directions) share_with_classes(d);
    Checkpoint checkpoint;
    for (std::int64_t k = 0; k < pairs_.sentences(); ++k) {
        for (const Direction d : both_directions) sample(d, k, phase, counted);
        const auto sentence = static_cast<std::size_t>(k);
        checkpoint.pass(4 * (pairs_.cells[sentence + 1] - pairs_.cells[sentence]));
    }
}

void AlignmentChain::sample(Direction d, std::int64_t sentence, Phase phase, bool counted) {
    LearnedDirection& learned = learned_[d];
    const TextSide &given_side = pairs_.given(d), &choosing_side = pairs_.choosing(d);
    const std::int32_t length = given_side.length(sentence);
    const std::int32_t choosing_length = choosing_side.length(sentence);
    if (length == 0) return;
    const std::int32_t* const given = given_side.sentence(sentence);
    const std::int32_t* const choosing = choosing_side.sentence(sentence);
    std::int32_t* const link = learned.link.data() + first_token(d, sentence);
    const std::int32_t* const shared = learned.shared_link.data() + first_token(d, sentence);
    const Direction opposite = d == target_given_source ? source_given_target : target_given_source;
    const std::int32_t* const answer =
        learned_[opposite].link.data() + first_token(opposite, sentence);
    const Matrix matrix = matrix_of(d, sentence);
    const float agreement = phase == by_words ? first_agreement : later_agreement;
    const bool with_jumps = phase != by_words, with_fertility = phase == by_fertility;
    const float unlinked_room = unlinked_alpha * static_cast<float>(choosing_side.vocabulary);

    weights_.resize(static_cast<std::size_t>(length));
    float* const weight = weights_.data();
    // Of each given word: the factor that does not depend on the choosing word.
    factors_.resize(static_cast<std::size_t>(length));
    float* const factor = factors_.data();
    links_of_given_.assign(static_cast<std::size_t>(length), 0);
    std::int32_t* const links = links_of_given_.data();
    for (std::int32_t x = 0; x < choosing_length; ++x) {
        if (link[x] >= 0) ++links[link[x]];
    }
    const auto factor_of = [&](std::int32_t g) {
        const float room = learned.inverse[static_cast<std::size_t>(given[g])];
        if (!with_fertility) return room;
        // How much likelier the text makes one more link of this word.
        const std::size_t now = fertility_place(links[g]), next = fertility_place(links[g] + 1);
        const float* const seen = learned.fertility.data() + row_of(given[g]);
        const std::vector<float>& usual = learned.usual_fertility;
        return room * (seen[next] + usual[next]) / (seen[now] - 1 + usual[now]);
    };
    for (std::int32_t g = 0; g < length; ++g) factor[g] = factor_of(g);
    const auto change_link = [&](std::int32_t x, std::int32_t g, std::int32_t by) {
        add(d, matrix.pair(x, g), given[g], static_cast<float>(by));
        if (with_fertility) {
            float* const seen = learned.fertility.data() + row_of(given[g]);
            seen[fertility_place(links[g])] -= 1;
            seen[fertility_place(links[g] + by)] += 1;
        }
        links[g] += by;
        for (std::int32_t other = 0; other < length; ++other) {
            if (given[other] == given[g]) factor[other] = factor_of(other);
        }
    };
    const auto change_jump = [&](std::int32_t jump, float by) {
        learned.jumps[jump_place(jump)] += by;
        learned.all_jumps += by;
    };
    // Adds what the text has at x, or takes it away.
    const auto change = [&](std::int32_t x, std::int32_t before, std::int32_t after, int by) {
        const auto count = static_cast<float>(by);
        const std::int32_t g = link[x];
        if (g >= 0) {
            change_link(x, g, by);
        } else {
            learned.unlinked[static_cast<std::size_t>(choosing[x])] += count;
            learned.all_unlinked += count;
        }
        if (!with_jumps) return;
        if (g >= 0) change_jump(g - before, count);
        change_jump(after - (g >= 0 ? g : before), count);
    };

    std::int32_t before = -1;  // the given word that the last linked word has chosen
    for (std::int32_t x = 0; x < choosing_length; ++x) {
        std::int32_t next = x + 1;
        while (next < choosing_length && link[next] < 0) ++next;
        const std::int32_t after = next < choosing_length ? link[next] : length;
        change(x, before, after, -1);

        const std::int32_t* const pair = matrix.pairs + x * matrix.row;
        for (std::int32_t g = 0; g < length; ++g) {
            weight[g] =
                learned.translations[static_cast<std::size_t>(pair[g * matrix.step])] * factor[g];
        }
        if (shared[x] >= 0) {
            const float own = own_share(d, given[shared[x]], choosing[x]);
            for (std::int32_t g = 0; g < length; ++g) {
                if (given[g] == given[shared[x]])
                    weight[g] = std::max(weight[g] - own * factor[g], 0.0F);
            }
        }
        float linked = 1 - unlinked_share, alone = unlinked_share;
        if (with_jumps) {
            multiply_by_jumps(learned.jumps, before, after, weight, length);
            linked /= learned.all_jumps;
            alone *= learned.jumps[jump_place(after - before)];
        } else {
            linked /= static_cast<float>(length);
        }
        for (std::int32_t g = 0; g < length; ++g) {
            weight[g] *= answer[g] == x ? agreement : 1.0F;
        }
        const float sum = sum_of(weight, length) * linked;
        alone *= (learned.unlinked[static_cast<std::size_t>(choosing[x])] + unlinked_alpha) /
                 (learned.all_unlinked + unlinked_room);
        if (counted) {
            float* const cell = posterior.data() + matrix.first + x * matrix.row;
            const float scale = linked / (sum + alone);
            for (std::int32_t g = 0; g < length; ++g) cell[g * matrix.step] += weight[g] * scale;
        }
        const float drawn = random_() * (sum + alone);
        link[x] = drawn < sum ? chosen_by(drawn / linked, weight, length) : -1;
        change(x, before, after, 1);
        if (link[x] >= 0) before = link[x];
    }
}

}  // namespace hyperbaton

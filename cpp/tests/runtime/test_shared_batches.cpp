// Batches that several threads work on: the same results as with one, and, under ThreadSanitizer,
// nothing that two threads write at once.
#include <random>
#include <vector>

#include "batches.hpp"
#include "check.hpp"
#include "hyperbaton/alignment/ribes.hpp"
#include "hyperbaton/alignment/segment_alignment.hpp"
#include "hyperbaton/inversion/inversion_distance.hpp"
#include "hyperbaton/permutation/tree_scores.hpp"
#include "hyperbaton/text/ngrams.hpp"
#include "hyperbaton/text/skip_bigrams.hpp"
#include "hyperbaton/text/string_distances.hpp"
#include "hyperbaton/text/translation_edits.hpp"
#include "random_words.hpp"

using namespace hyperbaton;

namespace {

constexpr Sharing one_item_a_thread{1, 1};

struct Texts {
    WordList hypotheses, references;
    std::vector<std::int64_t> ends{0}, reference_ends{0}, groups{0};

    Texts(int segments, Generator& generator) {
        for (int k = 0; k < segments; ++k) {
            append(random_words(below(30, generator), 9, generator), hypotheses, ends);
            append(random_words(below(30, generator), 9, generator), references, reference_ends);
            groups.push_back(k + 1);
        }
    }
    SegmentBatch view() const {
        const auto count = static_cast<std::int64_t>(ends.size()) - 1;
        return {{hypotheses.data(), ends.data(), count},
                {references.data(), reference_ends.data(), count},
                groups.data()};
    }

private:
    static void append(const WordList& words, WordList& all, std::vector<std::int64_t>& all_ends) {
        all.insert(all.end(), words.begin(), words.end());
        all_ends.push_back(static_cast<std::int64_t>(all.size()));
    }
};

// Results of a function of two sentences, by number of threads.
template <class Workspace, class Function>
std::vector<std::size_t> per_pair(const SegmentBatch& segments, int threads, Function function) {
    std::vector<std::size_t> results(static_cast<std::size_t>(segments.references.count));
    for_each_pair<Workspace>(
        segments, threads,
        [&](Sequence hypothesis, Sequence reference, std::int64_t r, Workspace& workspace) {
            results[static_cast<std::size_t>(r)] =
                static_cast<std::size_t>(function(hypothesis, reference, workspace));
        },
        one_item_a_thread);
    return results;
}

template <class Workspace, class Function>
void check_pairs(const SegmentBatch& segments, Function function) {
    CHECK(per_pair<Workspace>(segments, 4, function) == per_pair<Workspace>(segments, 1, function));
}

void check_texts(const SegmentBatch& segments) {
    check_pairs<StringDistanceWorkspace>(segments, levenshtein_distance);
    check_pairs<StringDistanceWorkspace>(segments, cder_distance);
    check_pairs<StringDistanceWorkspace>(segments, position_independent_distance);
    check_pairs<TranslationEditWorkspace>(segments, translation_edit_count);
    check_pairs<RibesWorkspace>(segments, [](Sequence a, Sequence b, RibesWorkspace& workspace) {
        return aligned_order(a, b, workspace).ascending;
    });
    check_pairs<SkipBigramWorkspace>(segments,
                                     [](Sequence a, Sequence b, SkipBigramWorkspace& workspace) {
                                         return common_skip_bigrams(a, b, -1, workspace);
                                     });
    check_pairs<InversionWorkspace>(segments, [](Sequence a, Sequence b, InversionWorkspace& w) {
        return inversion_distance(a, b, {1, 1, 1, 1}, w).cost;
    });
    Matcher equal_words{};
    equal_words.words.weight = 1.0f;
    for (const AlignmentSearch search : {AlignmentSearch::best, AlignmentSearch::meteor}) {
        check_pairs<SegmentAlignmentWorkspace>(
            segments, [&](Sequence a, Sequence b, SegmentAlignmentWorkspace& workspace) {
                return align_pair(a, b, 0, {equal_words}, {search, {}}, workspace).covered;
            });
    }
}

void check_ngrams(const SegmentBatch& segments) {
    const auto rows = static_cast<std::size_t>(segments.references.count) * 12;
    std::vector<double> one(rows), many(rows);
    bleu_statistics(segments, 4, 1, one.data());
    bleu_statistics(segments, 4, 4, many.data());
    CHECK(one == many);
    ngram_overlaps(segments, 4, 1, one.data());
    ngram_overlaps(segments, 4, 4, many.data());
    CHECK(one == many);
}

void check_permutations(std::mt19937& random) {
    OwnedBatch batch;
    for (int k = 0; k < 3000; ++k) batch.add(shuffled(k % 40, random));
    OwnedTrees one(batch), many(batch);
    build_trees(batch.view(), one.view(), 1);
    build_trees(batch.view(), many.view(), 4);
    CHECK(one.counts == many.counts);
    std::vector<double> scores(3000), again(3000);
    score_forests(batch.view(), one.view(), ForestMetric::pef, {0.6, 0.2}, 1, scores.data());
    score_forests(batch.view(), one.view(), ForestMetric::pef, {0.6, 0.2}, 4, again.data());
    for (std::size_t k = 0; k < scores.size(); ++k) {
        CHECK(scores[k] == again[k] || (scores[k] != scores[k] && again[k] != again[k]));
    }
}

}  // namespace

int main() {
    Generator generator(3);
    const Texts texts(400, generator);
    check_texts(texts.view());
    check_ngrams(texts.view());
    check_permutations(generator);
}

// PEFscore in closed form against the chart of the paper, operators scored by measures, and threads
// against each other.
#include <cstdio>

#include "batches.hpp"
#include "check.hpp"
#include "hyperbaton/permutation/operator_scores.hpp"
#include "permutation/forest_checks.hpp"

using namespace hyperbaton;

namespace {

std::vector<std::vector<std::int32_t>> measured;

double noted(Permutation pi, FlatWorkspace&) {
    measured.emplace_back(pi.begin(), pi.end());
    return 0.25;
}

void check_operators() {
    OwnedBatch batch;
    batch.add({4, 6, 3, 5, 2, 0, 1});                   // (2, 1) over (2, 4, 1, 3) and others
    batch.add({2, 3, 9, 11, 8, 10, 0, 1, 5, 7, 4, 6});  // (2, 4, 1, 3) over blocks of all kinds
    batch.add({0, 1, 2});
    OwnedTrees trees(batch);
    build_trees(batch.view(), trees.view(), 1);
    OperatorScorer scorer(noted);
    std::vector<std::vector<double>> found;
    for (std::int64_t k = 0; k < 3; ++k) {
        const PermutationTree nodes =
            trees.view().nodes(batch.offsets[static_cast<std::size_t>(k)], k);
        const double* const scores = scorer.scores(batch.view()[k], nodes);
        found.emplace_back(scores, scores + nodes.count);
    }
    const std::vector<std::int32_t> wu{1, 3, 0, 2};
    CHECK((measured == std::vector<std::vector<std::int32_t>>{wu, wu, wu, wu}));
    CHECK((found[0] == std::vector<double>{0.25, 0.0, 1.0, 0.0}));
    CHECK((found[1] == std::vector<double>{1.0, 0.25, 1.0, 0.25, 0.25}));
    CHECK((found[2] == std::vector<double>{1.0, 1.0}));
}

// Neighbours of a prime operator are never in order, so by fuzzy it scores 0, as by the paper's
// rule.
void check_measured(const OwnedBatch& batch) {
    const PermutationBatch view = batch.view();
    OwnedTrees trees(batch);
    build_trees(view, trees.view(), 1);
    std::vector<double> plain(static_cast<std::size_t>(view.count)), one(plain), three(plain);
    const FlatScore fuzzy = [](Permutation pi, FlatWorkspace& w) {
        return fuzzy_score(pi, w, false);
    };
    score_forests(view, trees.view(), ForestMetric::pet, {0.6, 0.0}, 1, plain.data());
    score_measured_forests(view, trees.view(), MeasuredMetric::pet, 0.6, fuzzy, 1, one.data());
    CHECK(one == plain);
    score_forests(view, trees.view(), ForestMetric::pef, {0.6, 0.0}, 1, plain.data());
    score_measured_forests(view, trees.view(), MeasuredMetric::pef, 0.6, fuzzy, 1, one.data());
    CHECK(one == plain);
    score_measured_forests(view, trees.view(), MeasuredMetric::pef, 0.6, ulam_score, 1, one.data());
    score_measured_forests(view, trees.view(), MeasuredMetric::pef, 0.6, ulam_score, 3,
                           three.data());
    CHECK(one == three);
    CHECK(one != plain);
    for (std::size_t k = 0; k < one.size(); ++k) CHECK(one[k] >= plain[k]);
}

}  // namespace

int main() {
    OwnedBatch all;
    for (std::int64_t n = 0; n <= 6; ++n) {
        std::vector<std::int32_t> values = identity(n);
        do {
            all.add(values);
        } while (std::next_permutation(values.begin(), values.end()));
    }
    check_pef(all);
    check_threads_and_ranges(all);
    check_operators();
    check_measured(all);

    std::mt19937 random(3);
    OwnedBatch longer;
    for (int k = 0; k < 300; ++k) {
        longer.add(moved_blocks(20 + k % 60, 1 + k % 7, random));
        longer.add(shuffled(10 + k % 20, random));
    }
    check_pef(longer);
    check_threads_and_ranges(longer);
    check_measured(longer);
    std::puts("forest scores: ok");
}

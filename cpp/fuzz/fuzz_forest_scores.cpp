// Scores of permutation forests against charts that go through all trees.
#include "fuzz/input.hpp"
#include "hyperbaton/permutation/operator_scores.hpp"
#include "hyperbaton/permutation/released_score.hpp"
#include "hyperbaton/permutation/tree_shape.hpp"
#include "reference/permutation/released_chart.hpp"
#include "tests/permutation/forest_checks.hpp"

using namespace hyperbaton;

namespace {

bool close(double a, double b) { return std::abs(a - b) < 1e-9; }

// Neighbours of a prime operator are never in order: by fuzzy it scores 0, as by the paper's rule.
void check_operators(Permutation pi, const PermutationTree& nodes, double beta) {
    OperatorScorer by_fuzzy(
        [](Permutation of, FlatWorkspace& w) { return fuzzy_score(of, w, false); });
    OperatorScorer by_kendall(
        [](Permutation of, FlatWorkspace& w) { return kendall_score(of, w, false); });
    const OperatorWeights weights{beta, 0.0};
    const auto n = static_cast<std::int64_t>(pi.size());
    const double* const fuzzy = by_fuzzy.scores(pi, nodes);
    const double* const kendall = by_kendall.scores(pi, nodes);
    for (std::int32_t k = 0; k < nodes.count; ++k) {
        CHECK(fuzzy[k] == weights.operator_score(nodes.kind[k]));
        const bool is_prime = (nodes.kind[k] & kind_mask) == prime;
        CHECK(is_prime ? kendall[k] > 0.0 && kendall[k] < 1.0 : kendall[k] == fuzzy[k]);
    }
    ForestScorer scorer(weights);
    CHECK(close(scorer.pef_score(nodes, n, fuzzy), scorer.pef_score(nodes, n)));
    CHECK(close(scorer.pet_score(nodes, n, fuzzy), scorer.pet_score(nodes, n)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const OperatorWeights weights{input.sixteenths() / 16.0, input.sixteenths() / 16.0};
    OwnedBatch batch;
    batch.add(input.permutation(20));
    check_pef(batch);
    check_threads_and_ranges(batch);

    OwnedTrees trees(batch);
    build_trees(batch.view(), trees.view(), 1);
    const PermutationTree nodes = trees.view().nodes(0, 0);
    const auto n = static_cast<std::int64_t>(batch.values.size());
    CHECK(close(ForestScorer(weights).pef_score(nodes, n),
                ForestChart().score(batch.view()[0], weights)));
    check_operators(batch.view()[0], nodes, weights.beta);
    LogCatalan log_catalan;
    std::vector<std::int32_t> buffer;
    const PermutationTreeShape shape = tree_shape(nodes, log_catalan, buffer);
    ReleasedChart chart(batch.view()[0], weights);
    if (n > 0) CHECK(close(std::exp(shape.log_bracketings) / chart.trees(), 1.0));
    if (n > 0) CHECK(static_cast<double>(shape.bracketings) == chart.trees());
    if (weights.beta == 0.0) return 0;  // released scores need more than 0
    CHECK(close(ReleasedScorer(weights).pef_score(nodes, n), chart.score()));
    return 0;
}

// Scores of permutation forests against charts that go through all trees.
#include "fuzz/input.hpp"
#include "hyperbaton/permutation/released_score.hpp"
#include "hyperbaton/permutation/tree_shape.hpp"
#include "reference/permutation/released_chart.hpp"
#include "tests/permutation/forest_checks.hpp"

using namespace hyperbaton;

namespace {

bool close(double a, double b) { return std::abs(a - b) < 1e-9; }

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

// PEFscore in closed form against the chart of the paper, and threads against each other.
#include <cmath>

#include "batches.hpp"
#include "check.hpp"
#include "hyperbaton/permutation/tree_scores.hpp"
#include "reference/permutation/forest_chart.hpp"

using namespace hyperbaton;

namespace {

constexpr OperatorWeights weights[] = {{0.6, 0.0}, {0.6, 0.5}, {0.0, 0.3}, {1.0, 0.5}, {0.25, 1.0}};

void check(const OwnedBatch& batch) {
    const PermutationBatch view = batch.view();
    OwnedTrees trees(batch);
    build_trees(view, trees.view(), 2);
    std::vector<double> scores(static_cast<std::size_t>(view.count));
    ForestChart chart;
    for (const OperatorWeights& weight : weights) {
        score_forests(view, trees.view(), ForestMetric::pef, weight, 2, scores.data());
        for (std::int64_t k = 0; k < view.count; ++k) {
            const double difference =
                scores[static_cast<std::size_t>(k)] - chart.score(view[k], weight);
            CHECK(std::abs(difference) < 1e-12);
        }
    }
}

void check_released_and_shapes_run(const OwnedBatch& batch) {
    const PermutationBatch view = batch.view();
    OwnedTrees trees(batch);
    build_trees(view, trees.view(), 1);
    std::vector<double> one(static_cast<std::size_t>(view.count)), three(one);
    for (const ForestMetric metric :
         {ForestMetric::pet, ForestMetric::released_pet, ForestMetric::released_pef}) {
        score_forests(view, trees.view(), metric, {0.6, 0.0}, 1, one.data());
        score_forests(view, trees.view(), metric, {0.6, 0.0}, 3, three.data());
        CHECK(one == three);
    }
    for (const ShapeMetric metric :
         {ShapeMetric::pet_size, ShapeMetric::pet_count, ShapeMetric::max_op, ShapeMetric::avg_op,
          ShapeMetric::non_binary}) {
        score_shapes(view, trees.view(), metric, 1, one.data());
        score_shapes(view, trees.view(), metric, 3, three.data());
        CHECK(one == three);
        for (const double score : one) CHECK(score >= 0.0 && score <= 1.0);
    }
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
    check(all);
    check_released_and_shapes_run(all);

    std::mt19937 random(3);
    OwnedBatch longer;
    for (int k = 0; k < 300; ++k) {
        longer.add(moved_blocks(20 + k % 60, 1 + k % 7, random));
        longer.add(shuffled(10 + k % 20, random));
    }
    check(longer);
    check_released_and_shapes_run(longer);
    std::puts("forest scores: ok");
}

// PEFscore against the chart of the paper; other scores with threads against those without.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hyperbaton/permutation/tree_scores.hpp"
#include "reference/permutation/forest_chart.hpp"
#include "tests/batches.hpp"
#include "tests/check.hpp"

namespace hyperbaton {

inline constexpr OperatorWeights some_weights[] = {
    {0.6, 0.0}, {0.6, 0.5}, {0.0, 0.3}, {1.0, 0.5}, {0.25, 1.0}};

inline void check_pef(const OwnedBatch& batch) {
    const PermutationBatch view = batch.view();
    OwnedTrees trees(batch);
    build_trees(view, trees.view(), 2);
    std::vector<double> scores(static_cast<std::size_t>(view.count));
    ForestChart chart;
    for (const OperatorWeights& weight : some_weights) {
        score_forests(view, trees.view(), ForestMetric::pef, weight, 2, scores.data());
        for (std::int64_t k = 0; k < view.count; ++k) {
            const double difference =
                scores[static_cast<std::size_t>(k)] - chart.score(view[k], weight);
            CHECK(std::abs(difference) < 1e-12);
        }
    }
}

inline void check_threads_and_ranges(const OwnedBatch& batch) {
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

}  // namespace hyperbaton

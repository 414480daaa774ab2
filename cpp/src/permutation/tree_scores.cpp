#include "hyperbaton/permutation/tree_scores.hpp"

#include <optional>

#include "hyperbaton/permutation/operator_scores.hpp"
#include "hyperbaton/permutation/released_score.hpp"
#include "hyperbaton/permutation/tree_shape.hpp"

namespace hyperbaton {

namespace {

std::int64_t length(Permutation pi) { return static_cast<std::int64_t>(pi.size()); }

// Gives every thread a scorer of its own, made on first use with the weights of the call.
template <class Scorer>
void score_with(const PermutationBatch& batch, const PermutationTreeBatch& trees,
                OperatorWeights weights, int threads, double* scores,
                double (Scorer::*score)(const PermutationTree&, std::int64_t)) {
    using Lazy = std::optional<Scorer>;
    for_each_sequence<Lazy>(batch, threads, [&](Permutation pi, std::int64_t k, Lazy& scorer) {
        if (!scorer) scorer.emplace(weights);
        scores[k] = ((*scorer).*score)(trees.nodes(batch.offsets[k], k), length(pi));
    });
}

// pet and pef whose operators a flat measure scores.
struct MeasuredScorer {
    MeasuredScorer(double beta, FlatScore measure) : operators(measure), forest({beta, 0.0}) {}

    OperatorScorer operators;
    ForestScorer forest;
};

struct ShapeWorkspace {
    LogCatalan log_catalan;
    std::vector<std::int32_t> links_from;
};

double shape_score(const PermutationTree& nodes, std::int64_t n, ShapeMetric metric,
                   ShapeWorkspace& workspace) {
    if (metric == ShapeMetric::pet_size) return pet_size_score(n, nodes.count);
    if (metric == ShapeMetric::avg_op) return avg_op_score(n, nodes.count);
    const PermutationTreeShape shape =
        tree_shape(nodes, workspace.log_catalan, workspace.links_from);
    if (metric == ShapeMetric::max_op) return max_op_score(n, shape.longest);
    if (metric == ShapeMetric::non_binary) return non_binary_score(n, shape.primes);
    return pet_count_score(n, shape, workspace.log_catalan);
}

}  // namespace

void score_forests(const PermutationBatch& batch, const PermutationTreeBatch& trees,
                   ForestMetric metric, OperatorWeights weights, int threads, double* scores) {
    switch (metric) {
        case ForestMetric::pet:
            return score_with<ForestScorer>(batch, trees, weights, threads, scores,
                                            &ForestScorer::pet_score);
        case ForestMetric::pef:
            return score_with<ForestScorer>(batch, trees, weights, threads, scores,
                                            &ForestScorer::pef_score);
        case ForestMetric::released_pet:
            return score_with<ReleasedScorer>(batch, trees, weights, threads, scores,
                                              &ReleasedScorer::pet_score);
        case ForestMetric::released_pef:
            return score_with<ReleasedScorer>(batch, trees, weights, threads, scores,
                                              &ReleasedScorer::pef_score);
    }
}

void score_measured_forests(const PermutationBatch& batch, const PermutationTreeBatch& trees,
                            MeasuredMetric metric, double beta, FlatScore measure, int threads,
                            double* scores) {
    using Lazy = std::optional<MeasuredScorer>;
    for_each_sequence<Lazy>(batch, threads, [&](Permutation pi, std::int64_t k, Lazy& scorer) {
        if (!scorer) scorer.emplace(beta, measure);
        const PermutationTree nodes = trees.nodes(batch.offsets[k], k);
        const double* const of_operators = scorer->operators.scores(pi, nodes);
        scores[k] = metric == MeasuredMetric::pet
                        ? scorer->forest.pet_score(nodes, length(pi), of_operators)
                        : scorer->forest.pef_score(nodes, length(pi), of_operators);
    });
}

void score_shapes(const PermutationBatch& batch, const PermutationTreeBatch& trees,
                  ShapeMetric metric, int threads, double* scores) {
    for_each_sequence<ShapeWorkspace>(
        batch, threads, [&](Permutation pi, std::int64_t k, ShapeWorkspace& workspace) {
            const PermutationTree nodes = trees.nodes(batch.offsets[k], k);
            scores[k] = shape_score(nodes, length(pi), metric, workspace);
        });
}

}  // namespace hyperbaton

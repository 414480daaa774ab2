// The scores of a batch of built trees, one double per permutation.
#pragma once

#include "hyperbaton/permutation/flat_scores.hpp"
#include "hyperbaton/permutation/forest_score.hpp"
#include "hyperbaton/permutation/permutation_tree.hpp"

namespace hyperbaton {

enum class ForestMetric { pet, pef, released_pet, released_pef };

void score_forests(const PermutationBatch& batch, const PermutationTreeBatch& trees,
                   ForestMetric metric, OperatorWeights weights, int threads, double* scores);

// pet or pef with operators scored by a flat measure, see operator_scores.hpp.
enum class MeasuredMetric { pet, pef };

void score_measured_forests(const PermutationBatch& batch, const PermutationTreeBatch& trees,
                            MeasuredMetric metric, double beta, FlatScore measure, int threads,
                            double* scores);

enum class ShapeMetric { pet_size, pet_count, max_op, avg_op, non_binary };

void score_shapes(const PermutationBatch& batch, const PermutationTreeBatch& trees,
                  ShapeMetric metric, int threads, double* scores);

}  // namespace hyperbaton

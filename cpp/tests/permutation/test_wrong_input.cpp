// Values that are no permutation and nodes that are no tree: refused or harmless. The sanitizers
// watch over every access.
#include <stdexcept>

#include "batches.hpp"
#include "check.hpp"
#include "hyperbaton/permutation/flat_scores.hpp"
#include "hyperbaton/permutation/tree_scores.hpp"

using namespace hyperbaton;

namespace {

template <class Work>
bool is_refused(Work work) {
    try {
        work();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

bool is_permutation(std::vector<std::int32_t> values) {
    std::sort(values.begin(), values.end());
    return values == identity(static_cast<std::int64_t>(values.size()));
}

void test_random_values(std::mt19937& random) {
    FlatWorkspace workspace;
    for (int k = 0; k < 2000; ++k) {
        const std::int32_t n = k % 4 == 0 ? 300 : 1 + k % 80;
        std::uniform_int_distribution<std::int32_t> value(k % 3 == 0 ? -2 : 0, n - 1 + k % 2);
        OwnedBatch batch;
        std::vector<std::int32_t> values(static_cast<std::size_t>(n));
        for (std::int32_t& each : values) each = value(random);
        batch.add(values);
        OwnedTrees trees(batch);
        count_inversions(values, workspace);
        longest_increasing_subsequence(values, workspace);
        const bool refused = is_refused([&] { build_trees(batch.view(), trees.view(), 1); });
        CHECK(!refused || !is_permutation(values));
    }
}

void test_random_nodes(std::mt19937& random) {
    std::uniform_int_distribution<std::int32_t> any(0, 7);
    int refused = 0;
    for (int k = 0; k < 20000; ++k) {
        OwnedBatch batch;
        batch.add(identity(6));
        OwnedTrees trees(batch);
        trees.counts[0] = any(random) - 1;
        for (std::size_t node = 0; node < 6; ++node) {
            trees.start[node] = any(random) - 1;
            trees.stop[node] = any(random);
            trees.arity[node] = any(random);
            trees.kind[node] = static_cast<std::uint8_t>(any(random));
        }
        double score = 0;
        for (const ForestMetric metric : {ForestMetric::pet, ForestMetric::pef,
                                          ForestMetric::released_pet, ForestMetric::released_pef}) {
            refused += is_refused(
                [&] { score_forests(batch.view(), trees.view(), metric, {0.6, 0.2}, 1, &score); });
        }
        for (const ShapeMetric metric : {ShapeMetric::pet_size, ShapeMetric::pet_count,
                                         ShapeMetric::max_op, ShapeMetric::avg_op}) {
            refused +=
                is_refused([&] { score_shapes(batch.view(), trees.view(), metric, 1, &score); });
        }
    }
    CHECK(refused > 0);
}

}  // namespace

int main() {
    std::mt19937 random(5);
    test_random_values(random);
    test_random_nodes(random);
}

// bench_permutations FILE: bare C++ loops over a batch of permutations, on one thread.
//
// FILE holds the number of permutations, the offsets (both int64) and the values (int32). Prints
// one line "name nanoseconds-per-permutation" per measurement.
#include <cstdio>
#include <fstream>
#include <vector>

#include "hyperbaton/permutation/flat_scores.hpp"
#include "hyperbaton/permutation/tree_scores.hpp"
#include "reference/permutation/forest_chart.hpp"
#include "stopwatch.hpp"

using namespace hyperbaton;

namespace {

constexpr int runs = 7;

struct Batch {
    std::vector<std::int64_t> offsets;
    std::vector<std::int32_t> values;

    explicit Batch(const char* path) {
        std::ifstream file(path, std::ios::binary);
        std::int64_t count = 0;
        read(file, &count, 1);
        offsets.resize(static_cast<std::size_t>(count) + 1);
        read(file, offsets.data(), offsets.size());
        values.resize(static_cast<std::size_t>(offsets.back()));
        read(file, values.data(), values.size());
    }

    template <class T>
    static void read(std::ifstream& file, T* to, std::size_t count) {
        file.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(count * sizeof(T)));
    }

    PermutationBatch view() const {
        return {values.data(), offsets.data(), static_cast<std::int64_t>(offsets.size()) - 1};
    }
};

template <class Score>
void measure(const char* name, const PermutationBatch& batch, Score score) {
    std::vector<double> scores(static_cast<std::size_t>(batch.count));
    const double seconds = best_seconds(runs, [&] { score(scores.data()); });
    std::printf("%s %.3f\n", name, 1e9 * seconds / static_cast<double>(batch.count));
}

template <class Score>
void measure_flat(const char* name, const PermutationBatch& batch, Score score) {
    measure(name, batch, [&](double* scores) {
        FlatWorkspace workspace;
        for (std::int64_t k = 0; k < batch.count; ++k) scores[k] = score(batch[k], workspace);
    });
}

template <class Score>
void measure_trees(const char* name, const PermutationBatch& batch, Score score) {
    const std::size_t size = static_cast<std::size_t>(batch.elements());
    std::vector<std::int32_t> start(size), stop(size), arity(size);
    std::vector<std::int32_t> counts(static_cast<std::size_t>(batch.count));
    std::vector<std::uint8_t> kind(size);
    const PermutationTreeBatch trees{start.data(), stop.data(), arity.data(), kind.data(),
                                     counts.data()};
    measure(name, batch, [&](double* scores) {
        build_trees(batch, trees, 1);
        score(trees, scores);
    });
}

void measure_forest(const char* name, const PermutationBatch& batch, ForestMetric metric) {
    measure_trees(name, batch, [&](const PermutationTreeBatch& trees, double* scores) {
        score_forests(batch, trees, metric, {0.6, 0.0}, 1, scores);
    });
}

void measure_shape(const char* name, const PermutationBatch& batch, ShapeMetric metric) {
    measure_trees(name, batch, [&](const PermutationTreeBatch& trees, double* scores) {
        score_shapes(batch, trees, metric, 1, scores);
    });
}

void measure_chart(const PermutationBatch& whole) {
    // The chart is slow: a tenth of the batch is enough, and taken as a batch of its own.
    const PermutationBatch batch{whole.values, whole.offsets,
                                 std::max<std::int64_t>(whole.count / 10, 1)};
    measure("chart", batch, [&](double* scores) {
        ForestChart chart;
        for (std::int64_t k = 0; k < batch.count; ++k)
            scores[k] = chart.score(batch[k], {0.6, 0.0});
    });
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) return 2;
    const Batch owned(arguments[1]);
    const PermutationBatch batch = owned.view();
    measure_flat("kendall", batch,
                 [](Permutation pi, FlatWorkspace& w) { return kendall_score(pi, w, false); });
    measure_flat("spearman", batch, spearman_score);
    measure_flat("footrule", batch, footrule_score);
    measure_flat("hamming", batch, hamming_score);
    measure_flat("ulam", batch, ulam_score);
    measure_flat("fuzzy", batch,
                 [](Permutation pi, FlatWorkspace& w) { return fuzzy_score(pi, w, false); });
    measure_forest("pet", batch, ForestMetric::pet);
    measure_forest("pef", batch, ForestMetric::pef);
    measure_forest("pet(variant=released)", batch, ForestMetric::released_pet);
    measure_forest("pef(variant=released)", batch, ForestMetric::released_pef);
    measure_shape("pet-size", batch, ShapeMetric::pet_size);
    measure_shape("pet-count", batch, ShapeMetric::pet_count);
    measure_shape("max-op", batch, ShapeMetric::max_op);
    measure_shape("avg-op", batch, ShapeMetric::avg_op);
    measure_shape("non-binary", batch, ShapeMetric::non_binary);
    measure_chart(batch);
}

// Permutations, their trees and their metrics.
#include "hyperbaton/permutation/permutations.hpp"
#include "arrays.hpp"
#include "hyperbaton/permutation/flat_scores.hpp"
#include "hyperbaton/permutation/permutation_tree.hpp"
#include "hyperbaton/permutation/tree_scores.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hyperbaton;

namespace {

using TreesIn = std::tuple<In<std::int32_t>, In<std::int32_t>, In<std::int32_t>, In<std::uint8_t>,
                           In<std::int32_t>>;
using TreesOut = std::tuple<Out<std::int32_t>, Out<std::int32_t>, Out<std::int32_t>,
                            Out<std::uint8_t>, Out<std::int32_t>>;

// A function of one permutation, as a function of a batch.
template <class Result, class... Option>
auto flat(Result (*function)(Permutation, FlatWorkspace&, Option...)) {
    return [function](const Values& values, const Offsets& offsets, Option... option, int threads) {
        const PermutationBatch batch = batch_of(values, offsets);
        return column<Result>(static_cast<std::size_t>(batch.count), [&](Result* out) {
            for_each_sequence<FlatWorkspace>(
                batch, threads, [&](Permutation pi, std::int64_t k, FlatWorkspace& workspace) {
                    out[k] = function(pi, workspace, option...);
                });
        });
    };
}

std::int64_t squared_displacements(Permutation pi, FlatWorkspace& workspace) {
    return sum_of_squared_displacements(pi, workspace).to_int64();
}

std::tuple<Out<std::int32_t>, Out<std::int8_t>, std::int64_t> validate(const In<std::int64_t>& raw,
                                                                       const Offsets& offsets) {
    check_offsets(offsets, raw.shape(0), "offsets");
    const std::size_t count = offsets.shape(0) - 1;
    Column<std::int32_t> values(raw.shape(0));
    Column<std::int8_t> bases(count);
    std::int64_t wrong;
    {
        const Unlocked scope;
        wrong = validate_permutations(raw.data(), offsets.data(), static_cast<std::int64_t>(count),
                                      values.data.get(), bases.data.get());
    }
    return {values.to_python(), bases.to_python(), wrong};
}

TreesOut trees(const Values& values, const Offsets& offsets, int threads) {
    const PermutationBatch batch = batch_of(values, offsets);
    const std::size_t size = values.shape(0);
    Column<std::int32_t> start(size), stop(size), arity(size), counts(offsets.shape(0) - 1);
    Column<std::uint8_t> kind(size);
    {
        const Unlocked scope;
        build_trees(batch,
                    {start.data.get(), stop.data.get(), arity.data.get(), kind.data.get(),
                     counts.data.get()},
                    threads);
    }
    return {start.to_python(), stop.to_python(), arity.to_python(), kind.to_python(),
            counts.to_python()};
}

// Scoring only reads trees; PermutationTreeBatch has no const variant because building writes
// through it.
PermutationTreeBatch permutation_trees_of(const TreesIn& in, const PermutationBatch& batch) {
    const auto& [start, stop, arity, kind, counts] = in;
    const auto size = static_cast<std::size_t>(batch.elements());
    require(start.shape(0) == size && stop.shape(0) == size && arity.shape(0) == size &&
                kind.shape(0) == size && counts.shape(0) == static_cast<std::size_t>(batch.count),
            "trees have to be those of the permutations");
    const auto writable = [](const auto& array) {
        return const_cast<std::remove_const_t<std::remove_pointer_t<decltype(array.data())>>*>(
            array.data());
    };
    return {writable(start), writable(stop), writable(arity), writable(kind), writable(counts)};
}

template <ForestMetric metric>
Out<double> forest_scores(const Values& values, const Offsets& offsets, const TreesIn& in,
                          double beta, double gamma, int threads) {
    const PermutationBatch batch = batch_of(values, offsets);
    const PermutationTreeBatch trees = permutation_trees_of(in, batch);
    return column<double>(static_cast<std::size_t>(batch.count), [&](double* out) {
        score_forests(batch, trees, metric, {beta, gamma}, threads, out);
    });
}

template <ShapeMetric metric>
Out<double> shape_scores(const Values& values, const Offsets& offsets, const TreesIn& in,
                         int threads) {
    const PermutationBatch batch = batch_of(values, offsets);
    const PermutationTreeBatch trees = permutation_trees_of(in, batch);
    return column<double>(static_cast<std::size_t>(batch.count),
                          [&](double* out) { score_shapes(batch, trees, metric, threads, out); });
}

}  // namespace

namespace hyperbaton {

void bind_permutations(nb::module_& m) {
    m.def("validate_permutations", validate, "raw"_a, "offsets"_a);

    m.def("inversions", flat(count_inversions), "values"_a, "offsets"_a, "threads"_a);
    m.def("squared_displacements", flat(squared_displacements), "values"_a, "offsets"_a,
          "threads"_a);
    m.def("absolute_displacements", flat(sum_of_absolute_displacements), "values"_a, "offsets"_a,
          "threads"_a);
    m.def("fixed_points", flat(count_fixed_points), "values"_a, "offsets"_a, "threads"_a);
    m.def("longest_increasing", flat(longest_increasing_subsequence), "values"_a, "offsets"_a,
          "threads"_a);
    m.def("adjacencies", flat(count_adjacencies), "values"_a, "offsets"_a, "threads"_a);

    m.def("kendall_scores", flat(kendall_score), "values"_a, "offsets"_a, "square_root"_a,
          "threads"_a);
    m.def("spearman_scores", flat(spearman_score), "values"_a, "offsets"_a, "threads"_a);
    m.def("footrule_scores", flat(footrule_score), "values"_a, "offsets"_a, "threads"_a);
    m.def("hamming_scores", flat(hamming_score), "values"_a, "offsets"_a, "threads"_a);
    m.def("ulam_scores", flat(ulam_score), "values"_a, "offsets"_a, "threads"_a);
    m.def("fuzzy_scores", flat(fuzzy_score), "values"_a, "offsets"_a, "boundaries"_a, "threads"_a);

    m.def("build_trees", trees, "values"_a, "offsets"_a, "threads"_a);

    m.def("pet_scores", forest_scores<ForestMetric::pet>, "values"_a, "offsets"_a, "trees"_a,
          "beta"_a, "gamma"_a, "threads"_a);
    m.def("pef_scores", forest_scores<ForestMetric::pef>, "values"_a, "offsets"_a, "trees"_a,
          "beta"_a, "gamma"_a, "threads"_a);
    m.def("released_pet_scores", forest_scores<ForestMetric::released_pet>, "values"_a, "offsets"_a,
          "trees"_a, "beta"_a, "gamma"_a, "threads"_a);
    m.def("released_pef_scores", forest_scores<ForestMetric::released_pef>, "values"_a, "offsets"_a,
          "trees"_a, "beta"_a, "gamma"_a, "threads"_a);

    m.def("pet_size_scores", shape_scores<ShapeMetric::pet_size>, "values"_a, "offsets"_a,
          "trees"_a, "threads"_a);
    m.def("pet_count_scores", shape_scores<ShapeMetric::pet_count>, "values"_a, "offsets"_a,
          "trees"_a, "threads"_a);
    m.def("max_op_scores", shape_scores<ShapeMetric::max_op>, "values"_a, "offsets"_a, "trees"_a,
          "threads"_a);
    m.def("avg_op_scores", shape_scores<ShapeMetric::avg_op>, "values"_a, "offsets"_a, "trees"_a,
          "threads"_a);
    m.def("non_binary_scores", shape_scores<ShapeMetric::non_binary>, "values"_a, "offsets"_a,
          "trees"_a, "threads"_a);
}

}  // namespace hyperbaton

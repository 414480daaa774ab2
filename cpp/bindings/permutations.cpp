// Permutations, their trees and their metrics.
#include "hyperbaton/permutation/permutations.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <vector>

#include "arrays.hpp"
#include "hyperbaton/permutation/flat_scores.hpp"
#include "hyperbaton/permutation/tree_scores.hpp"
#include "owned_permutations.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hyperbaton;

namespace {

using Permutations = OwnedPermutations;

template <class T>
using View = nb::ndarray<nb::numpy, const T, nb::ndim<1>>;

std::size_t count_of(const Permutations& permutations) {
    return static_cast<std::size_t>(permutations.batch().count);
}

std::size_t elements_of(const Permutations& permutations) {
    return static_cast<std::size_t>(permutations.batch().elements());
}

// Entries of `owner`, which Python keeps alive and cannot change.
template <class T>
View<T> view(nb::handle owner, const T* entries, std::size_t size) {
    return View<T>(entries, {size}, owner);
}

// The permutations (None if one is wrong), the base of each, and the index of the first wrong one
// or -1.
std::tuple<std::unique_ptr<Permutations>, Out<std::int8_t>, std::int64_t> validate(
    const Input<std::int64_t>& values, const Offsets& offsets) {
    check_offsets(offsets, values.size(), "offsets");
    const std::size_t count = offsets.size() - 1;
    auto permutations = std::make_unique<Permutations>(offsets.data(), count);
    Column<std::int8_t> bases(count);
    std::int64_t wrong;
    {
        const Unlocked scope;
        wrong = validate_permutations(values.data(), permutations->batch().offsets,
                                      static_cast<std::int64_t>(count), permutations->values(),
                                      bases.data.get());
    }
    if (wrong >= 0) permutations.reset();
    return {std::move(permutations), bases.to_python(), wrong};
}

std::unique_ptr<Permutations> part(const Permutations& whole, std::int64_t begin,
                                   std::int64_t end) {
    require(0 <= begin && begin <= end && end <= whole.batch().count,
            "a part has to lie within the batch");
    return std::make_unique<Permutations>(whole, begin, end);
}

std::tuple<View<std::int32_t>, View<std::int32_t>, View<std::int32_t>, View<std::uint8_t>,
           View<std::int32_t>>
trees(nb::handle self, int threads) {
    const auto& permutations = nb::cast<const Permutations&>(self);
    const PermutationTreeBatch& built =
        unlocked([&]() -> const PermutationTreeBatch& { return permutations.trees(threads); });
    const std::size_t size = elements_of(permutations);
    return {view(self, built.start, size), view(self, built.stop, size),
            view(self, built.arity, size), view(self, built.kind, size),
            view(self, built.counts, count_of(permutations))};
}

// A function of one permutation, as a function of many.
template <auto function, class Result, class... Option>
auto flat_of(Result (*)(Permutation, FlatWorkspace&, Option...)) {
    return [](const Permutations& permutations, Option... option, int threads) {
        return column<Result>(count_of(permutations), [&](Result* out) {
            for_each_sequence<FlatWorkspace>(
                permutations.batch(), threads,
                [&](Permutation pi, std::int64_t k, FlatWorkspace& workspace) {
                    out[k] = function(pi, workspace, option...);
                });
        });
    };
}

template <auto function>
auto flat() {
    return flat_of<function>(function);
}

std::int64_t squared_displacements(Permutation pi, FlatWorkspace& workspace) {
    return sum_of_squared_displacements(pi, workspace).to_int64();
}

template <ForestMetric metric>
Out<double> forest_scores(const Permutations& permutations, double beta, double gamma,
                          int threads) {
    return column<double>(count_of(permutations), [&](double* out) {
        score_forests(permutations.batch(), permutations.trees(threads), metric, {beta, gamma},
                      threads, out);
    });
}

// With a score for each kind of operator: ⟨1,2⟩, ⟨2,1⟩, primes of length 4, and longer ones.
template <ForestMetric metric>
Out<double> weighted_forest_scores(const Permutations& permutations, double beta, double monotone,
                                   double inverted, double four, double longer, int threads) {
    return column<double>(count_of(permutations), [&](double* out) {
        score_forests(permutations.batch(), permutations.trees(threads), metric,
                      {beta, inverted, monotone, four, longer}, threads, out);
    });
}

Out<std::int64_t> steps_of_chains(const Permutations& permutations, int threads) {
    return column<std::int64_t>(count_of(permutations), [&](std::int64_t* out) {
        const PermutationTreeBatch& trees = permutations.trees(threads);
        std::vector<std::int32_t> starts;
        const PermutationBatch batch = permutations.batch();
        for (std::int64_t k = 0; k < batch.count; ++k) {
            out[k] = chain_steps(trees.nodes(batch.offsets[k], k), starts);
        }
    });
}

FlatScore measure_of(const std::string& name) {
    if (name == "kendall") {
        return [](Permutation pi, FlatWorkspace& w) { return kendall_score(pi, w, false); };
    }
    if (name == "fuzzy") {
        return [](Permutation pi, FlatWorkspace& w) { return fuzzy_score(pi, w, false); };
    }
    if (name == "spearman") return spearman_score;
    if (name == "footrule") return footrule_score;
    if (name == "hamming") return hamming_score;
    if (name == "ulam") return ulam_score;
    refuse("measure has to be a flat metric of permutations, got '" + name + "'");
}

template <MeasuredMetric metric>
Out<double> measured_forest_scores(const Permutations& permutations, double beta,
                                   const std::string& measure, int threads) {
    const FlatScore chosen = measure_of(measure);
    return column<double>(count_of(permutations), [&](double* out) {
        score_measured_forests(permutations.batch(), permutations.trees(threads), metric, beta,
                               chosen, threads, out);
    });
}

template <ShapeMetric metric>
Out<double> shape_scores(const Permutations& permutations, int threads) {
    return column<double>(count_of(permutations), [&](double* out) {
        score_shapes(permutations.batch(), permutations.trees(threads), metric, threads, out);
    });
}

}  // namespace

namespace hyperbaton {

void bind_permutations(nb::module_& m) {
    nb::class_<Permutations>(m, "Permutations")
        .def_prop_ro("values",
                     [](nb::handle self) {
                         const auto& permutations = nb::cast<const Permutations&>(self);
                         return view(self, permutations.batch().values, elements_of(permutations));
                     })
        .def_prop_ro("offsets",
                     [](nb::handle self) {
                         const auto& permutations = nb::cast<const Permutations&>(self);
                         return view(self, permutations.batch().offsets,
                                     count_of(permutations) + 1);
                     })
        .def("part", part, "begin"_a, "end"_a)
        .def("trees", trees, "threads"_a);
    m.def("validate_permutations", validate, "raw"_a, "offsets"_a);

    m.def("inversions", flat<count_inversions>(), "permutations"_a, "threads"_a);
    m.def("squared_displacements", flat<squared_displacements>(), "permutations"_a, "threads"_a);
    m.def("absolute_displacements", flat<sum_of_absolute_displacements>(), "permutations"_a,
          "threads"_a);
    m.def("fixed_points", flat<count_fixed_points>(), "permutations"_a, "threads"_a);
    m.def("longest_increasing", flat<longest_increasing_subsequence>(), "permutations"_a,
          "threads"_a);
    m.def("adjacencies", flat<count_adjacencies>(), "permutations"_a, "threads"_a);

    m.def("kendall_scores", flat<kendall_score>(), "permutations"_a, "square_root"_a, "threads"_a);
    m.def("spearman_scores", flat<spearman_score>(), "permutations"_a, "threads"_a);
    m.def("footrule_scores", flat<footrule_score>(), "permutations"_a, "threads"_a);
    m.def("hamming_scores", flat<hamming_score>(), "permutations"_a, "threads"_a);
    m.def("ulam_scores", flat<ulam_score>(), "permutations"_a, "threads"_a);
    m.def("fuzzy_scores", flat<fuzzy_score>(), "permutations"_a, "boundaries"_a, "threads"_a);

    m.def("pet_scores", forest_scores<ForestMetric::pet>, "permutations"_a, "beta"_a, "gamma"_a,
          "threads"_a);
    m.def("pef_scores", forest_scores<ForestMetric::pef>, "permutations"_a, "beta"_a, "gamma"_a,
          "threads"_a);
    m.def("released_pet_scores", forest_scores<ForestMetric::released_pet>, "permutations"_a,
          "beta"_a, "gamma"_a, "threads"_a);
    m.def("released_pef_scores", forest_scores<ForestMetric::released_pef>, "permutations"_a,
          "beta"_a, "gamma"_a, "threads"_a);

    m.def("weighted_pet_scores", weighted_forest_scores<ForestMetric::pet>, "permutations"_a,
          "beta"_a, "monotone"_a, "inverted"_a, "four"_a, "longer"_a, "threads"_a);
    m.def("weighted_pef_scores", weighted_forest_scores<ForestMetric::pef>, "permutations"_a,
          "beta"_a, "monotone"_a, "inverted"_a, "four"_a, "longer"_a, "threads"_a);

    m.def("chain_steps", steps_of_chains, "permutations"_a, "threads"_a);

    m.def("measured_pet_scores", measured_forest_scores<MeasuredMetric::pet>, "permutations"_a,
          "beta"_a, "measure"_a, "threads"_a);
    m.def("measured_pef_scores", measured_forest_scores<MeasuredMetric::pef>, "permutations"_a,
          "beta"_a, "measure"_a, "threads"_a);

    m.def("pet_size_scores", shape_scores<ShapeMetric::pet_size>, "permutations"_a, "threads"_a);
    m.def("pet_count_scores", shape_scores<ShapeMetric::pet_count>, "permutations"_a, "threads"_a);
    m.def("max_op_scores", shape_scores<ShapeMetric::max_op>, "permutations"_a, "threads"_a);
    m.def("avg_op_scores", shape_scores<ShapeMetric::avg_op>, "permutations"_a, "threads"_a);
    m.def("non_binary_scores", shape_scores<ShapeMetric::non_binary>, "permutations"_a,
          "threads"_a);
}

}  // namespace hyperbaton

// Ordered trees and their edit distances.
#include <string>

#include "arrays.hpp"
#include "hyperbaton/trees/ordered_trees.hpp"
#include "hyperbaton/trees/tree_edit_distance.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hyperbaton;

namespace {

using Numbers = In<double>;
using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

constexpr Sharing a_few_pairs{1 << 11, 16};

void check_heads(const SequenceBatch& sentences) {
    for (std::int64_t k = 0; k < sentences.count; ++k) {
        const Sequence heads = sentences[k];
        check_range(heads.data(), heads.size(), static_cast<std::int64_t>(heads.size()) + 1,
                    "heads in a sentence");
    }
}

// Sizes of subtrees and words of nodes, both in post-order, and where each tree begins.
std::tuple<Out<std::int32_t>, Out<std::int32_t>, Out<std::int64_t>> ordered_trees(
    const Values& heads, const Offsets& offsets, bool inlined) {
    const SequenceBatch sentences = batch_of(heads, offsets);
    const HeadPlacement placement = inlined ? HeadPlacement::inlined : HeadPlacement::drop;
    check_heads(sentences);
    OrderedTreeWorkspace workspace;
    const auto begins = column<std::int64_t>(offsets.shape(0), [&](std::int64_t* out) {
        *out = 0;
        for (std::int64_t k = 0; k < sentences.count; ++k) {
            out[k + 1] = out[k] + node_count(sentences[k], placement, workspace.begun);
        }
    });
    const std::int64_t* begin = begins.data();
    Column<std::int32_t> sizes(static_cast<std::size_t>(begin[sentences.count]));
    Column<std::int32_t> words(sizes.size);
    {
        const Unlocked scope;
        Checkpoint checkpoint;
        for (std::int64_t k = 0; k < sentences.count; ++k) {
            const std::int64_t written =
                order_tree(sentences[k], placement, sizes.data.get() + begin[k],
                           words.data.get() + begin[k], workspace);
            checkpoint.pass(sentences[k].size());
            if (written != begin[k + 1] - begin[k]) {
                refuse("heads of sentence " + std::to_string(k) + " go round in a circle");
            }
        }
    }
    return {sizes.to_python(), words.to_python(), begins};
}

SequenceBatch forests_of(const Values& sizes, const Offsets& offsets) {
    const SequenceBatch forests = batch_of(sizes, offsets, "offsets of trees");
    for (std::int64_t k = 0; k < forests.count; ++k) {
        if (!is_forest(forests[k])) refuse("sizes of tree " + std::to_string(k) + " are no tree's");
    }
    return forests;
}

void check_labels(const Values& labels, const Values& sizes, std::size_t costs) {
    require(labels.shape(0) == sizes.shape(0), "every node has to have a label");
    check_range(labels, static_cast<std::int64_t>(costs), "labels");
}

// Pair p is tree first[p] of one batch and tree second[p] of the other.
struct PairsIn {
    SequenceBatch a, b;
    const std::int64_t* first;
    const std::int64_t* second;
    std::int64_t count;

    PairsIn(const SequenceBatch& trees_a, const SequenceBatch& trees_b, const Offsets& first_in,
            const Offsets& second_in)
        : a(trees_a),
          b(trees_b),
          first(first_in.data()),
          second(second_in.data()),
          count(static_cast<std::int64_t>(first_in.shape(0))) {
        require(first_in.shape(0) == second_in.shape(0), "pairs have to have two trees");
        check_range(first_in, a.count, "first trees of pairs");
        check_range(second_in, b.count, "second trees of pairs");
    }

    // Calls body(p, workspace) for every pair.
    template <class Body>
    void for_each(int threads, Body body) const {
        std::int64_t nodes = 0;
        for (std::int64_t p = 0; p < count; ++p) {
            nodes += a.offsets[first[p] + 1] - a.offsets[first[p]];
        }
        for_each_index<TreeEditWorkspace>(count, nodes, threads, body, a_few_pairs);
    }
};

Out<std::int32_t> mappings(const Values& a, const Offsets& a_offsets, const Values& b,
                           const Offsets& b_offsets, const Offsets& first, const Offsets& second,
                           int threads) {
    const PairsIn pairs(forests_of(a, a_offsets), forests_of(b, b_offsets), first, second);
    return column<std::int32_t>(first.shape(0), [&](std::int32_t* out) {
        pairs.for_each(threads, [&](std::int64_t p, TreeEditWorkspace& workspace) {
            out[p] = largest_mapping(pairs.a[pairs.first[p]], pairs.b[pairs.second[p]], workspace);
        });
    });
}

TreeEditCosts costs_of(const Numbers& deletion, const Numbers& insertion, const Matrix& rename) {
    require(rename.shape(0) == deletion.shape(0) && rename.shape(1) == insertion.shape(0),
            "rename has to have a row per deletion and a column per insertion");
    return {deletion.data(), insertion.data(), rename.data(),
            static_cast<std::int64_t>(rename.shape(1))};
}

Out<double> distances(const Values& a, const Values& a_labels, const Offsets& a_offsets,
                      const Values& b, const Values& b_labels, const Offsets& b_offsets,
                      const Offsets& first, const Offsets& second, const Numbers& deletion,
                      const Numbers& insertion, const Matrix& rename, int threads) {
    const PairsIn pairs(forests_of(a, a_offsets), forests_of(b, b_offsets), first, second);
    check_labels(a_labels, a, deletion.shape(0));
    check_labels(b_labels, b, insertion.shape(0));
    const SequenceBatch labels_a = batch_of(a_labels, a_offsets);
    const SequenceBatch labels_b = batch_of(b_labels, b_offsets);
    const TreeEditCosts costs = costs_of(deletion, insertion, rename);
    return column<double>(first.shape(0), [&](double* out) {
        pairs.for_each(threads, [&](std::int64_t p, TreeEditWorkspace& workspace) {
            const std::int64_t i = pairs.first[p], j = pairs.second[p];
            out[p] = tree_edit_distance({pairs.a[i], labels_a[i]}, {pairs.b[j], labels_b[j]}, costs,
                                        workspace);
        });
    });
}

// The distance and the pairs of nodes mapped.
std::tuple<double, Out2<std::int32_t>> mapping(const Values& a, const Values& a_labels,
                                               const Values& b, const Values& b_labels,
                                               const Numbers& deletion, const Numbers& insertion,
                                               const Matrix& rename) {
    require(is_forest(sequence_of(a)) && is_forest(sequence_of(b)), "sizes are no tree's");
    check_labels(a_labels, a, deletion.shape(0));
    check_labels(b_labels, b, insertion.shape(0));
    const TreeEditCosts costs = costs_of(deletion, insertion, rename);
    const TreeMapping found = unlocked([&] {
        TreeEditWorkspace workspace;
        return tree_edit_mapping({sequence_of(a), sequence_of(a_labels)},
                                 {sequence_of(b), sequence_of(b_labels)}, costs, workspace);
    });
    return {found.distance, rows<std::int32_t>(found.first.size(), 2, [&](std::int32_t* out) {
                for (std::size_t k = 0; k < found.first.size(); ++k) {
                    *out++ = found.first[k];
                    *out++ = found.second[k];
                }
            })};
}

}  // namespace

namespace hyperbaton {

void bind_trees(nb::module_& m) {
    m.def("ordered_trees", ordered_trees, "heads"_a, "offsets"_a, "inlined"_a);
    m.def("largest_mappings", mappings, "sizes_a"_a, "offsets_a"_a, "sizes_b"_a, "offsets_b"_a,
          "first"_a, "second"_a, "threads"_a);
    m.def("tree_edit_distances", distances, "sizes_a"_a, "labels_a"_a, "offsets_a"_a, "sizes_b"_a,
          "labels_b"_a, "offsets_b"_a, "first"_a, "second"_a, "deletion"_a, "insertion"_a,
          "rename"_a, "threads"_a);
    m.def("tree_edit_mapping", mapping, "sizes_a"_a, "labels_a"_a, "sizes_b"_a, "labels_b"_a,
          "deletion"_a, "insertion"_a, "rename"_a);
}

}  // namespace hyperbaton

// Ordered trees and their edit distances.
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

// Sizes of subtrees and words of nodes, both in post-order, and where each tree begins.
std::tuple<Out<std::int32_t>, Out<std::int32_t>, Out<std::int64_t>> ordered_trees(
    const Values& heads, const Offsets& offsets, bool inlined) {
    const SequenceBatch sentences = batch_of(heads, offsets);
    const HeadPlacement placement = inlined ? HeadPlacement::inlined : HeadPlacement::drop;
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
        for (std::int64_t k = 0; k < sentences.count; ++k) {
            order_tree(sentences[k], placement, sizes.data.get() + begin[k],
                       words.data.get() + begin[k], workspace);
        }
    }
    return {sizes.to_python(), words.to_python(), begins};
}

// Pair p is tree first[p] of one batch and tree second[p] of the other.
struct PairsIn {
    SequenceBatch a, b;
    const std::int64_t* first;
    const std::int64_t* second;
    std::int64_t count;

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
    const PairsIn pairs{batch_of(a, a_offsets), batch_of(b, b_offsets), first.data(), second.data(),
                        static_cast<std::int64_t>(first.shape(0))};
    return column<std::int32_t>(first.shape(0), [&](std::int32_t* out) {
        pairs.for_each(threads, [&](std::int64_t p, TreeEditWorkspace& workspace) {
            out[p] = largest_mapping(pairs.a[pairs.first[p]], pairs.b[pairs.second[p]], workspace);
        });
    });
}

TreeEditCosts costs_of(const Numbers& deletion, const Numbers& insertion, const Matrix& rename) {
    return {deletion.data(), insertion.data(), rename.data(),
            static_cast<std::int64_t>(rename.shape(1))};
}

Out<double> distances(const Values& a, const Values& a_labels, const Offsets& a_offsets,
                      const Values& b, const Values& b_labels, const Offsets& b_offsets,
                      const Offsets& first, const Offsets& second, const Numbers& deletion,
                      const Numbers& insertion, const Matrix& rename, int threads) {
    const PairsIn pairs{batch_of(a, a_offsets), batch_of(b, b_offsets), first.data(), second.data(),
                        static_cast<std::int64_t>(first.shape(0))};
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
    const TreeMapping found = unlocked([&] {
        TreeEditWorkspace workspace;
        return tree_edit_mapping({sequence_of(a), sequence_of(a_labels)},
                                 {sequence_of(b), sequence_of(b_labels)},
                                 costs_of(deletion, insertion, rename), workspace);
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

// Ordered trees and their edit distances.
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "hyperbaton/trees/ordered_trees.hpp"
#include "hyperbaton/trees/tree_edit_distance.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hyperbaton;

namespace {

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
    const CheckedSequences owned(heads, offsets);
    const SequenceBatch sentences = owned.batch();
    const HeadPlacement placement = inlined ? HeadPlacement::inlined : HeadPlacement::drop;
    check_heads(sentences);
    OrderedTreeWorkspace workspace;
    const auto begins = column<std::int64_t>(owned.count() + 1, [&](std::int64_t* out) {
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

// Trees given as sizes of subtrees, checked.
class CheckedForests {
public:
    CheckedForests(const Values& sizes, const Offsets& offsets)
        : sizes_(sizes, offsets, "offsets of trees") {
        const SequenceBatch forests = view();
        for (std::int64_t k = 0; k < forests.count; ++k) {
            if (is_forest(forests[k])) continue;
            refuse("sizes of tree " + std::to_string(k) + " are no tree's");
        }
    }

    std::size_t nodes() const { return sizes_.values().size(); }
    SequenceBatch view() const { return sizes_.batch(); }

private:
    CheckedSequences sizes_;
};

// Tree p of one batch with tree p of the other.
Out<std::int32_t> mappings(const Values& a_sizes, const Offsets& a_offsets, const Values& b_sizes,
                           const Offsets& b_offsets, int threads) {
    const CheckedForests checked_a(a_sizes, a_offsets), checked_b(b_sizes, b_offsets);
    const SequenceBatch a = checked_a.view(), b = checked_b.view();
    require(a.count == b.count, "both sides have to have equally many trees");
    const auto nodes = static_cast<std::int64_t>(checked_a.nodes());
    return column<std::int32_t>(static_cast<std::size_t>(a.count), [&](std::int32_t* out) {
        const auto compare = [&](std::int64_t p, TreeEditWorkspace& workspace) {
            out[p] = largest_mapping(a[p], b[p], workspace);
        };
        for_each_index<TreeEditWorkspace>(a.count, nodes, threads, compare, a_few_pairs);
    });
}

// The distance of tree p of one batch from tree p of the other, where nodes have labels and every
// edit costs 1.
Out<double> distances(const Values& a_sizes, const Values& a_labels, const Offsets& a_offsets,
                      const Values& b_sizes, const Values& b_labels, const Offsets& b_offsets,
                      int threads) {
    constexpr std::int64_t most_labels = 10'000;
    const CheckedForests checked_a(a_sizes, a_offsets), checked_b(b_sizes, b_offsets);
    const SequenceBatch a = checked_a.view(), b = checked_b.view();
    require(a.count == b.count, "both sides have to have equally many trees");
    const Input<std::int32_t> ours(a_labels), theirs(b_labels);
    require(ours.size() == checked_a.nodes() && theirs.size() == checked_b.nodes(),
            "every node has to have a label");
    std::int32_t highest = 0;
    for (const Input<std::int32_t>* labels : {&ours, &theirs}) {
        check_range(*labels, most_labels, "labels");
        for (const std::int32_t label : sequence_of(*labels)) highest = std::max(highest, label);
    }
    const auto count = static_cast<std::size_t>(highest) + 1;
    const std::vector<double> one(count, 1);
    std::vector<double> rename(count * count, 1);
    for (std::size_t k = 0; k < count; ++k) rename[k * count + k] = 0;
    const TreeEditCosts costs{one.data(), one.data(), rename.data(),
                              static_cast<std::int64_t>(count)};
    const auto labelled = [](const SequenceBatch& trees, const std::int32_t* labels,
                             std::int64_t k) {
        return LabelledForest{trees[k], SequenceBatch{labels, trees.offsets, trees.count}[k]};
    };
    const auto nodes = static_cast<std::int64_t>(checked_a.nodes());
    return column<double>(static_cast<std::size_t>(a.count), [&](double* out) {
        const auto compare = [&](std::int64_t p, TreeEditWorkspace& workspace) {
            out[p] = tree_edit_distance(labelled(a, ours.data(), p), labelled(b, theirs.data(), p),
                                        costs, workspace);
        };
        for_each_index<TreeEditWorkspace>(a.count, nodes, threads, compare, a_few_pairs);
    });
}

// The pairs of nodes of a largest mapping; nothing beyond the limits.
std::optional<Out2<std::int32_t>> mapping(const Values& a, const Values& b) {
    const Sequence first = sequence_of(a), second = sequence_of(b);
    require(is_forest(first) && is_forest(second), "sizes are no tree's");
    const double one = 1, free = 0;
    const TreeEditCosts costs{&one, &one, &free, 1};
    const TreeMapping found = unlocked([&] {
        const std::vector<std::int32_t> labels(std::max(first.size(), second.size()));
        const auto labelled = [&](Sequence sizes) {
            return LabelledForest{sizes, {labels.data(), sizes.size()}};
        };
        TreeEditWorkspace workspace;
        return tree_edit_mapping(labelled(first), labelled(second), costs, workspace);
    });
    if (found.distance < 0) return std::nullopt;
    return rows<std::int32_t>(found.first.size(), 2, [&](std::int32_t* out) {
        for (std::size_t k = 0; k < found.first.size(); ++k) {
            *out++ = found.first[k];
            *out++ = found.second[k];
        }
    });
}

}  // namespace

namespace hyperbaton {

void bind_trees(nb::module_& m) {
    m.def("ordered_trees", ordered_trees, "heads"_a, "offsets"_a, "inlined"_a);
    m.def("largest_mappings", mappings, "sizes_a"_a, "offsets_a"_a, "sizes_b"_a, "offsets_b"_a,
          "threads"_a);
    m.def("tree_edit_distances", distances, "sizes_a"_a, "labels_a"_a, "offsets_a"_a, "sizes_b"_a,
          "labels_b"_a, "offsets_b"_a, "threads"_a);
    m.def("tree_edit_mapping", mapping, "sizes_a"_a, "sizes_b"_a);
}

}  // namespace hyperbaton

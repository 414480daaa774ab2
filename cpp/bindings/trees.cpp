// Ordered trees and their edit distances.
#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "arrays.hpp"
#include "hyperbaton/trees/ordered_trees.hpp"
#include "hyperbaton/trees/tree_edit_distance.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hyperbaton;

namespace {

using Numbers = Input<double>;
using Matrix = Input<double, 2>;

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

// Labels of so many nodes.
void check_labels(const Values& labels, std::size_t nodes, std::size_t costs) {
    require(labels.size() == nodes, "every node has to have a label");
    check_range(labels, static_cast<std::int64_t>(costs), "labels");
}

// Pair p is tree first[p] of one batch and tree second[p] of the other.
class CheckedPairs {
public:
    CheckedPairs(const SequenceBatch& a, const SequenceBatch& b, const Offsets& first,
                 const Offsets& second)
        : a_(a), first_(first), second_(second) {
        require(first_.size() == second_.size(), "pairs have to have two trees");
        check_range(first_, a.count, "first trees of pairs");
        check_range(second_, b.count, "second trees of pairs");
    }

    std::size_t count() const { return first_.size(); }
    std::int64_t first(std::int64_t p) const { return first_.data()[p]; }
    std::int64_t second(std::int64_t p) const { return second_.data()[p]; }

    // Calls body(p, workspace) for every pair.
    template <class Body>
    void for_each(int threads, Body body) const {
        const auto pairs = static_cast<std::int64_t>(count());
        std::int64_t nodes = 0;
        for (std::int64_t p = 0; p < pairs; ++p) {
            nodes += a_.offsets[first(p) + 1] - a_.offsets[first(p)];
        }
        for_each_index<TreeEditWorkspace>(pairs, nodes, threads, body, a_few_pairs);
    }

private:
    SequenceBatch a_;
    Input<std::int64_t> first_, second_;
};

Out<std::int32_t> mappings(const Values& a_sizes, const Offsets& a_offsets, const Values& b_sizes,
                           const Offsets& b_offsets, const Offsets& first, const Offsets& second,
                           int threads) {
    const CheckedForests checked_a(a_sizes, a_offsets), checked_b(b_sizes, b_offsets);
    const SequenceBatch a = checked_a.view(), b = checked_b.view();
    const CheckedPairs pairs(a, b, first, second);
    return column<std::int32_t>(pairs.count(), [&](std::int32_t* out) {
        pairs.for_each(threads, [&](std::int64_t p, TreeEditWorkspace& workspace) {
            out[p] = largest_mapping(a[pairs.first(p)], b[pairs.second(p)], workspace);
        });
    });
}

// Costs by label, checked.
class CheckedCosts {
public:
    CheckedCosts(const Numbers& deletion, const Numbers& insertion, const Matrix& rename)
        : deletion_(deletion), insertion_(insertion), rename_(rename) {
        require(rename_.rows() == deletion_.size() && rename_.columns() == insertion_.size(),
                "rename has to have a row per deletion and a column per insertion");
        check_costs(deletion_);
        check_costs(insertion_);
        check_costs(rename_);
    }

    std::size_t deletions() const { return deletion_.size(); }
    std::size_t insertions() const { return insertion_.size(); }
    TreeEditCosts view() const {
        return {deletion_.data(), insertion_.data(), rename_.data(),
                static_cast<std::int64_t>(rename_.columns())};
    }

private:
    static void check_costs(std::span<const double> costs) {
        const auto is_cost = [](double cost) { return std::isfinite(cost) && cost >= 0; };
        require(std::ranges::all_of(costs, is_cost), "costs have to be finite and at least 0");
    }

    Numbers deletion_, insertion_;
    Matrix rename_;
};

Out<double> distances(const Values& a_sizes, const Values& a_labels, const Offsets& a_offsets,
                      const Values& b_sizes, const Values& b_labels, const Offsets& b_offsets,
                      const Offsets& first, const Offsets& second, const Numbers& deletion,
                      const Numbers& insertion, const Matrix& rename, int threads) {
    const CheckedForests checked_a(a_sizes, a_offsets), checked_b(b_sizes, b_offsets);
    const SequenceBatch a = checked_a.view(), b = checked_b.view();
    const CheckedPairs pairs(a, b, first, second);
    const CheckedCosts costs(deletion, insertion, rename);
    check_labels(a_labels, checked_a.nodes(), costs.deletions());
    check_labels(b_labels, checked_b.nodes(), costs.insertions());
    const auto labelled = [](const SequenceBatch& trees, const Values& labels, std::int64_t k) {
        const SequenceBatch of_trees{labels.data(), trees.offsets, trees.count};
        return LabelledForest{trees[k], of_trees[k]};
    };
    return column<double>(pairs.count(), [&](double* out) {
        pairs.for_each(threads, [&](std::int64_t p, TreeEditWorkspace& workspace) {
            out[p] =
                tree_edit_distance(labelled(a, a_labels, pairs.first(p)),
                                   labelled(b, b_labels, pairs.second(p)), costs.view(), workspace);
        });
    });
}

// The distance and the pairs of nodes mapped.
std::tuple<double, Out2<std::int32_t>> mapping(const Values& a, const Values& a_labels,
                                               const Values& b, const Values& b_labels,
                                               const Numbers& deletion, const Numbers& insertion,
                                               const Matrix& rename) {
    require(is_forest(sequence_of(a)) && is_forest(sequence_of(b)), "sizes are no tree's");
    const CheckedCosts costs(deletion, insertion, rename);
    check_labels(a_labels, a.size(), costs.deletions());
    check_labels(b_labels, b.size(), costs.insertions());
    const TreeMapping found = unlocked([&] {
        TreeEditWorkspace workspace;
        return tree_edit_mapping({sequence_of(a), sequence_of(a_labels)},
                                 {sequence_of(b), sequence_of(b_labels)}, costs.view(), workspace);
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

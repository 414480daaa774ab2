// Tree edit distance: the cheapest way to turn one ordered forest into another by deleting,
// inserting and renaming nodes.
//
// Such a way is a mapping: pairs of nodes, each node in at most one, that keep the order of nodes
// from left to right and who is above whom. Nodes of the first forest outside it are deleted,
// those of the second inserted. With gain(i, j) = deletion(i) + insertion(j) - rename(i, j)
//
//     distance = all deletions + all insertions - the largest sum of gains of a mapping,
//
// and that sum follows the recurrence of Zhang & Shasha (1989) on both forests or on both in a
// mirror, whichever has the smaller product of keyroot sizes. Roots need not be mapped to roots.
// Forests are compared as such: an artificial root on both sides would be mapped to itself and is
// left out of all counts.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hyperbaton/trees/ordered_trees.hpp"

namespace hyperbaton {

// Costs of edits by the labels of nodes. All are at least 0 and finite.
struct TreeEditCosts {
    const double* deletion;   // by label
    const double* insertion;  // by label
    const double* rename;     // labels of the first forest × labels of the second
    std::int64_t columns;     // of `rename`
};

// A forest whose node i has the label labels[i].
struct LabelledForest {
    Forest sizes;
    Sequence labels;
};

// Forests are compared up to so many pairs of nodes, and so many steps of the recurrence: sentences
// of any length are, and trees of a hundred thousand nodes are refused rather than begun.
struct TreeEditLimits {
    std::int64_t cells = std::int64_t{1} << 25;
    std::int64_t steps = std::int64_t{1} << 36;
};

// What functions return for pairs beyond the limits.
inline constexpr std::int32_t too_large = -1;

// Pairs of mapped nodes, in the order of the first forest.
struct TreeMapping {
    double distance;
    std::vector<std::int32_t> first, second;
};

// Buffers of one thread, kept between calls.
class TreeEditWorkspace {
public:
    TreeEditWorkspace();
    ~TreeEditWorkspace();
    TreeEditWorkspace(const TreeEditWorkspace&) = delete;
    TreeEditWorkspace& operator=(const TreeEditWorkspace&) = delete;

    // Memory held at the moment.
    std::size_t bytes() const;

    struct Buffers;
    std::unique_ptr<Buffers> buffers;
};

// The number of pairs of a largest mapping, whatever the labels; too_large beyond the limits.
//
// The distance with deletions and insertions of 1 and free renames is |a| + |b| - 2 · this.
// Tables depend on the shapes of subtrees only, and each distinct one is computed once. Where one
// side has at most 255 nodes rows of all tables are computed together, as bits that say where a
// row grows; memory is then 2 · |a| · (keyroot sizes of b) bytes, at most 8 MB. Otherwise, and
// where that would be more, it is 8 bytes a pair of nodes.
std::int32_t largest_mapping(Forest a, Forest b, TreeEditWorkspace& workspace,
                             const TreeEditLimits& limits = {});

// The distance with costs; too_large beyond the limits. 16 bytes a pair of nodes.
double tree_edit_distance(const LabelledForest& a, const LabelledForest& b,
                          const TreeEditCosts& costs, TreeEditWorkspace& workspace,
                          const TreeEditLimits& limits = {});

// A cheapest mapping; its distance is too_large beyond the limits. From the last nodes backwards
// (in a mirror from the first) a pair that gains is preferred to a deletion, and that to an
// insertion. A pair that gains nothing is never mapped.
TreeMapping tree_edit_mapping(const LabelledForest& a, const LabelledForest& b,
                              const TreeEditCosts& costs, TreeEditWorkspace& workspace,
                              const TreeEditLimits& limits = {});

}  // namespace hyperbaton

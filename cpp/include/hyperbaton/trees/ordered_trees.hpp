// Ordered trees and forests as flat arrays, and dependency trees turned into them.
//
// A forest is the sizes of its subtrees in post-order: sizes[i] counts node i and everything below
// it, so the subtree of i is the nodes i - sizes[i] + 1 .. i, and its first node is a leaf. Two
// subtrees have the same shape exactly if their stretches of the array are equal. Several roots
// stand for the children of an artificial root that is not written down.
#pragma once

#include <cstdint>
#include <vector>

#include "hyperbaton/runtime/sequences.hpp"

namespace hyperbaton {

using Forest = Sequence;

// Node i's first descendant in post-order, a leaf; i itself for a leaf.
inline std::int32_t first_leaf(Forest sizes, std::int32_t i) {
    return i - sizes[static_cast<std::size_t>(i)] + 1;
}

// Whether the sizes are those of a forest. O(nodes).
bool is_forest(Forest sizes);

enum class HeadPlacement : std::uint8_t {
    drop,    // one node a word; that a head stands between its dependents is lost
    inlined  // a head is also a leaf among its dependents, in the order of the sentence
};

// Number of nodes of the forest of a sentence.
std::int64_t node_count(Sequence heads, HeadPlacement placement, std::vector<std::int32_t>& buffer);

// Buffers of one thread.
struct OrderedTreeWorkspace {
    std::vector<std::int32_t> first_child, next_sibling, begun, stack;
};

// Writes the forest of a sentence and the word of each node, counted from 0.
//
// heads[w] is the number of w's head counted from 1, or 0 for a root; they must form trees. Returns
// how many nodes were written: fewer than node_count if words depend on each other in a circle.
// Children stand in the order of the sentence, whether or not the tree is projective. O(words)
// time and memory, without recursion.
std::int64_t order_tree(Sequence heads, HeadPlacement placement, std::int32_t* sizes,
                        std::int32_t* words, OrderedTreeWorkspace& workspace);

// Writes the sizes of the forest seen in a mirror, and which of its nodes each of them is.
void mirror_forest(Forest sizes, std::vector<std::int32_t>& mirrored,
                   std::vector<std::int32_t>& node, std::vector<std::int32_t>& buffer);

// The work of the algorithm of Zhang & Shasha on one side: the sizes of all keyroots together.
// A keyroot is a node that is not its parent's first child, or the artificial root.
std::int64_t keyroot_size_left(Forest sizes, std::vector<std::int32_t>& buffer);
// The same for the forest in a mirror.
std::int64_t keyroot_size_right(Forest sizes);

}  // namespace hyperbaton

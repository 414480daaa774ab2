// The tables of the algorithm of Zhang & Shasha: one for each keyroot of a forest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hyperbaton/trees/ordered_trees.hpp"

namespace hyperbaton {

// The subtree of a keyroot, nodes begin .. end - 1. Its path is the nodes whose first leaf is
// `begin`; every node lies on the path of exactly one keyroot.
struct Keyroot {
    std::int32_t begin, end;
    // How many nodes before this one a keyroot of the same shape stands; 0 for the first of a
    // shape.
    std::int32_t twin = 0;
};

// A forest on the side chosen, with its keyroots. Leaves are left out: the best that a leaf can be
// mapped to in a subtree needs no table. The last keyroot is the whole forest.
struct SidedForest {
    std::vector<std::int32_t> sizes;
    std::vector<std::int32_t> node;   // which node of the forest given each one is
    std::vector<std::int32_t> first;  // first leaf of each node
    std::vector<std::int32_t> up;     // the next node with the same first leaf, or -1
    std::span<Keyroot> keyroots;

    SidedForest() = default;
    SidedForest(const SidedForest&) = delete;
    SidedForest& operator=(const SidedForest&) = delete;

    void assign(Forest forest, bool mirrored);
    // Looks for keyroots of the same shape, which have the same tables where labels do not count.
    void find_twins();

    std::int32_t count() const { return static_cast<std::int32_t>(sizes.size()); }
    std::size_t bytes() const;

private:
    void find_keyroots();

    std::vector<Keyroot> found_;         // never shrinks: making it larger again takes time
    std::vector<std::int32_t> highest_;  // of each leaf, the last node whose first leaf it is
    std::vector<std::int32_t> buffer_;
};

}  // namespace hyperbaton

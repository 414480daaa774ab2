#include "hyperbaton/trees/ordered_trees.hpp"

#include <algorithm>

namespace hyperbaton {

namespace {

constexpr std::int32_t none = -1;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

void prepend(std::int32_t node, std::size_t parent, OrderedTreeWorkspace& workspace) {
    workspace.next_sibling[at(node)] = workspace.first_child[parent];
    workspace.first_child[parent] = node;
}

// Links every node to its first child and its next sibling. Node w is word w, node n + w the leaf
// that stands for word w among its own dependents; the roots are the children of node 2n.
void link_children(Sequence heads, HeadPlacement placement, OrderedTreeWorkspace& workspace) {
    const std::size_t n = heads.size();
    workspace.first_child.assign(2 * n + 1, none);
    workspace.next_sibling.assign(2 * n, none);
    if (placement == HeadPlacement::inlined) {
        for (const std::int32_t head : heads) {
            if (head != 0) workspace.first_child[n + at(head - 1)] = none - 1;  // has dependents
        }
    }
    for (std::size_t w = n; w-- > 0;) {
        const auto word = static_cast<std::int32_t>(w);
        if (workspace.first_child[n + w] != none) {
            workspace.first_child[n + w] = none;
            prepend(static_cast<std::int32_t>(n) + word, w, workspace);
        }
        prepend(word, heads[w] == 0 ? 2 * n : at(heads[w] - 1), workspace);
    }
}

// A node starts at itself or where one of the subtrees before it starts that have no parent yet.
// Those starts are a set of bits; from the node's own start on they are replaced by that one.
bool is_small_forest(Forest sizes) {
    std::uint64_t starts = 0, wrong = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const std::uint64_t first = i + 1 - static_cast<std::uint64_t>(sizes[i]);
        const std::uint64_t start = std::uint64_t{1} << (first & 63);
        starts |= std::uint64_t{1} << i;
        wrong |= (first >> 6) | (~starts & start);
        starts &= start | (start - 1);
    }
    return wrong == 0;
}

// Each subtree must be a row of whole subtrees and their parent. Every node is looked at once as a
// child, for what starts inside a finished subtree is no forest.
bool is_large_forest(Forest sizes) {
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(sizes.size()); ++i) {
        const std::int64_t first = i - sizes[at(i)] + 1;
        if (first < 0 || first > i) return false;
        std::int64_t child = i - 1;
        while (child >= first) child -= sizes[at(child)];
        if (child != first - 1) return false;
    }
    return true;
}

}  // namespace

bool is_forest(Forest sizes) {
    return sizes.size() <= 64 ? is_small_forest(sizes) : is_large_forest(sizes);
}

std::int64_t node_count(Sequence heads, HeadPlacement placement,
                        std::vector<std::int32_t>& buffer) {
    const auto n = static_cast<std::int64_t>(heads.size());
    if (placement == HeadPlacement::drop) return n;
    buffer.assign(heads.size() + 1, 0);
    for (const std::int32_t head : heads) buffer[at(head)] = 1;
    return n + std::count(buffer.begin() + 1, buffer.end(), 1);
}

std::int64_t order_tree(Sequence heads, HeadPlacement placement, std::int32_t* sizes,
                        std::int32_t* words, OrderedTreeWorkspace& workspace) {
    const auto n = static_cast<std::int32_t>(heads.size());
    link_children(heads, placement, workspace);
    workspace.begun.resize(2 * heads.size());
    std::vector<std::int32_t>& stack = workspace.stack;
    stack.clear();
    std::int32_t written = 0;
    std::int32_t node = workspace.first_child[2 * heads.size()];
    while (node != none || !stack.empty()) {
        if (node != none) {
            workspace.begun[at(node)] = written;
            stack.push_back(node);
            node = workspace.first_child[at(node)];
        } else {
            const std::int32_t done = stack.back();
            stack.pop_back();
            sizes[written] = written - workspace.begun[at(done)] + 1;
            words[written] = done < n ? done : done - n;
            ++written;
            node = workspace.next_sibling[at(done)];
        }
    }
    return written;
}

// The three functions below are written without branches on the shape, which is unpredictable.

void mirror_forest(Forest sizes, std::vector<std::int32_t>& mirrored,
                   std::vector<std::int32_t>& node, std::vector<std::int32_t>& depths) {
    const auto n = static_cast<std::int32_t>(sizes.size());
    mirrored.resize(sizes.size());
    node.resize(sizes.size());
    depths.assign(sizes.size(), 0);
    for (std::int32_t i = 0; i < n; ++i) {  // each node is above those from its first leaf on
        ++depths[at(first_leaf(sizes, i))];
        --depths[at(i)];
    }
    std::int32_t depth = 0;
    for (std::int32_t i = 0; i < n; ++i) {
        depth += depths[at(i)];
        // In post-order a node has its descendants before it, in pre-order its ancestors; mirrored
        // post-order is pre-order backwards.
        const std::int32_t place = n - 1 - (first_leaf(sizes, i) + depth);
        mirrored[at(place)] = sizes[at(i)];
        node[at(place)] = i;
    }
}

std::int64_t keyroot_size_left(Forest sizes, std::vector<std::int32_t>& buffer) {
    if (sizes.empty()) return 0;
    buffer.assign(sizes.size(), 0);  // by first leaf, the size of the last and highest node with it
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        std::int32_t& highest = buffer[i + 1 - at(sizes[i])];
        sum += sizes[i] - highest;
        highest = sizes[i];
    }
    return sum - buffer[0] + static_cast<std::int64_t>(sizes.size());
}

std::int64_t keyroot_size_right(Forest sizes) {
    auto sum = static_cast<std::int64_t>(sizes.size());
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
        sum += sizes[i + 1] == 1 ? sizes[i] : 0;  // the next node is a leaf: i is no last child
    }
    return sum;
}

}  // namespace hyperbaton

// bench_trees: tree edit distances of degenerate shapes, each of a tree with itself.
//
// For each shape and size prints a line "shape nodes pairs-per-second bytes pairs-per-second-with-
// costs bytes-with-costs"; bytes are what the workspace holds afterwards. The zigzag is the worst
// case of the algorithm on both sides.
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

#include "hyperbaton/trees/tree_edit_distance.hpp"
#include "stopwatch.hpp"

using namespace hyperbaton;

namespace {

using Integers = std::vector<std::int32_t>;

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

// Heads of n words, counted from 1.
Integers heads_of(const std::string& shape, std::int32_t n) {
    Integers heads(at(n), 0);
    std::int32_t low = 0, high = n - 1, spine = 0;
    for (std::int32_t w = 1; w < n; ++w) {
        if (shape == "chain") heads[at(w)] = w;
        if (shape == "star") heads[at(w)] = 1;
        if (shape == "caterpillar") heads[at(w)] = w % 2 == 1 ? w : w - 1;
    }
    // A node and its leaf at one end of what is left, the next node of the spine at the other.
    for (bool left = true; shape == "zigzag" && low < high; left = !left) {
        const std::int32_t node = left ? low++ : high--;
        heads[at(node)] = spine;
        spine = node + 1;
        heads[at(left ? low++ : high--)] = spine;
    }
    return heads;
}

void report(const std::string& shape, std::int32_t n) {
    const Integers heads = heads_of(shape, n);
    Integers sizes(at(n)), words(at(n)), labels(at(n), 0);
    OrderedTreeWorkspace ordering;
    order_tree(heads, HeadPlacement::drop, sizes.data(), words.data(), ordering);
    const double one = 1.0, zero = 0.0;
    TreeEditWorkspace plain, with_costs;
    const double seconds = best_seconds(1, [&] { largest_mapping(sizes, sizes, plain); });
    const double costly = best_seconds(1, [&] {
        tree_edit_distance({sizes, labels}, {sizes, labels}, {&one, &one, &zero, 1}, with_costs);
    });
    std::printf("%s %d %.5f %zu %.5f %zu\n", shape.c_str(), n, 1.0 / seconds, plain.bytes(),
                1.0 / costly, with_costs.bytes());
    std::fflush(stdout);
}

}  // namespace

int main() {
    for (const char* shape : {"chain", "star", "caterpillar", "zigzag"}) {
        for (const std::int32_t n : {100, 1000}) report(shape, n);
    }
}

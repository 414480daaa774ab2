// Exactness of tree edit distances against all mappings, one by one, and of all algorithms against
// each other. Usage: test [divisor]; the divisor shortens the random runs (for sanitizers).

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

#include "check.hpp"
#include "hyperbaton/runtime/cpu.hpp"
#include "random_words.hpp"
#include "simd/gain_kernels.hpp"
#include "trees/mapping_checks.hpp"
#include "trees/mapping_rows.hpp"

using namespace hyperbaton;

namespace {

// Sizes in post-order of a random forest: words hang on one of the last `reach` words placed.
Integers random_forest(std::size_t n, std::size_t reach, Generator& generator) {
    Integers order(n), heads(n, 0), sizes(n), words(n);
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t k = n; k > 1; --k) std::swap(order[k - 1], order[below(k, generator)]);
    for (std::size_t k = 1; k < n; ++k) {
        const std::size_t back = 1 + below(std::min(k, reach), generator);
        if (below(12, generator) != 0) heads[at(order[k])] = order[k - back] + 1;
    }
    OrderedTreeWorkspace workspace;
    order_tree(heads, HeadPlacement::drop, sizes.data(), words.data(), workspace);
    return sizes;
}

// Random costs for three labels; some renames cost more than deletion and insertion.
struct RandomCosts {
    std::vector<double> deletion, insertion, rename;

    explicit RandomCosts(Generator& generator) {
        const auto some = [&] { return static_cast<double>(below(9, generator)) / 4.0; };
        for (int k = 0; k < 3; ++k) deletion.push_back(some()), insertion.push_back(some());
        for (int k = 0; k < 9; ++k) rename.push_back(some());
    }
    TreeEditCosts view() const { return {deletion.data(), insertion.data(), rename.data(), 3}; }
};

Integers random_labels(std::size_t n, Generator& generator) {
    Integers labels(n);
    for (std::int32_t& label : labels) label = static_cast<std::int32_t>(below(3, generator));
    return labels;
}

void check_against_all_mappings(int runs) {
    Generator generator(1);
    TreeEditWorkspace workspace;
    for (int run = 0; run < runs; ++run) {
        const Integers a = random_forest(below(7, generator), 1 + below(6, generator), generator);
        const Integers b = random_forest(below(7, generator), 1 + below(6, generator), generator);
        const RandomCosts costs(generator);
        const Integers x = random_labels(a.size(), generator);
        const Integers y = random_labels(b.size(), generator);
        check_against_all_mappings(a, x, b, y, costs.view(), workspace);
    }
}

// Without labels by all three ways: bit rows, tables of counts (one side beyond 255 nodes), and
// tables of gains.
void check_against_each_other(int runs) {
    Generator generator(2);
    TreeEditWorkspace workspace;
    const double one = 1.0, zero = 0.0;
    const TreeEditCosts costs{&one, &one, &zero, 1};
    for (int run = 0; run < runs; ++run) {
        const std::size_t longest = run % 10 == 0 ? 330 : 90;
        const std::size_t reach = 1 + below(run % 2 == 0 ? 3 : 40, generator);
        const Integers a = random_forest(below(longest, generator), reach, generator);
        const Integers b = random_forest(below(longest, generator), reach, generator);
        const Integers x(a.size(), 0), y(b.size(), 0);
        const std::int32_t matches = largest_mapping(a, b, workspace);
        CHECK(largest_mapping(b, a, workspace) == matches);
        const double nodes = static_cast<double>(a.size() + b.size());
        CHECK(tree_edit_distance({a, x}, {b, y}, costs, workspace) == nodes - 2.0 * matches);
        const TreeMapping found = tree_edit_mapping({a, x}, {b, y}, costs, workspace);
        CHECK(static_cast<std::int32_t>(found.first.size()) == matches);
    }
}

// The kernels for any processor, which another one would hide.
void check_baseline_kernels(int runs) {
    Generator generator(4);
    TreeEditWorkspace workspace;
    MappingRows rows;
    SidedForest a, b;
    for (int run = 0; run < runs; ++run) {
        const std::size_t reach = 1 + below(9, generator);
        const Integers x = random_forest(1 + below(120, generator), reach, generator);
        const Integers y = random_forest(1 + below(120, generator), reach, generator);
        a.assign(x, run % 2 == 0);
        b.assign(y, run % 2 == 0);
        CHECK(rows.fit(a, b));
        CHECK(rows.largest(a, b, baseline::mapping_kernels) == largest_mapping(x, y, workspace));
    }
}

void check_gain_kernels(const GainKernels& kernels, int runs) {
    Generator generator(5);
    for (int run = 0; run < runs; ++run) {
        const std::size_t length = below(20, generator);
        const auto numbers = [&] {
            std::vector<double> values(length + 1);
            for (double& value : values) value = static_cast<double>(below(50, generator));
            return values;
        };
        const std::vector<double> above = numbers(), before = numbers(), trees = numbers();
        Integers first(length);
        for (std::size_t c = 0; c < length; ++c) {
            first[c] = static_cast<std::int32_t>(below(c + 1, generator)) + 7;
        }
        std::vector<double> row(length);
        kernels.write_row(above.data(), before.data(), first.data(), 7, trees.data(),
                          static_cast<std::int32_t>(length), row.data());
        double largest = 0.0;
        for (std::size_t c = 0; c < length; ++c) {
            largest = std::max({largest, above[c], before[at(first[c] - 7)] + trees[c]});
            CHECK(row[c] == largest);
        }
    }
}

void check_mirror(int runs) {
    Generator generator(3);
    Integers mirrored, node, again, buffer;
    for (int run = 0; run < runs; ++run) {
        const Integers sizes =
            random_forest(below(40, generator), 1 + below(9, generator), generator);
        mirror_forest(sizes, mirrored, node, buffer);
        CHECK(keyroot_size_left(mirrored, buffer) == keyroot_size_right(sizes));
        CHECK(keyroot_size_right(mirrored) == keyroot_size_left(sizes, buffer));
        for (std::size_t i = 0; i < sizes.size(); ++i) CHECK(mirrored[i] == sizes[at(node[i])]);
        mirror_forest(mirrored, again, node, buffer);
        CHECK(again == sizes);
    }
}

// A spine of n / 2 nodes with one leaf each, to the left and to the right by turns.
Integers zigzag(std::int32_t n) {
    Integers heads(at(n), 0), sizes(at(n)), words(at(n));
    std::int32_t low = 0, high = n - 1, spine = 0;
    for (bool left = true; low <= high; left = !left) {
        // A node and its leaf at one end of what is left, the next node of the spine at the other.
        const std::int32_t node = left ? low++ : high--;
        heads[at(node)] = spine;
        spine = node + 1;
        if (low <= high) heads[at(left ? low++ : high--)] = spine;
    }
    OrderedTreeWorkspace workspace;
    order_tree(heads, HeadPlacement::drop, sizes.data(), words.data(), workspace);
    return sizes;
}

void check_shapes() {
    TreeEditWorkspace workspace;
    for (const std::int32_t n : {100, 1000}) {
        Integers chain(at(n)), star(at(n), 1);
        std::iota(chain.begin(), chain.end(), 1);
        star.back() = n;
        CHECK(largest_mapping(chain, chain, workspace) == n);
        CHECK(largest_mapping(star, star, workspace) == n);
        CHECK(largest_mapping(chain, star, workspace) == 2);
        CHECK(largest_mapping(zigzag(100), zigzag(100), workspace) == 100);
        CHECK(largest_mapping(zigzag(100), chain, workspace) <= 51);
    }
    CHECK(workspace.bytes() < 20'000'000);
}

void check_limits() {
    TreeEditWorkspace workspace;
    const Integers star(100'000, 1), leaf(1, 1);
    const double one = 1.0, zero = 0.0;
    const TreeEditCosts costs{&one, &one, &zero, 1};
    const Integers labels(star.size(), 0);
    CHECK(largest_mapping(star, star, workspace) == too_large);
    CHECK(tree_edit_distance({star, labels}, {star, labels}, costs, workspace) == too_large);
    CHECK(tree_edit_mapping({star, labels}, {star, labels}, costs, workspace).distance ==
          too_large);
    CHECK(largest_mapping(star, leaf, workspace) == 1);
    CHECK(largest_mapping({}, star, workspace) == 0);
    CHECK(workspace.bytes() < 20'000'000);
}

}  // namespace

int main(int count, char** arguments) {
    const int divisor = count > 1 ? std::max(1, std::atoi(arguments[1])) : 1;
    check_against_all_mappings(20'000 / divisor);
    check_against_each_other(2'000 / divisor);
    check_baseline_kernels(2'000 / divisor);
    check_gain_kernels(baseline::gain_kernels, 2'000 / divisor);
#if defined(HYPERBATON_HAS_AVX2_KERNELS)
    if (cpu_has_avx2()) check_gain_kernels(avx2::gain_kernels, 2'000 / divisor);
#endif
    check_mirror(2'000 / divisor);
    check_shapes();
    check_limits();
}

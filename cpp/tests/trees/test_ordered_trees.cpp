// Which sizes are those of a forest, and heads that go round in a circle.
#include <limits>
#include <vector>

#include "check.hpp"
#include "trees/forest_checks.hpp"

using namespace hyperbaton;

namespace {

void test_all_sizes_of_five_nodes() {
    int forests = 0;
    for (int code = 0; code < 7 * 7 * 7 * 7 * 7; ++code) {
        Ids sizes;
        for (int k = 0, rest = code; k < 5; ++k, rest /= 7) sizes.push_back(rest % 7);
        CHECK(is_forest(sizes) == is_forest_by_definition(sizes));
        // The same behind many leaves, where another algorithm runs.
        Ids behind_leaves(70, 1);
        behind_leaves.insert(behind_leaves.end(), sizes.begin(), sizes.end());
        CHECK(is_forest(behind_leaves) == is_forest_by_definition(behind_leaves));
        forests += is_forest(sizes);
    }
    CHECK(forests == 42);  // the fifth Catalan number
    CHECK(is_forest({}));
    CHECK(!is_forest(Ids{-1}) && !is_forest(Ids{1, std::numeric_limits<std::int32_t>::min()}));
}

void test_circles() {
    OrderedTreeWorkspace workspace;
    Ids sizes(4), words(4);
    const auto written = [&](const Ids& heads) {
        return order_tree(heads, HeadPlacement::drop, sizes.data(), words.data(), workspace);
    };
    CHECK(written({0, 1, 2, 1}) == 4);
    CHECK(written({0, 3, 2, 1}) == 2);
    CHECK(written({1, 1, 2, 3}) == 0);
}

}  // namespace

int main() {
    test_all_sizes_of_five_nodes();
    test_circles();
}

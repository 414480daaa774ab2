// Tree edit distances of small forests against all mappings, of larger ones by all algorithms
// against each other.
#include "fuzz/input.hpp"
#include "tests/trees/mapping_checks.hpp"

using namespace hyperbaton;

namespace {

constexpr std::size_t labels = 3;

// Every node takes some of the trees before it as its children.
Integers some_forest(std::size_t most, Input& input) {
    Integers sizes, roots;
    for (std::size_t nodes = input.below(most + 1); nodes > 0; --nodes) {
        std::int32_t own = 1;
        const std::size_t kind = input.below(8);
        for (std::size_t children = kind == 7 ? roots.size() : kind; children > 0 && !roots.empty();
             --children) {
            own += roots.back();
            roots.pop_back();
        }
        sizes.push_back(own);
        roots.push_back(own);
    }
    return sizes;
}

Integers some_labels(std::size_t size, Input& input) {
    Integers result(size);
    for (std::int32_t& label : result) label = static_cast<std::int32_t>(input.below(labels));
    return result;
}

std::vector<double> some_costs(std::size_t size, Input& input) {
    std::vector<double> costs(size);
    for (double& cost : costs) cost = input.sixteenths();
    return costs;
}

void check_without_labels(const Integers& a, const Integers& b, TreeEditWorkspace& workspace) {
    const double one = 1.0, zero = 0.0;
    const TreeEditCosts costs{&one, &one, &zero, 1};
    const Integers x(a.size(), 0), y(b.size(), 0);
    const std::int32_t matches = largest_mapping(a, b, workspace);
    CHECK(largest_mapping(b, a, workspace) == matches);
    const double nodes = static_cast<double>(a.size() + b.size());
    CHECK(tree_edit_distance({a, x}, {b, y}, costs, workspace) == nodes - 2.0 * matches);
    const TreeMapping found = tree_edit_mapping({a, x}, {b, y}, costs, workspace);
    CHECK(static_cast<std::int32_t>(found.first.size()) == matches);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static TreeEditWorkspace workspace;
    Input input(data, size);
    const bool is_small = input.flag();
    const std::size_t most = is_small ? 6 : 90;
    const Integers a = some_forest(most, input), b = some_forest(most, input);
    check_without_labels(a, b, workspace);
    if (!is_small) return 0;
    const Integers x = some_labels(a.size(), input), y = some_labels(b.size(), input);
    const std::vector<double> deletion = some_costs(labels, input);
    const std::vector<double> insertion = some_costs(labels, input);
    const std::vector<double> rename = some_costs(labels * labels, input);
    check_against_all_mappings(
        a, x, b, y, {deletion.data(), insertion.data(), rename.data(), labels}, workspace);
    return 0;
}

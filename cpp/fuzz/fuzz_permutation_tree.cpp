// Intervals and permutation trees against exhaustive search.
#include "fuzz/input.hpp"
#include "tests/permutation/tree_checks.hpp"

using namespace hyperbaton;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::vector<std::int32_t> values = input.permutation(input.flag() ? 40 : 300);
    check_intervals(values);
    check_tree(values);
    return 0;
}

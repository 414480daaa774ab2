// The pruned search for inversion distances, in sentences too long for the recursion of the paper,
// against the search without bounds.
#include "fuzz/input.hpp"
#include "tests/inversion/inversion_checks.hpp"

using namespace hyperbaton;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static InversionWorkspace workspace;
    Input input(data, size);
    const auto [hypothesis, reference] = input.pair(input.flag() ? 14 : 26);
    // Other costs, which differ by less than what rounding takes away.
    const InversionCosts almost_unit{1, 1, 1, 1 + 1e-12};
    const InversionDistance found =
        inversion_distance(hypothesis, reference, almost_unit, workspace);
    CHECK(found.exact);
    const double expected = std::round(found.cost);
    check_unit_paths(hypothesis, reference, expected, workspace);
    check_derivation(hypothesis, reference, {}, expected, workspace);
    return 0;
}

// Inversion distances and derivations of short sentences, with any costs, against the recursion of
// the paper.
#include "fuzz/input.hpp"
#include "tests/inversion/inversion_checks.hpp"

using namespace hyperbaton;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static InversionWorkspace workspace;
    Input input(data, size);
    InversionCosts costs;
    if (input.flag()) {
        costs = {input.sixteenths(), input.sixteenths(), input.sixteenths(), input.sixteenths()};
    }
    const auto [hypothesis, reference] = input.pair(10);
    check_pair(hypothesis, reference, costs, workspace);
    return 0;
}

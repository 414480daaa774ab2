// RIBES: words aligned by their context, against trying every context.
#include "fuzz/input.hpp"
#include "tests/alignment/context_checks.hpp"

using namespace hyperbaton;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static RibesWorkspace workspace;
    Input input(data, size);
    const auto [hypothesis, reference] = input.pair(input.flag() ? 15 : 40);
    check_contexts(hypothesis, reference, workspace);
    return 0;
}

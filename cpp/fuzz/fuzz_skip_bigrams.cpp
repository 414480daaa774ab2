// Skip-bigrams that two sentences share, against nested loops.
#include "fuzz/input.hpp"
#include "tests/text/skip_bigram_checks.hpp"

using namespace hyperbaton;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static SkipBigramWorkspace workspace;
    Input input(data, size);
    const auto [hypothesis, reference] = input.pair(input.flag() ? 20 : 60);
    check_skip_bigrams(hypothesis, reference, workspace);
    return 0;
}

// WER's, PER's and CDER's distances against obvious versions of each.
#include "fuzz/input.hpp"
#include "tests/text/string_distance_checks.hpp"

using namespace hyperbaton;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static StringDistanceWorkspace workspace;
    Input input(data, size);
    const auto [hypothesis, reference] = input.pair(input.flag() ? 30 : 90);
    check_string_distances(hypothesis, reference, workspace);
    return 0;
}

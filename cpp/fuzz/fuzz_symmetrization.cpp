// All methods of symmetrisation against the published pseudo-code on matrices.
#include "fuzz/input.hpp"
#include "tests/bitext/symmetrization_checks.hpp"

using namespace hyperbaton;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const auto method = static_cast<Symmetrization>(input.below(5));
    Heuristic heuristic;
    for (int e = 0; e < length; ++e) {
        const std::uint8_t forward = input.byte(), reverse = input.byte();
        for (int f = 0; f < length; ++f) {
            heuristic.forward[e][f] = (forward >> f & 1) != 0;
            heuristic.reverse[e][f] = (reverse >> f & 1) != 0;
        }
    }
    check_symmetrization(heuristic, method);
    return 0;
}

// EED of any two texts and costs is from 0 to 1, whatever was computed before.
#include "fuzz/input.hpp"
#include "hyperbaton/text/extended_edit_distance.hpp"
#include "tests/check.hpp"

using namespace hyperbaton;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const ExtendedEditCosts costs{input.sixteenths(), input.sixteenths(), input.sixteenths(),
                                  input.sixteenths()};
    ExtendedEditWorkspace used;
    while (!input.empty()) {
        auto [hypothesis, reference] = input.pair(40);
        for (WordList* text : {&hypothesis, &reference}) {
            for (std::int32_t& letter : *text) letter = letter == 0 ? ' ' : letter;
        }
        ExtendedEditWorkspace fresh;
        const double rate = extended_edit_rate(hypothesis, reference, costs, used);
        CHECK(rate >= 0 && rate <= 1);
        CHECK(rate == extended_edit_rate(hypothesis, reference, costs, fresh));
    }
    return 0;
}

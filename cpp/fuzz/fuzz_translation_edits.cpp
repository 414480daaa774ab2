// TER's shifts and edits against its definition.
#include "fuzz/input.hpp"
#include "tests/text/translation_edit_checks.hpp"

using namespace hyperbaton;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static TranslationEditWorkspace workspace;
    Input input(data, size);
    // Beyond 25 words the beam hides part of the grid.
    const auto [hypothesis, reference] = input.pair(input.flag() ? 12 : 70);
    check_translation_edits(hypothesis, reference, workspace);
    return 0;
}

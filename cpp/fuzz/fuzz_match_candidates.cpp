// Candidates for alignment against comparing every word with every word.
#include "fuzz/input.hpp"
#include "tests/alignment/candidate_checks.hpp"

using namespace hyperbaton;

namespace {

ClassSets some_sets(Input& input) {
    ClassSets sets;
    for (std::size_t words = input.below(12); words > 0; --words) {
        for (std::size_t count = input.below(4); count > 0; --count) {
            sets.values.push_back(input.small(9) - 1);
        }
        sets.offsets.push_back(static_cast<std::int64_t>(sets.values.size()));
    }
    return sets;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static MatchWorkspace workspace;
    Input input(data, size);
    // No word occurs so often that candidates are left out.
    auto [hypothesis, reference] = input.pair(40);
    for (WordList* words : {&hypothesis, &reference}) {
        for (std::int32_t& word : *words) word -= 3;
    }
    check_equal_words(hypothesis, reference, workspace);
    const ClassSets ours = some_sets(input), theirs = some_sets(input);
    check_common_classes(ours, theirs, workspace);
    return 0;
}

// The best alignment of short sentences against every valid one, and what holds for longer ones.
#include "fuzz/candidates.hpp"
#include "fuzz/input.hpp"
#include "tests/alignment/aligner_checks.hpp"

using namespace hyperbaton;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static AlignerWorkspace workspace;
    Input input(data, size);
    const bool is_short = input.flag();
    const auto [hypothesis, reference] = input.pair(is_short ? 4 : 24);
    const Matches matches = some_candidates(hypothesis, reference, is_short ? 5 : 12, input);
    const auto hyp_words = static_cast<std::int32_t>(hypothesis.size());
    const auto ref_words = static_cast<std::int32_t>(reference.size());
    if (is_short) {
        check_against_all(matches, hyp_words, ref_words, workspace);
        return 0;
    }
    const AlignmentLimits limits{1 + static_cast<std::int64_t>(input.below(500)),
                                 1 + input.small(40)};
    const AlignmentResult result = align(matches, hyp_words, ref_words, workspace, limits);
    check_valid(matches, hyp_words, ref_words, result);
    const AlignmentResult better = align(matches, hyp_words, ref_words, workspace, {4000, 40});
    check_valid(matches, hyp_words, ref_words, better);
    CHECK(!result.exact || result.chosen == better.chosen);
    CHECK(!better.exact || rated(matches, better.chosen).key <= rated(matches, result.chosen).key);
    return 0;
}

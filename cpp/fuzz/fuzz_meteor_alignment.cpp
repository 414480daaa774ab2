// METEOR's own search against a version without any data structure.
#include "fuzz/candidates.hpp"
#include "fuzz/input.hpp"
#include "hyperbaton/alignment/meteor_alignment.hpp"
#include "reference/alignment/naive_meteor.hpp"
#include "tests/check.hpp"

using namespace hyperbaton;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static MeteorWorkspace workspace;
    Input input(data, size);
    const std::int32_t beam = 1 + input.small(12);
    const auto [hypothesis, reference] = input.pair(14);
    const Matches matches = some_candidates(hypothesis, reference, 8, input);
    const auto hyp_words = static_cast<std::int32_t>(hypothesis.size());
    const auto ref_words = static_cast<std::int32_t>(reference.size());
    const AlignmentResult result =
        align_like_meteor(matches, hyp_words, ref_words, beam, workspace);
    CHECK(!result.exact);
    CHECK(result.chosen == NaiveMeteor(matches, hyp_words, ref_words, beam).chosen());
    return 0;
}

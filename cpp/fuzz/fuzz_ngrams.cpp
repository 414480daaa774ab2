// The counts of BLEU, chrF and NIST against maps of n-grams.
#include "fuzz/input.hpp"
#include "tests/text/ngram_checks.hpp"

using namespace hyperbaton;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const auto order = static_cast<std::int64_t>(1 + input.below(7));
    const std::size_t alphabet = 1 + input.below(40);
    OwnedSegments segments;
    for (std::size_t count = input.below(4); count > 0; --count) {
        const bool repeats = !segments.hypotheses.empty() && input.flag();
        segments.hypotheses.push_back(repeats ? WordList(segments.hypotheses.back())
                                              : input.words(30, alphabet));
        segments.references.emplace_back();
        for (std::size_t more = 1 + input.below(3); more > 0; --more) {
            segments.references.back().push_back(
                input.flag() ? input.words(30, alphabet)
                             : input.damaged(segments.hypotheses.back(), alphabet));
        }
    }
    check_bleu(segments, order);
    check_overlaps(segments, order);
    check_nist(segments, order);
    return 0;
}

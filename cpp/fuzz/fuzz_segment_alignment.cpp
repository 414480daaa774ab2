// Alignments by several matchers: valid, whatever the classes and the matches that are given, or
// refused.
#include <stdexcept>

#include "fuzz/input.hpp"
#include "hyperbaton/alignment/segment_alignment.hpp"
#include "tests/alignment/aligner_checks.hpp"

using namespace hyperbaton;

namespace {

constexpr std::size_t vocabulary = 12;

// Up to `most` classes of each word.
struct Classes {
    Classes(std::size_t most, Input& input) {
        for (std::size_t word = 0; word < vocabulary; ++word) {
            for (std::size_t count = most == 1 ? 1 : input.below(most + 1); count > 0; --count) {
                values.push_back(input.small(6) - 1);
            }
            offsets.push_back(static_cast<std::int64_t>(values.size()));
        }
    }
    SequenceBatch batch() const {
        return {values.data(), offsets.data(), static_cast<std::int64_t>(vocabulary)};
    }
    std::vector<std::int32_t> values;
    std::vector<std::int64_t> offsets{0};
};

// Matches that may lie anywhere, also beyond the sentences.
struct Given {
    explicit Given(Input& input) {
        for (std::size_t count = input.below(6); count > 0; --count) {
            for (int k = 0; k < 4; ++k) spans.push_back(input.small(12) - (input.flag() ? 1 : 0));
            weights.push_back(0.25f * static_cast<float>(input.small(5)));
        }
        offsets[1] = static_cast<std::int64_t>(weights.size());
    }
    GivenMatches view() const { return {offsets, spans.data(), weights.data()}; }

    std::int64_t offsets[2] = {0, 0};
    std::vector<std::int32_t> spans;
    std::vector<float> weights;
};

bool is_within(const Given& given, std::int64_t hyp_words, std::int64_t ref_words) {
    for (std::size_t k = 0; k < given.spans.size(); k += 4) {
        const std::int64_t lengths[] = {hyp_words, ref_words};
        for (std::size_t side = 0; side < 2; ++side) {
            const std::int64_t start = given.spans[k + 2 * side];
            const std::int64_t words = given.spans[k + 2 * side + 1];
            if (start < 0 || words < 1 || start + words > lengths[side]) return false;
        }
    }
    return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static SegmentAlignmentWorkspace workspace;
    Input input(data, size);
    const WordList hypothesis = input.words(20, vocabulary);
    const WordList reference =
        input.flag() ? input.words(20, vocabulary) : input.damaged(hypothesis, vocabulary);
    const Classes stems(1, input), sets(3, input);
    const Given given(input);
    std::vector<Matcher> matchers;
    bool uses_given = false;
    for (std::size_t count = 1 + input.below(4); count > 0; --count) {
        const float weight = 0.25f * static_cast<float>(input.small(5));
        switch (input.below(4)) {
            case 0:
                matchers.push_back({{weight, {nullptr, nullptr, 0}, true}, {}, false});
                break;
            case 1:
                matchers.push_back({{weight, stems.batch(), true}, {}, false});
                break;
            case 2:
                matchers.push_back(
                    {{weight, sets.batch(), has_one_class_each(sets.batch())}, {}, false});
                break;
            default:
                matchers.push_back({{}, given.view(), true});
                uses_given = true;
        }
    }
    SegmentAlignmentOptions options;
    options.search = input.flag() ? AlignmentSearch::meteor : AlignmentSearch::best;
    options.limits = {1 + static_cast<std::int64_t>(input.below(500)), 1 + input.small(10)};
    const auto hyp_words = static_cast<std::int32_t>(hypothesis.size());
    const auto ref_words = static_cast<std::int32_t>(reference.size());
    try {
        const AlignmentResult result =
            align_pair(hypothesis, reference, 0, matchers, options, workspace);
        CHECK(!uses_given || is_within(given, hyp_words, ref_words));
        if (options.search == AlignmentSearch::meteor) {
            for (const std::int32_t k : result.chosen) {
                CHECK(static_cast<std::size_t>(k) < workspace.candidates.size());
            }
        } else {
            check_valid(workspace.candidates, hyp_words, ref_words, result);
        }
    } catch (const std::invalid_argument&) {
        CHECK(uses_given && !is_within(given, hyp_words, ref_words));
    }
    return 0;
}

// Which candidates the matchers of a pair give, and what becomes of them.
#include "hyperbaton/alignment/segment_alignment.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "check.hpp"
#include "random_pairs.hpp"

using namespace hyperbaton;

namespace {

// Words 0 to 5; the stems of 1 and 2 are equal, and so are those of 3 and 4.
constexpr std::int32_t stem_values[] = {0, 1, 1, 3, 3, 5};
constexpr std::int64_t stem_offsets[] = {0, 1, 2, 3, 4, 5, 6};
// Words 1 and 3 have a class in common, words 2 and 5 have another; word 0 and 4 have none.
constexpr std::int32_t set_values[] = {7, 8, 9, 7, 9};
constexpr std::int64_t set_offsets[] = {0, 0, 2, 3, 4, 4, 5};

const Matcher exact{{1.0f, {nullptr, nullptr, 0}, true}, {}, false};
const Matcher stems{{0.6f, {stem_values, stem_offsets, 6}, true}, {}, false};
const Matcher sets{{0.8f, {set_values, set_offsets, 6}, false}, {}, false};

Matches candidates(const Words& hypothesis, const Words& reference,
                   const std::vector<Matcher>& matchers) {
    SegmentAlignmentWorkspace workspace;
    align_pair(hypothesis, reference, 0, matchers, {}, workspace);
    return workspace.candidates;
}

Match word(std::int32_t hyp, std::int32_t ref, std::int32_t matcher, float weight) {
    return {hyp, 1, ref, 1, matcher, weight};
}

/// Each matcher finds its own; equal words are left to the first that matches equal words.
void check_candidates() {
    CHECK(candidates({1, 5}, {2, 5}, {exact, stems, sets}) ==
          Matches({word(1, 1, 0, 1.0f), word(0, 0, 1, 0.6f)}));
    CHECK(candidates({1, 5}, {1, 5}, {stems}) ==
          Matches({word(0, 0, 0, 0.6f), word(1, 1, 0, 0.6f)}));
    CHECK(candidates({1}, {1}, {exact, stems, sets}) == Matches({word(0, 0, 0, 1.0f)}));
    CHECK(candidates({0}, {0}, {sets}).empty());
}

/// A word is not matched with others that are farther than its nearest copy, unless it is a
/// function word or has more copies than the other sentence.
void check_equal_words_first() {
    const Match other = word(1, 0, 2, 0.8f);
    const std::uint8_t functional[] = {0, 0, 1, 0, 0, 1};
    SegmentAlignmentOptions options;
    const auto is_there = [&](const Words& hypothesis, const Words& reference) {
        SegmentAlignmentWorkspace workspace;
        align_pair(hypothesis, reference, 0, {exact, stems, sets}, options, workspace);
        return std::count(workspace.candidates.begin(), workspace.candidates.end(), other) == 1;
    };
    CHECK(!is_there({1, 5}, {2, 5}));
    CHECK(is_there({1, 5}, {2, 0, 5}));
    CHECK(is_there({1, 5, 5}, {2, 5}));
    CHECK(!is_there({1, 5, 5}, {2, 5, 5}));
    options.function_words = functional;
    CHECK(is_there({1, 5}, {2, 5}));
}

/// Given matches are those of the pair; single equal words among them are left to `exact`.
void check_given() {
    const std::int64_t offsets[] = {0, 1, 4};
    const std::int32_t spans[] = {0, 1, 0, 1, 0, 1, 0, 1, 0, 2, 0, 2, 1, 1, 0, 1};
    const float weights[] = {0.1f, 0.2f, 0.3f, 0.4f};
    const Matcher given{{}, {offsets, spans, weights}, true};
    const std::uint8_t functional[] = {1, 1, 1, 1, 1, 1};  // so that no match is left out
    const SegmentAlignmentOptions options{{}, {}, functional};
    SegmentAlignmentWorkspace workspace;
    const Words words{3, 4};
    align_pair(words, words, 1, {given}, options, workspace);
    const Matches all{word(0, 0, 0, 0.2f), {0, 2, 0, 2, 0, 0.3f}, word(1, 0, 0, 0.4f)};
    CHECK(workspace.candidates == all);
    align_pair(words, words, 1, {exact, given}, options, workspace);
    const Matches less{
        word(0, 0, 0, 1.0f), word(1, 1, 0, 1.0f), {0, 2, 0, 2, 1, 0.3f}, word(1, 0, 1, 0.4f)};
    CHECK(workspace.candidates == less);
}

/// Matches beyond the ends of a sentence are refused, whichever search would follow.
void check_given_outside() {
    const std::int64_t offsets[] = {0, 1};
    const float weight[] = {1.0f};
    const Words words{3, 4};
    const std::int32_t wrong[][4] = {
        {-1, 1, 0, 1}, {0, 3, 0, 1}, {0, 1, 2, 1}, {0, 1, 0, 0}, {1, 0x7fffffff, 0, 1}};
    for (const auto& spans : wrong) {
        const Matcher given{{}, {offsets, spans, weight}, true};
        for (const AlignmentSearch search : {AlignmentSearch::best, AlignmentSearch::meteor}) {
            SegmentAlignmentWorkspace workspace;
            bool refused = false;
            try {
                align_pair(words, words, 0, {exact, given}, {search, {}}, workspace);
            } catch (const std::invalid_argument&) {
                refused = true;
            }
            CHECK(refused);
        }
    }
}

/// An alignment is not certain where candidates were left out, and never with METEOR's search.
void check_certainty() {
    SegmentAlignmentWorkspace workspace;
    Words words(far_match + 2);
    std::iota(words.begin(), words.end(), 0);
    CHECK(align_pair(words, words, 0, {exact}, {}, workspace).exact);
    CHECK(!align_pair(words, words, 0, {exact}, {AlignmentSearch::meteor, {}}, workspace).exact);
    const Words once{7};
    const Words often(far_match + 2, 7);
    const AlignmentResult result = align_pair(once, often, 0, {exact}, {}, workspace);
    CHECK(result.covered == 2 && !result.exact);
    CHECK(align_pair(once, Words(far_match + 1, 7), 0, {exact}, {}, workspace).exact);
}

}  // namespace

int main() {
    check_candidates();
    check_equal_words_first();
    check_given();
    check_given_outside();
    check_certainty();
    std::puts("segment alignment: ok");
}

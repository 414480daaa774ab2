// Sentences so long that other algorithms run: contexts that are sorted, groups searched in parts.
#include <algorithm>
#include <vector>

#include "alignment/long_contexts.hpp"
#include "check.hpp"
#include "hyperbaton/alignment/segment_alignment.hpp"
#include "random_pairs.hpp"

using namespace hyperbaton;

namespace {

/// How often the `length` words up to `end` occur in a sentence, and where they end last.
struct Occurrences {
    int count = 0;
    std::int32_t last = -1;

    Occurrences(const Words& sentence, const Words& context) {
        for (std::size_t end = context.size(); end <= sentence.size(); ++end) {
            const auto begin = sentence.begin() + static_cast<std::ptrdiff_t>(end - context.size());
            if (!std::equal(context.begin(), context.end(), begin)) continue;
            ++count;
            last = static_cast<std::int32_t>(end) - 1;
        }
    }
};

std::int32_t naive_position(const Words& hypothesis, const Words& reference, std::size_t i) {
    for (std::size_t length = 1; length <= i + 1; ++length) {
        const auto end = hypothesis.begin() + static_cast<std::ptrdiff_t>(i + 1);
        const Words context(end - static_cast<std::ptrdiff_t>(length), end);
        const Occurrences theirs(reference, context);
        if (Occurrences(hypothesis, context).count == 1 && theirs.count == 1) return theirs.last;
    }
    return -1;
}

void check_contexts(const Words& hypothesis, const Words& reference) {
    std::vector<Context> contexts;
    shortest_long_contexts(hypothesis, reference, contexts);
    CHECK(contexts.size() == hypothesis.size());
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        CHECK(contexts[i].position == naive_position(hypothesis, reference, i));
    }
}

AlignmentResult aligned(const Words& hypothesis, const Words& reference,
                        const AlignmentSearch search, SegmentAlignmentWorkspace& workspace) {
    Matcher equal_words{};
    equal_words.words.weight = 1.0f;
    return align_pair(hypothesis, reference, 0, {equal_words}, {search, {}}, workspace);
}

/// No word is covered twice, and words that are linked are equal.
void check_links(const Words& hypothesis, const Words& reference) {
    SegmentAlignmentWorkspace workspace;
    const AlignmentResult result = aligned(hypothesis, reference, AlignmentSearch::best, workspace);
    std::vector<bool> ours(hypothesis.size()), theirs(reference.size());
    for (const std::int32_t k : result.chosen) {
        const Match& match = workspace.candidates[static_cast<std::size_t>(k)];
        const auto i = static_cast<std::size_t>(match.hyp_start);
        const auto j = static_cast<std::size_t>(match.ref_start);
        CHECK(hypothesis[i] == reference[j]);
        CHECK(!ours[i] && !theirs[j]);
        ours[i] = theirs[j] = true;
    }
}

void check_one_word(std::size_t hyp_words, std::size_t ref_words) {
    SegmentAlignmentWorkspace workspace;
    const AlignmentResult result =
        aligned(Words(hyp_words, 7), Words(ref_words, 7), AlignmentSearch::best, workspace);
    const auto shorter = static_cast<std::int64_t>(std::min(hyp_words, ref_words));
    CHECK(result.covered == 2 * shorter);
    CHECK(result.distance == 0);
    CHECK(result.chunks == 1);
    CHECK(!result.exact);
}

}  // namespace

int main(int argc, char**) {
    const int divisor = argc > 1 ? 10 : 1;
    Generator generator(5);
    for (int k = 0; k < 3000 / divisor; ++k) {
        const std::int32_t alphabet = 1 + below(6, generator);
        check_contexts(random_sentence(below(20, generator), alphabet, generator),
                       random_sentence(below(20, generator), alphabet, generator));
    }
    check_one_word(5000, 5000);
    check_one_word(9000 / divisor + 4200, 4200);
    check_one_word(4200, 9000 / divisor + 4200);
    for (const std::int32_t alphabet : {2, 10, 2500}) {
        check_links(random_sentence(6000, alphabet, generator),
                    random_sentence(5500, alphabet, generator));
    }
}

// METEOR's search against a version without any data structure, and its peculiarities one by one.
#include "hyperbaton/alignment/meteor_alignment.hpp"

#include <algorithm>
#include <cstdlib>

#include "check.hpp"
#include "random_pairs.hpp"
#include "reference/alignment/naive_meteor.hpp"

using namespace hyperbaton;

namespace {

constexpr std::int32_t usual_beam = 40;

using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;

/// Starts of the chosen matches.
Pairs aligned(const Matches& matches, std::int32_t words, MeteorWorkspace& workspace) {
    Pairs pairs;
    const AlignmentResult result = align_like_meteor(matches, words, words, usual_beam, workspace);
    CHECK(!result.exact);
    for (const std::int32_t k : result.chosen) {
        const Match& match = matches[static_cast<std::size_t>(k)];
        pairs.emplace_back(match.hyp_start, match.ref_start);
    }
    return pairs;
}

Match word(std::int32_t hyp, std::int32_t ref, float weight) { return {hyp, 1, ref, 1, 0, weight}; }

/// A match of a weight below 1 counts for nothing: it is made where it needs no further chunk.
void check_rounding(MeteorWorkspace& workspace) {
    // Word 0 is matched for sure; word 2 could be matched with 1 or 3, each in a chunk of its own.
    CHECK(aligned({word(0, 0, 1), word(2, 1, 0.6f), word(2, 3, 0.6f)}, 4, workspace) ==
          Pairs({{0, 0}}));
    CHECK(aligned({word(0, 0, 1), word(2, 1, 1), word(2, 3, 1)}, 4, workspace) ==
          Pairs({{0, 0}, {2, 1}}));
    // Word 1 continues the chunk of word 0.
    CHECK(aligned({word(0, 0, 1), word(1, 1, 0.6f), word(1, 3, 0.6f)}, 4, workspace) ==
          Pairs({{0, 0}, {1, 1}}));
    // Two words of weight 0.6 are 1.2, which is 1 after rounding.
    CHECK(aligned({word(0, 0, 1), {2, 2, 1, 2, 0, 0.6f}, word(2, 3, 0.6f)}, 4, workspace) ==
          Pairs({{0, 0}, {2, 1}}));
}

/// The distance of a match counts for those tried after it: the first of equal ones is taken.
void check_distance(MeteorWorkspace& workspace) {
    CHECK(aligned({word(0, 2, 1), word(3, 2, 1)}, 4, workspace) == Pairs({{0, 2}}));
    CHECK(aligned({word(3, 2, 1), word(0, 2, 1)}, 4, workspace) == Pairs({{3, 2}}));
}

/// The only candidate of all its words is made whatever it costs.
void check_fixed(MeteorWorkspace& workspace) {
    CHECK(aligned({word(0, 0, 1), word(2, 1, 0)}, 4, workspace) == Pairs({{0, 0}, {2, 1}}));
    // The same match found twice is not the only one.
    CHECK(aligned({word(0, 0, 1), word(2, 1, 0), word(2, 1, 0)}, 4, workspace) == Pairs({{0, 0}}));
}

void check_random(int n_pairs, std::int32_t longest, Generator& generator,
                  MeteorWorkspace& workspace) {
    MatchWorkspace matching;
    for (int k = 0; k < n_pairs; ++k) {
        const Words h = random_sentence(1 + below(longest, generator), 6, generator);
        const Words r = random_sentence(1 + below(longest, generator), 6, generator);
        const auto hyp_words = static_cast<std::int32_t>(h.size());
        const auto ref_words = static_cast<std::int32_t>(r.size());
        Matches matches;
        exact_matches(h, r, 0, 1.0f, matching, matches);
        for (std::int32_t n = below(6, generator); n > 0; --n) {
            const std::int32_t i = below(hyp_words, generator), j = below(ref_words, generator);
            matches.push_back({i, 1, j, 1, 1, 0.6f});
        }
        for (std::int32_t n = below(5, generator); n > 0; --n) {
            matches.push_back(random_phrase(hyp_words, ref_words, generator));
        }
        const std::int32_t beam = 1 + below(usual_beam, generator);
        const AlignmentResult result =
            align_like_meteor(matches, hyp_words, ref_words, beam, workspace);
        CHECK(result.chosen == NaiveMeteor(matches, hyp_words, ref_words, beam).chosen());
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int divisor = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
    Generator generator(15);
    MeteorWorkspace workspace;
    CHECK(aligned({}, 0, workspace).empty() && aligned({}, 3, workspace).empty());
    check_rounding(workspace);
    check_distance(workspace);
    check_fixed(workspace);
    check_random(6000 / divisor, 8, generator, workspace);
    check_random(200 / divisor, 80, generator, workspace);
    std::puts("METEOR's alignment: ok");
}

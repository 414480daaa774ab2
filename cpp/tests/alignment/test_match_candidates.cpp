// Candidates of random sentences, and of words that occur very often.

#include <algorithm>
#include <numeric>

#include "alignment/candidate_checks.hpp"
#include "check.hpp"
#include "random_pairs.hpp"

using namespace hyperbaton;

namespace {

void check_single(Generator& generator, MatchWorkspace& workspace) {
    Words h = random_sentence(below(12, generator), 6, generator);
    Words r = random_sentence(below(12, generator), 6, generator);
    for (Words* words : {&h, &r}) {
        for (std::int32_t& word : *words) word -= 2;
    }
    check_equal_words(h, r, workspace);
}

ClassSets random_sets(Generator& generator) {
    ClassSets sets;
    for (std::int32_t words = below(9, generator); words > 0; --words) {
        for (std::int32_t n = below(4, generator); n > 0; --n) {
            sets.values.push_back(below(8, generator) - 1);
        }
        sets.offsets.push_back(static_cast<std::int64_t>(sets.values.size()));
    }
    return sets;
}

void check_sets(Generator& generator, MatchWorkspace& workspace) {
    const ClassSets h = random_sets(generator);
    const ClassSets r = random_sets(generator);
    check_common_classes(h, r, workspace);
}

/// A word that occurs very often: of equal words, those whose rank differs by at most far_match;
/// of words with common classes, those whose positions do. That some were left out is told.
void check_far_matches(MatchWorkspace& workspace) {
    const std::int32_t often = 2 * far_match + 40;
    const Words words(static_cast<std::size_t>(often), 5);
    Matches matches;
    CHECK(!exact_matches(words, words, 2, 0.5f, workspace, matches));
    CHECK(matches == every_pair(words.size(), words.size(), [](std::size_t i, std::size_t j) {
              return std::max(i, j) - std::min(i, j) <= far_match;
          }));

    std::vector<std::int64_t> offsets(words.size() + 1);
    std::iota(offsets.begin(), offsets.end(), 0);
    const SequenceBatch sets{words.data(), offsets.data(), often};
    matches.clear();
    CHECK(!class_matches(sets, sets, 2, 0.5f, workspace, matches));
    CHECK(matches == every_pair(words.size(), words.size(), [](std::size_t i, std::size_t j) {
              return j + far_match >= i && j < i + far_match;
          }));

    // In very long sentences the reach is shorter, so that candidates stay few.
    const Words endless(100'000, 5);
    matches.clear();
    CHECK(!exact_matches(endless, endless, 2, 0.5f, workspace, matches));
    CHECK(matches.size() < 3 * endless.size() + many_matches);

    const Words few(static_cast<std::size_t>(far_match) + 1, 5);
    matches.clear();
    CHECK(exact_matches(few, few, 2, 0.5f, workspace, matches));
    CHECK(matches.size() == few.size() * few.size());
}

}  // namespace

int main(int argc, char** argv) {
    const int divisor = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
    Generator generator(7);
    MatchWorkspace workspace;
    for (int k = 0; k < 5000 / divisor; ++k) {
        check_single(generator, workspace);
        check_sets(generator, workspace);
    }
    check_far_matches(workspace);
    std::puts("match candidates: ok");
}

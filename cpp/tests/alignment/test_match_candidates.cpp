// Candidates against comparing every word with every word.

#include <algorithm>
#include <numeric>

#include "check.hpp"
#include "hyperbaton/alignment/match_candidates.hpp"
#include "random_pairs.hpp"

using namespace hyperbaton;

namespace {

template <class IsMatch>
Matches every_pair(std::size_t n_hyp, std::size_t n_ref, IsMatch is_match) {
    Matches matches;
    for (std::size_t i = 0; i < n_hyp; ++i) {
        for (std::size_t j = 0; j < n_ref; ++j) {
            if (is_match(i, j)) {
                matches.push_back(
                    {static_cast<std::int32_t>(i), 1, static_cast<std::int32_t>(j), 1, 2, 0.5f});
            }
        }
    }
    return matches;
}

void check_single(Generator& generator, MatchWorkspace& workspace) {
    Words h = random_sentence(below(12, generator), 6, generator);
    Words r = random_sentence(below(12, generator), 6, generator);
    for (Words* words : {&h, &r}) {
        for (std::int32_t& word : *words) word -= 2;
    }
    Matches exact, classes;
    exact_matches(h, r, 2, 0.5f, workspace, exact);
    CHECK(exact == every_pair(h.size(), r.size(),
                              [&](std::size_t i, std::size_t j) { return h[i] == r[j]; }));
    class_matches(h, r, 2, 0.5f, workspace, classes);
    CHECK(classes == every_pair(h.size(), r.size(), [&](std::size_t i, std::size_t j) {
              return h[i] == r[j] && h[i] >= 0;
          }));
}

struct ClassSets {
    Words values{-9};  // so that offsets do not begin at 0
    std::vector<std::int64_t> offsets{1};

    SequenceBatch batch() const {
        return {values.data(), offsets.data(), static_cast<std::int64_t>(offsets.size()) - 1};
    }
};

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
    Matches matches;
    class_matches(h.batch(), r.batch(), 2, 0.5f, workspace, matches);
    const auto meet = [&](std::size_t i, std::size_t j) {
        for (const std::int32_t a : h.batch()[static_cast<std::int64_t>(i)]) {
            for (const std::int32_t b : r.batch()[static_cast<std::int64_t>(j)]) {
                if (a == b && a >= 0) return true;
            }
        }
        return false;
    };
    CHECK(matches == every_pair(h.offsets.size() - 1, r.offsets.size() - 1, meet));
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

// Alignments against exhaustive enumeration, and what has to hold for sentences of any size.

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "alignment/aligner_checks.hpp"
#include "check.hpp"
#include "random_pairs.hpp"

using namespace hyperbaton;

namespace {

struct Workspaces {
    AlignerWorkspace aligner;
    MatchWorkspace matches;
};

std::int32_t size_of(const Words& words) { return static_cast<std::int32_t>(words.size()); }

Matches exact_candidates(const Words& hypothesis, const Words& reference, Workspaces& workspaces) {
    Matches matches;
    exact_matches(hypothesis, reference, 0, 1.0f, workspaces.matches, matches);
    return matches;
}

AlignmentResult align_words(const Words& hypothesis, const Words& reference, Workspaces& workspaces,
                            const AlignmentLimits& limits = {}) {
    return align(exact_candidates(hypothesis, reference, workspaces), size_of(hypothesis),
                 size_of(reference), workspaces.aligner, limits);
}

/// Sentences with repeated words; optionally other word matches, phrases, in any order.
void check_random(int n_pairs, std::int32_t longest, std::int32_t alphabet, std::int32_t n_others,
                  std::int32_t n_phrases, Generator& generator, Workspaces& workspaces) {
    for (int k = 0; k < n_pairs; ++k) {
        const Words hypothesis =
            random_sentence(below(longest + 1, generator), alphabet, generator);
        const Words reference = random_sentence(below(longest + 1, generator), alphabet, generator);
        Matches matches = exact_candidates(hypothesis, reference, workspaces);
        if (!hypothesis.empty() && !reference.empty()) {
            for (std::int32_t i = n_others == 0 ? 0 : below(n_others + 1, generator); i > 0; --i) {
                matches.push_back({below(size_of(hypothesis), generator), 1,
                                   below(size_of(reference), generator), 1, below(3, generator),
                                   0.5f});
            }
            for (std::int32_t i = n_phrases == 0 ? 0 : below(n_phrases + 1, generator); i > 0;
                 --i) {
                matches.push_back(
                    random_phrase(size_of(hypothesis), size_of(reference), generator));
            }
            if (n_others + n_phrases > 0) shuffle(matches, generator);
        }
        check_against_all(matches, size_of(hypothesis), size_of(reference), workspaces.aligner);
    }
}

void check_identity(Generator& generator, Workspaces& workspaces) {
    for (std::int32_t size = 1; size <= 60; ++size) {
        const Words words = zipf_sentence(size, 30, generator);
        const AlignmentResult result = align_words(words, words, workspaces);
        CHECK(result.covered == 2 * size);
        CHECK(!result.exact || (result.chunks == 1 && result.distance == 0));
    }
    CHECK(align_words({}, {}, workspaces).covered == 0);
    CHECK(align_words({1, 2}, {}, workspaces).chosen.empty());
    CHECK(align_words({}, {1, 2}, workspaces).chosen.empty());
}

void check_swapped(int n_pairs, Generator& generator, Workspaces& workspaces) {
    for (int k = 0; k < n_pairs; ++k) {
        const Words a = zipf_sentence(below(30, generator), 40, generator);
        const Words b = zipf_sentence(below(30, generator), 40, generator);
        const AlignmentResult there = align_words(a, b, workspaces);
        const AlignmentResult back = align_words(b, a, workspaces);
        CHECK(there.covered == back.covered);
        CHECK(there.exact && back.exact);
        CHECK(there.chunks == back.chunks);
        CHECK(there.distance == back.distance);
    }
}

/// Two pairs of the same lengths and of different words, one after the other.
void check_concatenation(int n_pairs, Generator& generator, Workspaces& workspaces) {
    for (int k = 0; k < n_pairs; ++k) {
        const std::int32_t size = 1 + below(15, generator);
        const Words h1 = zipf_sentence(size, 20, generator);
        const Words r1 = zipf_sentence(size, 20, generator);
        Words h2 = zipf_sentence(1 + below(15, generator), 20, generator);
        Words r2 = zipf_sentence(1 + below(15, generator), 20, generator);
        for (Words* words : {&h2, &r2}) {
            for (std::int32_t& word : *words) word += 100;
        }
        const Matches m1 = exact_candidates(h1, r1, workspaces);
        const AlignmentResult a1 = align_words(h1, r1, workspaces);
        const AlignmentResult a2 = align_words(h2, r2, workspaces);
        Words h = h1, r = r1;
        h.insert(h.end(), h2.begin(), h2.end());
        r.insert(r.end(), r2.begin(), r2.end());
        const AlignmentResult both = align_words(h, r, workspaces);
        CHECK(both.covered == a1.covered + a2.covered);
        // At the seam two chunks may meet, and another choice may make them meet.
        CHECK(both.chunks <= a1.chunks + a2.chunks);
        CHECK(both.chunks >= a1.chunks + a2.chunks - 1);
        if (both.chunks == a1.chunks + a2.chunks) {
            CHECK(both.distance == a1.distance + a2.distance);
            std::vector<std::int32_t> joined = a1.chosen;
            for (const std::int32_t c : a2.chosen) {
                joined.push_back(c + static_cast<std::int32_t>(m1.size()));
            }
            CHECK(both.chosen == joined);
        }
    }
}

/// Repeated words beyond what is searched exactly: coverage stays the largest possible.
void check_long(std::int32_t size, Generator& generator, Workspaces& workspaces) {
    const AlignmentResult same = align_words(Words(200, 7), Words(200, 7), workspaces);
    CHECK(same.covered == 400 && same.chunks == 1 && !same.exact);
    CHECK(align_words(Words(200, 7), Words(150, 7), workspaces).covered == 300);
    CHECK(align_words(Words(60, 7), Words(60, 7), workspaces).covered == 120);
    const Words hypothesis = zipf_sentence(size, size, generator);
    const Words reference = zipf_sentence(size, size, generator);
    const Matches matches = exact_candidates(hypothesis, reference, workspaces);
    const AlignmentResult result = align(matches, size, size, workspaces.aligner);
    check_valid(matches, size, size, result);
    CHECK(result.covered == align_words(reference, hypothesis, workspaces).covered);
}

void check_rejected(Workspaces& workspaces) {
    const auto rejects = [&](const Match& match, const AlignmentLimits& limits = {}) {
        try {
            align(std::span(&match, 1), 3, 3, workspaces.aligner, limits);
            return false;
        } catch (const std::invalid_argument&) {
            return true;
        }
    };
    constexpr std::int32_t huge = std::numeric_limits<std::int32_t>::max();
    CHECK(!rejects({2, 1, 2, 1, 0, 1}));
    CHECK(rejects({-1, 1, 0, 1, 0, 1}) && rejects({0, 0, 0, 1, 0, 1}));
    CHECK(rejects({2, 2, 0, 1, 0, 1}) && rejects({1, huge, 0, 1, 0, 1}));
    CHECK(rejects({0, 1, 3, 1, 0, 1}) && rejects({0, 1, 1, -1, 0, 1}));
    CHECK(rejects({0, 1, 0, 1, 0, std::numeric_limits<float>::quiet_NaN()}));
    CHECK(rejects({0, 1, 0, 1, 0, 1}, {0, 40}) && rejects({0, 1, 0, 1, 0, 1}, {10, 0}));
}

}  // namespace

int main(int argc, char** argv) {
    const int divisor = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
    Generator generator(20240601);
    Workspaces workspaces;
    check_random(6000 / divisor, 7, 3, 0, 0, generator, workspaces);
    check_random(6000 / divisor, 7, 4, 6, 0, generator, workspaces);
    check_random(6000 / divisor, 7, 4, 0, 5, generator, workspaces);
    check_random(6000 / divisor, 6, 5, 4, 8, generator, workspaces);
    check_random(300 / divisor, 10, 6, 4, 4, generator, workspaces);
    check_identity(generator, workspaces);
    check_swapped(2000 / divisor, generator, workspaces);
    check_concatenation(1000 / divisor, generator, workspaces);
    check_rejected(workspaces);
    check_long(5000 / divisor, generator, workspaces);
    std::puts("aligner: ok");
}

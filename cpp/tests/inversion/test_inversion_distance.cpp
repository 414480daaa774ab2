// Exactness of the inversion edit distance against the literal recursion of the paper.
// Usage: test [divisor]; the divisor shortens the random runs (for sanitizers).

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "inversion/inversion_checks.hpp"

using namespace hyperbaton;

namespace {

struct Generator {
    std::mt19937 random{20031107};

    int below(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }

    Sentence sentence(int words, int alphabet) {
        Sentence result(static_cast<std::size_t>(words));
        for (std::int32_t& word : result) word = below(alphabet) * 7919 - 3;
        return result;
    }

    // Blocks of `from` moved, and a few words changed: what translations look like.
    Sentence shuffled(const Sentence& from, int moves, int changes, int alphabet) {
        Sentence result = from;
        const int n = static_cast<int>(from.size());
        for (int k = 0; k < moves && n > 2; ++k) {
            int cut[3] = {below(n + 1), below(n + 1), below(n + 1)};
            std::sort(cut, cut + 3);
            std::rotate(result.begin() + cut[0], result.begin() + cut[1], result.begin() + cut[2]);
        }
        for (int k = 0; k < changes && !result.empty(); ++k) {
            const int at = below(static_cast<int>(result.size()));
            const int kind = below(3);
            if (kind == 0) result[static_cast<std::size_t>(at)] = below(alphabet) * 7919 - 3;
            if (kind == 1) result.erase(result.begin() + at);
            if (kind == 2) result.insert(result.begin() + at, below(alphabet) * 7919 - 3);
        }
        return result;
    }
};

const InversionCosts every_setting[] = {
    {1, 1, 1, 1},     {1, 1, 1, 0}, {1, 1, 1, 0.5},     {1, 1, 1, 2},   {1, 2, 1.5, 1},
    {0.7, 1.3, 1, 1}, {1, 1, 3, 1}, {2, 1, 0.25, 0.75}, {1, 1, 0, 1},   {0, 1, 1, 1},
    {1, 0, 1, 0.5},   {2, 2, 2, 2}, {0, 0, 0, 0},       {1, 1, 1, 1.5},
};

InversionWorkspace workspace;

void test_random_small(int count) {
    Generator g;
    for (int k = 0; k < count; ++k) {
        const int alphabet = 1 + g.below(8);
        const InversionCosts& costs =
            k % 2 == 0 ? every_setting[0] : every_setting[static_cast<std::size_t>(g.below(14))];
        const Sentence h = g.sentence(g.below(10), alphabet);
        const Sentence r = k % 3 == 0 ? g.shuffled(h, 1 + g.below(3), g.below(4), alphabet)
                                      : g.sentence(g.below(10), alphabet);
        check_pair(h, r, costs, workspace);
    }
}

void test_random_medium(int count, int shortest, int longest) {
    Generator g;
    for (int k = 0; k < count; ++k) {
        const int alphabet = 2 + g.below(15);
        const InversionCosts& costs =
            k % 3 != 0 ? every_setting[0] : every_setting[static_cast<std::size_t>(g.below(14))];
        const int words = shortest + g.below(longest - shortest + 1);
        const Sentence h = g.sentence(words, alphabet);
        const Sentence r = k % 2 == 0
                               ? g.shuffled(h, 1 + g.below(4), g.below(5), alphabet)
                               : g.sentence(shortest + g.below(longest - shortest + 1), alphabet);
        check_pair(h, r, costs, workspace);
    }
}

// Above the recursion's reach: the unpruned general search is the oracle. Its costs differ
// from unit costs by less than the rounding below.
void test_against_general_search(int count, int shortest, int longest) {
    Generator g;
    const InversionCosts almost_unit{1, 1, 1, 1 + 1e-12};
    for (int k = 0; k < count; ++k) {
        const int alphabet = 5 + g.below(60);
        const int words = shortest + g.below(longest - shortest + 1);
        const Sentence h = g.sentence(words, alphabet);
        const Sentence r = g.shuffled(h, 1 + g.below(6), g.below(words), alphabet);
        const double expected = std::round(inversion_distance(h, r, almost_unit, workspace).cost);
        check_unit_paths(h, r, expected, workspace);
        check_derivation(h, r, {}, expected, workspace);
    }
}

// Around the sizes at which rows of bits take one word more, on either side. Few words that repeat,
// and many that occur on one side only.
void test_widths_of_rows(int count) {
    Generator g;
    const InversionCosts almost_unit{1, 1, 1, 1 + 1e-12};
    const int shapes[][2] = {{29, 31}, {31, 29}, {30, 30}, {31, 31}, {33, 30}, {30, 33},
                             {61, 30}, {62, 30}, {63, 30}, {64, 29}, {12, 63}, {30, 64}};
    for (int k = 0; k < count; ++k) {
        const auto& shape = shapes[k % 12];
        const int alphabet = k % 5 == 0 ? 2 + g.below(3) : 4 + g.below(4 * shape[0]);
        const Sentence h = g.sentence(shape[0], alphabet);
        Sentence r = g.shuffled(h, 1 + g.below(6), g.below(shape[0]), alphabet);
        while (static_cast<int>(r.size()) < shape[1]) r.push_back(g.sentence(1, alphabet)[0]);
        r.resize(static_cast<std::size_t>(shape[1]));
        const double expected = std::round(inversion_distance(h, r, almost_unit, workspace).cost);
        check_unit_paths(h, r, expected, workspace);
        check_derivation(h, r, {}, expected, workspace);
    }
}

Sentence words_of(const char* letters) {
    Sentence result;
    for (; *letters != 0; ++letters) result.push_back(*letters);
    return result;
}

double unit(const Sentence& h, const Sentence& r) {
    const InversionDistance found = inversion_distance(h, r, {}, workspace);
    CHECK(found.exact);
    return found.cost;
}

void test_known_values() {
    // we will meet at noon in the lobby / we will meet in the lobby at twelve o'clock
    CHECK(unit({1, 2, 3, 4, 5, 6, 7, 8}, {1, 2, 3, 6, 7, 8, 4, 9, 10}) == 3);
    CHECK(unit(words_of("abcd"), words_of("bdac")) == 3);
    CHECK(unit(words_of("abcd"), words_of("abdc")) == 1);
    CHECK(unit(words_of("wawb"), words_of("wbwa")) == 1);  // ends may not be stripped
    CHECK(unit({}, {}) == 0);
    CHECK(unit({}, {1, 2}) == 2);
    CHECK(unit({1, 2, 3}, {}) == 3);
    CHECK(unit({5}, {5}) == 0);
    CHECK(unit({5}, {6}) == 1);
}

// Every pair of sentences of up to five words over three words: all the ways in which repeated
// words can be told apart, or not, at the ends and in between.
void test_all_small(int step) {
    std::vector<Sentence> sentences{{}};
    for (std::size_t from = 0, length = 1; length <= 5; ++length) {
        const std::size_t to = sentences.size();
        for (; from < to; ++from) {
            for (const std::int32_t word : {1, 2, 3}) {
                Sentence longer = sentences[from];
                longer.push_back(word);
                sentences.push_back(longer);
            }
        }
    }
    const std::size_t count = sentences.size();
    for (std::size_t k = 0; k < count * count; k += static_cast<std::size_t>(step)) {
        check_pair(sentences[k / count], sentences[k % count], {}, workspace);
    }
}

// Words at the ends that occur once on each side are set aside before the search; derivations
// hold them all the same.
void test_ends(int count) {
    Generator g;
    for (int k = 0; k < count; ++k) {
        Sentence h = g.sentence(3 + g.below(5), 2 + g.below(5));
        Sentence r = g.shuffled(h, 1 + g.below(2), g.below(3), 6);
        for (int n = g.below(4); n > 0; --n) {
            h.insert(h.begin(), 100'000 + n);
            r.insert(r.begin(), 100'000 + n);
        }
        for (int n = g.below(4); n > 0; --n) {
            // Now and then on one side only, or a word that occurs elsewhere too.
            h.push_back(g.below(8) == 0 ? 200'000 : 300'000 + n);
            r.push_back(g.below(8) == 0 ? h[0] : 300'000 + n);
        }
        check_pair(h, r, {}, workspace);
    }
}

// Each descent of words that occur once costs an inversion or a word.
void test_descents_bound() {
    // Nothing to search for: three blocks of two in reverse order have two descents.
    const Sentence h = words_of("abcdef");
    const Sentence r = words_of("efcdab");
    const InversionDistance found = inversion_distance(h, r, {}, workspace);
    CHECK(found.exact && found.cost == 2);
    InversionLimits none;
    none.max_steps = 0;
    CHECK(inversion_distance(h, r, {}, workspace, none).lower == 2);
}

// 64 words and more need two words of bits, 128 and more need four.
void test_long_sentences() {
    Generator g;
    for (const int words : {62, 63, 64, 65, 126, 127, 128, 129, 200, 250}) {
        Sentence h(static_cast<std::size_t>(words));
        for (int k = 0; k < words; ++k) h[static_cast<std::size_t>(k)] = k;
        Sentence r = h;
        std::rotate(r.begin() + 5, r.begin() + words / 2, r.end() - 3);
        CHECK(unit(h, r) == 1);
        std::reverse(r.begin() + 10, r.begin() + 14);
        const double expected = 4;  // the reversed block of four needs three inversions more
        CHECK(unit(h, r) == expected);
        check_derivation(h, r, {}, expected, workspace);
        check_unit_paths(h, r, expected, workspace);
    }
}

void test_bounds_settle() {
    const int words = 5000;
    Sentence ascending(static_cast<std::size_t>(words));
    for (int k = 0; k < words; ++k) ascending[static_cast<std::size_t>(k)] = k;
    Sentence other = ascending;
    for (std::int32_t& word : other) word += words;
    const Sentence same(static_cast<std::size_t>(words), 7);
    const Sentence fewer(static_cast<std::size_t>(words - 17), 7);
    CHECK(unit(ascending, ascending) == 0);
    CHECK(unit(ascending, other) == words);
    CHECK(unit(same, fewer) == 17);
    CHECK(unit(fewer, same) == 17);
    const InversionCosts costs{2, 3, 4, 5};
    CHECK(inversion_distance(fewer, same, costs, workspace).cost == 34);
    check_derivation(same, fewer, {}, 17, workspace);
    Sentence reversed(ascending.rbegin(), ascending.rend());
    const InversionDistance bounds = inversion_distance(ascending, reversed, {}, workspace);
    CHECK(!bounds.exact && bounds.lower == 1 && bounds.cost >= words - 1);
    const InversionDerivation best = inversion_derivation(ascending, reversed, {}, workspace);
    CHECK(!best.distance.exact);
    CHECK(close(DerivationCheck(best, ascending, reversed, {}).cost(), best.distance.cost));
}

// A random 250-word pair is far beyond any search: the budget must end it, with bounds.
void test_budget() {
    Generator g;
    const Sentence h = g.sentence(250, 40);
    const Sentence r = g.sentence(250, 40);
    InversionLimits limits;
    limits.max_steps = 2'000'000;
    const InversionDistance first = inversion_distance(h, r, {}, workspace, limits);
    const InversionDistance again = inversion_distance(h, r, {}, workspace, limits);
    CHECK(!first.exact && first.lower <= first.cost);
    CHECK(first.steps < 2 * limits.max_steps && first.steps == again.steps);
    const InversionDerivation best = inversion_derivation(h, r, {}, workspace, limits);
    CHECK(DerivationCheck(best, h, r, {}).cost() == best.distance.cost);
    CHECK(best.distance.cost <= first.cost);
    // The interrupted searches must leave a clean workspace behind.
    CHECK(unit(words_of("abcd"), words_of("bdac")) == 3);
}

void test_invalid_costs() {
    for (const double bad : {-1.0, std::nan(""), double(INFINITY)}) {
        bool thrown = false;
        try {
            inversion_distance({}, {}, {1, bad, 1, 1}, workspace);
        } catch (const std::invalid_argument&) {
            thrown = true;
        }
        CHECK(thrown);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int divisor = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
    test_known_values();
    test_invalid_costs();
    test_random_small(60000 / divisor);
    test_random_medium(3000 / divisor, 10, 14);
    test_against_general_search(400 / divisor, 15, 30);
    test_against_general_search(20 / divisor, 40, 60);
    test_widths_of_rows(240 / divisor);
    test_all_small(3 * divisor);
    test_ends(6000 / divisor);
    test_descents_bound();
    test_long_sentences();
    test_bounds_settle();
    test_budget();
    workspace.release();
    CHECK(workspace.bytes() == 0);
    test_known_values();
    std::puts("inversion distance: ok");
}

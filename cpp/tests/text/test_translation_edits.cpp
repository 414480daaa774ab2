// TER against its definition, on sizes that reach every limit of the search.

#include <cstdio>

#include "check.hpp"
#include "hyperbaton/text/translation_edits.hpp"
#include "random_words.hpp"
#include "reference/text/naive_ter.hpp"

using hyperbaton::Shift;
using hyperbaton::TranslationEdits;
using hyperbaton::TranslationEditWorkspace;

namespace {

WordList apply(const Shift& shift, WordList words) {
    const auto first = words.begin() + shift.start;
    const WordList block(first, first + shift.length);
    words.erase(first, first + shift.length);
    words.insert(words.begin() + shift.destination, block.begin(), block.end());
    return words;
}

void check_pair(const WordList& hypothesis, const WordList& reference,
                TranslationEditWorkspace& workspace) {
    const naive_ter::Result expected = naive_ter::ter(hypothesis, reference);
    CHECK(translation_edit_count(hypothesis, reference, workspace) == expected.edits);
    const TranslationEdits found = translation_edits(hypothesis, reference, workspace);
    CHECK(found.edits == expected.edits);
    CHECK(found.operations == expected.operations);
    CHECK(found.shifts.size() == expected.steps.size());
    WordList words = hypothesis;
    for (std::size_t k = 0; k < found.shifts.size(); ++k) {
        words = apply(found.shifts[k], words);
        CHECK(words == expected.steps[k]);
    }
    CHECK(found.order.size() == words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        CHECK(hypothesis[static_cast<std::size_t>(found.order[i])] == words[i]);
    }
}

struct Sizes {
    std::size_t shortest;
    std::size_t longest;
};

void check_random(std::size_t n_pairs, Sizes hypothesis_sizes, Sizes reference_sizes,
                  std::size_t alphabet, TranslationEditWorkspace& workspace) {
    Generator generator(static_cast<std::uint32_t>(n_pairs + alphabet));
    const auto draw = [&](Sizes sizes) {
        const std::size_t size =
            sizes.shortest + below(sizes.longest - sizes.shortest + 1, generator);
        return random_words(size, alphabet, generator);
    };
    for (std::size_t k = 0; k < n_pairs; ++k) {
        const WordList reference = draw(reference_sizes);
        check_pair(damaged(reference, alphabet, generator), reference, workspace);
        check_pair(draw(hypothesis_sizes), reference, workspace);
    }
}

/// Sentences of which one is buried in other words, so that their path runs along the beam's edge.
void check_padded(std::size_t n_pairs, std::size_t alphabet, TranslationEditWorkspace& workspace) {
    Generator generator(static_cast<std::uint32_t>(n_pairs + alphabet));
    for (std::size_t k = 0; k < n_pairs; ++k) {
        const WordList plain = random_words(30 + below(50, generator), alphabet, generator);
        WordList padded = random_words(below(90, generator), alphabet, generator);
        const WordList middle = damaged(plain, alphabet, generator);
        const WordList tail = random_words(below(30, generator), alphabet, generator);
        padded.insert(padded.end(), middle.begin(), middle.end());
        padded.insert(padded.end(), tail.begin(), tail.end());
        check_pair(padded, plain, workspace);
        check_pair(plain, padded, workspace);
    }
}

void check_special(TranslationEditWorkspace& workspace) {
    const WordList empty;
    check_pair(empty, empty, workspace);
    for (const std::size_t size : {1u, 24u, 25u, 26u, 64u, 65u, 130u}) {
        const WordList equal(size, -3);
        check_pair(empty, equal, workspace);
        check_pair(equal, empty, workspace);
        for (const std::size_t other : {1u, 2u, 50u, 51u, 64u, 131u}) {
            check_pair(equal, WordList(other, -3), workspace);
            check_pair(equal, WordList(other, 4), workspace);
        }
    }
    // The edit path already matches 1 2 3, so only 4 5 may move.
    const TranslationEdits edits =
        translation_edits(WordList{4, 5, 1, 2, 3}, WordList{1, 2, 3, 4, 5}, workspace);
    CHECK(edits.edits == 1);
    CHECK(edits.shifts == std::vector<Shift>{Shift({0, 2, 3})});
    CHECK((edits.order == std::vector<std::int32_t>{2, 3, 4, 0, 1}));
}

}  // namespace

int main() {
    TranslationEditWorkspace workspace;
    check_special(workspace);
    check_random(20000, {0, 7}, {0, 7}, 3, workspace);
    check_random(1000, {0, 20}, {0, 20}, 6, workspace);
    check_random(60, {20, 36}, {20, 36}, 12, workspace);
    check_random(60, {40, 90}, {40, 90}, 100000, workspace);
    check_padded(100, 100000, workspace);
    check_padded(4, 60, workspace);
    check_random(3, {50, 80}, {50, 80}, 60, workspace);
    check_random(3, {60, 130}, {60, 130}, 3, workspace);
    check_random(20, {1, 4}, {1, 250}, 3, workspace);
    check_random(20, {1, 200}, {1, 4}, 3, workspace);
    std::puts("translation_edits: passed");
}

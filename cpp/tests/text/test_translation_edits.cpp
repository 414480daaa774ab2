// TER against its definition, on sizes that reach every limit of the search.

#include <cstdio>

#include "text/translation_edit_checks.hpp"

using namespace hyperbaton;

namespace {

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
        check_translation_edits(damaged(reference, alphabet, generator), reference, workspace);
        check_translation_edits(draw(hypothesis_sizes), reference, workspace);
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
        check_translation_edits(padded, plain, workspace);
        check_translation_edits(plain, padded, workspace);
    }
}

void check_special(TranslationEditWorkspace& workspace) {
    const WordList empty;
    check_translation_edits(empty, empty, workspace);
    for (const std::size_t size : {1u, 24u, 25u, 26u, 64u, 65u, 130u}) {
        const WordList equal(size, -3);
        check_translation_edits(empty, equal, workspace);
        check_translation_edits(equal, empty, workspace);
        for (const std::size_t other : {1u, 2u, 50u, 51u, 64u, 131u}) {
            check_translation_edits(equal, WordList(other, -3), workspace);
            check_translation_edits(equal, WordList(other, 4), workspace);
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

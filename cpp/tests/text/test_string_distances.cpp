// String distances of random pairs, and of pairs at the edges of 64-bit blocks.

#include <cstdio>

#include "text/string_distance_checks.hpp"

using namespace hyperbaton;

namespace {

void check_random(std::size_t n_pairs, std::size_t longest, std::size_t alphabet,
                  Generator& generator, StringDistanceWorkspace& workspace) {
    for (std::size_t k = 0; k < n_pairs; ++k) {
        const WordList a = random_words(below(longest + 1, generator), alphabet, generator);
        check_string_distances(a, damaged(a, alphabet, generator), workspace);
        const WordList b = random_words(below(longest + 1, generator), alphabet, generator);
        check_string_distances(a, b, workspace);
    }
}

void check_special(StringDistanceWorkspace& workspace) {
    const WordList empty;
    check_string_distances(empty, empty, workspace);
    for (const std::size_t size : {1u, 2u, 63u, 64u, 65u, 127u, 128u, 129u, 200u}) {
        const WordList equal(size, 7);
        check_string_distances(empty, equal, workspace);
        check_string_distances(equal, empty, workspace);
        for (const std::size_t other : {1u, 62u, 63u, 64u, 65u, 128u, 130u}) {
            check_string_distances(equal, WordList(other, 7), workspace);
            check_string_distances(equal, WordList(other, 8), workspace);
        }
    }
    // Two blocks that changed places: one jump into the second, one back, one to the end.
    CHECK(cder_distance(WordList{1, 2, 3, 4, 5}, WordList{4, 5, 1, 2, 3}, workspace) == 3);
    // A hypothesis word may be used twice, a reference word may not.
    CHECK(cder_distance(WordList{1}, WordList{1, 1}, workspace) == 1);
    CHECK(cder_distance(WordList{1, 2, 2, 2}, WordList{1}, workspace) == 1);
    CHECK(cder_distance(WordList{1, 2}, WordList{}, workspace) == 1);
}

}  // namespace

int main() {
    Generator generator(20240601);
    StringDistanceWorkspace workspace;
    check_special(workspace);
    check_random(20000, 8, 3, generator, workspace);
    check_random(3000, 30, 6, generator, workspace);
    check_random(300, 140, 20, generator, workspace);
    check_random(60, 300, 1000, generator, workspace);
    std::puts("string_distances: passed");
}

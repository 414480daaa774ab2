// Skip-bigrams: pairs of words in their order, with any words or at most `skip` words in between,
// the raw material of ROUGE-S. A negative `skip` stands for any number.
#pragma once

#include <cstdint>
#include <vector>

#include "hyperbaton/runtime/sequences.hpp"
#include "hyperbaton/text/word_classes.hpp"

namespace hyperbaton {

// How many skip-bigrams a sequence of n words has. O(1).
std::int64_t count_skip_bigrams(std::int64_t n, std::int64_t skip);

// The positions of each word, from the last to the first.
struct WordPositions {
    std::vector<std::uint32_t> classes;  // by position; 0 is a word that does not count
    std::vector<std::int64_t> last;      // by class; -1 for none
    std::vector<std::int64_t> previous;  // by position: the same word before it; -1 for none
};

// Buffers of one thread.
struct SkipBigramWorkspace {
    WordClasses classes;
    WordPositions hypothesis, reference;
    std::vector<std::int64_t> open, theirs;  // by class of the second word
};

// How many skip-bigrams two sequences share, each counted as often as in the one that has it less
// often. All pairs that begin with the same word are counted at a time, in one counter per second
// word: O(pairs of both) time, or O(words · different words) where that is less; O(words) memory.
std::int64_t common_skip_bigrams(Sequence hypothesis, Sequence reference, std::int64_t skip,
                                 SkipBigramWorkspace& workspace);

}  // namespace hyperbaton

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

using WordList = std::vector<std::int32_t>;
using Generator = std::mt19937;

// Not std::uniform_int_distribution, whose values differ between standard libraries.
inline std::size_t below(std::size_t limit, Generator& generator) { return generator() % limit; }

/// `size` words of an alphabet spread over all 32-bit integers, negative ones included.
inline WordList random_words(std::size_t size, std::size_t alphabet, Generator& generator) {
    WordList words(size);
    for (std::int32_t& word : words) {
        const auto letter = static_cast<std::uint32_t>(below(alphabet, generator));
        word = static_cast<std::int32_t>(letter * 2654435761u - 5u);
    }
    return words;
}

/// A copy of `words` with some blocks moved and some words changed, dropped or added.
inline WordList damaged(const WordList& words, std::size_t alphabet, Generator& generator) {
    WordList result = words;
    for (std::size_t moves = below(4, generator); moves > 0; --moves) {
        std::size_t cuts[3];
        for (std::size_t& cut : cuts) {
            cut = below(result.size() + 1, generator);
        }
        std::sort(cuts, cuts + 3);
        const auto begin = result.begin();
        std::rotate(begin + static_cast<std::ptrdiff_t>(cuts[0]),
                    begin + static_cast<std::ptrdiff_t>(cuts[1]),
                    begin + static_cast<std::ptrdiff_t>(cuts[2]));
    }
    WordList kept;
    for (const std::int32_t word : result) {
        const std::size_t fate = below(20, generator);
        if (fate != 0) {
            kept.push_back(fate == 1 ? random_words(1, alphabet, generator)[0] : word);
        }
        if (fate == 2) {
            kept.push_back(random_words(1, alphabet, generator)[0]);
        }
    }
    return kept;
}

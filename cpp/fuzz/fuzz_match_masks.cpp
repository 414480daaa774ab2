// Masks of positions, of sentences and of long sequences, against looking at every position.
#include "fuzz/input.hpp"
#include "hyperbaton/text/match_masks.hpp"
#include "tests/check.hpp"

using namespace hyperbaton;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static MatchMasks masks;
    Input input(data, size);
    const std::size_t alphabet = 1 + input.below(300);
    WordList words = input.words(400, alphabet);
    // Long sequences are stored differently: repeat what there is.
    if (!words.empty() && input.flag()) {
        const WordList once = words;
        while (words.size() < 6000) words.insert(words.end(), once.begin(), once.end());
    }
    masks.assign(words, words.size() + input.below(200));
    for (int k = 0; k < 20; ++k) {
        const std::int32_t word = input.small(300);
        const bool occurs = std::find(words.begin(), words.end(), word) != words.end();
        const std::uint32_t word_class = masks.class_of(word);
        CHECK((word_class != 0) == occurs);
        const std::size_t first = input.below(masks.blocks());
        const std::size_t count = 1 + input.below(masks.blocks() - first);
        const std::uint64_t* const blocks = masks.part(word_class, first, count);
        for (std::size_t p = 64 * first; p < 64 * (first + count); ++p) {
            const bool is_there = p < words.size() && words[p] == word;
            CHECK((blocks[p / 64 - first] >> (p % 64) & 1) == (is_there ? 1u : 0u));
        }
        if (words.empty()) continue;
        const std::size_t position = input.below(words.size());
        CHECK(masks.has(word_class, position) == (words[position] == word));
    }
    return 0;
}

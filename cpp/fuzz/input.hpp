// Bytes of a fuzzer, read as numbers, words and permutations. When they run out, all is 0.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/random_words.hpp"

// What libFuzzer calls with one input after another.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace hyperbaton {

class Input {
public:
    Input(const std::uint8_t* data, std::size_t size) : bytes_(data, size) {}

    bool empty() const { return bytes_.empty(); }

    std::uint8_t byte() {
        if (bytes_.empty()) return 0;
        const std::uint8_t first = bytes_.front();
        bytes_ = bytes_.subspan(1);
        return first;
    }

    bool flag() { return (byte() & 1) != 0; }

    std::uint64_t bits() {
        std::uint64_t value = 0;
        for (int k = 0; k < 8; ++k) value = value << 8 | byte();
        return value;
    }

    // Less than `limit`, which is at least 1; one byte is taken where that is enough.
    std::size_t below(std::size_t limit) {
        std::size_t value = byte();
        if (limit > 256) value = value << 8 | byte();
        return value % limit;
    }

    std::int32_t small(std::int32_t limit) {
        return static_cast<std::int32_t>(below(static_cast<std::size_t>(limit)));
    }

    // At least 0 and exact: a multiple of 1/16 below 16.
    double sixteenths() { return byte() / 16.0; }

    // Up to `longest` words of an alphabet, and no more than there are bytes for.
    WordList words(std::size_t longest, std::size_t alphabet) {
        WordList words(std::min(below(longest + 1), bytes_.size()));
        for (std::int32_t& word : words) word = static_cast<std::int32_t>(below(alphabet));
        return words;
    }

    // The words with some of them moved, changed, dropped or doubled.
    WordList damaged(WordList words, std::size_t alphabet) {
        for (std::size_t edits = below(8); edits > 0 && !words.empty(); --edits) {
            const auto at = words.begin() + static_cast<std::ptrdiff_t>(below(words.size()));
            switch (below(4)) {
                case 0:
                    *at = static_cast<std::int32_t>(below(alphabet));
                    break;
                case 1:
                    words.erase(at);
                    break;
                case 2:
                    words.insert(at, std::int32_t{*at});
                    break;
                default:
                    std::rotate(words.begin(), at, words.end() - small(2));
            }
        }
        return words;
    }

    // A pair of sentences, often similar to each other.
    std::pair<WordList, WordList> pair(std::size_t longest) {
        const std::size_t alphabet = 1 + below(longest + 8);
        WordList one = words(longest, alphabet);
        WordList other = flag() ? words(longest, alphabet) : damaged(one, alphabet);
        return {std::move(one), std::move(other)};
    }

    // A permutation of up to `longest` elements, put together of exchanges and of moved blocks.
    std::vector<std::int32_t> permutation(std::size_t longest) {
        std::vector<std::int32_t> values(below(longest + 1));
        std::iota(values.begin(), values.end(), 0);
        const bool in_blocks = flag();
        while (!empty() && !values.empty()) {
            std::size_t cuts[3] = {below(values.size() + 1), below(values.size() + 1), 0};
            cuts[2] = in_blocks ? below(values.size() + 1) : cuts[1] + 1;
            std::sort(cuts, cuts + 3);
            const auto place = [&](std::size_t cut) {
                return values.begin() + static_cast<std::ptrdiff_t>(std::min(cut, values.size()));
            };
            if (in_blocks) {
                std::rotate(place(cuts[0]), place(cuts[1]), place(cuts[2]));
            } else {
                std::reverse(place(cuts[0]), place(cuts[1]));
            }
        }
        return values;
    }

    // Whatever is left.
    std::string_view text() const {
        return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
    }

private:
    std::span<const std::uint8_t> bytes_;
};

}  // namespace hyperbaton

// Texts that are hard to split: characters of every class in any order, and bytes that are no text.
#pragma once

#include <iterator>
#include <string>
#include <vector>

#include "hyperbaton/text/text_batch.hpp"
#include "hyperbaton/text/utf8.hpp"
#include "random_words.hpp"

// ASCII of every kind, white space, joints, marks, numbers, scripts without spaces, case, and
// characters beside which lower case changes.
inline constexpr std::uint32_t telling_points[] = {
    'a',    'b',    'Z',    '0',    '9',    ' ',    ' ',    '\t',   0x1C,    0x7F,    '\'',
    '-',    '.',    ',',    ':',    '!',    0x85,   0xA0,   0xB7,   0xDC,    0xDF,    0x130,
    0x23A,  0x301,  0x3A3,  0x3C3,  0x391,  0x2B0,  0x410,  0x662,  0x939,   0x93F,   0xE01,
    0xE34,  0xE51,  0x1E9E, 0x2003, 0x2010, 0x2019, 0x2028, 0x20AC, 0x2126,  0x212A,  0x3007,
    0x3042, 0x30FC, 0x99C5, 0xAC00, 0xD83D, 0xDE00, 0xFF11, 0xFFFD, 0x1D7CE, 0x1F600, 0x20000};

inline void append_point(std::string& text, std::uint32_t point) {
    char bytes[4];
    text.append(bytes, hyperbaton::encode(point, bytes));
}

inline std::string random_text(std::size_t characters, Generator& generator) {
    std::string text;
    for (std::size_t k = 0; k < characters; ++k) {
        append_point(text, telling_points[below(std::size(telling_points), generator)]);
    }
    return text;
}

// The same with some bytes changed, and cut anywhere.
inline std::string broken_text(std::size_t characters, Generator& generator) {
    std::string text = random_text(characters, generator);
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (below(8, generator) == 0) text[k] = static_cast<char>(generator());
    }
    return text.substr(0, below(text.size() + 1, generator));
}

// Plain English, so to speak.
inline std::string ascii_text(std::size_t words, Generator& generator) {
    std::string text;
    for (std::size_t k = 0; k < words; ++k) {
        for (std::size_t length = below(15, generator); length > 0; --length) {
            text += static_cast<char>('a' + below(3, generator));
        }
        text += " .,'-1!"[below(7, generator)];
    }
    return text;
}

inline std::string any_text(std::size_t size, Generator& generator) {
    const std::size_t kind = below(3, generator);
    if (kind == 0) return ascii_text(size / 4, generator);
    return kind == 1 ? random_text(size, generator) : broken_text(size, generator);
}

// Texts in one piece of memory.
struct OwnedTexts {
    void add(const std::string& text) {
        data.insert(data.end(), text.begin(), text.end());
        offsets.push_back(static_cast<std::int64_t>(data.size()));
    }
    // The memory then ends where the last text does, for tools that watch every byte.
    void fit() { data.shrink_to_fit(); }
    hyperbaton::TextBatch batch() const {
        return {data.data(), offsets.data(), static_cast<std::int64_t>(offsets.size()) - 1};
    }

    std::vector<char> data;
    std::vector<std::int64_t> offsets{0};
};

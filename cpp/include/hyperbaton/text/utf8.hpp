// Texts in UTF-8, read so that no byte leads astray.
//
// Surrogates are read as characters, as Python's "surrogatepass" writes them. A byte that is part
// of no character stands for U+FFFD.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hyperbaton/text/text_batch.hpp"

namespace hyperbaton {

struct DecodedCharacter {
    std::uint32_t point;
    std::uint32_t size;  // in bytes, at least 1
    bool valid;
};

inline constexpr std::uint32_t replacement_character = 0xFFFD;
inline constexpr std::size_t longest_character = 4;

inline bool is_ascii(char byte) { return static_cast<unsigned char>(byte) < 0x80; }
inline bool is_surrogate(std::uint32_t point) { return point >= 0xD800 && point <= 0xDFFF; }

// The character at `at`, which lies before `end`.
DecodedCharacter decode_beyond_ascii(const char* at, const char* end);

inline DecodedCharacter decode(const char* at, const char* end) {
    if (is_ascii(*at)) return {static_cast<unsigned char>(*at), 1, true};
    return decode_beyond_ascii(at, end);
}

// Writes a code point and returns the place behind it; there has to be room for four bytes.
char* encode(std::uint32_t point, char* out);

// How many bytes at the beginning are ASCII.
std::size_t ascii_prefix(std::string_view text);

// The first text that is not UTF-8 as the standard has it, without surrogates; -1 if all are.
std::int64_t first_invalid_utf8(const TextBatch& texts);

}  // namespace hyperbaton

// Texts in UTF-8, read so that no byte leads astray.
//
// Surrogates are read as characters, as Python's "surrogatepass" writes them. A byte that is part
// of no character stands for U+FFFD.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hyperbaton/runtime/cancellation.hpp"
#include "hyperbaton/text/text_batch.hpp"

namespace hyperbaton {

struct DecodedCharacter {
    std::uint32_t point;
    std::uint32_t size;  // in bytes, at least 1
    bool valid;
};

inline constexpr std::uint32_t replacement_character = 0xFFFD;

inline bool is_ascii(char byte) { return static_cast<unsigned char>(byte) < 0x80; }
inline bool is_surrogate(std::uint32_t point) { return point >= 0xD800 && point <= 0xDFFF; }

inline std::uint32_t byte_at(const char* at) { return static_cast<unsigned char>(*at); }
inline bool continues_character(const char* at) { return (byte_at(at) & 0xC0) == 0x80; }

// The same as decode, for a character of four bytes and for what is none.
DecodedCharacter decode_rare(const char* at, const char* end);

// The character at `at`, which lies before `end` and is not ASCII.
inline DecodedCharacter decode_beyond_ascii(const char* at, const char* end) {
    const std::uint32_t first = byte_at(at);
    if (first >= 0xC2 && first < 0xE0 && end - at >= 2 && continues_character(at + 1)) {
        return {(first & 0x1F) << 6 | (byte_at(at + 1) & 0x3F), 2, true};
    }
    if (first >= 0xE0 && first < 0xF0 && end - at >= 3 && continues_character(at + 1) &&
        continues_character(at + 2)) {
        const std::uint32_t point =
            (first & 0x0F) << 12 | (byte_at(at + 1) & 0x3F) << 6 | (byte_at(at + 2) & 0x3F);
        if (point >= 0x800) return {point, 3, true};
    }
    return decode_rare(at, end);
}

// The character at `at`, which lies before `end`.
inline DecodedCharacter decode(const char* at, const char* end) {
    if (is_ascii(*at)) return {byte_at(at), 1, true};
    return decode_beyond_ascii(at, end);
}

// Writes a code point and returns the place behind it; there has to be room for four bytes.
inline char* encode(std::uint32_t point, char* out) {
    const auto put = [&out](std::uint32_t byte) { *out++ = static_cast<char>(byte); };
    if (point < 0x80) {
        put(point);
    } else if (point < 0x800) {
        put(0xC0 | point >> 6);
        put(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
        put(0xE0 | point >> 12);
        put(0x80 | (point >> 6 & 0x3F));
        put(0x80 | (point & 0x3F));
    } else {
        put(0xF0 | point >> 18);
        put(0x80 | (point >> 12 & 0x3F));
        put(0x80 | (point >> 6 & 0x3F));
        put(0x80 | (point & 0x3F));
    }
    return out;
}

// How many bytes at the beginning are ASCII.
std::size_t ascii_prefix(std::string_view text);

// The first character of a text beyond ASCII for which test(character) holds, or where the text
// ends.
template <class Test>
const char* find_beyond_ascii(std::string_view text, Checkpoint& checkpoint, Test test) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        const std::size_t plain = ascii_prefix({at, static_cast<std::size_t>(end - at)});
        checkpoint.pass(plain / 8 + 1);
        at += plain;
        if (at == end) break;
        const DecodedCharacter character = decode_beyond_ascii(at, end);
        if (test(character)) break;
        at += character.size;
    }
    return at;
}

// The first text that is not UTF-8 as the standard has it, without surrogates; -1 if all are.
std::int64_t first_invalid_utf8(const TextBatch& texts);

}  // namespace hyperbaton

// UTF-8 as one would decode it by the table of the standard: an oracle for what runs over bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace hyperbaton {

inline constexpr std::size_t most_bytes = 4;  // of a character

struct PlainCharacter {
    std::uint32_t point;
    std::size_t begin, end;  // of its bytes
    bool valid;
};

// Bytes that are part of no character stand for U+FFFD each; surrogates are characters.
inline std::vector<PlainCharacter> decoded(std::string_view text) {
    std::vector<PlainCharacter> characters;
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
    for (std::size_t at = 0; at < text.size();) {
        std::size_t size = 1;
        std::uint32_t point = byte(at), least = 0;
        if (point >= 0xF0) {
            size = 4, point &= 0x07, least = 0x10000;
        } else if (point >= 0xE0) {
            size = 3, point &= 0x0F, least = 0x800;
        } else if (point >= 0x80) {
            size = 2, point &= 0x1F, least = 0x80;
        }
        bool valid = byte(at) < 0x80 || (byte(at) >= 0xC0 && byte(at) < 0xF8);
        for (std::size_t k = 1; k < size; ++k) {
            valid = valid && at + k < text.size() && byte(at + k) >= 0x80 && byte(at + k) < 0xC0;
            if (valid) point = point << 6 | (byte(at + k) & 0x3Fu);
        }
        valid = valid && point >= least && point <= 0x10FFFF;
        if (!valid) point = 0xFFFD, size = 1;
        characters.push_back({point, at, at + size, valid});
        at += size;
    }
    return characters;
}

}  // namespace hyperbaton

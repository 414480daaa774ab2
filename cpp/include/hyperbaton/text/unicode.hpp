// What is known about characters: classes and lower case, from tables of two stages that
// tools/build_unicode_tables.py writes. One version of Unicode for all of them, whatever the
// versions of Python and its packages.
#pragma once

#include <cstdint>

namespace hyperbaton {

// The classes a character belongs to, as bits.
using CharacterClass = std::uint8_t;
inline constexpr CharacterClass letter_class = 1;       // category L
inline constexpr CharacterClass mark_class = 2;         // category M: accents, vowel signs, tones
inline constexpr CharacterClass number_class = 4;       // category N
inline constexpr CharacterClass unspaced_class = 8;     // of a script written without spaces
inline constexpr CharacterClass separator_class = 16;   // white space or a control character
inline constexpr CharacterClass space_class = 32;       // what Python's str.split takes for space
inline constexpr CharacterClass cased_class = 64;       // has case, as the next letter of a word
inline constexpr CharacterClass ignorable_class = 128;  // looked past where case is asked for

extern const char* const unicode_version;

extern const std::uint16_t class_stage[];
extern const std::uint8_t class_blocks[];
extern const std::uint8_t lower_stage[];
extern const std::uint8_t lower_blocks[];
extern const std::int32_t lower_steps[];

inline constexpr std::uint32_t unicode_block_bits = 7;
inline constexpr std::uint32_t largest_code_point = 0x10FFFF;

inline std::uint32_t place_in_blocks(std::uint32_t block, std::uint32_t point) {
    constexpr std::uint32_t size = 1u << unicode_block_bits;
    return block * size + (point & (size - 1));
}

// The classes of a code point, which is at most the largest.
inline CharacterClass class_of(std::uint32_t point) {
    return class_blocks[place_in_blocks(class_stage[point >> unicode_block_bits], point)];
}

// Its lower case, where that is one character and does not depend on those around it.
inline std::uint32_t simple_lower_case(std::uint32_t point) {
    const std::uint32_t place = place_in_blocks(lower_stage[point >> unicode_block_bits], point);
    return point + static_cast<std::uint32_t>(lower_steps[lower_blocks[place]]);
}

}  // namespace hyperbaton

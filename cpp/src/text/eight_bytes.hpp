// Eight bytes of a text at a time, as one number whose lowest byte comes first in the text.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace hyperbaton {

inline constexpr std::uint64_t each_byte = 0x0101010101010101;
inline constexpr std::uint64_t high_bits = 0x80 * each_byte;

// The first `count` bytes, at most 8, and zeros behind them.
inline std::uint64_t first_bytes(const char* at, std::size_t count) {
    std::uint64_t bytes = 0;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(&bytes, at, count);
    } else {
        for (std::size_t k = 0; k < count; ++k) {
            bytes |= std::uint64_t{static_cast<unsigned char>(at[k])} << 8 * k;
        }
    }
    return bytes;
}

inline std::uint64_t eight_bytes(const char* at) { return first_bytes(at, 8); }

// The same as first_bytes, faster: eight bytes are read where `readable`, the end of what may be
// read, allows.
inline std::uint64_t first_bytes(const char* at, std::size_t count, const char* readable) {
    if (count >= 8) return eight_bytes(at);
    if (readable - at < 8) return first_bytes(at, count);
    return eight_bytes(at) & ((std::uint64_t{1} << 8 * count) - 1);
}

inline void write_eight_bytes(std::uint64_t bytes, char* out) {
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(out, &bytes, 8);
    } else {
        for (std::size_t k = 0; k < 8; ++k) out[k] = static_cast<char>(bytes >> 8 * k);
    }
}

// The high bit of every byte from `first` to `last`, of bytes and limits that are all ASCII; other
// bits may be anything.
inline std::uint64_t bytes_within(std::uint64_t bytes, unsigned first, unsigned last) {
    return (bytes + each_byte * (0x80 - first)) & ~(bytes + each_byte * (0x7F - last));
}

// The high bit of every byte that is an ASCII letter or digit, all other bits 0.
inline std::uint64_t letters_and_digits(std::uint64_t bytes) {
    const std::uint64_t ascii = bytes & ~high_bits;
    const std::uint64_t letters = bytes_within(ascii | each_byte * 0x20, 'a', 'z');
    return (letters | bytes_within(ascii, '0', '9')) & ~bytes & high_bits;
}

// ASCII in lower case.
inline std::uint64_t in_lower_case(std::uint64_t bytes) {
    return bytes | (bytes_within(bytes, 'A', 'Z') & high_bits) >> 2;
}

// How many bytes at the beginning have their high bit set.
inline std::size_t leading_bytes(std::uint64_t bytes) {
    return static_cast<std::size_t>(std::countr_one(bytes | ~high_bits)) / 8;
}

}  // namespace hyperbaton

#include "hyperbaton/text/utf8.hpp"

#include <cstring>

#include "hyperbaton/runtime/cancellation.hpp"
#include "hyperbaton/text/unicode.hpp"

namespace hyperbaton {

namespace {

constexpr DecodedCharacter broken{replacement_character, 1, false};

std::uint32_t byte_at(const char* at) { return static_cast<unsigned char>(*at); }

bool continues(const char* at) { return (byte_at(at) & 0xC0) == 0x80; }

// A character of `size` bytes, of which the first adds `lead`; those below `smallest` have to be
// written with fewer bytes.
DecodedCharacter decode_sequence(const char* at, const char* end, std::uint32_t size,
                                 std::uint32_t lead, std::uint32_t smallest) {
    if (end - at < static_cast<std::ptrdiff_t>(size)) return broken;
    std::uint32_t point = lead;
    for (std::uint32_t k = 1; k < size; ++k) {
        if (!continues(at + k)) return broken;
        point = point << 6 | (byte_at(at + k) & 0x3F);
    }
    if (point < smallest || point > largest_code_point) return broken;
    return {point, size, true};
}

bool is_valid(std::string_view text, Checkpoint& checkpoint) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        const std::size_t plain = ascii_prefix({at, static_cast<std::size_t>(end - at)});
        checkpoint.pass(plain / 8 + 1);
        at += plain;
        if (at == end) break;
        const DecodedCharacter character = decode_beyond_ascii(at, end);
        if (!character.valid || is_surrogate(character.point)) return false;
        at += character.size;
    }
    return true;
}

}  // namespace

DecodedCharacter decode_beyond_ascii(const char* at, const char* end) {
    const std::uint32_t first = byte_at(at);
    if (first >= 0xC0 && first < 0xE0) return decode_sequence(at, end, 2, first & 0x1F, 0x80);
    if (first >= 0xE0 && first < 0xF0) return decode_sequence(at, end, 3, first & 0x0F, 0x800);
    if (first >= 0xF0 && first < 0xF8) return decode_sequence(at, end, 4, first & 0x07, 0x10000);
    return broken;
}

char* encode(std::uint32_t point, char* out) {
    const auto put = [&out](std::uint32_t byte) { *out++ = static_cast<char>(byte); };
    if (point < 0x80) {
        put(point);
        return out;
    }
    if (point < 0x800) {
        put(0xC0 | point >> 6);
    } else {
        if (point < 0x10000) {
            put(0xE0 | point >> 12);
        } else {
            put(0xF0 | point >> 18);
            put(0x80 | (point >> 12 & 0x3F));
        }
        put(0x80 | (point >> 6 & 0x3F));
    }
    put(0x80 | (point & 0x3F));
    return out;
}

std::size_t ascii_prefix(std::string_view text) {
    constexpr std::uint64_t high_bits = 0x8080808080808080;
    std::size_t at = 0;
    for (std::uint64_t eight; at + sizeof(eight) <= text.size(); at += sizeof(eight)) {
        std::memcpy(&eight, text.data() + at, sizeof(eight));
        if ((eight & high_bits) != 0) break;
    }
    while (at < text.size() && is_ascii(text[at])) ++at;
    return at;
}

std::int64_t first_invalid_utf8(const TextBatch& texts) {
    Checkpoint checkpoint;
    for (std::int64_t k = 0; k < texts.count; ++k) {
        if (!is_valid(texts[k], checkpoint)) return k;
        checkpoint.pass(1);
    }
    return -1;
}

}  // namespace hyperbaton

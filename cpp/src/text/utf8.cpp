#include "hyperbaton/text/utf8.hpp"

#include "eight_bytes.hpp"
#include "hyperbaton/text/unicode.hpp"

namespace hyperbaton {

namespace {

constexpr DecodedCharacter broken{replacement_character, 1, false};

bool is_valid(std::string_view text, Checkpoint& checkpoint) {
    const auto wanted = [](const DecodedCharacter& character) {
        return !character.valid || is_surrogate(character.point);
    };
    return find_beyond_ascii(text, checkpoint, wanted) == text.data() + text.size();
}

}  // namespace

DecodedCharacter decode_rare(const char* at, const char* end) {
    const std::uint32_t first = byte_at(at);
    if (first < 0xF0 || first >= 0xF8 || end - at < 4) return broken;
    std::uint32_t point = first & 0x07;
    for (int k = 1; k < 4; ++k) {
        if (!continues_character(at + k)) return broken;
        point = point << 6 | (byte_at(at + k) & 0x3F);
    }
    if (point < 0x10000 || point > largest_code_point) return broken;
    return {point, 4, true};
}

std::size_t ascii_prefix(std::string_view text) {
    std::size_t at = 0;
    while (at + 8 <= text.size() && (eight_bytes(text.data() + at) & high_bits) == 0) at += 8;
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

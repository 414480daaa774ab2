#include "hyperbaton/text/lower_case.hpp"

#include <cstring>

#include "hyperbaton/runtime/cancellation.hpp"
#include "hyperbaton/text/unicode.hpp"
#include "hyperbaton/text/utf8.hpp"

namespace hyperbaton {

namespace {

constexpr std::uint32_t capital_sigma = 0x3A3, sigma = 0x3C3, final_sigma = 0x3C2;
constexpr std::uint32_t capital_i_with_dot = 0x130, dot_above = 0x307;

// No branches, so that compilers make many bytes one step.
void lower_ascii(const char* in, std::size_t size, char* out) {
    for (std::size_t k = 0; k < size; ++k) {
        const auto byte = static_cast<unsigned char>(in[k]);
        const bool capital = static_cast<unsigned char>(byte - 'A') < 26;
        out[k] = static_cast<char>(byte + (capital ? 'a' - 'A' : 0));
    }
}

// Whether a character with case follows, past those that are looked past.
bool case_follows(const char* at, const char* end) {
    while (at < end) {
        const DecodedCharacter character = decode(at, end);
        const CharacterClass c = class_of(character.point);
        if ((c & ignorable_class) == 0) return (c & cased_class) != 0;
        at += character.size;
    }
    return false;
}

}  // namespace

char* write_lower_case(std::string_view text, char* out) {
    const char* at = text.data();
    const char* const end = at + text.size();
    bool after_case = false;  // as case_follows, backwards
    Checkpoint checkpoint;
    while (at < end) {
        const std::size_t plain = ascii_prefix({at, static_cast<std::size_t>(end - at)});
        lower_ascii(at, plain, out);
        for (std::size_t k = plain; k > 0;) {
            const CharacterClass c = class_of(static_cast<unsigned char>(at[--k]));
            if ((c & ignorable_class) != 0) continue;
            after_case = (c & cased_class) != 0;
            break;
        }
        at += plain;
        out += plain;
        checkpoint.pass(plain / 8 + 1);
        if (at == end) break;
        const DecodedCharacter character = decode_beyond_ascii(at, end);
        const CharacterClass c = class_of(character.point);
        if (!character.valid) {
            *out++ = *at;
        } else if (character.point == capital_sigma) {
            const bool last = after_case && !case_follows(at + character.size, end);
            out = encode(last ? final_sigma : sigma, out);
        } else if (character.point == capital_i_with_dot) {
            *out++ = 'i';
            out = encode(dot_above, out);
        } else {
            out = encode(simple_lower_case(character.point), out);
        }
        if ((c & ignorable_class) == 0) after_case = (c & cased_class) != 0;
        at += character.size;
    }
    return out;
}

}  // namespace hyperbaton

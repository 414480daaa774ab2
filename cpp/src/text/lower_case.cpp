#include "hyperbaton/text/lower_case.hpp"

#include "eight_bytes.hpp"
#include "hyperbaton/runtime/cancellation.hpp"
#include "hyperbaton/text/unicode.hpp"
#include "hyperbaton/text/utf8.hpp"

namespace hyperbaton {

namespace {

constexpr std::uint32_t capital_sigma = 0x3A3, sigma = 0x3C3, final_sigma = 0x3C2;
constexpr std::uint32_t capital_i_with_dot = 0x130, dot_above = 0x307;

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

// Whether Σ at a place ends a word. Asked for places that rise, it reads the text once.
class FinalSigma {
public:
    FinalSigma(const char* begin, const char* end) : read_(begin), end_(end) {}

    bool at(const char* place, std::uint32_t size) {
        while (read_ < place) {
            const DecodedCharacter character = decode(read_, end_);
            const CharacterClass c = class_of(character.point);
            if ((c & ignorable_class) == 0) after_case_ = (c & cased_class) != 0;
            read_ += character.size;
        }
        return after_case_ && !case_follows(place + size, end_);
    }

private:
    const char* read_;
    const char* end_;
    bool after_case_ = false;  // whether the last character before `read_` that counts has case
};

// Writes the ASCII from `at` on, and moves both places behind it.
inline void write_ascii(const char*& at, const char* stop, char*& out) {
    while (stop - at >= 8) {
        const std::uint64_t bytes = eight_bytes(at);
        if ((bytes & high_bits) != 0) break;
        write_eight_bytes(in_lower_case(bytes), out);
        at += 8;
        out += 8;
    }
    while (at < stop && is_ascii(*at)) {
        const bool capital = *at >= 'A' && *at <= 'Z';
        *out++ = static_cast<char>(*at++ + (capital ? 'a' - 'A' : 0));
    }
}

// Writes the lower case of the character at `at`.
inline char* write_character(const DecodedCharacter& character, const char* at, FinalSigma& final,
                             char* out) {
    if (character.point == capital_sigma) {
        return encode(final.at(at, character.size) ? final_sigma : sigma, out);
    }
    if (character.point == capital_i_with_dot) {
        *out++ = 'i';
        return encode(dot_above, out);
    }
    return encode(simple_lower_case(character.point), out);
}

}  // namespace

char* write_lower_case(std::string_view text, char* out) {
    constexpr std::ptrdiff_t stretch = 1 << 16;
    const char* at = text.data();
    const char* const end = at + text.size();
    FinalSigma final(at, end);
    while (at < end) {
        const char* const stop = end - at > stretch ? at + stretch : end;
        while (at < stop) {
            write_ascii(at, stop, out);
            while (at < stop && !is_ascii(*at)) {
                const DecodedCharacter character = decode_beyond_ascii(at, end);
                if (character.valid) {
                    out = write_character(character, at, final, out);
                } else {
                    *out++ = *at;
                }
                at += character.size;
            }
        }
        if (at < end) check_cancellation();
    }
    return out;
}

}  // namespace hyperbaton

// The splitting itself, written so that whoever receives the words is compiled into the loops.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "eight_bytes.hpp"
#include "hyperbaton/text/unicode.hpp"
#include "hyperbaton/text/utf8.hpp"
#include "hyperbaton/text/word_splitting.hpp"
#include "mteval_13a.hpp"

namespace hyperbaton {

// What a byte means to `unicode`, as bits.
enum ByteKind : std::uint8_t {
    separator_byte = 1,
    letter_byte = 2,
    digit_byte = 4,
    letter_joint_byte = 8,
    number_joint_byte = 16,
    other_byte = 32,
    beyond_ascii_byte = 64,
};

constexpr std::array<std::uint8_t, 256> byte_kinds = [] {
    std::array<std::uint8_t, 256> kinds{};
    for (std::size_t byte = 0; byte < 256; ++byte) {
        const auto c = static_cast<unsigned char>(byte);
        const unsigned char lower = c | 0x20;
        kinds[byte] = c >= 0x80                          ? beyond_ascii_byte
                      : c <= ' ' || c == 0x7F            ? separator_byte
                      : lower >= 'a' && lower <= 'z'     ? letter_byte
                      : c >= '0' && c <= '9'             ? digit_byte
                      : c == '\'' || c == '-'            ? letter_joint_byte
                      : c == '.' || c == ',' || c == ':' ? number_joint_byte
                                                         : other_byte;
    }
    return kinds;
}();

inline std::uint8_t kind_of(char byte) { return byte_kinds[static_cast<unsigned char>(byte)]; }

// Steps through a text; all methods take and return places in it.
class TextScanner {
public:
    // `readable` is where the memory ends that may be read, at or behind the end of the text.
    TextScanner(std::string_view text, const char* readable)
        : end_(text.data() + text.size()), readable_(readable), joined_to_nothing_(text.data()) {}

    const char* end() const { return end_; }

    // Behind the ASCII letters and digits from `at` on.
    const char* skip_ascii_letters(const char* at) const {
        while (readable_ - at >= 8) {
            const std::size_t found = leading_bytes(letters_and_digits(eight_bytes(at)));
            at += found;
            if (found < 8 || at >= end_) return std::min(at, end_);
        }
        while (at < end_ && (kind_of(*at) & (letter_byte | digit_byte)) != 0) ++at;
        return at;
    }

    // Whether a word of ASCII letters and digits ends at `at`, where they do, whatever follows.
    bool surely_ends(const char* at, std::uint8_t first_kind) const {
        if (at == end_) return true;
        const unsigned enders = first_kind == letter_byte
                                    ? separator_byte | other_byte | number_joint_byte
                                    : separator_byte | other_byte;
        return (kind_of(*at) & enders) != 0;
    }

    // Behind the word of `unicode` that begins at `at`; `at` itself where a separator is, whose
    // size is then in `skipped`.
    const char* word_end(const char* at, std::uint32_t& skipped) {
        const DecodedCharacter character = decode(at, end_);
        const CharacterClass c = class_of(character.point);
        const char* const next = at + character.size;
        skipped = character.size;
        if ((c & separator_class) != 0) return at;
        if ((c & unspaced_class) != 0) return skip(next, is_mark);
        if ((c & number_class) != 0) {
            const char* const end = skip_joined_numbers(at);
            if (end != at) return end;
        }
        return is_spaced_letter(c) ? skip_joined_letters(at) : next;
    }

    // Behind all characters from `at` on of which test(class) holds.
    template <class Test>
    const char* skip(const char* at, Test test) const {
        while (at < end_) {
            const DecodedCharacter character = decode(at, end_);
            if (!test(class_of(character.point))) break;
            at += character.size;
        }
        return at;
    }

    // Behind a number like 3.5 or 1,000,000; `at` itself if there is none. Numbers that were once
    // found to be joined to nothing are not read again from the middle.
    const char* skip_joined_numbers(const char* at) {
        if (at < joined_to_nothing_) return at;
        const char* const first = skip(at, is_number);
        const char* last = first;
        while (last < end_ && (*last == '.' || *last == ',' || *last == ':')) {
            const char* const next = skip(last + 1, is_number);
            if (next == last + 1) break;
            last = next;
        }
        if (last != first) return last;
        joined_to_nothing_ = first;
        return at;
    }

    // Behind letters, also where single marks join them.
    const char* skip_joined_letters(const char* at) const {
        at = skip(at, is_spaced_letter);
        while (at < end_) {
            const DecodedCharacter joint = decode(at, end_);
            if (!joins_letters(joint.point)) break;
            const char* const next = skip(at + joint.size, is_spaced_letter);
            if (next == at + joint.size) break;
            at = next;
        }
        return at;
    }

    static bool is_mark(CharacterClass c) { return (c & mark_class) != 0; }
    static bool is_number(CharacterClass c) { return (c & number_class) != 0; }
    static bool is_space(CharacterClass c) { return (c & space_class) != 0; }
    static bool is_not_space(CharacterClass c) { return (c & space_class) == 0; }
    static bool is_spaced_letter(CharacterClass c) {
        return (c & (letter_class | mark_class | number_class)) != 0 && (c & unspaced_class) == 0;
    }
    static bool joins_letters(std::uint32_t point) {
        return point == '\'' || point == '-' || point == 0xB7 || point == 0x2010 || point == 0x2019;
    }

private:
    const char* end_;
    const char* readable_;
    const char* joined_to_nothing_;
};

// Calls receive(begin, end) for every word of the tokenizer `unicode`. ASCII takes a short way
// where it is plain what the rules would say.
template <class Receive>
void split_unicode(std::string_view text, const char* readable, Receive receive) {
    TextScanner scanner(text, readable);
    for (const char* at = text.data(); at < scanner.end();) {
        const std::uint8_t kind = kind_of(*at);
        const char* end = at + 1;
        if (kind == separator_byte) {
            at = end;
            continue;
        }
        if ((kind & (letter_byte | digit_byte)) != 0) end = scanner.skip_ascii_letters(end);
        const bool plain = (kind & (letter_joint_byte | number_joint_byte | other_byte)) != 0 ||
                           (kind != beyond_ascii_byte && scanner.surely_ends(end, kind));
        if (!plain) {
            std::uint32_t skipped;
            end = scanner.word_end(at, skipped);
            if (end == at) {
                at += skipped;
                continue;
            }
        }
        receive(at, end);
        at = end;
    }
}

template <class Receive>
void split_at_spaces(std::string_view text, const char* readable, Receive receive) {
    const TextScanner scanner(text, readable);
    const char* at = scanner.skip(text.data(), TextScanner::is_space);
    while (at < scanner.end()) {
        const char* const end = scanner.skip(at, TextScanner::is_not_space);
        receive(at, end);
        at = scanner.skip(end, TextScanner::is_space);
    }
}

template <class Receive>
void split_into_characters(std::string_view text, Receive receive) {
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at < end;) {
        const DecodedCharacter character = decode(at, end);
        const bool space = TextScanner::is_space(class_of(character.point));
        if (!space) receive(at, at + character.size);
        at += character.size;
    }
}

// The words of any tokenizer, for receive(begin, end, readable), which must not keep them.
// `readable` is where the memory ends that may be read, at or behind the end of the text; words of
// `13a` lie in memory of their own.
template <class Receive>
void split(std::string_view text, const char* readable, Tokenizer tokenizer, Receive receive) {
    if (tokenizer == Tokenizer::mteval_13a) {
        const std::string apart = set_apart_13a(text);
        return split(apart, apart.data() + apart.size(), Tokenizer::none, receive);
    }
    const auto word = [&](const char* begin, const char* end) { receive(begin, end, readable); };
    if (tokenizer == Tokenizer::unicode) return split_unicode(text, readable, word);
    if (tokenizer == Tokenizer::none) return split_at_spaces(text, readable, word);
    split_into_characters(text, word);
}

}  // namespace hyperbaton

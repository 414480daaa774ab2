// The splitting itself, written so that whoever receives the words is compiled into the loops.
#pragma once

#include <string_view>

#include "hyperbaton/text/unicode.hpp"
#include "hyperbaton/text/utf8.hpp"
#include "hyperbaton/text/word_splitting.hpp"

namespace hyperbaton {

// Steps through a text; all methods take and return places in it.
class TextScanner {
public:
    explicit TextScanner(std::string_view text)
        : end_(text.data() + text.size()), joined_to_nothing_(text.data()) {}

    const char* end() const { return end_; }

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
    const char* joined_to_nothing_;
};

// Calls receive(begin, end) for every word of the tokenizer `unicode`.
template <class Receive>
void split_unicode(std::string_view text, Receive receive) {
    TextScanner scanner(text);
    for (const char* at = text.data(); at < scanner.end();) {
        const DecodedCharacter character = decode(at, scanner.end());
        const CharacterClass c = class_of(character.point);
        const char* end = at + character.size;
        if ((c & separator_class) != 0) {
            at = end;
            continue;
        }
        if ((c & unspaced_class) != 0) {
            end = scanner.skip(end, TextScanner::is_mark);
        } else if (const char* number = nullptr;
                   (c & number_class) != 0 && (number = scanner.skip_joined_numbers(at)) != at) {
            end = number;
        } else if (TextScanner::is_spaced_letter(c)) {
            end = scanner.skip_joined_letters(at);
        }
        receive(at, end);
        at = end;
    }
}

template <class Receive>
void split_at_spaces(std::string_view text, Receive receive) {
    const TextScanner scanner(text);
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

// The words of any tokenizer.
template <class Receive>
void split(std::string_view text, Tokenizer tokenizer, Receive receive) {
    if (tokenizer == Tokenizer::unicode) return split_unicode(text, receive);
    if (tokenizer == Tokenizer::none) return split_at_spaces(text, receive);
    split_into_characters(text, receive);
}

}  // namespace hyperbaton

// Everything it looks for is ASCII, so that it can look at bytes: those of other characters are
// neither digits nor marks, and stay together.
#include "mteval_13a.hpp"

#include <algorithm>

#include "hyperbaton/text/unicode.hpp"
#include "hyperbaton/text/utf8.hpp"

namespace hyperbaton {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_point_or_comma(char c) { return c == '.' || c == ','; }

// All ASCII marks but ' , - and .
bool is_mark(char c) {
    return (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= ' ' && c <= '&') ||
           (c >= '(' && c <= '+') || (c >= ':' && c <= '@') || c == '/';
}

std::string_view without_trailing_space(std::string_view text) {
    const char* const end = text.data() + text.size();
    const char* last = text.data();
    for (const char* at = text.data(); at < end;) {
        const DecodedCharacter character = decode(at, end);
        at += character.size;
        if ((class_of(character.point) & space_class) == 0) last = at;
    }
    return {text.data(), static_cast<std::size_t>(last - text.data())};
}

void replace_all(std::string& text, std::string_view part, std::string_view by) {
    std::size_t at = text.find(part);
    if (at == std::string::npos) return;
    std::string replaced;
    std::size_t begin = 0;
    for (; at != std::string::npos; at = text.find(part, begin)) {
        replaced.append(text, begin, at - begin).append(by);
        begin = at + part.size();
    }
    text = replaced.append(text, begin, std::string::npos);
}

// With every pair of neighbours that fits, from the left and none overlapping, written by put.
template <class Fits, class Put>
std::string with_pairs(const std::string& text, Fits fits, Put put) {
    std::string out;
    out.reserve(text.size() + text.size() / 8);
    std::size_t k = 0;
    for (; k + 1 < text.size(); ++k) {
        if (fits(text[k], text[k + 1])) {
            put(out, text[k], text[k + 1]);
            ++k;
        } else {
            out += text[k];
        }
    }
    if (k < text.size()) out += text[k];
    return out;
}

void put_second_apart(std::string& out, char first, char second) {
    for (const char c : {first, ' ', second, ' '}) out += c;
}

}  // namespace

std::string set_apart_13a(std::string_view given) {
    std::string text(without_trailing_space(given));
    replace_all(text, "<skipped>", "");
    replace_all(text, "-\n", "");
    replace_all(text, "&quot;", "\"");
    replace_all(text, "&amp;", "&");
    replace_all(text, "&lt;", "<");
    replace_all(text, "&gt;", ">");

    std::string apart = " ";
    apart.reserve(2 * text.size() + 2);
    for (const char c : text) {
        if (is_mark(c)) {
            for (const char written : {' ', c, ' '}) apart += written;
        } else {
            apart += c;
        }
    }
    apart += ' ';
    apart = with_pairs(
        apart, [](char a, char b) { return !is_digit(a) && is_point_or_comma(b); },
        put_second_apart);
    apart = with_pairs(
        apart, [](char a, char b) { return is_point_or_comma(a) && !is_digit(b); },
        [](std::string& out, char first, char second) {
            for (const char c : {' ', first, ' ', second}) out += c;
        });
    return with_pairs(
        apart, [](char a, char b) { return is_digit(a) && b == '-'; }, put_second_apart);
}

}  // namespace hyperbaton

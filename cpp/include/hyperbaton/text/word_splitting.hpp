// How a text becomes words.
//
// `unicode` takes the first of these that fits, again and again:
//   1. a character of a script written without spaces, with the marks behind it
//   2. numbers joined by single `.`, `,` or `:`                    3.5  1,000  6:15
//   3. letters, marks and numbers of other scripts, also joined by single ' ’ - ‐ ·
//   4. any other character, unless it is white space or a control character
// `none` takes what stands between white space, `character` every character that is not white
// space. White space is that of Python's str.split, but for `unicode` that of the Unicode standard.
//
// `mteval_13a` is that of NIST's mteval-v13a.pl as sacreBLEU has it: it joins words divided at the
// end of a line, resolves four entities, sets ASCII marks apart, `.` and `,` unless digits stand on
// both sides, and `-` behind a digit; then it takes what stands between white space.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hyperbaton/text/utf8.hpp"

namespace hyperbaton {

enum class Tokenizer { unicode, none, character, mteval_13a };

// The tokenizer of that name: unicode, none, char or 13a. Throws std::invalid_argument.
Tokenizer tokenizer_named(std::string_view name);

// The words of a text, one after the other.
std::vector<std::string> words_of(std::string_view text, Tokenizer tokenizer);

// The first text with a character of a script that `unicode` splits into characters; -1 if none.
std::int64_t first_with_unspaced_script(const TextBatch& texts);

}  // namespace hyperbaton

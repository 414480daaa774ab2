// Lower case as Python's str.lower has it: Σ becomes ς at the end of a word, İ becomes two
// characters, and no language has rules of its own.
#pragma once

#include <cstddef>
#include <string_view>

namespace hyperbaton {

// The most bytes that a text of so many bytes can have in lower case.
constexpr std::size_t longest_lower_case(std::size_t bytes) { return bytes + bytes / 2; }

// Writes the lower case of a text and returns the place behind it.
char* write_lower_case(std::string_view text, char* out);

}  // namespace hyperbaton

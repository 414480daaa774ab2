// What the tokenizer of mteval-v13a does to a text before it is split at white space.
#pragma once

#include <string>
#include <string_view>

namespace hyperbaton {

// The text with its marks set apart by blanks.
std::string set_apart_13a(std::string_view text);

}  // namespace hyperbaton

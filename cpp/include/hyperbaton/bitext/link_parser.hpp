// Word alignments from text: one sentence pair a line, links such as `0-0 1-2 3?1` between blanks.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace hyperbaton {

// The links of line k are those from offsets[k] to offsets[k + 1] - 1, by source position, then by
// target position, each once. Positions are as written.
struct ParsedLinks {
    std::vector<std::int32_t> source, target;
    std::vector<std::uint8_t> sure;
    std::vector<std::int64_t> offsets{0};
    std::int64_t wrong = -1;  // the byte at which the first text begins that is no link
};

// A link is two numbers of at most nine digits with `-` (a sure link) or `?` or `p` (a possible
// one) between them; written both ways it is sure. Blanks are spaces, tabs and carriage returns.
// Parsing stops at what is no link. O(text), plus sorting of lines that are not in order.
ParsedLinks parse_links(std::string_view text);

}  // namespace hyperbaton

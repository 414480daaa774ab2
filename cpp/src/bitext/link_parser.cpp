#include "hyperbaton/bitext/link_parser.hpp"

#include <algorithm>
#include <compare>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

constexpr int max_digits = 9;

struct ParsedLink {
    std::int32_t source, target;
    std::uint8_t possible;  // sorts behind the same link as a sure one

    auto operator<=>(const ParsedLink&) const = default;
    bool joins_the_words_of(const ParsedLink& other) const {
        return source == other.source && target == other.target;
    }
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_possible(char c) { return c == '?' || c == 'p'; }

// Reads a number at `at`, which it moves behind it; false where there is none or it is too long.
bool read_number(const char*& at, const char* end, std::int32_t& number) {
    const char* const begin = at;
    number = 0;
    while (at != end && is_digit(*at) && at - begin < max_digits) {
        number = 10 * number + (*at++ - '0');
    }
    return at != begin && (at == end || !is_digit(*at));
}

bool read_link(const char*& at, const char* end, ParsedLink& link) {
    if (!read_number(at, end, link.source)) return false;
    if (at == end || (*at != '-' && !is_possible(*at))) return false;
    link.possible = is_possible(*at++) ? 1 : 0;
    if (!read_number(at, end, link.target)) return false;
    return at == end || is_blank(*at) || *at == '\n';
}

void append_line(std::vector<ParsedLink>& line, ParsedLinks& links) {
    if (!std::is_sorted(line.begin(), line.end())) std::sort(line.begin(), line.end());
    const auto last = std::unique(
        line.begin(), line.end(),
        [](const ParsedLink& a, const ParsedLink& b) { return a.joins_the_words_of(b); });
    for (auto link = line.begin(); link != last; ++link) {
        links.source.push_back(link->source);
        links.target.push_back(link->target);
        links.sure.push_back(link->possible == 0 ? 1 : 0);
    }
    links.offsets.push_back(static_cast<std::int64_t>(links.source.size()));
    line.clear();
}

}  // namespace

ParsedLinks parse_links(std::string_view text) {
    ParsedLinks links;
    std::vector<ParsedLink> line;
    const char* at = text.data();
    const char* const end = at + text.size();
    Checkpoint checkpoint;
    while (at != end) {
        checkpoint.pass(1);
        if (*at == '\n') {
            append_line(line, links);
            ++at;
        } else if (is_blank(*at)) {
            ++at;
        } else {
            const char* const begin = at;
            ParsedLink link;
            if (!read_link(at, end, link)) {
                links.wrong = begin - text.data();
                return links;
            }
            line.push_back(link);
        }
    }
    if (!text.empty() && text.back() != '\n') append_line(line, links);
    return links;
}

}  // namespace hyperbaton

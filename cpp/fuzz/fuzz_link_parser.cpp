// Links parsed from any bytes, against splitting into lines and words and looking at each.
#include <map>
#include <string>

#include "fuzz/input.hpp"
#include "hyperbaton/bitext/link_parser.hpp"
#include "tests/check.hpp"

using namespace hyperbaton;

namespace {

using Links = std::map<std::pair<std::int32_t, std::int32_t>, bool>;  // and whether it is sure

bool is_number(const std::string& text) {
    return !text.empty() && text.size() <= 9 &&
           text.find_first_not_of("0123456789") == std::string::npos;
}

// Adds the link that a word is; false if it is none.
bool add_link(const std::string& word, Links& links) {
    const std::size_t mark = word.find_first_of("-?p");
    if (mark == std::string::npos) return false;
    const std::string source = word.substr(0, mark), target = word.substr(mark + 1);
    if (!is_number(source) || !is_number(target)) return false;
    bool& sure = links[{std::stoi(source), std::stoi(target)}];
    sure = sure || word[mark] == '-';
    return true;
}

// Adds the links of a line; returns where the first word begins that is none, or npos.
std::size_t add_line(const std::string& line, Links& links) {
    for (std::size_t begin = 0;;) {
        begin = line.find_first_not_of(" \t\r", begin);
        if (begin == std::string::npos) return begin;
        const std::size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
        if (!add_link(line.substr(begin, end - begin), links)) return begin;
        begin = end;
    }
}

void check_links(const std::string& text, const ParsedLinks& found) {
    std::size_t line_begin = 0, link = 0;
    for (std::size_t line = 0; line_begin < text.size(); ++line) {
        const std::size_t end = std::min(text.find('\n', line_begin), text.size());
        Links expected;
        const std::size_t wrong = add_line(text.substr(line_begin, end - line_begin), expected);
        if (wrong != std::string::npos) {
            CHECK(found.wrong == static_cast<std::int64_t>(line_begin + wrong));
            return;
        }
        CHECK(line + 1 < found.offsets.size());
        CHECK(found.offsets[line] == static_cast<std::int64_t>(link));
        for (const auto& [positions, sure] : expected) {
            CHECK(link < found.source.size());
            CHECK(found.source[link] == positions.first && found.target[link] == positions.second);
            CHECK(found.sure[link] == (sure ? 1 : 0));
            ++link;
        }
        CHECK(found.offsets[line + 1] == static_cast<std::int64_t>(link));
        line_begin = end + 1;
    }
    CHECK(found.wrong == -1);
    CHECK(found.source.size() == link && found.target.size() == link && found.sure.size() == link);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    check_links(text, parse_links(text));
    return 0;
}

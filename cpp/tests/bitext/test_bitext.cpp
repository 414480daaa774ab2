// Parsing of links case by case.
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "check.hpp"
#include "hyperbaton/bitext/link_parser.hpp"

using namespace hyperbaton;

namespace {

using Ints = std::vector<std::int32_t>;

void check_parsing() {
    const ParsedLinks links = parse_links("2-0 0-1\t0?1\r\n\n  10p3");
    CHECK(links.wrong == -1);
    CHECK((links.offsets == std::vector<std::int64_t>{0, 2, 2, 3}));
    CHECK((links.source == Ints{0, 2, 10}));
    CHECK((links.target == Ints{1, 0, 3}));
    CHECK((links.sure == std::vector<std::uint8_t>{1, 1, 0}));
    CHECK(parse_links("").offsets.size() == 1);
    CHECK(parse_links("\n").offsets.size() == 2);
}

void check_what_is_no_link() {
    const std::array<std::string, 9> wrong{"0",   "0-",   "-1",           "0--1", "0-1-2",
                                           "0:1", "0-1x", "0-1234567890", "a-b"};
    for (const std::string& text : wrong) {
        CHECK(parse_links(text).wrong == 0);
        CHECK(parse_links("0-0\n1-1 " + text + " 2-2\n").wrong == 8);
    }
    CHECK(parse_links("0-123456789").wrong == -1);
}

}  // namespace

int main() {
    check_parsing();
    check_what_is_no_link();
    std::puts("bitext: ok");
}

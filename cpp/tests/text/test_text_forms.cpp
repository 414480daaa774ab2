// UTF-8, lower case and characters.
#include <algorithm>
#include <string>

#include "check.hpp"
#include "hyperbaton/text/lower_case.hpp"
#include "hyperbaton/text/text_forms.hpp"
#include "hyperbaton/text/unicode.hpp"
#include "random_texts.hpp"

using namespace hyperbaton;

namespace {

void check_round_trips() {
    for (std::uint32_t point = 0; point <= largest_code_point; ++point) {
        char bytes[4];
        const char* const end = encode(point, bytes);
        const DecodedCharacter character = decode(bytes, end);
        CHECK(character.valid && character.point == point);
        CHECK(bytes + character.size == end);
        for (const char* cut = bytes + 1; cut < end; ++cut) CHECK(!decode(bytes, cut).valid);
    }
}

bool is_valid(const std::string& text) {
    OwnedTexts texts;
    texts.add("fine");
    texts.add(text);
    const std::int64_t first = first_invalid_utf8(texts.batch());
    CHECK(first == -1 || first == 1);
    return first == -1;
}

void check_validity() {
    for (const char* good : {"", "a", "\xC2\x80", "\xEF\xBF\xBF", "\xF4\x8F\xBF\xBF"}) {
        CHECK(is_valid(good));
    }
    // Continuations alone, too long, surrogates, beyond Unicode, cut.
    for (const char* bad : {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80",
                            "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\xFF",
                            "\xE2\x82", "\xF0\x9F\x98", "12345678\xC3"}) {
        CHECK(!is_valid(bad));
        CHECK(!is_valid(std::string(bad) + "12345678"));
    }
}

std::string lower(const std::string& text) {
    const std::vector<char> exact(text.begin(), text.end());
    std::vector<char> out(longest_lower_case(text.size()));
    const char* const end = write_lower_case({exact.data(), exact.size()}, out.data());
    CHECK(end <= out.data() + out.size());
    return {out.data(), static_cast<std::size_t>(end - out.data())};
}

void check_lower_case() {
    CHECK(lower("ABC xyz @[`{ ABCDEFGHIJKLMNOPQRSTUVWXYZ") ==
          "abc xyz @[`{ abcdefghijklmnopqrstuvwxyz");
    CHECK(lower("\xC4\xB0") == "i\xCC\x87");
    // A sigma ends a word if letters stand before it and none behind, full stops looked past.
    CHECK(lower("\xCE\x91\xCE\xA3") == "\xCE\xB1\xCF\x82");
    CHECK(lower("\xCE\x91.\xCE\xA3.") == "\xCE\xB1.\xCF\x82.");
    CHECK(lower("\xCE\x91\xCE\xA3.a") == "\xCE\xB1\xCF\x83.a");
    CHECK(lower("\xCE\xA3") == "\xCF\x83");
    CHECK(lower("a \xCE\xA3") == "a \xCF\x83");
    CHECK(lower("\xFF"
                "A\xE2") ==
          "\xFF"
          "a\xE2");
    // Nothing grows by more than the room for it.
    for (std::uint32_t point = 0; point <= largest_code_point; ++point) {
        std::string text;
        append_point(text, point);
        append_point(text, point);
        lower(text);
    }
}

void check_batches(Generator& generator, int rounds) {
    for (int k = 0; k < rounds; ++k) {
        OwnedTexts texts;
        std::string together;
        std::vector<std::int32_t> points;
        for (std::size_t n = below(5, generator); n > 0; --n) {
            const std::string text = any_text(below(200'000 / 8, generator), generator);
            texts.add(text);
            together += lower(text);
        }
        texts.fit();
        for (const int threads : {1, 3}) {
            const Lists<std::uint8_t> low = lowered(texts.batch(), threads);
            CHECK(low.offsets.size() == texts.offsets.size());
            CHECK(std::equal(together.begin(), together.end(), low.values.data(),
                             low.values.data() + low.values.size(), [](char a, std::uint8_t b) {
                                 return static_cast<std::uint8_t>(a) == b;
                             }));
            const Lists<std::int32_t> found = characters(texts.batch(), threads);
            const std::vector<std::int32_t> all(found.values.data(),
                                                found.values.data() + found.values.size());
            CHECK(std::none_of(all.begin(), all.end(), [](std::int32_t point) {
                return (class_of(static_cast<std::uint32_t>(point)) & space_class) != 0;
            }));
            if (threads == 1) points = all;
            CHECK(all == points);
        }
    }
}

}  // namespace

int main(int count, char** arguments) {
    check_round_trips();
    check_validity();
    check_lower_case();
    Generator generator(1);
    check_batches(generator, 200 / (count > 1 ? std::atoi(arguments[1]) : 1));
    std::puts("text forms: ok");
}

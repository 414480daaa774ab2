// Decoding of any bytes against an obvious decoder, and encoding of what was decoded.
#include "fuzz/decoded.hpp"
#include "fuzz/input.hpp"
#include "hyperbaton/text/text_forms.hpp"
#include "hyperbaton/text/unicode.hpp"
#include "hyperbaton/text/utf8.hpp"
#include "tests/check.hpp"

using namespace hyperbaton;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = Input(data, size).text();
    const char* const end = text.data() + text.size();
    const std::int64_t offsets[] = {0, static_cast<std::int64_t>(size)};
    const TextBatch batch{text.data(), offsets, 1};

    bool is_standard = true;
    std::size_t plain = 0;
    std::vector<std::int32_t> points;
    for (const PlainCharacter& expected : decoded(text)) {
        const DecodedCharacter found = decode(text.data() + expected.begin, end);
        CHECK(found.point == expected.point && found.valid == expected.valid);
        CHECK(found.size == expected.end - expected.begin);
        char written[most_bytes];
        const char* const behind = encode(found.point, written);
        CHECK(!found.valid ||
              std::string_view(written, static_cast<std::size_t>(behind - written)) ==
                  text.substr(expected.begin, found.size));
        is_standard = is_standard && found.valid && !is_surrogate(found.point);
        if (plain == expected.begin && found.point < 0x80) ++plain;
        if ((class_of(found.point) & space_class) == 0) {
            points.push_back(static_cast<std::int32_t>(found.point));
        }
    }
    CHECK(first_invalid_utf8(batch) == (is_standard ? -1 : 0));
    CHECK(ascii_prefix(text) == plain);
    const Lists<std::int32_t> found = characters(batch, 1);
    CHECK(std::equal(points.begin(), points.end(), found.values.data(),
                     found.values.data() + found.values.size()));
    CHECK(
        (found.offsets == std::vector<std::int64_t>{0, static_cast<std::int64_t>(points.size())}));
    return 0;
}

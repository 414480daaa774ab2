// Lower case of any bytes, character by character, with what is around Σ looked at afresh.
#include <string>

#include "fuzz/decoded.hpp"
#include "fuzz/input.hpp"
#include "hyperbaton/text/lower_case.hpp"
#include "hyperbaton/text/text_forms.hpp"
#include "hyperbaton/text/unicode.hpp"
#include "hyperbaton/text/utf8.hpp"
#include "tests/check.hpp"

using namespace hyperbaton;

namespace {

using Characters = std::vector<PlainCharacter>;

// Whether the first character that counts has case, from `at` on in steps of `step`.
bool has_case(const Characters& characters, std::ptrdiff_t at, std::ptrdiff_t step) {
    const auto count = static_cast<std::ptrdiff_t>(characters.size());
    for (at += step; at >= 0 && at < count; at += step) {
        const CharacterClass c = class_of(characters[static_cast<std::size_t>(at)].point);
        if ((c & ignorable_class) == 0) return (c & cased_class) != 0;
    }
    return false;
}

std::string plain_lower_case(std::string_view text) {
    const Characters characters = decoded(text);
    std::string lower;
    const auto put = [&](std::uint32_t point) {
        char bytes[most_bytes];
        lower.append(bytes, static_cast<std::size_t>(encode(point, bytes) - bytes));
    };
    for (std::size_t k = 0; k < characters.size(); ++k) {
        const auto& [point, begin, end, valid] = characters[k];
        const auto at = static_cast<std::ptrdiff_t>(k);
        if (!valid) {
            lower += text[begin];
        } else if (point == U'Σ') {
            put(has_case(characters, at, -1) && !has_case(characters, at, 1) ? U'ς' : U'σ');
        } else if (point == U'İ') {
            put(U'i'), put(0x307);
        } else {
            put(simple_lower_case(point));
        }
    }
    return lower;
}

std::string lower_case(std::string_view text) {
    std::vector<char> room(longest_lower_case(text.size()));
    const char* const end = write_lower_case(text, room.data());
    return {room.data(), static_cast<std::size_t>(end - room.data())};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::size_t cut = size == 0 ? 0 : input.below(size);
    const std::string_view text = input.text();
    const std::string lower = lower_case(text);
    CHECK(lower == plain_lower_case(text));
    CHECK(lower_case(lower) == lower);

    const std::size_t middle = std::min(cut, text.size());
    const std::int64_t offsets[] = {0, static_cast<std::int64_t>(middle),
                                    static_cast<std::int64_t>(text.size())};
    const Lists<std::uint8_t> both = lowered({text.data(), offsets, 2}, 2);
    const std::string joined(both.values.data(), both.values.data() + both.values.size());
    CHECK(joined == lower_case(text.substr(0, middle)) + lower_case(text.substr(middle)));
    return 0;
}

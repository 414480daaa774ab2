#include "hyperbaton/text/text_forms.hpp"

#include "hyperbaton/runtime/cancellation.hpp"
#include "hyperbaton/text/lower_case.hpp"
#include "hyperbaton/text/unicode.hpp"
#include "hyperbaton/text/utf8.hpp"
#include "text_chunks.hpp"

namespace hyperbaton {

namespace {

std::int32_t* write_characters(std::string_view text, std::int32_t* out) {
    constexpr std::ptrdiff_t stretch = 1 << 16;
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at < end;) {
        const char* const stop = end - at > stretch ? at + stretch : end;
        while (at < stop) {
            const DecodedCharacter character = decode(at, end);
            *out = static_cast<std::int32_t>(character.point);
            out += (class_of(character.point) & space_class) == 0;
            at += character.size;
        }
        if (at < end) check_cancellation();
    }
    return out;
}

}  // namespace

Lists<std::uint8_t> lowered(const TextBatch& texts, int threads) {
    TextChunks<std::uint8_t> chunks(texts, threads, 1.0);
    chunks.fill([](std::string_view text, GrowingArray<std::uint8_t>& bytes, std::int64_t) {
        auto* const out = reinterpret_cast<char*>(bytes.room(longest_lower_case(text.size())));
        bytes.set_end(reinterpret_cast<std::uint8_t*>(write_lower_case(text, out)));
    });
    return chunks.collect();
}

Lists<std::int32_t> characters(const TextBatch& texts, int threads) {
    TextChunks<std::int32_t> chunks(texts, threads, 1.0);
    chunks.fill([](std::string_view text, GrowingArray<std::int32_t>& points, std::int64_t) {
        std::int32_t* const out = points.room(text.size());
        points.set_end(write_characters(text, out));
    });
    return chunks.collect();
}

}  // namespace hyperbaton

// Words of any bytes: the rules of the header, tried in their order at every character. What 13a
// makes of them has to be words.
#include "fuzz/decoded.hpp"
#include "fuzz/input.hpp"
#include "hyperbaton/text/unicode.hpp"
#include "hyperbaton/text/word_splitting.hpp"
#include "tests/check.hpp"

using namespace hyperbaton;

namespace {

using Characters = std::vector<PlainCharacter>;
using Spans = std::vector<std::pair<std::size_t, std::size_t>>;

class Rules {
public:
    explicit Rules(const Characters& characters) : characters_(characters) {}

    // Words as spans of characters.
    Spans words(Tokenizer tokenizer) const {
        Spans spans;
        for (std::size_t at = 0; at < characters_.size();) {
            const std::size_t end = word_at(at, tokenizer);
            if (end > at) spans.emplace_back(at, end);
            at = std::max(end, at + 1);
        }
        return spans;
    }

private:
    bool is(std::size_t at, int classes) const {
        return at < characters_.size() && (class_of(characters_[at].point) & classes) != 0;
    }
    bool is_any(std::size_t at, std::u32string_view marks) const {
        return at < characters_.size() && marks.find(characters_[at].point) != marks.npos;
    }
    bool is_letter(std::size_t at) const {
        return is(at, letter_class | mark_class | number_class) && !is(at, unspaced_class);
    }

    // The end of the word that begins at a character; the same place if none does.
    std::size_t word_at(std::size_t at, Tokenizer tokenizer) const {
        if (tokenizer == Tokenizer::character) return is(at, space_class) ? at : at + 1;
        if (tokenizer == Tokenizer::none) {
            while (at < characters_.size() && !is(at, space_class)) ++at;
            return at;
        }
        if (is(at, unspaced_class)) {
            for (++at; is(at, mark_class); ++at) {
            }
            return at;
        }
        if (const std::size_t end = numbers_at(at); end > at) return end;
        if (is_letter(at)) return letters_at(at);
        return is(at, separator_class) ? at : at + 1;
    }

    std::size_t numbers_at(std::size_t begin) const {
        std::size_t at = begin;
        while (is(at, number_class)) ++at;
        if (at == begin || !is_any(at, U".,:") || !is(at + 1, number_class)) return begin;
        while (is_any(at, U".,:") && is(at + 1, number_class)) {
            for (++at; is(at, number_class); ++at) {
            }
        }
        return at;
    }

    std::size_t letters_at(std::size_t at) const {
        while (is_letter(at)) ++at;
        while (is_any(at, U"'\u2019-\u2010\u00B7") && is_letter(at + 1)) {
            for (++at; is_letter(at); ++at) {
            }
        }
        return at;
    }

    const Characters& characters_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = Input(data, size).text();
    const Characters characters = decoded(text);
    const Rules rules(characters);
    for (const Tokenizer tokenizer : {Tokenizer::unicode, Tokenizer::none, Tokenizer::character}) {
        const Spans expected = rules.words(tokenizer);
        const std::vector<std::string> found = words_of(text, tokenizer);
        CHECK(found.size() == expected.size());
        for (std::size_t k = 0; k < found.size(); ++k) {
            const std::size_t begin = characters[expected[k].first].begin;
            const std::size_t end = characters[expected[k].second - 1].end;
            CHECK(found[k] == text.substr(begin, end - begin));
        }
    }
    for (const std::string& word : words_of(text, Tokenizer::mteval_13a)) CHECK(!word.empty());
    const bool has_unspaced = std::any_of(characters.begin(), characters.end(), [](const auto& c) {
        return (class_of(c.point) & unspaced_class) != 0;
    });
    const std::int64_t offsets[] = {0, 0, static_cast<std::int64_t>(size)};
    CHECK(first_with_unspaced_script({text.data(), offsets, 2}) == (has_unspaced ? 1 : -1));
    return 0;
}

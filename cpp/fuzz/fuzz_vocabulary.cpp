// Numbers of words against a map, in a vocabulary and in one that extends it, with any number of
// threads.
#include <map>
#include <string>

#include "fuzz/decoded.hpp"
#include "fuzz/input.hpp"
#include "hyperbaton/text/lower_case.hpp"
#include "hyperbaton/text/unicode.hpp"
#include "hyperbaton/text/vocabulary.hpp"
#include "tests/check.hpp"

using namespace hyperbaton;

namespace {

using Numbers = std::vector<std::int32_t>;

// Texts cut out of the bytes at line ends.
struct Texts {
    explicit Texts(std::string_view all) : data(all) {
        std::erase(data, '\n');
        std::size_t ends = 0;
        for (const char byte : all) {
            if (byte == '\n') offsets.push_back(static_cast<std::int64_t>(ends));
            ends += byte == '\n' ? 0 : 1;
        }
        offsets.push_back(static_cast<std::int64_t>(ends));
    }
    TextBatch view() const {
        return {data.data(), offsets.data(), static_cast<std::int64_t>(offsets.size()) - 1};
    }

    std::string data;
    std::vector<std::int64_t> offsets{0};
};

class PlainVocabulary {
public:
    std::int32_t number(std::string_view word) {
        const auto next = static_cast<std::int32_t>(numbers_.size());
        return numbers_.try_emplace(std::string(word), next).first->second;
    }
    std::int32_t size() const { return static_cast<std::int32_t>(numbers_.size()); }
    const std::map<std::string, std::int32_t>& numbers() const { return numbers_; }

private:
    std::map<std::string, std::int32_t> numbers_;
};

void check_texts(const Texts& texts, Tokenizer tokenizer, int threads, Vocabulary& vocabulary,
                 PlainVocabulary& plain) {
    const Lists<std::int32_t> found = vocabulary.number_texts(texts.view(), tokenizer, threads);
    Numbers expected;
    std::vector<std::int64_t> offsets{0};
    for (std::int64_t k = 0; k < texts.view().count; ++k) {
        for (const std::string_view word : words_of(texts.view()[k], tokenizer)) {
            expected.push_back(plain.number(word));
        }
        offsets.push_back(static_cast<std::int64_t>(expected.size()));
    }
    CHECK(found.offsets == offsets);
    CHECK(std::equal(expected.begin(), expected.end(), found.values.data(),
                     found.values.data() + found.values.size()));
    CHECK(vocabulary.size() == plain.size());
}

void check_words(const Vocabulary& vocabulary, const PlainVocabulary& plain) {
    const Lists<char> words = vocabulary.words(0, vocabulary.size());
    for (const auto& [word, number] : plain.numbers()) {
        const auto begin = words.offsets[static_cast<std::size_t>(number)];
        const auto end = words.offsets[static_cast<std::size_t>(number) + 1];
        CHECK(word == std::string(words.values.data() + begin, words.values.data() + end));
    }
}

void check_plain_forms(const Vocabulary& vocabulary, const PlainVocabulary& plain) {
    Vocabulary forms;
    const Numbers found = forms.number_plain_forms(vocabulary, 0);
    CHECK(found.size() == static_cast<std::size_t>(vocabulary.size()));
    std::map<std::int32_t, std::string> words;
    for (const auto& [word, number] : plain.numbers()) words[number] = word;
    PlainVocabulary expected;
    for (const auto& [number, word] : words) {
        const std::vector<PlainCharacter> characters = decoded(word);
        const bool has_form =
            std::any_of(characters.begin(), characters.end(), [](const PlainCharacter& c) {
                return (class_of(c.point) & (letter_class | number_class)) != 0;
            });
        std::vector<char> lower(longest_lower_case(word.size()));
        const char* const end = write_lower_case(word, lower.data());
        const std::string_view form(lower.data(), static_cast<std::size_t>(end - lower.data()));
        CHECK(found[static_cast<std::size_t>(number)] == (has_form ? expected.number(form) : -1));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const auto tokenizer = static_cast<Tokenizer>(input.below(4));
    const int threads = 1 + input.small(3);
    const std::string_view all = input.text();
    const std::size_t middle = all.size() / 2;
    const Texts first(all.substr(0, middle)), second(all.substr(middle));

    Vocabulary known;
    PlainVocabulary plain;
    check_texts(first, tokenizer, threads, known, plain);
    Vocabulary extended(&known);
    check_texts(second, tokenizer, threads, extended, plain);
    check_texts(first, tokenizer, threads, extended, plain);
    check_words(extended, plain);

    check_plain_forms(extended, plain);
    Vocabulary copy;
    const Numbers copied = copy.number_vocabulary(extended, 0);
    for (std::size_t k = 0; k < copied.size(); ++k) {
        CHECK(copied[k] == static_cast<std::int32_t>(k));
    }
    return 0;
}

// Tokenizers against their rules, in texts and in bytes that are none.
#include <string>

#include "check.hpp"
#include "hyperbaton/text/word_splitting.hpp"
#include "random_texts.hpp"
#include "reference/text/naive_words.hpp"

using namespace hyperbaton;

namespace {

using Words = std::vector<std::string>;

// From memory that ends where the text does.
Words words_in(const std::string& text, Tokenizer tokenizer) {
    const std::vector<char> exact(text.begin(), text.end());
    return words_of({exact.data(), exact.size()}, tokenizer);
}

Words characters_in(const std::string& text) {
    Words found;
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at < end;) {
        const DecodedCharacter character = decode(at, end);
        if ((class_of(character.point) & space_class) == 0) found.emplace_back(at, character.size);
        at += character.size;
    }
    return found;
}

Words between_spaces(const std::string& text) {
    Words found;
    bool begun = false;
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at < end;) {
        const DecodedCharacter character = decode(at, end);
        const bool space = (class_of(character.point) & space_class) != 0;
        if (!space && !begun) found.emplace_back();
        if (!space) found.back().append(at, character.size);
        begun = !space;
        at += character.size;
    }
    return found;
}

void check_examples() {
    CHECK((words_in("Don't pay 3.50, well-known!", Tokenizer::unicode) ==
           Words{"Don't", "pay", "3.50", ",", "well-known", "!"}));
    CHECK((words_in("2nd 1.2nd 1. 1.a a1.5 a- 'a", Tokenizer::unicode) ==
           Words{"2nd", "1.2", "nd", "1", ".", "1", ".", "a", "a1", ".", "5", "a", "-", "'", "a"}));
    CHECK((words_in("\xE9\xA7\x85\xE5\x89\x8D x", Tokenizer::unicode) ==
           Words{"\xE9\xA7\x85", "\xE5\x89\x8D", "x"}));
    CHECK((words_in("a\xFF"
                    "b \xE2\x82",
                    Tokenizer::unicode) == Words{"a", "\xFF", "b", "\xE2", "\x82"}));
    CHECK((words_in(" a-b\tc ", Tokenizer::none) == Words{"a-b", "c"}));
    CHECK((words_in("a b", Tokenizer::character) == Words{"a", "b"}));
    CHECK(words_in("", Tokenizer::unicode).empty());
    CHECK((words_in("a-\nb &quot;3.5-4, x&amp;lt;y&lt; it's<skipped>.", Tokenizer::mteval_13a) ==
           Words{"ab", "\"", "3.5", "-", "4", ",", "x", "<", "y", "<", "it's", "."}));
}

void check_against_rules(const std::string& text) {
    CHECK(words_in(text, Tokenizer::unicode) == naive::Splitter(text).words());
    CHECK(words_in(text, Tokenizer::none) == between_spaces(text));
    CHECK(words_in(text, Tokenizer::character) == characters_in(text));
    CHECK(words_in(text + "x", Tokenizer::mteval_13a) ==
          between_spaces(naive::set_apart_13a(text + "x")));
}

// A digit and a number of a script without spaces, again and again: each digit could begin a number
// that goes on to the end, and the time must not be quadratic.
void check_long_numbers() {
    std::string text;
    for (int k = 0; k < 300'000; ++k) text += "1\xE3\x80\x87";
    CHECK(words_in(text, Tokenizer::unicode).size() == 600'000);
}

void check_scripts() {
    OwnedTexts texts;
    texts.add("Tokyo");
    texts.add("\xC3\x9C\xED\x95\x9C");
    CHECK(first_with_unspaced_script(texts.batch()) == -1);
    texts.add("in \xE6\x9D\xB1");
    texts.add("\xE6\x9D\xB1");
    CHECK(first_with_unspaced_script(texts.batch()) == 2);
}

}  // namespace

int main(int count, char** arguments) {
    const int rounds = 60'000 / (count > 1 ? std::atoi(arguments[1]) : 1);
    check_examples();
    check_scripts();
    check_long_numbers();
    Generator generator(1);
    for (int k = 0; k < rounds; ++k) check_against_rules(any_text(below(60, generator), generator));
    std::puts("word splitting: ok");
}

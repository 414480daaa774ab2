#include "hyperbaton/text/word_splitting.hpp"

#include <stdexcept>

#include "hyperbaton/runtime/cancellation.hpp"
#include "word_splitter.hpp"

namespace hyperbaton {

namespace {

bool has_unspaced_script(std::string_view text, Checkpoint& checkpoint) {
    const auto wanted = [](const DecodedCharacter& character) {
        return (class_of(character.point) & unspaced_class) != 0;
    };
    return find_beyond_ascii(text, checkpoint, wanted) != text.data() + text.size();
}

}  // namespace

Tokenizer tokenizer_named(std::string_view name) {
    if (name == "unicode") return Tokenizer::unicode;
    if (name == "none") return Tokenizer::none;
    if (name == "char") return Tokenizer::character;
    if (name == "13a") return Tokenizer::mteval_13a;
    throw std::invalid_argument("tokenizer has to be unicode, none, char or 13a");
}

std::vector<std::string> words_of(std::string_view text, Tokenizer tokenizer) {
    std::vector<std::string> words;
    Checkpoint checkpoint;
    split(text, text.data() + text.size(), tokenizer,
          [&](const char* begin, const char* end, const char*) {
              words.emplace_back(begin, end);
              checkpoint.pass(1);
          });
    return words;
}

std::int64_t first_with_unspaced_script(const TextBatch& texts) {
    Checkpoint checkpoint;
    for (std::int64_t k = 0; k < texts.count; ++k) {
        if (has_unspaced_script(texts[k], checkpoint)) return k;
        checkpoint.pass(1);
    }
    return -1;
}

}  // namespace hyperbaton

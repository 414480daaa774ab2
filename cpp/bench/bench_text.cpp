// bench_text FILE [THREADS]: how fast the lines of a file are split, numbered and put in lower
// case.
//
// Prints lines "what nanoseconds-per-word": "naive" splits character by character and numbers with
// std::unordered_map; "words" splits and numbers with a new vocabulary, "again" with one that knows
// all words, "extended" with one that extends such a one; "split" splits only; "lowered" and
// "characters" write these forms of the texts.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "hyperbaton/text/text_forms.hpp"
#include "hyperbaton/text/vocabulary.hpp"
#include "reference/text/naive_words.hpp"
#include "stopwatch.hpp"

using namespace hyperbaton;

namespace {

constexpr int runs = 5;

struct Texts {
    explicit Texts(const char* path) {
        std::ifstream file(path);
        for (std::string line; std::getline(file, line);) {
            data += line;
            offsets.push_back(static_cast<std::int64_t>(data.size()));
        }
    }
    TextBatch batch() const {
        return {data.data(), offsets.data(), static_cast<std::int64_t>(offsets.size()) - 1};
    }

    std::string data;
    std::vector<std::int64_t> offsets{0};
};

std::size_t number_naively(const TextBatch& texts) {
    naive::Vocabulary vocabulary;
    std::vector<std::int32_t> numbers;
    for (std::int64_t k = 0; k < texts.count; ++k) {
        for (const std::string& word : naive::Splitter(texts[k]).words()) {
            numbers.push_back(vocabulary.number(word));
        }
    }
    return numbers.size();
}

void measure(const TextBatch& texts, int threads) {
    const auto words = static_cast<double>(number_naively(texts));
    const auto report = [words](const char* what, auto work) {
        std::printf("%s %.2f\n", what, 1e9 * best_seconds(runs, work) / words);
        std::fflush(stdout);
    };
    report("naive", [&] { number_naively(texts); });
    report("words", [&] { Vocabulary().number_texts(texts, Tokenizer::unicode, threads); });
    Vocabulary known;
    known.number_texts(texts, Tokenizer::unicode, threads);
    report("again", [&] { known.number_texts(texts, Tokenizer::unicode, threads); });
    Vocabulary extended(&known);
    report("extended", [&] { extended.number_texts(texts, Tokenizer::unicode, threads); });
    report("split", [&] {
        for (std::int64_t k = 0; k < texts.count; ++k) words_of(texts[k], Tokenizer::unicode);
    });
    report("lowered", [&] { lowered(texts, threads); });
    report("characters", [&] { characters(texts, threads); });
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 2) return 2;
    const Texts texts(arguments[1]);
    if (texts.data.empty()) return 2;
    measure(texts.batch(), count > 2 ? std::atoi(arguments[2]) : 1);
}

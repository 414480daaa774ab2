// Numbers of words: against a map, whatever the number of threads, and after failures.
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include "check.hpp"
#include "hyperbaton/text/vocabulary.hpp"
#include "hyperbaton/text/word_splitting.hpp"
#include "random_texts.hpp"
#include "reference/text/naive_words.hpp"
#include "text/word_table.hpp"

using namespace hyperbaton;

namespace {

using Numbers = std::vector<std::int32_t>;

OwnedTexts random_texts(std::size_t count, Generator& generator) {
    OwnedTexts texts;
    for (std::size_t k = 0; k < count; ++k) texts.add(any_text(below(60, generator), generator));
    texts.fit();
    return texts;
}

Numbers values_of(const Lists<std::int32_t>& lists) {
    return {lists.values.data(), lists.values.data() + lists.values.size()};
}

std::vector<std::string> all_words(const Vocabulary& vocabulary) {
    const Lists<char> found = vocabulary.words(0, vocabulary.size());
    std::vector<std::string> words;
    for (std::size_t k = 1; k < found.offsets.size(); ++k) {
        words.emplace_back(found.values.data() + found.offsets[k - 1],
                           found.values.data() + found.offsets[k]);
    }
    return words;
}

template <class Work>
bool refuses(Work work) {
    try {
        work();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

void check_against_map(const OwnedTexts& texts, Tokenizer tokenizer) {
    naive::Vocabulary expected;
    Numbers numbers;
    std::vector<std::int64_t> offsets{0};
    const TextBatch batch = texts.batch();
    for (std::int64_t k = 0; k < batch.count; ++k) {
        for (const std::string& word : words_of(batch[k], tokenizer)) {
            numbers.push_back(expected.number(word));
        }
        offsets.push_back(static_cast<std::int64_t>(numbers.size()));
    }
    for (const int threads : {1, 2, 5, 1000}) {
        Vocabulary vocabulary;
        const Lists<std::int32_t> found = vocabulary.number_texts(batch, tokenizer, threads);
        CHECK(values_of(found) == numbers);
        CHECK(found.offsets == offsets);
        CHECK(static_cast<std::size_t>(vocabulary.size()) == expected.size());
        const std::vector<std::string> words = all_words(vocabulary);
        for (std::size_t id = 0; id < words.size(); ++id) {
            CHECK(expected.number(words[id]) == static_cast<std::int32_t>(id));
        }
    }
}

void check_extension(const OwnedTexts& first, const OwnedTexts& second) {
    Vocabulary alone;
    alone.number_texts(first.batch(), Tokenizer::unicode, 1);
    const Numbers expected = values_of(alone.number_texts(second.batch(), Tokenizer::unicode, 1));
    for (const int threads : {1, 3}) {
        Vocabulary known;
        known.number_texts(first.batch(), Tokenizer::unicode, 1);
        const std::int32_t size = known.size();
        Vocabulary extended(&known);
        CHECK(extended.size() == size);
        CHECK(values_of(extended.number_texts(second.batch(), Tokenizer::unicode, threads)) ==
              expected);
        CHECK(known.size() == size);
        CHECK(all_words(extended) == all_words(alone));
        // Frozen: known words may be looked up, new ones are refused and leave no trace.
        known.number_texts(first.batch(), Tokenizer::unicode, threads);
        OwnedTexts unheard;
        unheard.add("something nobody has ever heard");
        CHECK(refuses([&] { known.number_words(unheard.batch()); }));
        CHECK(refuses([&] { known.number_texts(unheard.batch(), Tokenizer::unicode, threads); }));
        CHECK(known.size() == size);
        CHECK(extended.number_words(unheard.batch()) == Numbers{alone.size()});
    }
}

void check_other_vocabularies(const OwnedTexts& texts) {
    Vocabulary words, others;
    words.number_texts(texts.batch(), Tokenizer::unicode, 1);
    others.number_texts(texts.batch(), Tokenizer::none, 1);
    const std::int32_t before = others.size();
    const Numbers numbers = others.number_vocabulary(words, 0);
    const std::vector<std::string> ours = all_words(words), theirs = all_words(others);
    CHECK(numbers.size() == ours.size());
    for (std::size_t k = 0; k < ours.size(); ++k) {
        CHECK(theirs[static_cast<std::size_t>(numbers[k])] == ours[k]);
    }
    CHECK(others.size() >= before);
    const Numbers same = words.number_vocabulary(words, 0);
    for (std::size_t k = 0; k < same.size(); ++k) CHECK(same[k] == static_cast<std::int32_t>(k));
    CHECK(refuses([&] { others.number_vocabulary(words, words.size() + 1); }));
    CHECK(refuses([&] { others.number_vocabulary(words, -1); }));
    CHECK(refuses([&] { words.words(0, words.size() + 1); }));
    CHECK(refuses([&] { words.words(1, 0); }));
}

void check_plain_forms() {
    OwnedTexts texts;
    for (const char* word : {"The", "the", "!",
                             "\xC3\x9C"
                             "ber",
                             "", "X2", "\xCC\x81"}) {
        texts.add(word);
    }
    Vocabulary words, forms;
    words.number_words(texts.batch());
    CHECK((forms.number_plain_forms(words, 0) == Numbers{0, 0, -1, 1, -1, 2, -1}));
    CHECK((all_words(forms) == std::vector<std::string>{"the",
                                                        "\xC3\xBC"
                                                        "ber",
                                                        "x2"}));
    CHECK((words.number_plain_forms(words, 3) == Numbers{7, -1, 8, -1}));
}

// Words are forgotten in the reverse order of their coming, and others can take their numbers.
void check_forgetting(Generator& generator) {
    WordTable table;
    std::vector<std::string> words;
    const auto number = [&](const std::string& word) {
        return table.find_or_add({word.data(), word.size(), word.data() + word.size()});
    };
    for (int round = 0; round < 30; ++round) {
        for (std::size_t k = below(300, generator); k > 0; --k) {
            const std::string word =
                std::to_string(generator()) + std::string(below(9, generator), 'x');
            if (number(word) == static_cast<std::int32_t>(words.size())) words.push_back(word);
        }
        words.resize(below(words.size() + 1, generator));
        table.shrink(static_cast<std::int32_t>(words.size()));
        CHECK(table.size() == static_cast<std::int32_t>(words.size()));
        for (std::size_t k = 0; k < words.size(); ++k) {
            CHECK(number(words[k]) == static_cast<std::int32_t>(k));
            CHECK(table[static_cast<std::int32_t>(k)] == words[k]);
        }
    }
}

void check_limits() {
    WordTable small(2);
    const auto number = [&](const char* word) { return small.find_or_add({word, 1, word + 1}); };
    CHECK(number("a") == 0 && number("b") == 1);
    bool thrown = false;
    try {
        number("c");
    } catch (const std::overflow_error&) {
        thrown = true;
    }
    CHECK(thrown && small.size() == 2 && number("b") == 1);

    std::vector<std::unique_ptr<Vocabulary>> generations;
    generations.push_back(std::make_unique<Vocabulary>());
    const auto extend = [&] {
        generations.push_back(std::make_unique<Vocabulary>(generations.back().get()));
    };
    for (int k = 1; k < Vocabulary::most_generations; ++k) extend();
    CHECK(refuses(extend));
    while (!generations.empty()) generations.pop_back();
}

// A call that is cancelled adds nothing.
void check_cancelling(const OwnedTexts& texts) {
    Vocabulary vocabulary;
    OwnedTexts one;
    one.add("one");
    vocabulary.number_words(one.batch());
    CancellationToken token;
    token.request();
    for (const int threads : {1, 3}) {
        const CancellationScope scope(&token);
        bool cancelled = false;
        try {
            vocabulary.number_texts(texts.batch(), Tokenizer::unicode, threads);
        } catch (const Cancelled&) {
            cancelled = true;
        }
        CHECK(cancelled);
    }
    CHECK((all_words(vocabulary) == std::vector<std::string>{"one"}));
}

void check_many_users(const OwnedTexts& texts) {
    Vocabulary shared, other, known;
    known.number_texts(texts.batch(), Tokenizer::none, 1);
    std::vector<std::thread> users;
    for (int user = 0; user < 4; ++user) {
        users.emplace_back([&, user] {
            Vocabulary own(&known);
            for (int round = 0; round < 3; ++round) {
                shared.number_texts(texts.batch(), Tokenizer::unicode, 1 + user % 2);
                own.number_texts(texts.batch(), Tokenizer::unicode, 1);
                // Both ways round, which must not lock up.
                (user % 2 == 0 ? shared : other)
                    .number_vocabulary(user % 2 == 0 ? other : shared, 0);
                shared.words(0, shared.size());
                other.number_plain_forms(shared, 0);
            }
            CHECK(own.number_vocabulary(known, 0).size() == static_cast<std::size_t>(known.size()));
        });
    }
    for (std::thread& user : users) user.join();
    CHECK(all_words(shared).size() == static_cast<std::size_t>(shared.size()));
}

}  // namespace

int main(int count, char** arguments) {
    const int divisor = count > 1 ? std::atoi(arguments[1]) : 1;
    Generator generator(1);
    check_plain_forms();
    check_limits();
    check_forgetting(generator);
    for (const Tokenizer tokenizer : {Tokenizer::unicode, Tokenizer::mteval_13a}) {
        const std::size_t texts = 20'000 / static_cast<std::size_t>(divisor);
        check_against_map(OwnedTexts(), tokenizer);
        check_against_map(random_texts(texts, generator), tokenizer);
    }
    for (int k = 0; k < 40 / divisor + 1; ++k) {
        const OwnedTexts first = random_texts(below(3000, generator), generator);
        const OwnedTexts second = random_texts(below(6000, generator), generator);
        check_extension(first, second);
        check_other_vocabularies(first);
    }
    check_cancelling(random_texts(6000, generator));
    check_many_users(random_texts(4000 / static_cast<std::size_t>(divisor), generator));
    std::puts("vocabulary: ok");
}

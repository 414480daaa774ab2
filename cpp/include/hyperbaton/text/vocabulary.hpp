// Words and their numbers.
//
// Words are numbered in the order in which they are first seen, whatever the number of threads. A
// vocabulary may extend another one, which is frozen from then on: its words keep their numbers,
// new ones are numbered from there, and nothing is copied.
//
// All functions may be called from several threads at once. One that fails or is cancelled adds no
// words.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "hyperbaton/runtime/cancellable_mutex.hpp"
#include "hyperbaton/text/text_batch.hpp"
#include "hyperbaton/text/word_splitting.hpp"

namespace hyperbaton {

class WordTable;
struct HashedWord;

class Vocabulary {
public:
    // How many vocabularies may extend one another.
    static constexpr int most_generations = 64;

    // `known` has to live as long as this one. Throws std::invalid_argument if it has too many
    // generations.
    explicit Vocabulary(Vocabulary* known = nullptr);
    ~Vocabulary();

    // Number of words, including those known before.
    std::int32_t size() const { return size_.load(std::memory_order_acquire); }

    // Words begin .. end - 1. Throws std::invalid_argument where there are none of these numbers.
    Lists<char> words(std::int64_t begin, std::int64_t end) const;

    // All that follows numbers words, and adds those that are new. It throws std::invalid_argument
    // for new words if this vocabulary is frozen, and std::overflow_error beyond 2^31 - 1 words.

    // The words of texts.
    Lists<std::int32_t> number_texts(const TextBatch& texts, Tokenizer tokenizer, int threads);

    // Every text as one word.
    std::vector<std::int32_t> number_words(const TextBatch& words);

    // The words of another vocabulary, from number `begin` on. Throws std::invalid_argument.
    std::vector<std::int32_t> number_vocabulary(const Vocabulary& words, std::int64_t begin);

    // The same in lower case; -1 for words without any letter or number.
    std::vector<std::int32_t> number_plain_forms(const Vocabulary& words, std::int64_t begin);

private:
    class Growth;

    std::string_view word(std::int32_t id) const;
    std::int32_t find(const HashedWord& word) const;
    std::int32_t find_or_add(const HashedWord& word);
    Lists<std::int32_t> number_on_threads(const TextBatch& texts, Tokenizer tokenizer, int threads);
    void check_range(std::int64_t begin, std::int64_t end) const;

    template <class Number>
    std::vector<std::int32_t> number_others(const Vocabulary& words, std::int64_t begin,
                                            Number number);

    Vocabulary* const known_;
    const int generation_;
    mutable CancellableMutex turn_;  // for all that follows
    bool frozen_ = false;
    std::int32_t base_ = 0;  // the first number of a word of its own
    std::unique_ptr<WordTable> table_;
    std::atomic<std::int32_t> size_;
};

}  // namespace hyperbaton

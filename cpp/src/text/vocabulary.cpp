#include "hyperbaton/text/vocabulary.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <mutex>
#include <stdexcept>

#include "hyperbaton/text/lower_case.hpp"
#include "hyperbaton/text/unicode.hpp"
#include "hyperbaton/text/utf8.hpp"
#include "text_chunks.hpp"
#include "word_splitter.hpp"
#include "word_table.hpp"

namespace hyperbaton {

namespace {

using Turn = std::unique_lock<CancellableMutex>;

bool has_letter_or_number(std::string_view word) {
    const char* const end = word.data() + word.size();
    for (const char* at = word.data(); at < end;) {
        const DecodedCharacter character = decode(at, end);
        if ((class_of(character.point) & (letter_class | number_class)) != 0) return true;
        at += character.size;
    }
    return false;
}

// Appends number(word) for every word of a text.
template <class Number>
void append_numbers(std::string_view text, const char* readable, Tokenizer tokenizer,
                    GrowingArray<std::int32_t>& numbers, Checkpoint& checkpoint, Number number) {
    std::int32_t* out = numbers.room(1);
    const auto append = [&](const char* begin, const char* end, const char* readable_end) {
        if (out == numbers.full()) {
            numbers.set_end(out);
            out = numbers.room(1);
        }
        *out++ = number(HashedWord(begin, static_cast<std::size_t>(end - begin), readable_end));
        checkpoint.pass(1);
    };
    split(text, readable, tokenizer, append);
    numbers.set_end(out);
}

// Where there are more, memory grows.
double expected_words_per_byte(Tokenizer tokenizer) {
    return tokenizer == Tokenizer::character ? 0.9 : 0.25;
}

// A thread's part of the words.
struct NewWords {
    WordTable table;
    std::vector<std::int32_t> numbers;  // in the vocabulary
    Checkpoint checkpoint;
};

int next_generation(const Vocabulary* known, int generation) {
    if (known == nullptr) return 1;
    if (generation >= Vocabulary::most_generations) {
        throw std::invalid_argument("too many vocabularies that extend one another; at most " +
                                    std::to_string(Vocabulary::most_generations));
    }
    return generation + 1;
}

}  // namespace

// While it lives, this thread alone adds words; they are kept once it is told so.
class Vocabulary::Growth {
public:
    // `read` is a vocabulary whose words are read meanwhile, if any.
    explicit Growth(Vocabulary& grown, const Vocabulary* read = nullptr)
        : grown_(grown), turn_(grown.turn_, std::defer_lock) {
        if (read == nullptr || read == &grown) {
            turn_.lock();
        } else {
            other_turn_ = Turn(read->turn_, std::defer_lock);
            const bool first = std::less<const Vocabulary*>()(&grown, read);
            (first ? turn_ : other_turn_).lock();
            (first ? other_turn_ : turn_).lock();
        }
        before_ = grown.table_->size();
    }

    void keep() {
        grown_.size_.store(grown_.base_ + grown_.table_->size(), std::memory_order_release);
        before_ = grown_.table_->size();
    }

    ~Growth() { grown_.table_->shrink(before_); }

private:
    Vocabulary& grown_;
    Turn turn_, other_turn_;
    std::int32_t before_;
};

Vocabulary::Vocabulary(Vocabulary* known)
    : known_(known), generation_(next_generation(known, known ? known->generation_ : 0)) {
    if (known != nullptr) {
        const Turn turn(known->turn_);
        known->frozen_ = true;
        base_ = known->size();
    }
    table_ = std::make_unique<WordTable>(std::numeric_limits<std::int32_t>::max() - base_);
    size_ = base_;
}

Vocabulary::~Vocabulary() = default;

std::string_view Vocabulary::word(std::int32_t id) const {
    const Vocabulary* home = this;
    while (id < home->base_) home = home->known_;
    return (*home->table_)[id - home->base_];
}

std::int32_t Vocabulary::find(const HashedWord& word) const {
    for (const Vocabulary* home = this; home != nullptr; home = home->known_) {
        const std::int32_t id = home->table_->find(word);
        if (id != WordTable::unknown) return home->base_ + id;
    }
    return WordTable::unknown;
}

std::int32_t Vocabulary::find_or_add(const HashedWord& word) {
    if (known_ != nullptr || frozen_) {
        const std::int32_t id = find(word);
        if (id != WordTable::unknown) return id;
        if (frozen_) throw std::invalid_argument("a frozen vocabulary takes no new words");
    }
    return base_ + table_->find_or_add(word);
}

void Vocabulary::check_range(std::int64_t begin, std::int64_t end) const {
    if (begin >= 0 && begin <= end && end <= size()) return;
    throw std::invalid_argument("words are numbered from 0 to " + std::to_string(size()) +
                                ", without the last; got " + std::to_string(begin) + " to " +
                                std::to_string(end));
}

Lists<char> Vocabulary::words(std::int64_t begin, std::int64_t end) const {
    const Turn turn(turn_);
    check_range(begin, end);
    Lists<char> found;
    Checkpoint checkpoint;
    for (std::int64_t id = begin; id < end; ++id) {
        const std::string_view word = this->word(static_cast<std::int32_t>(id));
        char* const out = found.values.room(word.size());
        found.values.set_end(std::copy(word.begin(), word.end(), out));
        found.offsets.push_back(static_cast<std::int64_t>(found.values.size()));
        checkpoint.pass(1);
    }
    return found;
}

Lists<std::int32_t> Vocabulary::number_texts(const TextBatch& texts, Tokenizer tokenizer,
                                             int threads) {
    Growth growth(*this);
    Lists<std::int32_t> numbers = number_on_threads(texts, tokenizer, threads);
    growth.keep();
    return numbers;
}

Lists<std::int32_t> Vocabulary::number_on_threads(const TextBatch& texts, Tokenizer tokenizer,
                                                  int threads) {
    using Numbers = GrowingArray<std::int32_t>;
    TextChunks<std::int32_t> chunks(texts, threads, expected_words_per_byte(tokenizer));
    if (chunks.count() == 1) {
        Checkpoint checkpoint;
        chunks.fill([&](std::string_view text, Numbers& numbers, std::int64_t) {
            append_numbers(text, texts.end(), tokenizer, numbers, checkpoint,
                           [&](const HashedWord& word) { return find_or_add(word); });
        });
        return chunks.collect();
    }
    // Each chunk numbers the words that are new to it by itself, below 0; what they are called in
    // the end is known once those of all chunks before it are.
    std::vector<NewWords> added(static_cast<std::size_t>(chunks.count()));
    chunks.fill([&](std::string_view text, Numbers& numbers, std::int64_t c) {
        NewWords& own = added[static_cast<std::size_t>(c)];
        append_numbers(text, texts.end(), tokenizer, numbers, own.checkpoint,
                       [&](const HashedWord& word) {
                           const std::int32_t id = find(word);
                           return id != WordTable::unknown ? id : ~own.table.find_or_add(word);
                       });
    });
    Checkpoint checkpoint;
    for (NewWords& own : added) {
        for (std::int32_t id = 0; id < own.table.size(); ++id) {
            own.numbers.push_back(find_or_add(own.table.hashed(id)));
            checkpoint.pass(1);
        }
    }
    return chunks.collect(
        [&](const std::int32_t* numbers, std::size_t size, std::int64_t c, std::int32_t* out) {
            const std::int32_t* const final = added[static_cast<std::size_t>(c)].numbers.data();
            for (std::size_t k = 0; k < size; ++k) {
                out[k] = numbers[k] >= 0 ? numbers[k] : final[~numbers[k]];
            }
        });
}

std::vector<std::int32_t> Vocabulary::number_words(const TextBatch& words) {
    Growth growth(*this);
    std::vector<std::int32_t> numbers(static_cast<std::size_t>(words.count));
    Checkpoint checkpoint;
    for (std::int64_t k = 0; k < words.count; ++k) {
        const std::string_view word = words[k];
        numbers[static_cast<std::size_t>(k)] =
            find_or_add(HashedWord(word.data(), word.size(), words.end()));
        checkpoint.pass(1);
    }
    growth.keep();
    return numbers;
}

template <class Number>
std::vector<std::int32_t> Vocabulary::number_others(const Vocabulary& words, std::int64_t begin,
                                                    Number number) {
    Growth growth(*this, &words);
    const std::int32_t size = words.size();
    words.check_range(begin, size);
    std::vector<std::int32_t> numbers(static_cast<std::size_t>(size - begin));
    Checkpoint checkpoint;
    for (auto id = static_cast<std::int32_t>(begin); id < size; ++id) {
        numbers[static_cast<std::size_t>(id - begin)] = number(words.word(id));
        checkpoint.pass(1);
    }
    growth.keep();
    return numbers;
}

std::vector<std::int32_t> Vocabulary::number_vocabulary(const Vocabulary& words,
                                                        std::int64_t begin) {
    return number_others(words, begin, [this](std::string_view word) {
        return find_or_add(HashedWord(word.data(), word.size(), word.data() + word.size()));
    });
}

std::vector<std::int32_t> Vocabulary::number_plain_forms(const Vocabulary& words,
                                                         std::int64_t begin) {
    std::vector<char> lower;
    return number_others(words, begin, [&](std::string_view word) {
        if (!has_letter_or_number(word)) return WordTable::unknown;
        lower.resize(longest_lower_case(word.size()));
        const char* const end = write_lower_case(word, lower.data());
        return find_or_add(
            HashedWord(lower.data(), static_cast<std::size_t>(end - lower.data()), end));
    });
}

}  // namespace hyperbaton

// Words numbered from 0 in the order in which they are added: a hash table with open addressing
// over one array of bytes.
//
// A slot holds the first eight bytes of its word, so that short words are found without looking
// anywhere else. Hashing is seeded anew in every process, which changes no number: nobody can
// prepare words that all fall into one place.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#include "eight_bytes.hpp"

namespace hyperbaton {

// Words of more bytes are refused.
inline constexpr std::size_t longest_word = std::numeric_limits<std::int32_t>::max();

// Drawn once per process.
extern const std::uint64_t hash_seed;

// All bits of the result depend on all of `value`, also its low ones.
inline std::uint64_t mixed(std::uint64_t value) {
    value *= 0x9E3779B97F4A7C15;
    value ^= value >> 32;
    value *= 0xD6E8FEB86659FD93;
    return value ^ value >> 32;
}

// A word with what is needed to look it up.
struct HashedWord {
    // `readable` is where the memory ends that may be read, at or behind the end of the word.
    HashedWord(const char* begin, std::size_t length, const char* readable)
        : data(begin),
          size(length),
          head(first_bytes(begin, length < 8 ? length : 8, readable)),
          hash(mixed(head ^ hash_seed) + size) {
        if (size > 8) hash = hash_of_long(*this);
    }

    const char* data;
    std::size_t size;
    std::uint64_t head;  // the first eight bytes, zeros where there are none
    std::uint64_t hash;

private:
    static std::uint64_t hash_of_long(const HashedWord& word);
};

class WordTable {
public:
    static constexpr std::int32_t unknown = -1;

    explicit WordTable(std::int32_t most_words = std::numeric_limits<std::int32_t>::max());

    std::int32_t size() const { return static_cast<std::int32_t>(ends_.size()) - 1; }
    std::string_view operator[](std::int32_t id) const;

    // The number of a word, or `unknown`.
    std::int32_t find(const HashedWord& word) const { return slots_[slot_of(word)].id; }

    // The number of a word, which is added if it is new. Throws std::overflow_error if there would
    // be too many, std::bad_alloc; the table is then as before.
    std::int32_t find_or_add(const HashedWord& word) {
        const std::size_t place = slot_of(word);
        const std::int32_t id = slots_[place].id;
        return id != unknown ? id : add(word, place);
    }

    // Forgets all words but the first `count`.
    void shrink(std::int32_t count) noexcept;

    // The word as it would be looked up.
    HashedWord hashed(std::int32_t id) const;

private:
    struct Slot {
        std::uint64_t head = 0;
        std::uint32_t size = 0;
        std::int32_t id = unknown;
    };

    // The slot of a word, or the empty one where it would be.
    std::size_t slot_of(const HashedWord& word) const {
        std::size_t place = word.hash & mask_;
        while (slots_[place].id != unknown && !holds(slots_[place], word)) {
            place = (place + 1) & mask_;
        }
        return place;
    }
    bool holds(const Slot& slot, const HashedWord& word) const {
        if (slot.head != word.head || slot.size != word.size) return false;
        return word.size <= 8 || has_tail(slot.id, word);
    }
    bool has_tail(std::int32_t id, const HashedWord& word) const;
    void grow();
    std::int32_t add(const HashedWord& word, std::size_t place);

    std::int32_t most_words_;
    std::vector<Slot> slots_;
    std::size_t mask_;
    std::vector<char> bytes_;
    std::vector<std::uint64_t> ends_{0};
};

}  // namespace hyperbaton

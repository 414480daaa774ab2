#include "word_table.hpp"

#include <chrono>
#include <random>
#include <stdexcept>

namespace hyperbaton {

namespace {

constexpr std::size_t first_slots = 1 << 6;

std::uint64_t random_seed() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    std::uint64_t seed = mixed(static_cast<std::uint64_t>(now));
    try {
        std::random_device device;
        seed ^= std::uint64_t{device()} << 32 | device();
    } catch (const std::exception&) {
        // The clock has to do.
    }
    return seed;
}

}  // namespace

const std::uint64_t hash_seed = random_seed();

std::uint64_t HashedWord::hash_of_long(const HashedWord& word) {
    std::uint64_t hash = word.hash;
    const char* const last = word.data + word.size - 8;
    for (const char* at = word.data + 8; at < last; at += 8) hash = mixed(hash ^ eight_bytes(at));
    return mixed(hash ^ eight_bytes(last));
}

WordTable::WordTable(std::int32_t most_words)
    : most_words_(most_words), slots_(first_slots), mask_(first_slots - 1) {}

std::string_view WordTable::operator[](std::int32_t id) const {
    const auto k = static_cast<std::size_t>(id);
    return {bytes_.data() + ends_[k], static_cast<std::size_t>(ends_[k + 1] - ends_[k])};
}

HashedWord WordTable::hashed(std::int32_t id) const {
    const std::string_view word = (*this)[id];
    return {word.data(), word.size(), bytes_.data() + bytes_.size()};
}

bool WordTable::has_tail(std::int32_t id, const HashedWord& word) const {
    const std::string_view held = (*this)[id];
    return std::memcmp(held.data() + 8, word.data + 8, word.size - 8) == 0;
}

std::int32_t WordTable::add(const HashedWord& word, std::size_t place) {
    if (word.size > longest_word) throw std::overflow_error("a word of more than 2^31 - 1 bytes");
    const std::int32_t id = size();
    if (id >= most_words_) throw std::overflow_error("too many different words");
    if (2 * (static_cast<std::size_t>(id) + 1) > slots_.size()) {
        grow();
        place = slot_of(word);
    }
    const std::size_t before = bytes_.size();
    bytes_.insert(bytes_.end(), word.data, word.data + word.size);
    try {
        ends_.push_back(bytes_.size());
    } catch (...) {
        bytes_.resize(before);
        throw;
    }
    slots_[place] = {word.head, static_cast<std::uint32_t>(word.size), id};
    return id;
}

void WordTable::grow() {
    std::vector<Slot> slots(2 * slots_.size());
    const std::size_t mask = slots.size() - 1;
    // In the order of their numbers, so that the last ones can be taken away again.
    for (std::int32_t id = 0; id < size(); ++id) {
        const HashedWord word = hashed(id);
        std::size_t place = word.hash & mask;
        while (slots[place].id != unknown) place = (place + 1) & mask;
        slots[place] = {word.head, static_cast<std::uint32_t>(word.size), id};
    }
    slots_ = std::move(slots);
    mask_ = mask;
}

void WordTable::shrink(std::int32_t count) noexcept {
    if (count == size()) return;
    // The last word went into the first empty slot of its way; without it all others are as they
    // were before it came.
    for (std::int32_t id = size() - 1; id >= count; --id) slots_[slot_of(hashed(id))] = {};
    ends_.resize(static_cast<std::size_t>(count) + 1);
    bytes_.resize(ends_.back());
}

}  // namespace hyperbaton

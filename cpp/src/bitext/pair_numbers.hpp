#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace hyperbaton {

// Numbers pairs of numbers from 0 on as they come: open addressing.
class PairNumbers {
public:
    std::int32_t number(std::int32_t a, std::int32_t b) {
        if (2 * (count_ + 1) > keys_.size()) grow();
        const std::uint64_t key = key_of(a, b);
        const std::size_t place = place_of(key);
        if (keys_[place] == 0) {
            keys_[place] = key;
            numbers_[place] = static_cast<std::int32_t>(count_++);
        }
        return numbers_[place];
    }
    // -1 if the pair has no number.
    std::int32_t find(std::int32_t a, std::int32_t b) const {
        const std::size_t place = place_of(key_of(a, b));
        return keys_[place] == 0 ? -1 : numbers_[place];
    }
    std::int32_t count() const { return static_cast<std::int32_t>(count_); }

private:
    static std::uint64_t key_of(std::int32_t a, std::int32_t b) {
        return (static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint32_t>(b)) + 1;
    }
    std::size_t place_of(std::uint64_t key) const {
        const int shift = 64 - std::countr_zero(keys_.size());
        std::size_t place = key * 0x9E3779B97F4A7C15U >> shift;
        while (keys_[place] != 0 && keys_[place] != key) place = (place + 1) & (keys_.size() - 1);
        return place;
    }
    void grow() {
        std::vector<std::uint64_t> keys(2 * keys_.size());
        std::vector<std::int32_t> numbers(keys.size());
        keys.swap(keys_);
        numbers.swap(numbers_);
        for (std::size_t k = 0; k < keys.size(); ++k) {
            if (keys[k] == 0) continue;
            const std::size_t place = place_of(keys[k]);
            keys_[place] = keys[k];
            numbers_[place] = numbers[k];
        }
    }

    std::size_t count_ = 0;
    std::vector<std::uint64_t> keys_ = std::vector<std::uint64_t>(1 << 10);
    std::vector<std::int32_t> numbers_ = std::vector<std::int32_t>(1 << 10);
};

}  // namespace hyperbaton

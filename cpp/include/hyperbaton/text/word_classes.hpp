#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hyperbaton {

/// Numbers distinct words 1, 2, … in order of first insertion; 0 means "never inserted".
///
/// Word ids may be any 32-bit integers. Open addressing with at most half the slots used: insert
/// and find take O(1) expected time for ids that were not chosen to collide.
class WordClasses {
public:
    /// Forgets every word and makes room for `expected` distinct ones. O(expected).
    void clear(std::size_t expected) {
        const std::size_t capacity = std::bit_ceil(expected < 8 ? 16 : 2 * expected);
        slots_.assign(capacity, Slot{});
        mask_ = capacity - 1;
        size_ = 0;
    }

    /// The class of `word`, new if it was not known. At most `expected` words may be inserted.
    std::uint32_t insert(std::int32_t word) {
        Slot& slot = slots_[slot_of(word)];
        if (slot.word_class == 0) {
            slot = Slot{word, static_cast<std::uint32_t>(++size_)};
        }
        return slot.word_class;
    }

    /// The class of `word`, or 0.
    std::uint32_t find(std::int32_t word) const { return slots_[slot_of(word)].word_class; }

    /// Number of distinct words inserted.
    std::size_t size() const { return size_; }

private:
    struct Slot {
        std::int32_t word = 0;
        std::uint32_t word_class = 0;
    };

    /// The slot that holds `word`, or the empty one where it belongs.
    std::size_t slot_of(std::int32_t word) const {
        // Fibonacci hashing: the high bits of the product are well mixed for consecutive ids.
        const std::uint64_t product = static_cast<std::uint32_t>(word) * 0x9E3779B97F4A7C15ull;
        std::size_t index = static_cast<std::size_t>(product >> 32) & mask_;
        while (slots_[index].word_class != 0 && slots_[index].word != word) {
            index = (index + 1) & mask_;
        }
        return index;
    }

    std::vector<Slot> slots_ = std::vector<Slot>(1);
    std::size_t mask_ = 0;
    std::size_t size_ = 0;
};

}  // namespace hyperbaton

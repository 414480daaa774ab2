#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hyperbaton/text/word_classes.hpp"

namespace hyperbaton {

/// For every distinct word of a sequence, the set of its positions as a bit mask.
///
/// A mask is `blocks()` 64-bit blocks, position p being bit p % 64 of block p / 64. The masks of a
/// sentence are all stored. In a long sequence that would take quadratic memory: there, words with
/// fewer occurrences than a mask has blocks are lists of positions, from which masks are made when
/// asked for, and memory is O(length).
class MatchMasks {
public:
    /// Takes the positions of `words`, in masks of at least `width` >= words.size() bits.
    void assign(std::span<const std::int32_t> words, std::size_t width);

    std::size_t blocks() const { return blocks_; }

    /// A number standing for `word`: equal for equal words, 0 for every word that is absent.
    std::uint32_t class_of(std::int32_t word) const { return classes_.find(word); }

    /// The first block of a class's mask. Stays as it is until the next call of this or of `part`;
    /// O(1) in a sentence, O(blocks) in a long sequence.
    const std::uint64_t* of_class(std::uint32_t word_class) const {
        return part(word_class, 0, blocks_);
    }

    /// Blocks first … first + count - 1 of a class's mask. Stays as it is until the next call.
    /// O(1) in a sentence, O(log length + 64 count) in a long sequence.
    const std::uint64_t* part(std::uint32_t word_class, std::size_t first,
                              std::size_t count) const {
        if (is_short_) return masks_.data() + word_class * blocks_ + first;
        return part_of_long(word_class, first, count);
    }

    /// Whether a class has a position.
    bool has(std::uint32_t word_class, std::size_t position) const {
        return (*part(word_class, position / 64, 1) >> (position % 64) & 1) != 0;
    }

private:
    void assign_short(std::span<const std::int32_t> words);
    void assign_long(std::span<const std::int32_t> words);
    const std::uint64_t* part_of_long(std::uint32_t word_class, std::size_t first,
                                      std::size_t count) const;
    std::span<const std::uint32_t> positions_of(std::size_t word_class) const {
        return {positions_.data() + first_position_[word_class],
                positions_.data() + first_position_[word_class + 1]};
    }

    WordClasses classes_;
    std::size_t blocks_ = 1;
    bool is_short_ = true;
    std::vector<std::uint64_t> masks_ = std::vector<std::uint64_t>(1);  // stored masks
    // Of a long sequence only:
    std::vector<std::uint32_t> positions_, first_position_;  // by class, ascending
    std::vector<std::uint32_t> stored_;                      // by class: which stored mask, or none
    mutable std::vector<std::uint64_t> made_;                // the mask made last
};

}  // namespace hyperbaton

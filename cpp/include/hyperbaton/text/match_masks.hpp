#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hyperbaton/runtime/cancellation.hpp"
#include "hyperbaton/text/word_classes.hpp"

namespace hyperbaton {

/// For every distinct word of a sequence, the set of its positions as a bit mask.
///
/// A mask is `blocks()` 64-bit blocks, position p being bit p % 64 of block p / 64. Memory is
/// O(distinct words · length / 64): made for sentences, not for whole documents.
class MatchMasks {
public:
    /// Takes the positions of `words`, in masks of at least `width` >= words.size() bits.
    void assign(std::span<const std::int32_t> words, std::size_t width) {
        classes_.clear(words.size());
        blocks_ = width == 0 ? 1 : (width + 63) / 64;
        masks_.assign(blocks_, 0);  // class 0: a word that occurs nowhere
        Checkpoint checkpoint;
        for (std::size_t position = 0; position < words.size(); ++position) {
            const std::size_t first = classes_.insert(words[position]) * blocks_;
            if (first == masks_.size()) {
                checkpoint.pass(blocks_);
                masks_.resize(first + blocks_, 0);
            }
            masks_[first + position / 64] |= std::uint64_t{1} << (position % 64);
        }
    }

    std::size_t blocks() const { return blocks_; }

    /// A number standing for `word`: equal for equal words, 0 for every word that is absent.
    std::uint32_t class_of(std::int32_t word) const { return classes_.find(word); }

    /// The first block of a class's mask.
    const std::uint64_t* of_class(std::uint32_t word_class) const {
        return masks_.data() + word_class * blocks_;
    }

private:
    WordClasses classes_;
    std::vector<std::uint64_t> masks_ = std::vector<std::uint64_t>(1);
    std::size_t blocks_ = 1;
};

}  // namespace hyperbaton

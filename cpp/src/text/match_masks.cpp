#include "hyperbaton/text/match_masks.hpp"

#include <algorithm>
#include <limits>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

/// Blocks of masks up to which all are stored: 2 MB.
constexpr std::size_t few_blocks = 1 << 18;
constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

std::uint64_t bit_of(std::size_t position) { return std::uint64_t{1} << (position % 64); }

}  // namespace

void MatchMasks::assign(std::span<const std::int32_t> words, std::size_t width) {
    classes_.clear(words.size());
    blocks_ = width == 0 ? 1 : (width + 63) / 64;
    is_short_ = (words.size() + 1) * blocks_ <= few_blocks;
    if (is_short_) {
        assign_short(words);
    } else {
        assign_long(words);
    }
}

void MatchMasks::assign_short(std::span<const std::int32_t> words) {
    masks_.assign(blocks_, 0);  // class 0: a word that occurs nowhere
    for (std::size_t position = 0; position < words.size(); ++position) {
        const std::size_t first = classes_.insert(words[position]) * blocks_;
        if (first == masks_.size()) masks_.resize(first + blocks_, 0);
        masks_[first + position / 64] |= bit_of(position);
    }
}

void MatchMasks::assign_long(std::span<const std::int32_t> words) {
    Checkpoint checkpoint;
    std::vector<std::uint32_t> next(words.size() + 3, 0);
    for (const std::int32_t word : words) {
        ++next[classes_.insert(word) + 2];
        checkpoint.pass(1);
    }
    next.resize(classes_.size() + 3);
    for (std::size_t c = 1; c < next.size(); ++c) next[c] += next[c - 1];
    positions_.resize(words.size());
    for (std::size_t position = 0; position < words.size(); ++position) {
        positions_[next[classes_.find(words[position]) + 1]++] =
            static_cast<std::uint32_t>(position);
        checkpoint.pass(1);
    }
    next.pop_back();
    first_position_.swap(next);

    stored_.assign(classes_.size() + 1, none);
    masks_.clear();
    for (std::size_t c = 1; c <= classes_.size(); ++c) {
        if (positions_of(c).size() < blocks_) continue;
        stored_[c] = static_cast<std::uint32_t>(masks_.size() / blocks_);
        masks_.resize(masks_.size() + blocks_, 0);
        std::uint64_t* const mask = masks_.data() + masks_.size() - blocks_;
        for (const std::uint32_t position : positions_of(c)) {
            mask[position / 64] |= bit_of(position);
        }
    }
}

const std::uint64_t* MatchMasks::part_of_long(std::uint32_t word_class, std::size_t first,
                                              std::size_t count) const {
    if (stored_[word_class] != none) return masks_.data() + stored_[word_class] * blocks_ + first;
    made_.assign(count, 0);
    const std::span<const std::uint32_t> positions = positions_of(word_class);
    for (auto at = std::lower_bound(positions.begin(), positions.end(), 64 * first);
         at != positions.end() && *at < 64 * (first + count); ++at) {
        made_[*at / 64 - first] |= bit_of(*at);
    }
    return made_.data();
}

}  // namespace hyperbaton

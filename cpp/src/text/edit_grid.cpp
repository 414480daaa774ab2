#include "hyperbaton/text/edit_grid.hpp"

#include <algorithm>
#include <bit>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

/// Bits [first, last] of block `block` of a long bit row.
std::uint64_t bits_between(std::size_t first, std::size_t last, std::size_t block) {
    const std::size_t offset = 64 * block;
    if (first > last || last < offset || first >= offset + 64) {
        return 0;
    }
    const std::uint64_t from =
        first <= offset ? ~std::uint64_t{0} : ~std::uint64_t{0} << (first - offset);
    const std::uint64_t to =
        last >= offset + 63 ? ~std::uint64_t{0} : ~std::uint64_t{0} >> (63 - (last - offset));
    return from & to;
}

/// Makes `values` at least `size` long, with room for `room`. A grid grows row by row, since
/// filling the memory of a large one at once could not be cancelled.
template <class T>
void grow(std::vector<T>& values, std::size_t size, std::size_t room) {
    if (values.capacity() < room) values.reserve(room);
    if (values.size() < size) values.resize(size);
}

/// Blocks of rows.
constexpr std::size_t steps_between_looks = 1 << 15;

bool bit(std::uint64_t block, std::size_t index) { return (block >> (index % 64) & 1) != 0; }

/// Advances `row` over `words`, with matches limited to `allowed` unless that is null.
template <bool banded>
void walk_rows(EditRow* row, std::span<const std::uint32_t> words, const MatchMasks& masks,
               const std::uint64_t* allowed) {
    const std::size_t blocks = masks.blocks();
    if (blocks == 1) {
        EditRow current = *row;
        for (const std::uint32_t word : words) {
            std::uint64_t matches = *masks.of_class(word);
            if constexpr (banded) {
                matches &= *allowed++;
            }
            EditCarry carry;
            advance(current, matches, carry);
        }
        *row = current;
        return;
    }
    for (const std::uint32_t word : words) {
        const std::uint64_t* const mask = masks.of_class(word);
        EditCarry carry;
        for (std::size_t block = 0; block < blocks; ++block) {
            std::uint64_t matches = mask[block];
            if constexpr (banded) {
                matches &= *allowed++;
            }
            advance(row[block], matches, carry);
        }
    }
}

/// As above, with a look at the cancellation flag between stretches of long sequences.
template <bool banded>
void walk_long_rows(EditRow* row, std::span<const std::uint32_t> words, const MatchMasks& masks,
                    const std::uint64_t* allowed) {
    if (words.size() * masks.blocks() <= steps_between_looks) {
        return walk_rows<banded>(row, words, masks, allowed);
    }
    const std::size_t stretch = steps_between_looks / masks.blocks() + 1;
    while (words.size() > stretch) {
        walk_rows<banded>(row, words.first(stretch), masks, allowed);
        if constexpr (banded) {
            allowed += stretch * masks.blocks();
        }
        words = words.subspan(stretch);
        check_cancellation();
    }
    walk_rows<banded>(row, words, masks, allowed);
}

}  // namespace

void EditGrid::reset(const MatchMasks& masks, std::size_t reference_size, const EditBand* band) {
    masks_ = &masks;
    band_ = band;
    reference_size_ = reference_size;
    blocks_ = masks.blocks();
    n_words_ = 0;
    rows_.assign(blocks_, EditRow{});
    if (band != nullptr) {
        allow_matches_inside(*band);
    }
}

/// Why limiting the matches is enough. Outside the band the grid then has steps of cost 1 only.
/// Both edges of the band are staircases that never go back, so a path that leaves the band at
/// an edge and comes back to it could have followed that edge at no greater cost (an edge is
/// never longer than the number of columns or rows it spans, whichever is more). Cells inside
/// the band therefore have the value they would have if those outside were infinite. A match is
/// allowed only where both the cell and its diagonal neighbour are inside.
void EditGrid::allow_matches_inside(const EditBand& band) {
    const std::size_t n_rows = band.first.size();
    allowed_.resize((n_rows - 1) * blocks_);
    Checkpoint checkpoint;
    for (std::size_t i = 1; i < n_rows; ++i) {
        checkpoint.pass(blocks_);
        const std::size_t first = std::max({band.first[i], band.first[i - 1] + 1, std::size_t{1}});
        const std::size_t last = std::min(band.past[i] - 1, band.past[i - 1]);
        for (std::size_t block = 0; block < blocks_; ++block) {
            allowed_[(i - 1) * blocks_ + block] = bits_between(first - 1, last - 1, block);
        }
    }
}

void EditGrid::walk(EditRow* row, std::span<const std::uint32_t> words, std::size_t i) const {
    if (band_ == nullptr) {
        walk_long_rows<false>(row, words, *masks_, nullptr);
    } else {
        walk_long_rows<true>(row, words, *masks_, allowed_.data() + i * blocks_);
    }
}

void EditGrid::fill(std::span<const std::uint32_t> words, std::size_t known) {
    n_words_ = words.size();
    grow(rows_, (known + 1) * blocks_, (n_words_ + 1) * blocks_);
    grow(steps_, known * blocks_, n_words_ * blocks_);
    Checkpoint checkpoint;
    for (std::size_t i = known; i < n_words_; ++i) {
        checkpoint.pass(blocks_);
        grow(rows_, (i + 2) * blocks_, 0);
        grow(steps_, (i + 1) * blocks_, 0);
        const std::uint64_t* const mask = masks_->of_class(words[i]);
        EditCarry carry;
        for (std::size_t block = 0; block < blocks_; ++block) {
            EditRow row = rows_[i * blocks_ + block];
            const std::uint64_t matches =
                band_ == nullptr ? mask[block] : mask[block] & allowed_[i * blocks_ + block];
            steps_[i * blocks_ + block] = advance(row, matches, carry);
            rows_[(i + 1) * blocks_ + block] = row;
        }
    }
}

std::size_t EditGrid::last_cell(const EditRow* row, std::size_t n_words) const {
    std::size_t plus = n_words;
    std::size_t minus = 0;
    for (std::size_t block = 0; block < blocks_ && 64 * block < reference_size_; ++block) {
        const std::uint64_t columns = bits_between(0, reference_size_ - 1, block);
        plus += static_cast<std::size_t>(std::popcount(row[block].plus & columns));
        minus += static_cast<std::size_t>(std::popcount(row[block].minus & columns));
    }
    return plus - minus;
}

std::size_t EditGrid::distance() const {
    return last_cell(rows_.data() + n_words_ * blocks_, n_words_);
}

std::size_t EditGrid::distance_after_swap(std::span<const std::uint32_t> words, std::size_t begin,
                                          std::size_t middle, std::size_t end) {
    const EditRow* const start = rows_.data() + begin * blocks_;
    scratch_.assign(start, start + blocks_);
    walk(scratch_.data(), words.subspan(middle, end - middle), begin);
    walk(scratch_.data(), words.subspan(begin, middle - begin), begin + end - middle);
    walk(scratch_.data(), words.subspan(end), end);
    return last_cell(scratch_.data(), words.size());
}

std::size_t EditGrid::unrestricted_distance(std::span<const std::uint32_t> words) {
    scratch_.assign(blocks_, EditRow{});
    walk_long_rows<false>(scratch_.data(), words, *masks_, nullptr);
    return last_cell(scratch_.data(), words.size());
}

bool EditGrid::inside(std::size_t i, std::size_t j) const {
    return band_ == nullptr || (band_->first[i] <= j && j < band_->past[i]);
}

void EditGrid::trace(std::span<const std::uint32_t> words,
                     std::vector<EditOperation>& operations) const {
    operations.clear();
    std::size_t i = n_words_;
    std::size_t j = reference_size_;
    while (i > 0 && j > 0) {
        const std::size_t block = (j - 1) / 64;
        const EditStep step = steps_[(i - 1) * blocks_ + block];
        const bool is_match = bit(masks_->of_class(words[i - 1])[block], j - 1);
        if (inside(i - 1, j - 1) && (is_match || !bit(step.diagonal_zero, j - 1))) {
            operations.push_back(is_match ? EditOperation::match : EditOperation::substitution);
            --i;
            --j;
        } else if (inside(i - 1, j) && bit(step.down_plus, j - 1)) {
            operations.push_back(EditOperation::deletion);
            --i;
        } else {
            operations.push_back(EditOperation::insertion);
            --j;
        }
    }
    operations.insert(operations.end(), i, EditOperation::deletion);
    operations.insert(operations.end(), j, EditOperation::insertion);
    std::reverse(operations.begin(), operations.end());
}

}  // namespace hyperbaton

#include "hyperbaton/text/edit_grid.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

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

/// Rows of so many blocks are computed whole: leaving some out would take longer.
constexpr std::size_t few_blocks = 4;

/// Blocks of rows that are all kept to be traced, 32 MB.
constexpr std::size_t many_blocks = 1 << 20;

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

/// The change of value over one block.
std::size_t rise(const EditRow& block) {
    return static_cast<std::size_t>(std::popcount(block.plus)) -
           static_cast<std::size_t>(std::popcount(block.minus));
}

}  // namespace

void EditGrid::reset(const MatchMasks& masks, std::size_t reference_size, const EditBand* band) {
    masks_ = &masks;
    band_ = band;
    reference_size_ = reference_size;
    blocks_ = masks.blocks();
    n_words_ = 0;
    choose_blocks();
    rows_.assign(stride_, EditRow{});
    if (band != nullptr) {
        allow_matches_inside(*band);
    }
}

/// Why some blocks of a row are enough. Outside the band the grid only has steps of cost 1 (see
/// allow_matches_inside), and what is there does not change the values inside as long as no cell
/// is given less than such steps would cost. The cell left of the first block is given one more
/// than the one above it, and blocks that come in on the right rise by one with every column.
void EditGrid::choose_blocks() {
    first_block_.clear();
    left_.clear();
    stride_ = blocks_;
    if (band_ == nullptr || blocks_ <= few_blocks) return;
    const auto first_touched = [this](std::size_t i) {
        return (std::max<std::size_t>(band_->first[i], 1) - 1) / 64;
    };
    const auto last_touched = [this](std::size_t i) {
        return (std::max<std::size_t>(band_->past[i], 2) - 2) / 64;
    };
    const std::size_t n_rows = band_->first.size();
    std::size_t widest = 1;  // but for row 0, which rises with every column
    for (std::size_t i = 1; i < n_rows; ++i) {
        widest = std::max(widest, last_touched(i) - first_touched(i) + 1);
    }
    if (widest >= blocks_) return;
    stride_ = widest;
    first_block_.assign(n_rows, 0);
    left_.assign(n_rows, 0);
    for (std::size_t i = 1; i < n_rows; ++i) {
        first_block_[i] = std::min(first_touched(i), blocks_ - stride_);
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
    allowed_.resize((n_rows - 1) * stride_);
    Checkpoint checkpoint;
    for (std::size_t i = 1; i < n_rows; ++i) {
        checkpoint.pass(stride_);
        const std::size_t first = std::max({band.first[i], band.first[i - 1] + 1, std::size_t{1}});
        const std::size_t last = std::min(band.past[i] - 1, band.past[i - 1]);
        for (std::size_t k = 0; k < stride_; ++k) {
            allowed_[(i - 1) * stride_ + k] = bits_between(first - 1, last - 1, first_block(i) + k);
        }
    }
}

/// Turns the blocks of row i - 1 into those from which row i is computed.
void EditGrid::move_right(Window& window, std::size_t i) const {
    ++window.left;
    const std::size_t moved = std::min(first_block_[i] - first_block_[i - 1], stride_);
    if (moved == 0) return;
    for (std::size_t k = 0; k < moved; ++k) window.left += rise(window.row[k]);
    std::move(window.row + moved, window.row + stride_, window.row);
    std::fill(window.row + stride_ - moved, window.row + stride_, EditRow{});
}

void EditGrid::walk_window(Window& window, std::span<const std::uint32_t> words,
                           std::size_t i) const {
    Checkpoint checkpoint;
    for (const std::uint32_t word : words) {
        checkpoint.pass(stride_);
        const std::uint64_t* const allowed = allowed_.data() + i * stride_;
        move_right(window, ++i);
        const std::uint64_t* const mask = masks_->part(word, first_block_[i], stride_);
        EditCarry carry;
        for (std::size_t k = 0; k < stride_; ++k) {
            advance(window.row[k], mask[k] & allowed[k], carry);
        }
    }
}

/// Advances row i over `words`.
void EditGrid::walk(Window& window, std::span<const std::uint32_t> words, std::size_t i) const {
    if (is_windowed()) return walk_window(window, words, i);
    window.left += words.size();
    if (band_ == nullptr) {
        walk_long_rows<false>(window.row, words, *masks_, nullptr);
    } else {
        walk_long_rows<true>(window.row, words, *masks_, allowed_.data() + i * stride_);
    }
}

void EditGrid::fill(std::span<const std::uint32_t> words, std::size_t known) {
    n_words_ = words.size();
    grow(rows_, (known + 1) * stride_, (n_words_ + 1) * stride_);
    grow(steps_, known * stride_, n_words_ * stride_);
    fill_rows(words, known);
}

void EditGrid::fill_rows(std::span<const std::uint32_t> words, std::size_t known) {
    Checkpoint checkpoint;
    for (std::size_t i = known; i < words.size(); ++i) {
        checkpoint.pass(stride_);
        grow(rows_, (i + 2) * stride_, 0);
        grow(steps_, (i + 1) * stride_, 0);
        EditRow* const row = rows_.data() + (i + 1) * stride_;
        std::copy_n(row - stride_, stride_, row);
        if (is_windowed()) {
            Window window{row, left_[i]};
            move_right(window, i + 1);
            left_[i + 1] = window.left;
        }
        const std::uint64_t* const mask = masks_->part(words[i], first_block(i + 1), stride_);
        EditCarry carry;
        for (std::size_t k = 0; k < stride_; ++k) {
            const std::uint64_t matches =
                band_ == nullptr ? mask[k] : mask[k] & allowed_[i * stride_ + k];
            steps_[i * stride_ + k] = advance(row[k], matches, carry);
        }
    }
}

/// The value of the last cell of a row, from that of the cell left of its blocks.
std::size_t EditGrid::last_cell(const EditRow* row, std::size_t blocks_before,
                                std::size_t left) const {
    for (std::size_t block = blocks_before; block < blocks_ && 64 * block < reference_size_;
         ++block) {
        const std::uint64_t columns = bits_between(0, reference_size_ - 1, block);
        const EditRow& whole = row[block - blocks_before];
        left += rise({whole.plus & columns, whole.minus & columns});
    }
    return left;
}

std::size_t EditGrid::distance() const {
    return last_cell(rows_.data() + n_words_ * stride_, first_block(n_words_), left_of(n_words_));
}

std::size_t EditGrid::distance_after_swap(std::span<const std::uint32_t> words, std::size_t begin,
                                          std::size_t middle, std::size_t end) {
    const EditRow* const start = rows_.data() + begin * stride_;
    scratch_.assign(start, start + stride_);
    Window window{scratch_.data(), left_of(begin)};
    walk(window, words.subspan(middle, end - middle), begin);
    walk(window, words.subspan(begin, middle - begin), begin + end - middle);
    walk(window, words.subspan(end), end);
    return last_cell(window.row, first_block(words.size()), window.left);
}

std::size_t EditGrid::unrestricted_distance(std::span<const std::uint32_t> words) {
    scratch_.assign(blocks_, EditRow{});
    walk_long_rows<false>(scratch_.data(), words, *masks_, nullptr);
    return last_cell(scratch_.data(), 0, words.size());
}

bool EditGrid::inside(std::size_t i, std::size_t j) const {
    return band_ == nullptr || (band_->first[i] <= j && j < band_->past[i]);
}

/// Follows the path back to row `first_row`, above the first of the stored steps, and from row 0 or
/// column 0 to the corner.
void EditGrid::trace_back(std::span<const std::uint32_t> words, std::size_t first_row,
                          EditPlace& at, std::vector<EditOperation>& operations) const {
    std::size_t& i = at.hypothesis;
    std::size_t& j = at.reference;
    Checkpoint checkpoint;
    while (i > first_row && j > 0) {
        checkpoint.pass(1);
        const std::size_t block = (j - 1) / 64 - first_block(i);
        const EditStep step = steps_[(i - 1 - first_row) * stride_ + block];
        const bool is_match = masks_->has(words[i - 1], j - 1);
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
    if (i > 0 && j > 0) return;
    operations.insert(operations.end(), i, EditOperation::deletion);
    operations.insert(operations.end(), j, EditOperation::insertion);
    at = {0, 0};
}

void EditGrid::trace(std::span<const std::uint32_t> words,
                     std::vector<EditOperation>& operations) const {
    operations.clear();
    EditPlace at{n_words_, reference_size_};
    trace_back(words, 0, at, operations);
    std::reverse(operations.begin(), operations.end());
}

void EditGrid::fill_and_trace(std::span<const std::uint32_t> words,
                              std::vector<EditOperation>& operations) {
    const std::size_t n = words.size();
    const auto root = static_cast<std::size_t>(std::sqrt(static_cast<double>(n)));
    const std::size_t stretch = n * blocks_ <= many_blocks ? n + 1 : root + 1;
    std::vector<EditRow> kept(blocks_);  // row 0, row `stretch`, …
    for (std::size_t i = stretch; i < n; i += stretch) {
        kept.resize(kept.size() + blocks_);
        EditRow* const row = kept.data() + kept.size() - blocks_;
        std::copy_n(row - blocks_, blocks_, row);
        Window window{row, i - stretch};
        walk(window, words.subspan(i - stretch, stretch), i - stretch);
    }
    const std::size_t longest = std::min(stretch, n);
    grow(rows_, 0, (longest + 1) * blocks_);
    grow(steps_, 0, longest * blocks_);
    operations.clear();
    EditPlace at{n, reference_size_};
    for (std::size_t rows = kept.size() / blocks_; rows > 0; --rows) {
        const std::size_t begin = (rows - 1) * stretch;
        const EditRow* const row = kept.data() + (rows - 1) * blocks_;
        rows_.assign(row, row + blocks_);
        fill_rows(words.subspan(begin, std::min(longest, n - begin)), 0);
        trace_back(words, begin, at, operations);
    }
    std::reverse(operations.begin(), operations.end());
}

}  // namespace hyperbaton

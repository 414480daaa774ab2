#include "mapping_rows.hpp"

#include <algorithm>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

constexpr std::int64_t most_kept = std::int64_t{1} << 22;  // bytes of T, and as many of rows above

constexpr std::int64_t steps_between_looks = std::int64_t{1} << 22;  // cells, 32 at a time

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

std::int64_t computed_size(const SidedForest& forest) {
    std::int64_t sum = 0;
    for (const Keyroot& keyroot : forest.keyroots) {
        sum += keyroot.twin == 0 ? keyroot.end - keyroot.begin : 0;
    }
    return sum;
}

std::int64_t padded(std::int64_t columns) { return (columns + 64) / 64 * 64; }

void set(std::vector<std::uint64_t>& bits, std::size_t k) {
    bits[k / 64] |= std::uint64_t{1} << k % 64;
}

}  // namespace

bool MappingRows::fit(const SidedForest& a, const SidedForest& b) const {
    if (std::min(a.count(), b.count()) > MappingKernels::most_mapped) return false;
    const std::int64_t width = padded(computed_size(b) + 1);
    return width < (1 << 16) && a.count() < (1 << 16) && a.count() * width <= most_kept;
}

std::int32_t MappingRows::largest(const SidedForest& a, const SidedForest& b,
                                  const MappingKernels& kernels) {
    lay_out_rows(a);
    lay_out_columns(b);
    const std::size_t width = at(padded(static_cast<std::int64_t>(used_)));
    for (auto* kept : {&trees_, &jumps_}) {
        if (kept->size() < to_row_.size() * width) kept->resize(to_row_.size() * width);
    }
    const MappingColumns columns{static_cast<std::int32_t>(used_),
                                 static_cast<std::int32_t>(width),
                                 jump_.data(),
                                 below_.data(),
                                 leaves_.data(),
                                 starts_.data(),
                                 valid_.data()};
    std::uint8_t last = 0;
    const std::int64_t stretch = steps_between_looks / columns.width + 1;
    for (std::int64_t begin = 0; begin < row_count_; begin += stretch) {
        if (begin > 0) check_cancellation();
        last = kernels.largest(rows_.data() + begin, std::min(stretch, row_count_ - begin), columns,
                               trees_.data(), jumps_.data(), values_.data(), steps_.data(),
                               grown_.data());
    }
    return last;
}

void MappingRows::lay_out_rows(const SidedForest& a) {
    row_count_ = computed_size(a);
    if (rows_.size() < at(row_count_)) rows_.resize(at(row_count_));
    to_row_.assign(at(a.count()), 0);
    MappingRow* row = rows_.data();
    Checkpoint checkpoint;
    for (const Keyroot& k : a.keyroots) {
        checkpoint.pass(k.end - k.begin);
        if (k.twin != 0) {
            to_row_[at(k.begin)] = to_row_[at(k.begin - k.twin)] - k.twin;
            continue;
        }
        for (std::int32_t i = k.begin; i < k.end; ++i, ++row) {
            const std::int32_t first = a.first[at(i)];
            const bool leaf = first == i;
            const bool kept = leaf ? a.up[at(i)] >= 0 : true;  // leaves that nodes jump to
            row->kind = leaf               ? MappingRowKind::leaf
                        : first == k.begin ? MappingRowKind::path
                                           : MappingRowKind::inner;
            row->starts = i == k.begin;
            row->tree = static_cast<std::uint16_t>(i + to_row_[at(first)]);
            row->slot = static_cast<std::uint16_t>(kept && first != k.begin ? first : 0);
        }
    }
}

void MappingRows::lay_out_columns(const SidedForest& b) {
    const std::size_t width = at(padded(computed_size(b) + 1));
    to_column_.resize(at(b.count()));
    jump_.assign(width, 0);
    below_.assign(width, 0);
    for (auto* bits : {&leaves_, &starts_, &valid_, &steps_}) bits->assign(width / 64, 0);
    grown_.resize(width / 64);
    values_.resize(std::max(values_.size(), width));
    used_ = 1;
    set(starts_, 0);
    for (const Keyroot& l : b.keyroots) {
        if (l.twin == 0) {
            add_table(b, l);
            continue;
        }
        to_column_[at(l.begin)] = to_column_[at(l.begin - l.twin)] - l.twin;
    }
    set(starts_, used_);
    for (std::size_t w = 0; w < width / 64; ++w) {
        const std::size_t filled = std::min<std::size_t>(used_ - std::min(used_, 64 * w), 64);
        valid_[w] = filled == 0 ? 0 : ~std::uint64_t{0} >> (64 - filled);
    }
    valid_[0] &= ~std::uint64_t{1};
}

void MappingRows::add_table(const SidedForest& b, const Keyroot& l) {
    const std::size_t begin = used_;
    const std::int32_t to_column = static_cast<std::int32_t>(begin) - l.begin;
    set(starts_, begin);
    to_column_[at(l.begin)] = to_column;
    for (std::int32_t j = l.begin; j < l.end; ++j, ++used_) {
        const std::int32_t first = b.first[at(j)];
        const bool leaf = first == j;
        leaves_[used_ / 64] |= std::uint64_t{leaf} << used_ % 64;
        jump_[used_] = static_cast<std::uint16_t>(first == l.begin ? 0 : first - 1 + to_column);
        below_[used_] = static_cast<std::uint16_t>(leaf ? 0 : j + to_column_[at(first)] - 1);
    }
}

std::size_t MappingRows::bytes() const {
    return rows_.capacity() * sizeof(MappingRow) +
           4 * (to_row_.capacity() + to_column_.capacity()) +
           2 * (jump_.capacity() + below_.capacity()) +
           8 * (leaves_.capacity() + starts_.capacity() + valid_.capacity() + steps_.capacity() +
                grown_.capacity()) +
           trees_.capacity() + jumps_.capacity() + values_.capacity();
}

}  // namespace hyperbaton

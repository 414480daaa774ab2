#include "suffix_order.hpp"

#include <algorithm>
#include <numeric>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

void SuffixOrder::build(const std::vector<std::int32_t>& symbols) {
    const std::size_t n = symbols.size();
    rank_ = symbols;
    starts_.resize(n);
    next_.resize(n);
    std::iota(next_.begin(), next_.end(), 0);
    sort_by_rank();
    for (std::size_t length = 1; length < n; length *= 2) {
        // By what follows `length` symbols: nothing first, then as those suffixes are ordered.
        std::size_t filled = 0;
        for (std::size_t start = n - length; start < n; ++start) {
            next_[filled++] = static_cast<std::int32_t>(start);
        }
        for (const std::int32_t start : starts_) {
            const auto before =
                static_cast<std::int64_t>(start) - static_cast<std::int64_t>(length);
            if (before >= 0) next_[filled++] = static_cast<std::int32_t>(before);
        }
        sort_by_rank();
        if (rank_by_two(length)) break;
    }
    count_shared(symbols);
}

/// Fills `starts_` with the entries of `next_` by rank; those of equal rank stay in order.
void SuffixOrder::sort_by_rank() {
    Checkpoint checkpoint;
    counts_.assign(rank_.size() + 1, 0);
    for (const std::int32_t rank : rank_) ++counts_[static_cast<std::size_t>(rank) + 1];
    std::partial_sum(counts_.begin(), counts_.end(), counts_.begin());
    for (const std::int32_t start : next_) {
        checkpoint.pass(4);
        const std::int32_t rank = rank_[static_cast<std::size_t>(start)];
        starts_[static_cast<std::size_t>(counts_[static_cast<std::size_t>(rank)]++)] = start;
    }
}

/// Ranks suffixes by twice as many symbols as before; whether all ranks differ.
bool SuffixOrder::rank_by_two(std::size_t length) {
    const std::size_t n = rank_.size();
    const auto second = [&](std::size_t start) {
        return start + length < n ? rank_[start + length] : -1;
    };
    Checkpoint checkpoint;
    std::int32_t rank = 0;
    for (std::size_t k = 0; k < n; ++k) {
        checkpoint.pass(4);
        const auto start = static_cast<std::size_t>(starts_[k]);
        if (k > 0) {
            const auto before = static_cast<std::size_t>(starts_[k - 1]);
            if (rank_[before] != rank_[start] || second(before) != second(start)) ++rank;
        }
        next_[start] = rank;
    }
    rank_.swap(next_);
    return static_cast<std::size_t>(rank) + 1 >= n;
}

void SuffixOrder::count_shared(const std::vector<std::int32_t>& symbols) {
    const std::size_t n = symbols.size();
    for (std::size_t k = 0; k < n; ++k) {
        rank_[static_cast<std::size_t>(starts_[k])] = static_cast<std::int32_t>(k);
    }
    shared_.assign(n, 0);
    Checkpoint checkpoint;
    std::size_t common = 0;
    for (std::size_t start = 0; start < n; ++start) {
        const auto k = static_cast<std::size_t>(rank_[start]);
        if (k == 0) {
            common = 0;
            continue;
        }
        const auto before = static_cast<std::size_t>(starts_[k - 1]);
        while (start + common < n && before + common < n &&
               symbols[start + common] == symbols[before + common]) {
            checkpoint.pass(1);
            ++common;
        }
        checkpoint.pass(1);
        shared_[k] = static_cast<std::int32_t>(common);
        if (common > 0) --common;
    }
}

}  // namespace hyperbaton

// The suffixes of a long sequence in order, and how much each shares with the one before it.
#pragma once

#include <cstdint>
#include <vector>

namespace hyperbaton {

/// Buffers included; O(length) memory.
class SuffixOrder {
public:
    /// Sorts the suffixes of a sequence of at most 2^31 - 2 symbols, each below its length. Prefix
    /// doubling (Manber & Myers 1993) with counting sorts: O(n log n) time. Shared prefixes by the
    /// algorithm of Kasai et al. (2001): O(n).
    void build(const std::vector<std::int32_t>& symbols);

    /// Where the suffixes start, in ascending order.
    const std::vector<std::int32_t>& starts() const { return starts_; }

    /// Symbols that suffix k of that order has in common with suffix k - 1; 0 for the first.
    const std::vector<std::int32_t>& shared() const { return shared_; }

private:
    void sort_by_rank();
    bool rank_by_two(std::size_t length);
    void count_shared(const std::vector<std::int32_t>& symbols);

    std::vector<std::int32_t> starts_, shared_;
    std::vector<std::int32_t> rank_;  // by start
    std::vector<std::int32_t> next_, counts_;
};

}  // namespace hyperbaton

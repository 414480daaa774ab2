#pragma once
// A set of positions in a sentence, as bits. All operations are for all positions at once.

#include <bit>
#include <cstdint>

namespace hyperbaton {

template <int words>
struct BitRow {
    std::uint64_t word[words];

    static BitRow none() { return BitRow{}; }
    static BitRow one(int position) {
        BitRow row{};
        row.add(position);
        return row;
    }
    // All positions from `position` on. Any whole number is welcome.
    static BitRow from(int position) {
        BitRow row;
        for (int k = 0; k < words; ++k) {
            const int shift = position - 64 * k;
            const std::uint64_t all = ~std::uint64_t{0};
            row.word[k] = shift >= 64 ? 0 : all << (shift < 0 ? 0 : shift);
        }
        return row;
    }
    static BitRow below(int position) { return ~from(position); }

    void add(int position) { word[position >> 6] |= std::uint64_t{1} << (position & 63); }
    void remove(int position) { word[position >> 6] &= ~(std::uint64_t{1} << (position & 63)); }
    bool holds(int position) const { return (word[position >> 6] >> (position & 63) & 1) != 0; }
    bool empty() const {
        std::uint64_t all = 0;
        for (int k = 0; k < words; ++k) all |= word[k];
        return all == 0;
    }

    // Not for the empty set.
    int lowest() const {
        int k = 0;
        while (word[k] == 0) ++k;
        return 64 * k + std::countr_zero(word[k]);
    }
    int highest() const {
        int k = words - 1;
        while (word[k] == 0) --k;
        return 64 * k + 63 - std::countl_zero(word[k]);
    }

    // Every position one further.
    BitRow onward() const {
        BitRow row;
        for (int k = words - 1; k > 0; --k) row.word[k] = word[k] << 1 | word[k - 1] >> 63;
        row.word[0] = word[0] << 1;
        return row;
    }

    int count() const {
        int total = 0;
        for (int k = 0; k < words; ++k) total += std::popcount(word[k]);
        return total;
    }

    // From the lowest position on.
    template <class Visit>
    void each(Visit visit) const {
        for (int k = 0; k < words; ++k) {
            for (std::uint64_t rest = word[k]; rest != 0; rest &= rest - 1) {
                visit(64 * k + std::countr_zero(rest));
            }
        }
    }

    friend BitRow operator&(BitRow a, const BitRow& b) {
        for (int k = 0; k < words; ++k) a.word[k] &= b.word[k];
        return a;
    }
    friend BitRow operator|(BitRow a, const BitRow& b) {
        for (int k = 0; k < words; ++k) a.word[k] |= b.word[k];
        return a;
    }
    friend BitRow operator^(BitRow a, const BitRow& b) {
        for (int k = 0; k < words; ++k) a.word[k] ^= b.word[k];
        return a;
    }
    friend BitRow operator~(BitRow a) {
        for (int k = 0; k < words; ++k) a.word[k] = ~a.word[k];
        return a;
    }
    friend bool operator==(const BitRow& a, const BitRow& b) {
        std::uint64_t all = 0;
        for (int k = 0; k < words; ++k) all |= a.word[k] ^ b.word[k];
        return all == 0;
    }
};

}  // namespace hyperbaton

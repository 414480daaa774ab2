#include "checks.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace hyperbaton {

namespace {

constexpr std::int64_t longest_sequence = std::numeric_limits<std::int32_t>::max() - 1;
constexpr std::int64_t largest_order = 1 << 16;

// Without an early end, so that it is as fast as reading the values.
template <class Integer>
bool all_below(const Integer* values, std::size_t size, std::int64_t limit) {
    Integer smallest = 0, largest = -1;
    for (std::size_t k = 0; k < size; ++k) {
        smallest = std::min(smallest, values[k]);
        largest = std::max(largest, values[k]);
    }
    return smallest == 0 && largest < limit;
}

}  // namespace

void refuse(const std::string& what) { throw std::invalid_argument(what); }

void check_offsets(const Input<std::int64_t>& offsets, std::size_t size, const char* name) {
    const std::size_t count = offsets.size();
    const std::int64_t* const at = offsets.data();
    bool rising = count > 0 && at[0] == 0 && at[count - 1] == static_cast<std::int64_t>(size);
    bool short_enough = true;
    for (std::size_t k = 1; k < count; ++k) {
        rising &= at[k - 1] <= at[k];
        // Of offsets that fall the difference does not matter; unsigned, it cannot overflow.
        const auto length =
            static_cast<std::uint64_t>(at[k]) - static_cast<std::uint64_t>(at[k - 1]);
        short_enough &= length <= static_cast<std::uint64_t>(longest_sequence);
    }
    if (!rising) {
        refuse(std::string(name) + " have to rise from 0 to " + std::to_string(size) +
               ", the number of entries they refer to");
    }
    if (!short_enough) refuse(std::string(name) + ": a sequence is longer than 2^31 - 2");
}

void check_range(const std::int32_t* values, std::size_t size, std::int64_t limit,
                 const char* name) {
    if (all_below(values, size, limit)) return;
    refuse(std::string(name) + " have to be at least 0 and below " + std::to_string(limit));
}

void check_range(const Input<std::int32_t>& values, std::int64_t limit, const char* name) {
    check_range(values.data(), values.size(), limit, name);
}

void check_range(const Input<std::int64_t>& values, std::int64_t limit, const char* name) {
    if (all_below(values.data(), values.size(), limit)) return;
    refuse(std::string(name) + " have to be at least 0 and below " + std::to_string(limit));
}

void check_order(std::int64_t order) {
    if (order >= 1 && order <= largest_order) return;
    refuse("order has to be from 1 to " + std::to_string(largest_order) + ", got " +
           std::to_string(order));
}

}  // namespace hyperbaton

#include "hyperbaton/permutation/wide_count.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace hyperbaton {

WideCount WideCount::product(WideCount a, std::uint64_t b) {
    const std::uint64_t low_half = (a.low & 0xffffffffu) * b;
    const std::uint64_t high_half = (a.low >> 32) * b;
    WideCount result{a.high * b + (high_half >> 32), high_half << 32};
    return result += WideCount{0, low_half};
}

double WideCount::to_double() const {
    if (high == 0) return static_cast<double>(low);
    // 64 bits are enough to round by, if the last of them tells whether any below are set.
    const int shift = 64 - std::countl_zero(high);
    const std::uint64_t kept = shift == 64 ? high : high << (64 - shift) | low >> shift;
    const std::uint64_t lost = shift == 64 ? low : low << (64 - shift);
    return std::ldexp(static_cast<double>(kept | (lost != 0 ? 1 : 0)), shift);
}

std::int64_t WideCount::to_int64() const {
    if (high != 0 || low > std::numeric_limits<std::int64_t>::max()) {
        throw std::overflow_error("a count is too large for 64 bits");
    }
    return static_cast<std::int64_t>(low);
}

}  // namespace hyperbaton

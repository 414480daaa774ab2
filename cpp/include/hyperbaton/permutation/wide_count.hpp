// A count of up to 128 bits, on every compiler: sums of squared displacements outgrow 64 bits from
// about three million elements on, n (n^2 - 1) from about two million on.
#pragma once

#include <cstdint>

namespace hyperbaton {

struct WideCount {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    // a * b for b below 2^32. The result must fit.
    static WideCount product(WideCount a, std::uint64_t b);

    WideCount& operator+=(WideCount other) {
        low += other.low;
        high += other.high + (low < other.low ? 1 : 0);
        return *this;
    }
    // Of no more than this count.
    WideCount operator-(WideCount other) const {
        return {high - other.high - (low < other.low ? 1 : 0), low - other.low};
    }
    bool operator==(const WideCount&) const = default;

    // The nearest double, of two equally near ones that with an even last bit.
    double to_double() const;

    // Throws std::overflow_error where 63 bits are too few.
    std::int64_t to_int64() const;
};

}  // namespace hyperbaton

// What arrays from Python have to satisfy so that no index leads out of them. A caller that broke a
// rule gets std::invalid_argument, a ValueError in Python. All checks are O(n) with a small factor.
#pragma once

#include <cstdint>
#include <string>

#include "array_types.hpp"

namespace hyperbaton {

[[noreturn]] void refuse(const std::string& what);

inline void require(bool satisfied, const char* what) {
    if (!satisfied) refuse(what);
}

// Offsets rise from 0 to `size`, and none of the sequences between them is longer than 2^31 - 2.
void check_offsets(const Input<std::int64_t>& offsets, std::size_t size, const char* name);

// All values are at least 0 and below `limit`.
void check_range(const std::int32_t* values, std::size_t size, std::int64_t limit,
                 const char* name);
void check_range(const Input<std::int32_t>& values, std::int64_t limit, const char* name);
void check_range(const Input<std::int64_t>& values, std::int64_t limit, const char* name);

// Lengths of n-grams.
void check_order(std::int64_t order);

}  // namespace hyperbaton

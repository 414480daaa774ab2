// Many texts in one array of bytes, and what is computed of each: lists of any length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hyperbaton/text/growing_array.hpp"

namespace hyperbaton {

// Text k is data[offsets[k]] .. data[offsets[k + 1] - 1]; the first offset is 0.
struct TextBatch {
    const char* data;
    const std::int64_t* offsets;
    std::int64_t count;

    std::string_view operator[](std::int64_t k) const {
        return {data + offsets[k], static_cast<std::size_t>(offsets[k + 1] - offsets[k])};
    }
    std::int64_t bytes() const { return count == 0 ? 0 : offsets[count]; }
    const char* end() const { return data + bytes(); }
};

// List k is values.data()[offsets[k]] .. values.data()[offsets[k + 1] - 1].
template <class T>
struct Lists {
    GrowingArray<T> values;
    std::vector<std::int64_t> offsets{0};
};

}  // namespace hyperbaton

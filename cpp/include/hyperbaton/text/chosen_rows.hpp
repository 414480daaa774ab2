// Rows of a flat array, chosen by their numbers: how pairs of sentences are gathered from sentences
// that were prepared once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>
#include <span>

#include "hyperbaton/runtime/cancellation.hpp"
#include "hyperbaton/text/text_batch.hpp"

namespace hyperbaton {

// Rows in the order given and as often as they are named, each below offsets.size() - 1. Row k is
// values[offsets[k]] .. values[offsets[k + 1] - 1]. Time proportional to what is copied.
template <class T>
Lists<T> chosen_rows(const T* values, std::span<const std::int64_t> offsets,
                     std::span<const std::int64_t> rows) {
    constexpr std::int64_t most = std::int64_t{1} << 48;
    Lists<T> chosen;
    chosen.offsets.reserve(rows.size() + 1);
    for (const std::int64_t row : rows) {
        const auto k = static_cast<std::size_t>(row);
        chosen.offsets.push_back(chosen.offsets.back() + offsets[k + 1] - offsets[k]);
        if (chosen.offsets.back() > most) throw std::bad_alloc();
    }
    T* out = chosen.values.room(static_cast<std::size_t>(chosen.offsets.back()));
    Checkpoint checkpoint;
    for (const std::int64_t row : rows) {
        const auto k = static_cast<std::size_t>(row);
        checkpoint.pass(offsets[k + 1] - offsets[k]);
        out = std::copy(values + offsets[k], values + offsets[k + 1], out);
    }
    chosen.values.set_end(out);
    return chosen;
}

}  // namespace hyperbaton

#include "hyperbaton/permutation/permutations.hpp"

#include <vector>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

bool contains_zero(const std::int64_t* raw, std::int64_t n) {
    return std::find(raw, raw + n, 0) != raw + n;
}

}  // namespace

std::int64_t validate_permutations(const std::int64_t* raw, const std::int64_t* offsets,
                                   std::int64_t count, std::int32_t* values, std::int8_t* bases) {
    std::vector<std::int64_t> last_seen_in;  // by value: the permutation that used it, plus one
    Checkpoint checkpoint;
    for (std::int64_t k = 0; k < count; ++k) {
        const std::int64_t begin = offsets[k], n = offsets[k + 1] - begin;
        const std::int64_t base = contains_zero(raw + begin, n) ? 0 : 1;
        if (static_cast<std::int64_t>(last_seen_in.size()) < n) {
            last_seen_in.resize(static_cast<std::size_t>(n), 0);
        }
        checkpoint.pass(n);
        bases[k] = static_cast<std::int8_t>(base);
        for (std::int64_t i = begin; i < begin + n; ++i) {
            if (raw[i] < base || raw[i] - base >= n) return k;
            const std::int64_t value = raw[i] - base;
            std::int64_t& seen = last_seen_in[static_cast<std::size_t>(value)];
            if (seen == k + 1) return k;
            seen = k + 1;
            values[i] = static_cast<std::int32_t>(value);
        }
    }
    return -1;
}

}  // namespace hyperbaton

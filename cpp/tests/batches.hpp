// Batches of permutations for tests and benchmarks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "hyperbaton/permutation/permutation_tree.hpp"
#include "hyperbaton/permutation/permutations.hpp"

namespace hyperbaton {

struct OwnedBatch {
    std::vector<std::int32_t> values;
    std::vector<std::int64_t> offsets{0};

    void add(const std::vector<std::int32_t>& permutation) {
        values.insert(values.end(), permutation.begin(), permutation.end());
        offsets.push_back(static_cast<std::int64_t>(values.size()));
    }
    PermutationBatch view() const {
        return {values.data(), offsets.data(), static_cast<std::int64_t>(offsets.size()) - 1};
    }
};

struct OwnedTrees {
    explicit OwnedTrees(const OwnedBatch& batch)
        : start(batch.values.size()),
          stop(batch.values.size()),
          arity(batch.values.size()),
          counts(batch.offsets.size() - 1),
          kind(batch.values.size()) {}

    PermutationTreeBatch view() {
        return {start.data(), stop.data(), arity.data(), kind.data(), counts.data()};
    }

    std::vector<std::int32_t> start, stop, arity, counts;
    std::vector<std::uint8_t> kind;
};

inline std::vector<std::int32_t> identity(std::int64_t n) {
    std::vector<std::int32_t> values(static_cast<std::size_t>(n));
    std::iota(values.begin(), values.end(), 0);
    return values;
}

// The identity with a few blocks exchanged with their neighbours, as in translations.
inline std::vector<std::int32_t> moved_blocks(std::int64_t n, int moves, std::mt19937& random) {
    std::vector<std::int32_t> values = identity(n);
    std::uniform_int_distribution<std::int64_t> position(0, n);
    for (int k = 0; k < moves; ++k) {
        std::int64_t cut[3] = {position(random), position(random), position(random)};
        std::sort(cut, cut + 3);
        std::rotate(values.begin() + cut[0], values.begin() + cut[1], values.begin() + cut[2]);
    }
    return values;
}

inline std::vector<std::int32_t> shuffled(std::int64_t n, std::mt19937& random) {
    std::vector<std::int32_t> values = identity(n);
    std::shuffle(values.begin(), values.end(), random);
    return values;
}

}  // namespace hyperbaton

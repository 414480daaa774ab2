// Permutations that passed validation, with their trees: nobody but their owner can write to them,
// so whatever reads them has nothing left to check.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "hyperbaton/permutation/permutation_tree.hpp"

namespace hyperbaton {

// The trees of a batch in arrays of their own.
class OwnedTrees {
public:
    OwnedTrees(const PermutationBatch& batch, int threads);

    const PermutationTreeBatch& view() const { return view_; }

private:
    std::unique_ptr<std::int32_t[]> nodes_;  // starts, stops and arities, then counts
    std::unique_ptr<std::uint8_t[]> kinds_;
    PermutationTreeBatch view_;
};

class OwnedPermutations {
public:
    // Copies offsets that were checked. The values are for validate_permutations to write.
    OwnedPermutations(const std::int64_t* offsets, std::size_t count);

    // Permutations begin .. end - 1, which share the memory of the values.
    OwnedPermutations(const OwnedPermutations& whole, std::int64_t begin, std::int64_t end);

    std::int32_t* values() { return values_; }
    PermutationBatch batch() const {
        return {values_, offsets_.data(), static_cast<std::int64_t>(offsets_.size()) - 1};
    }

    // Built on first use. Callers from several threads get the same ones.
    const PermutationTreeBatch& trees(int threads) const;

private:
    std::shared_ptr<std::int32_t[]> memory_;
    std::int32_t* values_;
    std::vector<std::int64_t> offsets_;
    mutable std::mutex building_;
    mutable std::unique_ptr<const OwnedTrees> trees_;
};

}  // namespace hyperbaton

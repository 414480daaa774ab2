#include "owned_permutations.hpp"

namespace hyperbaton {

OwnedTrees::OwnedTrees(const PermutationBatch& batch, int threads) {
    const auto size = static_cast<std::size_t>(batch.elements());
    nodes_.reset(new std::int32_t[3 * size + static_cast<std::size_t>(batch.count)]);
    kinds_.reset(new std::uint8_t[size]);
    std::int32_t* const first = nodes_.get();
    view_ = {first, first + size, first + 2 * size, kinds_.get(), first + 3 * size};
    build_trees(batch, view_, threads);
}

OwnedPermutations::OwnedPermutations(const std::int64_t* offsets, std::size_t count)
    : memory_(new std::int32_t[static_cast<std::size_t>(offsets[count])]),
      values_(memory_.get()),
      offsets_(offsets, offsets + count + 1) {}

OwnedPermutations::OwnedPermutations(const OwnedPermutations& whole, std::int64_t begin,
                                     std::int64_t end)
    : memory_(whole.memory_),
      values_(whole.values_ + whole.offsets_[static_cast<std::size_t>(begin)]),
      offsets_(whole.offsets_.begin() + begin, whole.offsets_.begin() + end + 1) {
    const std::int64_t first = offsets_.front();
    for (std::int64_t& offset : offsets_) offset -= first;
}

const PermutationTreeBatch& OwnedPermutations::trees(int threads) const {
    const std::lock_guard<std::mutex> lock(building_);
    if (!trees_) trees_ = std::make_unique<const OwnedTrees>(batch(), threads);
    return trees_->view();
}

}  // namespace hyperbaton

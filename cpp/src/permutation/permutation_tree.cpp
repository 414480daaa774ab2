#include "hyperbaton/permutation/permutation_tree.hpp"

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

constexpr std::int32_t leaf = -1;

}  // namespace

// Shift-reduce over positions. After position i the stack holds the maximal blocks of 0..i; the
// block that ends at i can swallow the one before it as long as some interval ending at i starts
// at or before that one, which is what leftmost_[i] tells.
void PermutationTreeBuilder::build(Permutation pi, PermutationTree& nodes) {
    const auto n = static_cast<std::int32_t>(pi.size());
    leftmost_.resize(pi.size());
    stack_.resize(pi.size());
    leftmost_intervals(pi, leftmost_.data(), intervals_);
    OpenBlock* const bottom = stack_.data();
    OpenBlock* top = bottom;  // one past the last block
    nodes.count = 0;
    const auto add = [&](std::int32_t i) {
        const std::int32_t value = pi[static_cast<std::size_t>(i)];
        const std::int32_t reach = leftmost_[static_cast<std::size_t>(i)];
        OpenBlock block{i, value, value, leaf};
        while (top != bottom && top[-1].start >= reach) {
            const OpenBlock previous = *--top;
            const std::int32_t node = nodes.count++;
            std::uint8_t kind = prime;
            std::int32_t arity = 2;
            if (previous.high + 1 == block.low) {
                kind = monotone;
                block.low = previous.low;
            } else if (block.high + 1 == previous.low) {
                kind = inverted;
                block.high = previous.high;
            } else {
                block.low = std::min(block.low, previous.low);
                block.high = std::max(block.high, previous.high);
            }
            block.start = previous.start;
            while (block.high - block.low != i - block.start) {
                --top;
                block.start = top->start;
                block.low = std::min(block.low, top->low);
                block.high = std::max(block.high, top->high);
                ++arity;
            }
            if (kind != prime && previous.node != leaf && nodes.kind[previous.node] == kind) {
                nodes.kind[previous.node] |= absorbed;
            }
            nodes.start[node] = block.start;
            nodes.stop[node] = i + 1;
            nodes.arity[node] = arity;
            nodes.kind[node] = kind;
            block.node = node;
        }
        *top++ = block;
    };
    for_each_stretch(n, [&](std::int32_t begin, std::int32_t end) {
        for (std::int32_t i = begin; i < end; ++i) add(i);
    });
}

void build_trees(const PermutationBatch& batch, const PermutationTreeBatch& trees, int threads) {
    for_each_sequence<PermutationTreeBuilder>(
        batch, threads, [&](Permutation pi, std::int64_t k, PermutationTreeBuilder& workspace) {
            PermutationTree nodes = trees.nodes(batch.offsets[k], k);
            workspace.build(pi, nodes);
            trees.counts[k] = nodes.count;
        });
}

}  // namespace hyperbaton

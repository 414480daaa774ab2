#include "hyperbaton/text/string_distances.hpp"

#include <algorithm>
#include <utility>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

using Words = std::span<const std::int32_t>;

/// Removes the common prefix and the common suffix, which the Levenshtein distance ignores.
void strip_common_ends(Words& a, Words& b) {
    const auto [end_a, end_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    const auto prefix = static_cast<std::size_t>(end_a - a.begin());
    a = a.subspan(prefix);
    b = b.subspan(prefix);
    while (!a.empty() && !b.empty() && a.back() == b.back()) {
        a = a.first(a.size() - 1);
        b = b.first(b.size() - 1);
    }
}

/// Takes the reference's masks and the hypothesis's word classes into the workspace.
void prepare(Words hypothesis, Words reference, StringDistanceWorkspace& workspace) {
    workspace.masks.assign(reference, reference.size());
    workspace.words.resize(hypothesis.size());
    std::transform(hypothesis.begin(), hypothesis.end(), workspace.words.begin(),
                   [&](std::int32_t word) { return workspace.masks.class_of(word); });
    workspace.grid.reset(workspace.masks, reference.size(), nullptr);
}

}  // namespace

std::size_t levenshtein_distance(Words a, Words b, StringDistanceWorkspace& workspace) {
    strip_common_ends(a, b);
    if (a.size() < b.size()) {
        std::swap(a, b);  // the shorter one is the bit row
    }
    if (b.empty()) {
        return a.size();
    }
    prepare(a, b, workspace);
    return workspace.grid.unrestricted_distance(workspace.words);
}

std::vector<EditOperation> levenshtein_operations(Words hypothesis, Words reference,
                                                  StringDistanceWorkspace& workspace) {
    prepare(hypothesis, reference, workspace);
    std::vector<EditOperation> operations;
    operations.reserve(hypothesis.size() + reference.size());
    workspace.grid.fill_and_trace(workspace.words, operations);
    return operations;
}

std::size_t position_independent_distance(Words a, Words b, StringDistanceWorkspace& workspace) {
    workspace.classes.clear(a.size());
    workspace.counts.assign(a.size() + 1, 0);
    for (const std::int32_t word : a) {
        ++workspace.counts[workspace.classes.insert(word)];
    }
    std::size_t common = 0;
    for (const std::int32_t word : b) {
        // Words that do not occur in `a` are class 0, whose count stays 0.
        std::uint32_t& left = workspace.counts[workspace.classes.find(word)];
        const std::uint32_t taken = left > 0 ? 1 : 0;
        left -= taken;
        common += taken;
    }
    return std::max(a.size(), b.size()) - common;
}

/// After its long jumps every cell of a row is the row's minimum or one more, so a row is that
/// minimum and one bit a hypothesis position (0 … |h|), set where the cell is the minimum. Going
/// to the next reference word:
///   - if it matches right after a set bit, the minimum stays, and the cells behind such matches
///     are the only ones to have it;
///   - otherwise the minimum grows by 1, and a cell has it by an insertion or a substitution from
///     a set bit, or by a match from anywhere.
std::size_t cder_distance(Words hypothesis, Words reference, StringDistanceWorkspace& workspace) {
    workspace.masks.assign(hypothesis, hypothesis.size() + 1);
    const MatchMasks& masks = workspace.masks;
    const std::size_t blocks = masks.blocks();
    std::vector<std::uint64_t>& at_minimum = workspace.bits;
    at_minimum.assign(blocks, 0);
    at_minimum[0] = 1;
    std::size_t minimum = 0;
    Checkpoint checkpoint;
    for (const std::int32_t word : reference) {
        const std::uint64_t* const matches = masks.of_class(masks.class_of(word));
        checkpoint.pass(2 * blocks);
        std::uint64_t hits = 0;
        for (std::size_t block = 0; block < blocks; ++block) {
            hits |= at_minimum[block] & matches[block];
        }
        minimum += hits == 0 ? 1 : 0;
        std::uint64_t carry = 0;
        for (std::size_t block = 0; block < blocks; ++block) {
            const std::uint64_t here = at_minimum[block];
            const std::uint64_t moved = hits != 0 ? here & matches[block] : here | matches[block];
            at_minimum[block] = (hits != 0 ? 0 : here) | (moved << 1) | carry;
            carry = moved >> 63;
        }
    }
    const std::size_t end = hypothesis.size();
    const bool ends_at_minimum = (at_minimum[end / 64] >> (end % 64) & 1) != 0;
    return minimum + (ends_at_minimum ? 0 : 1);
}

}  // namespace hyperbaton

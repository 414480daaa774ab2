#include "hyperbaton/alignment/ribes.hpp"

#include <algorithm>

#include "hyperbaton/runtime/cancellation.hpp"
#include "long_contexts.hpp"

namespace hyperbaton {

namespace {

// Pairs of positions up to which all are compared.
constexpr std::size_t few_pairs = 1 << 22;

// Turns the lengths of the longest common suffixes of `words` before each position and a sentence
// before `last` into those after each position and after `last`.
void extend_common_suffixes(Sequence words, std::int32_t last, std::vector<std::int32_t>& lengths) {
    std::int32_t before = 0;  // of the position on the left, for the sentence before `last`
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::int32_t extended = words[i] == last ? before + 1 : 0;
        before = lengths[i];
        lengths[i] = extended;
    }
}

// For every word of the hypothesis its shortest context to the left.
//
// Words up to a position share a suffix with the words up to any other one. A suffix longer than
// all those shared within the hypothesis occurs once in it; one not longer than the longest shared
// with the reference, but longer than the second longest, occurs once in that.
void shortest_contexts(Sequence hypothesis, Sequence reference, RibesWorkspace& workspace,
                       std::vector<Context>& contexts) {
    if (hypothesis.size() * (hypothesis.size() + reference.size()) > few_pairs) {
        return shortest_long_contexts(hypothesis, reference, contexts);
    }
    std::vector<std::int32_t>& ours = workspace.in_hypothesis;
    std::vector<std::int32_t>& theirs = workspace.in_reference;
    ours.assign(hypothesis.size(), 0);
    theirs.assign(reference.size(), 0);
    contexts.resize(hypothesis.size());
    Checkpoint checkpoint;
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        checkpoint.pass(hypothesis.size() + reference.size());
        extend_common_suffixes(hypothesis, hypothesis[i], ours);
        extend_common_suffixes(reference, hypothesis[i], theirs);
        std::int32_t ambiguous = 0;  // the longest context that occurs more than once
        for (std::size_t j = 0; j < hypothesis.size(); ++j) {
            if (j != i) ambiguous = std::max(ambiguous, ours[j]);
        }
        std::int32_t longest = 0, position = -1;
        for (std::size_t j = 0; j < reference.size(); ++j) {
            ambiguous = std::max(ambiguous, std::min(longest, theirs[j]));
            if (theirs[j] > longest) {
                longest = theirs[j];
                position = static_cast<std::int32_t>(j);
            }
        }
        contexts[i] = {ambiguous + 1, ambiguous < longest ? position : -1};
    }
}

// Ranks of the aligned positions, equal ones ranked from last to first so that they descend.
void rank_positions(std::size_t reference_length, RibesWorkspace& workspace) {
    const std::vector<std::int32_t>& positions = workspace.positions;
    std::vector<std::int32_t>& starts = workspace.starts;
    starts.assign(reference_length + 1, 0);
    for (const std::int32_t position : positions) ++starts[static_cast<std::size_t>(position) + 1];
    for (std::size_t j = 1; j < starts.size(); ++j) starts[j] += starts[j - 1];
    workspace.ranks.resize(positions.size());
    for (std::size_t i = positions.size(); i-- > 0;) {
        workspace.ranks[i] = starts[static_cast<std::size_t>(positions[i])]++;
    }
}

}  // namespace

void align_by_context(Sequence hypothesis, Sequence reference, RibesWorkspace& workspace,
                      std::int32_t* positions) {
    workspace.reversed_hypothesis.assign(hypothesis.rbegin(), hypothesis.rend());
    workspace.reversed_reference.assign(reference.rbegin(), reference.rend());
    shortest_contexts(hypothesis, reference, workspace, workspace.left);
    shortest_contexts(workspace.reversed_hypothesis, workspace.reversed_reference, workspace,
                      workspace.right);
    const std::size_t n = hypothesis.size();
    const auto last = static_cast<std::int32_t>(reference.size()) - 1;
    for (std::size_t i = 0; i < n; ++i) {
        const Context left = workspace.left[i], right = workspace.right[n - 1 - i];
        const bool left_wins = left.position >= 0 && left.length <= right.length;
        if (left_wins || right.position < 0) {
            positions[i] = left.position;
        } else {
            positions[i] = last - right.position;
        }
    }
}

AlignedOrder aligned_order(Sequence hypothesis, Sequence reference, RibesWorkspace& workspace) {
    std::vector<std::int32_t>& positions = workspace.positions;
    positions.resize(hypothesis.size());
    align_by_context(hypothesis, reference, workspace, positions.data());
    std::erase(positions, -1);
    rank_positions(reference.size(), workspace);
    const auto aligned = static_cast<std::int64_t>(positions.size());
    const std::int64_t inversions = count_inversions(workspace.ranks, workspace.flat);
    return {aligned, aligned * (aligned - 1) / 2 - inversions};
}

}  // namespace hyperbaton

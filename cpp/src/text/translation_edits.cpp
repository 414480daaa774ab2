#include "hyperbaton/text/translation_edits.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

using Words = std::span<const std::int32_t>;
using Workspace = TranslationEditWorkspace;

/// A shift that lowers the edit distance, and what is left of the distance.
struct Gain {
    ShiftCandidate shift;
    std::size_t length;
    std::size_t distance;
};

/// Beam around the pseudo-diagonal j = i · |reference| / |hypothesis|.
///
/// The ratio is a double, rounded before the product is rounded down: the columns depend on it,
/// and sacreBLEU's are those. Returns whether the beam leaves any cell out.
bool set_beam(std::size_t n_hypothesis, std::size_t n_reference, EditBand& band) {
    const double ratio = static_cast<double>(n_reference) / static_cast<double>(n_hypothesis);
    std::size_t width = ter_beam_width;
    if (static_cast<double>(ter_beam_width) < ratio / 2) {
        width = static_cast<std::size_t>(std::ceil(ratio / 2 + static_cast<double>(width)));
    }
    band.first.assign(n_hypothesis + 1, 0);
    band.past.assign(n_hypothesis + 1, n_reference + 1);
    bool is_narrow = false;
    for (std::size_t i = 1; i <= n_hypothesis; ++i) {
        const auto diagonal = static_cast<std::size_t>(std::floor(static_cast<double>(i) * ratio));
        band.first[i] = diagonal > width ? diagonal - width : 0;
        if (i < n_hypothesis) {
            band.past[i] = std::min(n_reference + 1, diagonal + width);
        }
        is_narrow |= band.first[i] > 0 || band.past[i] <= n_reference;
    }
    return is_narrow;
}

/// Number of reference words that some hypothesis word could match, each taken once.
std::size_t bag_intersection(Workspace& workspace) {
    workspace.counts.assign(workspace.reference.size() + 1, 0);
    for (const std::uint32_t word : workspace.reference) {
        ++workspace.counts[word];
    }
    std::size_t common = 0;
    for (const std::uint32_t word : workspace.hypothesis) {
        const std::uint32_t taken = workspace.counts[word] > 0 ? 1 : 0;
        workspace.counts[word] -= taken;
        common += taken;
    }
    return common;
}

void prepare(Words hypothesis, Words reference, Workspace& workspace) {
    const auto class_of = [&](std::int32_t word) { return workspace.masks.class_of(word); };
    workspace.masks.assign(reference, reference.size());
    workspace.reference.resize(reference.size());
    std::transform(reference.begin(), reference.end(), workspace.reference.begin(), class_of);
    workspace.hypothesis.resize(hypothesis.size());
    std::transform(hypothesis.begin(), hypothesis.end(), workspace.hypothesis.begin(), class_of);
    const bool is_narrow = set_beam(hypothesis.size(), reference.size(), workspace.band);
    workspace.grid.reset(workspace.masks, reference.size(), is_narrow ? &workspace.band : nullptr);
}

/// Reads from the current edit path where reference gaps fall in the hypothesis, and how many
/// words before each position are wrong.
void read_alignment(Workspace& workspace) {
    workspace.grid.trace(workspace.hypothesis, workspace.operations);
    workspace.targets.assign(1, 0);
    workspace.wrong_in_hypothesis.assign(1, 0);
    workspace.wrong_in_reference.assign(1, 0);
    std::uint32_t position = 0;
    for (const EditOperation operation : workspace.operations) {
        const std::uint32_t wrong = operation == EditOperation::match ? 0 : 1;
        if (operation != EditOperation::insertion) {
            ++position;
            workspace.wrong_in_hypothesis.push_back(workspace.wrong_in_hypothesis.back() + wrong);
        }
        if (operation != EditOperation::deletion) {
            workspace.targets.push_back(position);
            workspace.wrong_in_reference.push_back(workspace.wrong_in_reference.back() + wrong);
        }
    }
}

/// The exchange of neighbouring ranges that moves [start, start + length) to `target`.
///
/// A target before or behind the words means "before the word at target". A target within them
/// means so many words further right (as far as there are any), which is sacreBLEU's reading.
ShiftCandidate make_candidate(std::uint32_t start, std::uint32_t length, std::uint32_t target,
                              std::uint32_t n_words) {
    const std::uint32_t end = start + length;
    if (target < start) {
        return {start, target, target, start, end};
    }
    const std::uint32_t last = target > end ? target : std::min(target + length, n_words);
    return {start, target, start, end, last};
}

/// Adds the shifts of hypothesis words [start, start + length) to the gaps of the reference
/// words from `match` on that they are equal to. Returns how many.
std::size_t add_candidates(std::uint32_t start, std::uint32_t match, std::uint32_t length,
                           Workspace& workspace) {
    const auto n_wrong = [length](const std::vector<std::uint32_t>& sums, std::uint32_t first) {
        return sums[first + length] - sums[first];
    };
    const std::vector<std::uint32_t>& targets = workspace.targets;
    const bool is_within = start < targets[match + 1] && targets[match + 1] <= start + length;
    if (is_within || n_wrong(workspace.wrong_in_hypothesis, start) == 0 ||
        n_wrong(workspace.wrong_in_reference, match) == 0) {
        return 0;
    }
    const auto n_words = static_cast<std::uint32_t>(workspace.hypothesis.size());
    std::vector<ShiftCandidate>& candidates = workspace.candidates[length];
    const std::size_t n_before = candidates.size();
    for (std::uint32_t gap = match; gap <= match + length; ++gap) {
        if (gap == match || targets[gap] != targets[gap - 1]) {
            candidates.push_back(make_candidate(start, length, targets[gap], n_words));
        }
    }
    return candidates.size() - n_before;
}

/// Length of the match of hypothesis words from `start` and reference words from `match`.
std::uint32_t match_length(std::size_t start, std::size_t match, const Workspace& workspace) {
    const std::size_t longest = std::min({ter_max_shift_size, workspace.hypothesis.size() - start,
                                          workspace.reference.size() - match});
    std::uint32_t length = 1;
    while (length < longest &&
           workspace.hypothesis[start + length] == workspace.reference[match + length]) {
        ++length;
    }
    return length;
}

/// The blocks of a mask that words at `start` may shift to; none where they lie behind the last.
struct NearBlocks {
    std::size_t first, count;

    NearBlocks(std::size_t start, std::size_t blocks)
        : first((start - std::min(start, ter_max_shift_distance)) / 64),
          count(std::min(blocks, (start + ter_max_shift_distance) / 64 + 1)) {
        count -= std::min(count, first);
    }
};

/// Collects the shifts to consider, by length and then by start. Returns how many, or any number
/// from `limit` up if there are so many.
std::size_t collect_candidates(Workspace& workspace, std::size_t limit) {
    for (std::vector<ShiftCandidate>& candidates : workspace.candidates) {
        candidates.clear();
    }
    std::size_t n_candidates = 0;
    Checkpoint checkpoint;
    for (std::uint32_t start = 0; start < workspace.hypothesis.size(); ++start) {
        const NearBlocks near(start, workspace.masks.blocks());
        const std::uint64_t* const mask =
            workspace.masks.part(workspace.hypothesis[start], near.first, near.count);
        for (std::size_t block = 0; block < near.count; ++block) {
            checkpoint.pass(1);
            for (std::uint64_t bits = mask[block]; bits != 0; bits &= bits - 1) {
                const auto match = static_cast<std::uint32_t>(
                    64 * (near.first + block) + static_cast<std::size_t>(std::countr_zero(bits)));
                if ((match > start ? match - start : start - match) > ter_max_shift_distance) {
                    continue;
                }
                const std::uint32_t longest = match_length(start, match, workspace);
                for (std::uint32_t length = 1; length <= longest; ++length) {
                    n_candidates += add_candidates(start, match, length, workspace);
                }
                if (n_candidates >= limit) {
                    return n_candidates;
                }
            }
        }
    }
    return n_candidates;
}

/// The shift that leaves the smallest edit distance, if one leaves less than `distance`.
///
/// Ties go to the longest, then the leftmost, then the one with the leftmost target: candidates
/// come longest first and left to right, so only targets need comparing. `smallest` bounds every
/// distance from below (no order of the words does better), and a shift that moves k words past
/// others, or others past k words, changes a full edit distance by at most 2k.
std::optional<Gain> best_shift(std::size_t distance, std::size_t smallest, Workspace& workspace) {
    // In long sentences a shift is tried faster than a bound is found.
    const std::size_t unrestricted =
        workspace.grid.is_windowed() ? smallest
                                     : workspace.grid.unrestricted_distance(workspace.hypothesis);
    std::optional<Gain> best;
    Checkpoint checkpoint;
    for (std::size_t length = ter_max_shift_size; length > 0; --length) {
        for (const ShiftCandidate& shift : workspace.candidates[length]) {
            const std::size_t moved =
                std::min<std::size_t>(shift.middle - shift.begin, shift.end - shift.middle);
            const std::size_t bound =
                std::max(smallest, unrestricted - std::min(unrestricted, 2 * moved));
            const std::size_t to_beat = best ? best->distance : distance;
            const bool wins_tie = best && best->length == length &&
                                  best->shift.start == shift.start &&
                                  shift.target < best->shift.target;
            if (bound > to_beat || (bound == to_beat && !wins_tie)) {
                continue;
            }
            checkpoint.pass(workspace.hypothesis.size());
            const std::size_t left = workspace.grid.distance_after_swap(
                workspace.hypothesis, shift.begin, shift.middle, shift.end);
            if (left < to_beat || (left == to_beat && wins_tie)) {
                best = Gain{shift, length, left};
            }
        }
    }
    return best;
}

/// Applies a shift to any sequence that runs along the hypothesis.
template <typename T>
void apply(const ShiftCandidate& shift, std::vector<T>& sequence) {
    const auto at = [&](std::uint32_t index) {
        return sequence.begin() + static_cast<std::ptrdiff_t>(index);
    };
    std::rotate(at(shift.begin), at(shift.middle), at(shift.end));
}

/// The greedy search. Hands every shift done to `on_shift`; leaves the shifted hypothesis filled
/// into the workspace's grid. Both sequences must not be empty.
template <typename OnShift>
std::size_t search(Words hypothesis, Words reference, Workspace& workspace, OnShift on_shift) {
    prepare(hypothesis, reference, workspace);
    const std::size_t smallest =
        std::max(hypothesis.size(), reference.size()) - bag_intersection(workspace);
    workspace.grid.fill(workspace.hypothesis, 0);
    std::size_t distance = workspace.grid.distance();
    std::size_t n_shifts = 0;
    std::size_t n_left = ter_max_shift_candidates;
    while (distance > smallest) {
        read_alignment(workspace);
        const std::size_t n_candidates = collect_candidates(workspace, n_left);
        // The shift found in the round that reaches the limit is not done, so it is not sought.
        if (n_candidates >= n_left) {
            break;
        }
        n_left -= n_candidates;
        const std::optional<Gain> best = best_shift(distance, smallest, workspace);
        if (!best) {
            break;
        }
        apply(best->shift, workspace.hypothesis);
        on_shift(*best);
        workspace.grid.fill(workspace.hypothesis, best->shift.begin);
        distance = best->distance;
        ++n_shifts;
    }
    return n_shifts + distance;
}

Shift describe(const Gain& gain) {
    const ShiftCandidate& shift = gain.shift;
    const std::uint32_t destination =
        shift.begin < shift.start ? shift.begin : shift.begin + (shift.end - shift.middle);
    return {static_cast<std::int32_t>(shift.start), static_cast<std::int32_t>(gain.length),
            static_cast<std::int32_t>(destination)};
}

}  // namespace

std::size_t translation_edit_count(Words hypothesis, Words reference, Workspace& workspace) {
    if (hypothesis.empty() || reference.empty()) {
        return std::max(hypothesis.size(), reference.size());
    }
    return search(hypothesis, reference, workspace, [](const Gain&) {});
}

TranslationEdits translation_edits(Words hypothesis, Words reference, Workspace& workspace) {
    TranslationEdits result;
    result.order.resize(hypothesis.size());
    std::iota(result.order.begin(), result.order.end(), 0);
    if (hypothesis.empty() || reference.empty()) {
        result.edits = std::max(hypothesis.size(), reference.size());
        result.operations.assign(
            result.edits, reference.empty() ? EditOperation::deletion : EditOperation::insertion);
        return result;
    }
    result.edits = search(hypothesis, reference, workspace, [&](const Gain& gain) {
        apply(gain.shift, result.order);
        result.shifts.push_back(describe(gain));
    });
    workspace.grid.trace(workspace.hypothesis, result.operations);
    return result;
}

}  // namespace hyperbaton

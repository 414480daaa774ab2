#include "hyperbaton/text/skip_bigrams.hpp"

#include <algorithm>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

// How far behind its first word the second may stand.
std::int64_t reach_of(std::int64_t n, std::int64_t skip) {
    return skip < 0 || skip >= n ? n : skip + 1;
}

// Fills `positions` from the sequence whose classes it holds already.
void link_positions(WordPositions& positions, std::size_t classes) {
    positions.last.assign(classes + 1, -1);
    positions.previous.resize(positions.classes.size());
    for (std::size_t i = 0; i < positions.classes.size(); ++i) {
        std::int64_t& last = positions.last[positions.classes[i]];
        positions.previous[i] = last;
        last = static_cast<std::int64_t>(i);
    }
}

// Calls visit(class of the second word) for all pairs whose first word is of class `first`.
template <class Visit>
void for_each_pair_of(const WordPositions& positions, std::uint32_t first, std::int64_t reach,
                      Visit visit) {
    const auto n = static_cast<std::int64_t>(positions.classes.size());
    Checkpoint checkpoint;
    for (std::int64_t i = positions.last[first]; i >= 0;
         i = positions.previous[static_cast<std::size_t>(i)]) {
        const std::int64_t end = reach < n - i ? i + 1 + reach : n;
        checkpoint.pass(end - i);
        for (std::int64_t j = i + 1; j < end; ++j) {
            visit(positions.classes[static_cast<std::size_t>(j)]);
        }
    }
}

}  // namespace

std::int64_t count_skip_bigrams(std::int64_t n, std::int64_t skip) {
    if (n < 2) return 0;
    const std::int64_t reach = std::min(reach_of(n, skip), n - 1);
    return reach * (n - reach) + reach * (reach - 1) / 2;
}

std::int64_t common_skip_bigrams(Sequence hypothesis, Sequence reference, std::int64_t skip,
                                 SkipBigramWorkspace& workspace) {
    WordPositions& ours = workspace.hypothesis;
    WordPositions& theirs = workspace.reference;
    workspace.classes.clear(hypothesis.size());
    ours.classes.clear();
    for (const std::int32_t word : hypothesis) {
        ours.classes.push_back(workspace.classes.insert(word));
    }
    theirs.classes.clear();
    for (const std::int32_t word : reference) {
        theirs.classes.push_back(workspace.classes.find(word));
    }
    link_positions(ours, workspace.classes.size());
    link_positions(theirs, workspace.classes.size());

    const std::int64_t longest =
        static_cast<std::int64_t>(std::max(hypothesis.size(), reference.size()));
    const std::int64_t reach = reach_of(longest, skip);
    std::vector<std::int64_t>& open = workspace.open;
    open.assign(workspace.classes.size() + 1, 0);
    std::int64_t common = 0;
    for (std::uint32_t first = 1; first <= workspace.classes.size(); ++first) {
        if (theirs.last[first] < 0) continue;
        for_each_pair_of(ours, first, reach, [&](std::uint32_t second) { ++open[second]; });
        for_each_pair_of(theirs, first, reach, [&](std::uint32_t second) {
            if (open[second] > 0) {
                --open[second];
                ++common;
            }
        });
        for_each_pair_of(ours, first, reach, [&](std::uint32_t second) { open[second] = 0; });
    }
    return common;
}

}  // namespace hyperbaton

#include "hyperbaton/text/skip_bigrams.hpp"

#include <algorithm>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

// A word that occurs more often is counted in one go through the sentence.
constexpr int few_occurrences = 8;

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

bool is_frequent(const WordPositions& positions, std::uint32_t word) {
    std::int64_t i = positions.last[word];
    for (int k = 0; k < few_occurrences && i >= 0; ++k) {
        i = positions.previous[static_cast<std::size_t>(i)];
    }
    return i >= 0;
}

// Adds to counts[second] the pairs of each second word with a first word of class `first`.
void count_seconds(const WordPositions& positions, std::uint32_t first, std::int64_t reach,
                   std::vector<std::int64_t>& counts) {
    const std::vector<std::uint32_t>& classes = positions.classes;
    const auto is_first = [&](std::int64_t i) {
        return i >= 0 && classes[static_cast<std::size_t>(i)] == first;
    };
    Checkpoint checkpoint;
    std::int64_t firsts = 0;  // within reach
    for (std::int64_t j = 0; j < static_cast<std::int64_t>(classes.size()); ++j) {
        checkpoint.pass(1);
        counts[classes[static_cast<std::size_t>(j)]] += firsts;
        firsts += (is_first(j) ? 1 : 0) - (is_first(j - reach) ? 1 : 0);
    }
}

// The pairs that begin with a frequent word and that both sentences have.
std::int64_t common_with_first(std::uint32_t first, std::int64_t reach,
                               SkipBigramWorkspace& workspace) {
    std::vector<std::int64_t>& ours = workspace.open;  // all 0, and so again in the end
    std::vector<std::int64_t>& theirs = workspace.theirs;
    theirs.assign(ours.size(), 0);
    count_seconds(workspace.hypothesis, first, reach, ours);
    count_seconds(workspace.reference, first, reach, theirs);
    std::int64_t common = 0;
    for (std::size_t second = 1; second < ours.size(); ++second) {
        common += std::min(ours[second], theirs[second]);
    }
    std::fill(ours.begin(), ours.end(), 0);
    return common;
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
        if (is_frequent(ours, first) || is_frequent(theirs, first)) {
            common += common_with_first(first, reach, workspace);
            continue;
        }
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

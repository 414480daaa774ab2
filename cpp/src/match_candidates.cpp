#include "hyperbaton/match_candidates.hpp"

#include <algorithm>
#include <cstdlib>

namespace hyperbaton {

namespace {

constexpr std::int32_t none = -1;

Match word_match(std::size_t hyp, std::int32_t ref, std::int32_t matcher, float weight) {
    return {static_cast<std::int32_t>(hyp), 1, ref, 1, matcher, weight};
}

/// Links the reference positions of each class in ascending order: workspace.first[class] is the
/// first, workspace.next[position] the one after it. workspace.seen[class] is set to 0.
template <class IsClass>
void index_words(Sequence words, MatchWorkspace& workspace, IsClass is_class) {
    workspace.classes.clear(words.size());
    workspace.first.assign(words.size() + 1, none);
    workspace.next.resize(words.size());
    workspace.seen.assign(words.size() + 1, 0);
    for (std::size_t k = words.size(); k-- > 0;) {
        if (is_class(words[k])) {
            std::int32_t& first = workspace.first[workspace.classes.insert(words[k])];
            workspace.next[k] = first;
            first = static_cast<std::int32_t>(k);
        }
    }
}

template <class IsClass>
bool equal_words(Sequence hypothesis, Sequence reference, std::int32_t matcher, float weight,
                 MatchWorkspace& workspace, std::vector<Match>& matches, IsClass is_class) {
    index_words(reference, workspace, is_class);
    bool complete = true;
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        if (!is_class(hypothesis[i])) {
            continue;
        }
        const std::uint32_t word_class = workspace.classes.find(hypothesis[i]);
        const std::int32_t rank = workspace.seen[word_class]++;
        std::int32_t j = workspace.first[word_class];
        for (std::int32_t k = 0; j != none; j = workspace.next[static_cast<std::size_t>(j)], ++k) {
            if (std::abs(k - rank) <= far_match) {
                matches.push_back(word_match(i, j, matcher, weight));
            } else {
                complete = false;
            }
        }
    }
    return complete;
}

/// Keeps the positions nearest to `position`, in ascending order; whether all were kept.
bool keep_nearest(std::int32_t position, std::vector<std::int32_t>& found) {
    constexpr std::size_t most = 2 * far_match;
    if (found.size() <= most) {
        return true;
    }
    const auto first_after = std::lower_bound(found.begin(), found.end(), position);
    const auto before = static_cast<std::size_t>(first_after - found.begin());
    std::size_t begin = before < most / 2 ? 0 : before - most / 2;
    begin = std::min(begin, found.size() - most);
    found.erase(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(begin));
    found.resize(most);
    return false;
}

/// The word that every one of the flat class entries belongs to.
void owners_of(const SequenceBatch& batch, std::vector<std::int32_t>& owners) {
    owners.clear();
    for (std::int64_t k = 0; k < batch.count; ++k) {
        owners.insert(owners.end(), batch[k].size(), static_cast<std::int32_t>(k));
    }
}

}  // namespace

bool exact_matches(Sequence hypothesis, Sequence reference, std::int32_t matcher, float weight,
                   MatchWorkspace& workspace, std::vector<Match>& matches) {
    return equal_words(hypothesis, reference, matcher, weight, workspace, matches,
                       [](std::int32_t) { return true; });
}

bool class_matches(Sequence hypothesis, Sequence reference, std::int32_t matcher, float weight,
                   MatchWorkspace& workspace, std::vector<Match>& matches) {
    return equal_words(hypothesis, reference, matcher, weight, workspace, matches,
                       [](std::int32_t word_class) { return word_class >= 0; });
}

bool class_matches(const SequenceBatch& hypothesis, const SequenceBatch& reference,
                   std::int32_t matcher, float weight, MatchWorkspace& workspace,
                   std::vector<Match>& matches) {
    if (reference.count == 0) {
        return true;
    }
    bool complete = true;
    const Sequence entries(reference.values + reference.offsets[0],
                           static_cast<std::size_t>(reference.elements()));
    index_words(entries, workspace, [](std::int32_t word_class) { return word_class >= 0; });
    std::vector<std::int32_t>& found = workspace.found;
    std::vector<std::int32_t>& owners = workspace.owners;
    owners_of(reference, owners);
    for (std::int64_t i = 0; i < hypothesis.count; ++i) {
        found.clear();
        for (const std::int32_t word_class : hypothesis[i]) {
            if (word_class < 0) {
                continue;
            }
            std::int32_t entry = workspace.first[workspace.classes.find(word_class)];
            for (; entry != none; entry = workspace.next[static_cast<std::size_t>(entry)]) {
                found.push_back(owners[static_cast<std::size_t>(entry)]);
            }
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        complete &= keep_nearest(static_cast<std::int32_t>(i), found);
        for (const std::int32_t j : found) {
            matches.push_back(word_match(static_cast<std::size_t>(i), j, matcher, weight));
        }
    }
    return complete;
}

}  // namespace hyperbaton

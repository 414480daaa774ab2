#include "hyperbaton/alignment/match_candidates.hpp"

#include <algorithm>
#include <cstdlib>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

Match word_match(std::size_t hyp, std::int32_t ref, std::int32_t matcher, float weight) {
    return {static_cast<std::int32_t>(hyp), 1, ref, 1, matcher, weight};
}

/// Lists the positions of each class in ascending order: those of a class are
/// workspace.places[first[class]] to workspace.places[first[class + 1] - 1]. workspace.seen[class]
/// is set to 0. Class 0 is that of words without one.
template <class IsClass>
void index_words(Sequence words, MatchWorkspace& workspace, IsClass is_class) {
    workspace.classes.clear(words.size());
    std::vector<std::int32_t>& first = workspace.first;
    first.assign(words.size() + 3, 0);
    for (const std::int32_t word : words) {
        if (is_class(word)) ++first[workspace.classes.insert(word) + 2];
    }
    for (std::size_t c = 1; c < first.size(); ++c) first[c] += first[c - 1];
    workspace.places.resize(words.size());
    for (std::size_t k = 0; k < words.size(); ++k) {
        if (!is_class(words[k])) continue;
        std::int32_t& place = first[workspace.classes.find(words[k]) + 1];
        workspace.places[static_cast<std::size_t>(place++)] = static_cast<std::int32_t>(k);
    }
    workspace.seen.assign(words.size() + 1, 0);
}

/// The positions of one class, 0 having none.
Sequence places_of(std::uint32_t word_class, const MatchWorkspace& workspace) {
    const std::int32_t begin = workspace.first[word_class], end = workspace.first[word_class + 1];
    if (word_class == 0) return {};
    return {workspace.places.data() + begin, static_cast<std::size_t>(end - begin)};
}

std::int32_t reach_of(std::size_t words) {
    const auto fair =
        static_cast<std::int32_t>(many_matches / (2 * std::max<std::size_t>(words, 1)));
    return std::clamp(fair, 1, far_match);
}

template <class IsClass>
bool equal_words(Sequence hypothesis, Sequence reference, std::int32_t matcher, float weight,
                 MatchWorkspace& workspace, std::vector<Match>& matches, IsClass is_class) {
    index_words(reference, workspace, is_class);
    const std::int32_t reach = reach_of(hypothesis.size());
    bool complete = true;
    Checkpoint checkpoint;
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        if (!is_class(hypothesis[i])) {
            continue;
        }
        const std::uint32_t word_class = workspace.classes.find(hypothesis[i]);
        const Sequence places = places_of(word_class, workspace);
        const auto count = static_cast<std::int32_t>(places.size());
        const std::int32_t rank = workspace.seen[word_class]++;
        const std::int32_t begin = std::min(count, std::max(0, rank - reach));
        const std::int32_t end = std::min(count, rank + reach + 1);
        complete = complete && begin == 0 && end == count;
        checkpoint.pass(end - begin + 1);
        for (std::int32_t k = begin; k < end; ++k) {
            matches.push_back(word_match(i, places[static_cast<std::size_t>(k)], matcher, weight));
        }
    }
    return complete;
}

/// Of entries in ascending order of their owners, those whose owners are nearest to `position`.
Sequence nearest(Sequence entries, const std::vector<std::int32_t>& owners, std::int32_t position,
                 std::int32_t reach) {
    const auto before = [&](std::int32_t entry, std::int32_t wanted) {
        return owners[static_cast<std::size_t>(entry)] < wanted;
    };
    const auto at = std::lower_bound(entries.begin(), entries.end(), position, before);
    const auto begin = std::max<std::ptrdiff_t>(0, at - entries.begin() - reach);
    const auto end = std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(entries.size()),
                                              at - entries.begin() + reach);
    return entries.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
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
    const std::int32_t reach = reach_of(static_cast<std::size_t>(hypothesis.count));
    Checkpoint checkpoint;
    for (std::int64_t i = 0; i < hypothesis.count; ++i) {
        found.clear();
        for (const std::int32_t word_class : hypothesis[i]) {
            if (word_class < 0) {
                continue;
            }
            const std::uint32_t known = workspace.classes.find(word_class);
            const Sequence all = places_of(known, workspace);
            const Sequence near = nearest(all, owners, static_cast<std::int32_t>(i), reach);
            complete = complete && near.size() == all.size();
            checkpoint.pass(near.size() + 1);
            for (const std::int32_t entry : near) {
                found.push_back(owners[static_cast<std::size_t>(entry)]);
            }
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        for (const std::int32_t j : found) {
            matches.push_back(word_match(static_cast<std::size_t>(i), j, matcher, weight));
        }
    }
    return complete;
}

namespace {

bool is_word_pair(const Match& match) { return match.hyp_length == 1 && match.ref_length == 1; }

std::int32_t distance_of(const Match& match) { return std::abs(match.hyp_start - match.ref_start); }

void count_equal(EqualWords& word, std::int32_t place, std::int32_t distance) {
    word.distance = word.count++ == 0 ? distance : std::min(word.distance, distance);
    word.place = place;
}

/// Whether the other sentence has a word for each copy of this one, and one of them is nearer.
bool has_nearer(const EqualWords& word, const std::vector<EqualWords>& others,
                std::int32_t distance) {
    return word.count > 0 && word.distance < distance && word.count >= others[word.place].count;
}

}  // namespace

void prefer_equal_words(Sequence hypothesis, Sequence reference, FunctionWords function_words,
                        MatchWorkspace& workspace, std::vector<Match>& matches) {
    const auto is_equal = [&](const Match& match) {
        return is_word_pair(match) && hypothesis[match.hyp_start] == reference[match.ref_start];
    };
    std::vector<EqualWords>& hyp = workspace.hyp_equal;
    std::vector<EqualWords>& ref = workspace.ref_equal;
    hyp.assign(hypothesis.size(), {});
    ref.assign(reference.size(), {});
    bool differ = false;
    for (const Match& match : matches) {
        if (!is_equal(match)) {
            differ = true;
        } else if (function_words.empty() || function_words[hypothesis[match.hyp_start]] == 0) {
            count_equal(hyp[match.hyp_start], match.ref_start, distance_of(match));
            count_equal(ref[match.ref_start], match.hyp_start, distance_of(match));
        }
    }
    if (!differ) return;
    std::erase_if(matches, [&](const Match& match) {
        if (!is_word_pair(match)) return false;
        const std::int32_t distance = distance_of(match);
        return (has_nearer(hyp[match.hyp_start], ref, distance) ||
                has_nearer(ref[match.ref_start], hyp, distance)) &&
               !is_equal(match);
    });
}

}  // namespace hyperbaton

#include "candidate_groups.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <tuple>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

constexpr std::int32_t none = -1;
constexpr float largest_weight = 1 << 20;

bool is_sorted_without_ties(std::span<const Match> matches) {
    for (std::size_t k = 1; k < matches.size(); ++k) {
        const Match& a = matches[k - 1];
        const Match& b = matches[k];
        if (std::tie(a.hyp_start, a.ref_start) >= std::tie(b.hyp_start, b.ref_start)) return false;
    }
    return true;
}

/// Stable counting sort of indices by key(index) in 0..keys-1.
template <class Key>
void sort_by(const std::vector<std::int32_t>& from, std::vector<std::int32_t>& to,
             std::int32_t keys, std::vector<std::int32_t>& counts, Key key) {
    counts.assign(keys + 1, 0);
    for (const std::int32_t k : from) ++counts[key(k) + 1];
    for (std::int32_t value = 0; value < keys; ++value) counts[value + 1] += counts[value];
    to.resize(from.size());
    for (const std::int32_t k : from) to[counts[key(k)]++] = k;
}

[[noreturn]] void reject(std::size_t k, const std::string& what) {
    throw std::invalid_argument("candidate " + std::to_string(k) + " " + what);
}

}  // namespace

void CandidateGroups::check(std::span<const Match> matches, std::int32_t hyp_words,
                            std::int32_t ref_words) const {
    const auto outside = [](std::int32_t start, std::int32_t length, std::int32_t words) {
        return start < 0 || length < 1 || start >= words || length > words - start;
    };
    for (std::size_t k = 0; k < matches.size(); ++k) {
        const Match& match = matches[k];
        if (outside(match.hyp_start, match.hyp_length, hyp_words)) {
            reject(k, "does not cover words of a hypothesis of " + std::to_string(hyp_words));
        }
        if (outside(match.ref_start, match.ref_length, ref_words)) {
            reject(k, "does not cover words of a reference of " + std::to_string(ref_words));
        }
        if (!(std::abs(match.weight) <= largest_weight)) {
            reject(k, "has a weight that is not within -2^20..2^20");
        }
    }
}

void CandidateGroups::sort(std::span<const Match> matches, std::int32_t hyp_words,
                           std::int32_t ref_words) {
    order_.resize(matches.size());
    for (std::size_t k = 0; k < matches.size(); ++k) order_[k] = static_cast<std::int32_t>(k);
    if (is_sorted_without_ties(matches)) return;
    sort_by(order_, by_ref_, ref_words, counts_,
            [&](std::int32_t k) { return matches[k].ref_start; });
    sort_by(by_ref_, order_, hyp_words, counts_,
            [&](std::int32_t k) { return matches[k].hyp_start; });
    drop_duplicates(matches);
}

/// Within runs of equal starts, orders by lengths and keeps the best candidate for two spans.
void CandidateGroups::drop_duplicates(std::span<const Match> matches) {
    const auto same_start = [&](std::int32_t a, std::int32_t b) {
        return matches[a].hyp_start == matches[b].hyp_start &&
               matches[a].ref_start == matches[b].ref_start;
    };
    const auto lengths = [&](std::int32_t k) {
        return std::tuple(matches[k].hyp_length, matches[k].ref_length);
    };
    const auto before = [&](std::int32_t a, std::int32_t b) {
        return std::tuple(lengths(a), matches[a].matcher, a) <
               std::tuple(lengths(b), matches[b].matcher, b);
    };
    auto kept = order_.begin();
    for (auto begin = order_.begin(); begin != order_.end();) {
        auto end = begin + 1;
        while (end != order_.end() && same_start(*begin, *end)) ++end;
        if (end - begin > 1) std::sort(begin, end, before);
        for (auto k = begin; k != end; ++k) {
            if (k == begin || lengths(*k) != lengths(*(k - 1))) *kept++ = *k;
        }
        begin = end;
    }
    order_.erase(kept, order_.end());
}

bool CandidateGroups::is_fixed(const Candidate& candidate) const {
    for (std::int32_t word = candidate.hyp_begin; word < candidate.hyp_end; ++word) {
        if (hyp_.covers[word] != 1) return false;
    }
    for (std::int32_t word = candidate.ref_begin; word < candidate.ref_end; ++word) {
        if (ref_.covers[word] != 1) return false;
    }
    return true;
}

void CandidateGroups::split_off_fixed(std::int32_t hyp_words) {
    Checkpoint checkpoint;
    for (const Candidate& candidate : all_) {
        checkpoint.pass(candidate.words());
        for (std::int32_t w = candidate.hyp_begin; w < candidate.hyp_end; ++w) ++hyp_.covers[w];
        for (std::int32_t w = candidate.ref_begin; w < candidate.ref_end; ++w) ++ref_.covers[w];
    }
    fixed_.clear();
    open_.clear();
    fixed_from_.assign(hyp_words + 1, none);
    fixed_to_.assign(hyp_words + 1, none);
    for (const Candidate& candidate : all_) {
        if (is_fixed(candidate)) {
            fixed_.push_back(candidate.source);
            fixed_from_[candidate.hyp_begin] = candidate.ref_begin;
            fixed_to_[candidate.hyp_end] = candidate.ref_end;
        } else {
            open_.push_back(candidate);
        }
    }
}

std::int32_t CandidateGroups::root(std::int32_t candidate) {
    while (parent_[candidate] != candidate) {
        parent_[candidate] = parent_[parent_[candidate]];
        candidate = parent_[candidate];
    }
    return candidate;
}

void CandidateGroups::unite(std::int32_t a, std::int32_t b) {
    a = root(a);
    b = root(b);
    // The lower index stays the root, so that numbers follow the order of the hypothesis.
    parent_[std::max(a, b)] = std::min(a, b);
}

void CandidateGroups::tie_by_words() {
    const auto n_open = static_cast<std::int32_t>(open_.size());
    parent_.resize(open_.size());
    for (std::int32_t k = 0; k < n_open; ++k) parent_[k] = k;
    const auto own = [this](std::vector<std::int32_t>& owner, std::int32_t word, std::int32_t k) {
        if (owner[word] == none) {
            owner[word] = k;
        } else {
            unite(owner[word], k);
        }
    };
    Checkpoint checkpoint;
    for (std::int32_t k = 0; k < n_open; ++k) {
        const Candidate& candidate = open_[k];
        checkpoint.pass(candidate.words());
        for (std::int32_t w = candidate.hyp_begin; w < candidate.hyp_end; ++w) {
            own(hyp_.owner, w, k);
        }
        for (std::int32_t w = candidate.ref_begin; w < candidate.ref_end; ++w) {
            own(ref_.owner, w, k);
        }
    }
    for (std::int32_t k = 0; k < n_open; ++k) open_[k].component = root(k);
}

void CandidateGroups::tie_by_chunks(std::int32_t hyp_words) {
    open_at_.assign(hyp_words + 2, 0);
    for (const Candidate& candidate : open_) ++open_at_[candidate.hyp_begin + 1];
    for (std::int32_t w = 0; w <= hyp_words; ++w) open_at_[w + 1] += open_at_[w];
    for (std::int32_t k = 0; k < static_cast<std::int32_t>(open_.size()); ++k) {
        Candidate& candidate = open_[k];
        candidate.fixed_neighbours =
            (fixed_from_[candidate.hyp_end] == candidate.ref_end ? 1 : 0) +
            (fixed_to_[candidate.hyp_begin] == candidate.ref_begin ? 1 : 0);
        const auto end = open_.begin() + open_at_[candidate.hyp_end + 1];
        auto next = std::lower_bound(
            open_.begin() + open_at_[candidate.hyp_end], end, candidate.ref_end,
            [](const Candidate& other, std::int32_t ref) { return other.ref_begin < ref; });
        for (; next != end && next->ref_begin == candidate.ref_end; ++next) {
            candidate.continued = true;
            unite(k, static_cast<std::int32_t>(next - open_.begin()));
        }
    }
}

/// Gives groups numbers in order of their first candidate, and moves the candidates of each
/// together.
void CandidateGroups::number_groups() {
    const auto n_open = static_cast<std::int32_t>(open_.size());
    numbers_.assign(open_.size(), 0);
    group_offsets_.assign(1, 0);
    for (std::int32_t k = 0; k < n_open; ++k) {
        const std::int32_t first = root(k);
        if (first == k) {
            numbers_[k] = static_cast<std::int32_t>(group_offsets_.size()) - 1;
            group_offsets_.push_back(0);
        }
        open_[k].group = numbers_[first];
        ++group_offsets_[open_[k].group + 1];
    }
    for (std::size_t g = 1; g < group_offsets_.size(); ++g) {
        group_offsets_[g] += group_offsets_[g - 1];
    }
    counts_.assign(group_offsets_.begin(), group_offsets_.end());
    grouped_.resize(open_.size());
    for (const Candidate& candidate : open_) grouped_[counts_[candidate.group]++] = candidate;
}

void CandidateGroups::index_words(Sentence& sentence) const {
    sentence.group_words.assign(group_offsets_.size() - 1, 0);
    sentence.index.resize(sentence.owner.size());
    for (std::size_t word = 0; word < sentence.owner.size(); ++word) {
        if (sentence.owner[word] != none) {
            sentence.index[word] = sentence.group_words[open_[sentence.owner[word]].group]++;
        }
    }
}

void CandidateGroups::build(std::span<const Match> matches, std::int32_t hyp_words,
                            std::int32_t ref_words) {
    check(matches, hyp_words, ref_words);
    sort(matches, hyp_words, ref_words);
    all_.clear();
    for (const std::int32_t k : order_) {
        const Match& match = matches[k];
        all_.push_back({match.hyp_start, match.hyp_start + match.hyp_length, match.ref_start,
                        match.ref_start + match.ref_length, k});
    }
    hyp_.covers.assign(hyp_words, 0);
    ref_.covers.assign(ref_words, 0);
    split_off_fixed(hyp_words);
    group_offsets_.assign(1, 0);
    if (open_.empty()) return;
    hyp_.owner.assign(hyp_words, none);
    ref_.owner.assign(ref_words, none);
    tie_by_words();
    tie_by_chunks(hyp_words);
    number_groups();
    index_words(hyp_);
    index_words(ref_);
}

}  // namespace hyperbaton

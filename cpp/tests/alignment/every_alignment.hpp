// The best alignment by going through every valid one: the definition as it is written.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "hyperbaton/alignment/match_candidates.hpp"

/// An alignment as the tuple that the definition compares: smaller is better.
struct RatedAlignment {
    using Starts = std::vector<std::pair<std::int32_t, std::int32_t>>;
    using Key = std::tuple<std::int64_t, std::int32_t, std::int64_t, std::int64_t, Starts, Starts>;

    std::vector<std::int32_t> chosen;  // by hyp_start
    Key key;

    std::int64_t covered() const { return -std::get<0>(key); }
    std::int32_t chunks() const { return std::get<1>(key); }
    std::int64_t distance() const { return std::get<2>(key); }
};

/// `chosen` has to be sorted by hyp_start.
inline RatedAlignment rated(const std::vector<hyperbaton::Match>& matches,
                            const std::vector<std::int32_t>& chosen) {
    std::int64_t covered = 0;
    std::int32_t chunks = 0;
    std::int64_t distance = 0;
    std::int64_t weight = 0;
    RatedAlignment::Starts starts, lengths;
    std::pair<std::int32_t, std::int32_t> end{-1, -1};
    for (const std::int32_t k : chosen) {
        const hyperbaton::Match& match = matches[static_cast<std::size_t>(k)];
        covered += match.hyp_length + match.ref_length;
        distance += std::abs(match.hyp_start - match.ref_start);
        weight += std::llround(static_cast<double>(match.weight) * 1048576.0);
        starts.emplace_back(match.hyp_start, match.ref_start);
        lengths.emplace_back(match.hyp_length, match.ref_length);
        chunks += starts.back() == end ? 0 : 1;
        end = {match.hyp_start + match.hyp_length, match.ref_start + match.ref_length};
    }
    // The end of a list counts as larger than any entry.
    starts.emplace_back(std::numeric_limits<std::int32_t>::max(), 0);
    return {chosen, {-covered, chunks, distance, -weight, starts, lengths}};
}

/// Tries every subset, one hypothesis position after the other.
class EveryAlignment {
public:
    EveryAlignment(const std::vector<hyperbaton::Match>& matches, std::int32_t hyp_words,
                   std::int32_t ref_words)
        : matches_(matches),
          hyp_words_(hyp_words),
          used_(static_cast<std::size_t>(ref_words), false) {
        best_ = rated(matches_, {});
        visit(0);
    }

    const RatedAlignment& best() const { return best_; }

private:
    /// Whether another candidate for the same spans is to be preferred.
    bool is_shadowed(std::size_t k) const {
        const hyperbaton::Match& match = matches_[k];
        for (std::size_t other = 0; other < matches_.size(); ++other) {
            const hyperbaton::Match& m = matches_[other];
            if (m.hyp_start == match.hyp_start && m.hyp_length == match.hyp_length &&
                m.ref_start == match.ref_start && m.ref_length == match.ref_length &&
                std::tie(m.matcher, other) < std::tie(match.matcher, k)) {
                return true;
            }
        }
        return false;
    }

    bool is_free(const hyperbaton::Match& match) const {
        for (std::int32_t w = match.ref_start; w < match.ref_start + match.ref_length; ++w) {
            if (used_[static_cast<std::size_t>(w)]) return false;
        }
        return true;
    }

    void mark(const hyperbaton::Match& match, bool value) {
        for (std::int32_t w = match.ref_start; w < match.ref_start + match.ref_length; ++w) {
            used_[static_cast<std::size_t>(w)] = value;
        }
    }

    void visit(std::int32_t position) {
        if (position >= hyp_words_) {
            RatedAlignment here = rated(matches_, path_);
            if (here.key < best_.key) best_ = std::move(here);
            return;
        }
        visit(position + 1);
        for (std::size_t k = 0; k < matches_.size(); ++k) {
            const hyperbaton::Match& match = matches_[k];
            if (match.hyp_start != position || !is_free(match) || is_shadowed(k)) continue;
            mark(match, true);
            path_.push_back(static_cast<std::int32_t>(k));
            visit(position + match.hyp_length);
            path_.pop_back();
            mark(match, false);
        }
    }

    const std::vector<hyperbaton::Match>& matches_;
    std::int32_t hyp_words_;
    std::vector<bool> used_;
    std::vector<std::int32_t> path_;
    RatedAlignment best_;
};

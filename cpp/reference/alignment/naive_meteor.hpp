// The search of METEOR 1.5 as one would write it down: every partial alignment is a list of its
// own, and nothing is shared between them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <tuple>
#include <vector>

#include "hyperbaton/alignment/match_candidates.hpp"

namespace hyperbaton {

class NaiveMeteor {
public:
    NaiveMeteor(const std::vector<Match>& candidates, std::int32_t hyp_words,
                std::int32_t ref_words, std::int32_t beam)
        : candidates_(candidates), hyp_words_(hyp_words), ref_words_(ref_words), beam_(beam) {}

    /// The chosen candidates by hyp_start.
    std::vector<std::int32_t> chosen() const {
        std::vector<Alignment> queue{start()};
        for (std::int32_t j = 0; j < ref_words_; ++j) {
            std::vector<Alignment> longer;
            for (const Alignment& alignment : best_of(queue)) {
                for (Alignment& next : continued(alignment, j)) longer.push_back(std::move(next));
            }
            queue = std::move(longer);
        }
        queue = best_of(queue);
        for (Alignment& alignment : queue) close_chunk(alignment);
        std::vector<std::int32_t> result = best_of(queue).front().chosen;
        std::sort(result.begin(), result.end(), [&](std::int32_t a, std::int32_t b) {
            return at(a).hyp_start < at(b).hyp_start;
        });
        return result;
    }

private:
    struct Alignment {
        std::vector<std::int32_t> chosen;
        std::vector<bool> hyp_used, ref_used;
        std::int32_t hyp_counted = 0, ref_counted = 0, chunks = 0, distance = 0;
        std::int32_t chunk_end = -1;  // where in the hypothesis the open chunk ends, if one is open
        std::int32_t ref_end = 0;     // of the last match

        auto key() const { return std::tuple(-(hyp_counted + ref_counted), chunks, distance); }
    };

    const Match& at(std::int32_t k) const { return candidates_[static_cast<std::size_t>(k)]; }

    static void close_chunk(Alignment& alignment) {
        if (alignment.chunk_end != -1) ++alignment.chunks;
        alignment.chunk_end = -1;
    }

    static bool overlaps(std::int32_t start, std::int32_t length, std::int32_t other,
                         std::int32_t other_length) {
        return start < other + other_length && other < start + length;
    }

    bool is_alone(std::int32_t k) const {
        for (std::int32_t other = 0; other < static_cast<std::int32_t>(candidates_.size());
             ++other) {
            const Match &a = at(k), &b = at(other);
            if (other != k && (overlaps(a.hyp_start, a.hyp_length, b.hyp_start, b.hyp_length) ||
                               overlaps(a.ref_start, a.ref_length, b.ref_start, b.ref_length))) {
                return false;
            }
        }
        return true;
    }

    static void mark(Alignment& alignment, const Match& match) {
        for (std::int32_t i = 0; i < match.hyp_length; ++i) {
            alignment.hyp_used[static_cast<std::size_t>(match.hyp_start + i)] = true;
        }
        for (std::int32_t j = 0; j < match.ref_length; ++j) {
            alignment.ref_used[static_cast<std::size_t>(match.ref_start + j)] = true;
        }
    }

    static bool fits(const Alignment& alignment, const Match& match) {
        Alignment marked = alignment;
        mark(marked, match);
        const auto used = [](const std::vector<bool>& words) {
            return std::count(words.begin(), words.end(), true);
        };
        return used(marked.hyp_used) == used(alignment.hyp_used) + match.hyp_length &&
               used(marked.ref_used) == used(alignment.ref_used) + match.ref_length;
    }

    Alignment start() const {
        Alignment alignment;
        alignment.hyp_used.resize(static_cast<std::size_t>(hyp_words_));
        alignment.ref_used.resize(static_cast<std::size_t>(ref_words_));
        for (std::int32_t k = 0; k < static_cast<std::int32_t>(candidates_.size()); ++k) {
            if (is_alone(k)) mark(alignment, at(k));
        }
        return alignment;
    }

    std::vector<Alignment> best_of(std::vector<Alignment> queue) const {
        std::stable_sort(queue.begin(), queue.end(),
                         [](const Alignment& a, const Alignment& b) { return a.key() < b.key(); });
        if (queue.size() > static_cast<std::size_t>(beam_)) {
            queue.erase(queue.begin() + beam_, queue.end());
        }
        return queue;
    }

    void append(Alignment& alignment, std::int32_t k) const {
        const Match& match = at(k);
        const double weight = static_cast<double>(match.weight);
        alignment.hyp_counted =
            static_cast<std::int32_t>(alignment.hyp_counted + match.hyp_length * weight);
        alignment.ref_counted =
            static_cast<std::int32_t>(alignment.ref_counted + match.ref_length * weight);
        if (alignment.chunk_end != match.hyp_start) close_chunk(alignment);
        alignment.chunk_end = match.hyp_start + match.hyp_length;
        alignment.ref_end = match.ref_start + match.ref_length;
        alignment.chosen.push_back(k);
        mark(alignment, match);
    }

    static std::int32_t distance(const Match& match) {
        return std::abs(match.hyp_start - match.ref_start);
    }

    /// What an alignment can become at word j of the reference.
    std::vector<Alignment> continued(Alignment alignment, std::int32_t j) const {
        if (j < alignment.ref_end) return {alignment};  // within a match
        std::vector<Alignment> result;
        for (std::int32_t k = 0; k < static_cast<std::int32_t>(candidates_.size()); ++k) {
            if (at(k).ref_start != j) continue;
            const bool alone = is_alone(k);
            if (!alone && !fits(alignment, at(k))) continue;
            Alignment longer = alignment;
            append(longer, k);
            if (alone) longer.distance += distance(at(k));
            result.push_back(longer);
            if (alone) return result;
            alignment.distance += distance(at(k));
        }
        close_chunk(alignment);
        result.push_back(alignment);
        return result;
    }

    const std::vector<Match>& candidates_;
    std::int32_t hyp_words_, ref_words_, beam_;
};

}  // namespace hyperbaton

// The counts of BLEU, chrF and NIST against versions with maps.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "hyperbaton/text/ngrams.hpp"
#include "tests/check.hpp"
#include "tests/random_words.hpp"

namespace hyperbaton {

using Counts = std::map<WordList, std::int64_t>;

struct OwnedSegments {
    std::vector<WordList> hypotheses;
    std::vector<std::vector<WordList>> references;
};

// Flat arrays of segments.
struct FlatSegments {
    explicit FlatSegments(const OwnedSegments& segments) {
        for (const WordList& words : segments.hypotheses) add(words, hypotheses, hypothesis_ends);
        for (const auto& group : segments.references) {
            for (const WordList& words : group) add(words, references, reference_ends);
            groups.push_back(groups.back() + static_cast<std::int64_t>(group.size()));
        }
    }
    SegmentBatch view() const {
        return {{hypotheses.data(), hypothesis_ends.data(), size(hypothesis_ends)},
                {references.data(), reference_ends.data(), size(reference_ends)},
                groups.data()};
    }

    WordList hypotheses, references;
    std::vector<std::int64_t> hypothesis_ends{0}, reference_ends{0}, groups{0};

private:
    static void add(const WordList& words, WordList& flat, std::vector<std::int64_t>& ends) {
        flat.insert(flat.end(), words.begin(), words.end());
        ends.push_back(static_cast<std::int64_t>(flat.size()));
    }
    static std::int64_t size(const std::vector<std::int64_t>& ends) {
        return static_cast<std::int64_t>(ends.size()) - 1;
    }
};

inline Counts naive_ngrams(const WordList& words, std::int64_t n) {
    Counts counts;
    for (auto first = words.begin(); words.end() - first >= n; ++first) {
        ++counts[WordList(first, first + n)];
    }
    return counts;
}

inline std::int64_t total(const Counts& counts) {
    std::int64_t sum = 0;
    for (const auto& [ngram, count] : counts) sum += count;
    return sum;
}

inline std::int64_t count_of(const Counts& counts, const WordList& ngram) {
    const auto found = counts.find(ngram);
    return found == counts.end() ? 0 : found->second;
}

inline Counts common(const Counts& left, const Counts& right) {
    Counts shared;
    for (const auto& [ngram, count] : left) {
        shared[ngram] = std::min(count, count_of(right, ngram));
    }
    return shared;
}

inline Counts most_frequent(const std::vector<WordList>& group, std::int64_t n) {
    Counts most;
    for (const WordList& words : group) {
        for (const auto& [ngram, count] : naive_ngrams(words, n)) {
            most[ngram] = std::max(most[ngram], count);
        }
    }
    return most;
}

// Distances smaller than any difference that a wrong count would make.
bool close(double left, double right) { return std::abs(left - right) < 1e-9; }

inline std::int64_t naive_closest(const WordList& hypothesis, const std::vector<WordList>& group) {
    const auto distance = [&](std::int64_t words) {
        return std::abs(words - static_cast<std::int64_t>(hypothesis.size()));
    };
    std::vector<std::int64_t> lengths;
    for (const WordList& words : group) lengths.push_back(static_cast<std::int64_t>(words.size()));
    std::sort(lengths.begin(), lengths.end());
    return *std::min_element(lengths.begin(), lengths.end(), [&](std::int64_t a, std::int64_t b) {
        return distance(a) < distance(b);
    });
}

inline void check_bleu(const OwnedSegments& segments, std::int64_t order) {
    const FlatSegments flat(segments);
    const auto width = static_cast<std::size_t>(2 * order + 3);
    std::vector<double> rows(segments.hypotheses.size() * width);
    bleu_statistics(flat.view(), order, 2, rows.data());
    const double* row = rows.data();
    for (std::size_t k = 0; k < segments.hypotheses.size(); ++k, row += width) {
        const WordList& hypothesis = segments.hypotheses[k];
        for (std::int64_t n = 1; n <= order; ++n) {
            const Counts ours = naive_ngrams(hypothesis, n);
            const Counts shared = common(ours, most_frequent(segments.references[k], n));
            CHECK(close(row[n - 1], static_cast<double>(total(shared))));
            CHECK(close(row[order + n - 1], static_cast<double>(total(ours))));
        }
        CHECK(close(row[2 * order], static_cast<double>(hypothesis.size())));
        const std::int64_t closest = naive_closest(hypothesis, segments.references[k]);
        CHECK(close(row[2 * order + 1], static_cast<double>(closest)));
        CHECK(close(row[2 * order + 2], 1.0));
    }
}

inline void check_overlaps(const OwnedSegments& segments, std::int64_t order) {
    const FlatSegments flat(segments);
    const auto width = static_cast<std::size_t>(3 * order);
    std::vector<double> rows((flat.reference_ends.size() - 1) * width);
    ngram_overlaps(flat.view(), order, 1, rows.data());
    const double* row = rows.data();
    for (std::size_t k = 0; k < segments.hypotheses.size(); ++k) {
        for (const WordList& reference : segments.references[k]) {
            for (std::int64_t n = 1; n <= order; ++n, row += 3) {
                const Counts ours = naive_ngrams(segments.hypotheses[k], n);
                const Counts theirs = naive_ngrams(reference, n);
                CHECK(close(row[0], theirs.empty() ? 0.0 : static_cast<double>(total(ours))));
                CHECK(close(row[1], static_cast<double>(total(theirs))));
                CHECK(close(row[2], static_cast<double>(total(common(ours, theirs)))));
            }
        }
    }
}

inline void check_nist(const OwnedSegments& segments, std::int64_t order) {
    const FlatSegments flat(segments);
    std::vector<double> information(flat.references.size() * static_cast<std::size_t>(order));
    ngram_information(flat.view().references, order, information.data());
    const auto width = static_cast<std::size_t>(2 * order + 1);
    std::vector<double> rows(segments.hypotheses.size() * width);
    nist_statistics(flat.view(), information.data(), order, 1, rows.data());

    std::vector<Counts> all(static_cast<std::size_t>(order) + 1);  // by length
    all[0][{}] = static_cast<std::int64_t>(flat.references.size());
    for (std::int64_t n = 1; n <= order; ++n) {
        for (const auto& group : segments.references) {
            for (const WordList& words : group) {
                for (const auto& [ngram, count] : naive_ngrams(words, n)) {
                    all[static_cast<std::size_t>(n)][ngram] += count;
                }
            }
        }
    }
    const double* row = rows.data();
    for (std::size_t k = 0; k < segments.hypotheses.size(); ++k, row += width) {
        for (std::int64_t n = 1; n <= order; ++n) {
            const Counts ours = naive_ngrams(segments.hypotheses[k], n);
            double expected = 0;
            for (const auto& [ngram, count] :
                 common(ours, most_frequent(segments.references[k], n))) {
                if (count == 0) continue;
                const WordList prefix(ngram.begin(), ngram.end() - 1);
                const std::int64_t before = all[ngram.size() - 1].at(prefix);
                const std::int64_t own = all[ngram.size()].at(ngram);
                expected += static_cast<double>(count) *
                            std::log2(static_cast<double>(before) / static_cast<double>(own));
            }
            CHECK(close(row[n - 1], expected));
            CHECK(close(row[order + n - 1], static_cast<double>(total(ours))));
        }
        double words = 0;
        for (const WordList& reference : segments.references[k]) {
            words += static_cast<double>(reference.size());
        }
        CHECK(close(row[2 * order] * static_cast<double>(segments.references[k].size()), words));
    }
}

}  // namespace hyperbaton

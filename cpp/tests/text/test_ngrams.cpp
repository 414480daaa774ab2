// N-gram, skip-bigram and RIBES counts against versions with maps and nested loops.
#include "hyperbaton/text/ngrams.hpp"

#include <cmath>
#include <map>

#include "check.hpp"
#include "hyperbaton/alignment/ribes.hpp"
#include "hyperbaton/text/skip_bigrams.hpp"
#include "random_words.hpp"

using namespace hyperbaton;

namespace {

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

OwnedSegments random_segments(std::size_t alphabet, Generator& generator) {
    OwnedSegments segments;
    for (std::size_t count = below(5, generator); count > 0; --count) {
        const bool repeats = !segments.hypotheses.empty() && below(3, generator) == 0;
        segments.hypotheses.push_back(
            repeats ? WordList(segments.hypotheses.back())
                    : random_words(below(25, generator), alphabet, generator));
        segments.references.emplace_back();
        for (std::size_t more = 1 + below(3, generator); more > 0; --more) {
            segments.references.back().push_back(
                damaged(segments.hypotheses.back(), alphabet, generator));
        }
    }
    return segments;
}

Counts naive_ngrams(const WordList& words, std::int64_t n) {
    Counts counts;
    for (auto first = words.begin(); words.end() - first >= n; ++first) {
        ++counts[WordList(first, first + n)];
    }
    return counts;
}

std::int64_t total(const Counts& counts) {
    std::int64_t sum = 0;
    for (const auto& [ngram, count] : counts) sum += count;
    return sum;
}

std::int64_t count_of(const Counts& counts, const WordList& ngram) {
    const auto found = counts.find(ngram);
    return found == counts.end() ? 0 : found->second;
}

Counts common(const Counts& left, const Counts& right) {
    Counts shared;
    for (const auto& [ngram, count] : left) {
        shared[ngram] = std::min(count, count_of(right, ngram));
    }
    return shared;
}

Counts most_frequent(const std::vector<WordList>& group, std::int64_t n) {
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

std::int64_t naive_closest(const WordList& hypothesis, const std::vector<WordList>& group) {
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

void check_bleu(const OwnedSegments& segments, std::int64_t order) {
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

void check_overlaps(const OwnedSegments& segments, std::int64_t order) {
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

void check_nist(const OwnedSegments& segments, std::int64_t order) {
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

// Where `part` begins in `words`, overlapping occurrences included.
std::vector<std::int64_t> occurrences(const WordList& part, const WordList& words) {
    std::vector<std::int64_t> starts;
    for (std::size_t i = 0; i + part.size() <= words.size(); ++i) {
        const auto first = words.begin() + static_cast<std::ptrdiff_t>(i);
        if (std::equal(part.begin(), part.end(), first)) {
            starts.push_back(static_cast<std::int64_t>(i));
        }
    }
    return starts;
}

// The position of the hypothesis's i-th word, tried with one more word of context at a time.
std::int64_t naive_position(const WordList& hypothesis, const WordList& reference,
                            std::ptrdiff_t i) {
    const auto n = static_cast<std::ptrdiff_t>(hypothesis.size());
    const auto word = hypothesis.begin() + i;
    for (std::ptrdiff_t window = 0; window < n; ++window) {
        if (window <= i) {
            const WordList part(word - window, word + 1);
            const auto found = occurrences(part, reference);
            if (found.size() == 1 && occurrences(part, hypothesis).size() == 1) {
                return found[0] + window;
            }
        }
        if (i + window < n) {
            const WordList part(word, word + window + 1);
            const auto found = occurrences(part, reference);
            if (found.size() == 1 && occurrences(part, hypothesis).size() == 1) return found[0];
        }
    }
    return -1;
}

void check_alignment(const WordList& hypothesis, const WordList& reference,
                     RibesWorkspace& workspace) {
    WordList positions(hypothesis.size());
    align_by_context(hypothesis, reference, workspace, positions.data());
    std::int64_t aligned = 0, ascending = 0;
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        const std::int64_t expected =
            naive_position(hypothesis, reference, static_cast<std::ptrdiff_t>(i));
        CHECK(positions[i] == expected);
        if (expected < 0) continue;
        ++aligned;
        for (std::size_t j = 0; j < i; ++j) {
            ascending += positions[j] >= 0 && positions[j] < positions[i] ? 1 : 0;
        }
    }
    const AlignedOrder order = aligned_order(hypothesis, reference, workspace);
    CHECK(order.aligned == aligned);
    CHECK(order.ascending == ascending);
}

Counts naive_skip_bigrams(const WordList& words, std::int64_t skip) {
    Counts counts;
    for (std::size_t j = 0; j < words.size(); ++j) {
        for (std::size_t i = 0; i < j; ++i) {
            const auto between = static_cast<std::int64_t>(j - i) - 1;
            if (skip < 0 || between <= skip) ++counts[{words[i], words[j]}];
        }
    }
    return counts;
}

void check_skip_bigrams(const WordList& hypothesis, const WordList& reference,
                        SkipBigramWorkspace& workspace) {
    for (const std::int64_t skip : {-1, 0, 1, 4, 30, 1 << 30}) {
        const Counts ours = naive_skip_bigrams(hypothesis, skip);
        const Counts theirs = naive_skip_bigrams(reference, skip);
        const auto words = static_cast<std::int64_t>(hypothesis.size());
        CHECK(count_skip_bigrams(words, skip) == total(ours));
        CHECK(common_skip_bigrams(hypothesis, reference, skip, workspace) ==
              total(common(ours, theirs)));
    }
}

void check_table(Generator& generator) {
    NgramTable table;
    for (int use = 0; use < 3; ++use) {
        table.clear();
        std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> expected;
        for (int k = 0; k < 3000; ++k) {
            const auto prefix = static_cast<std::int32_t>(below(60, generator));
            const std::int32_t symbol = random_words(1, 60, generator)[0];
            const auto known = expected.find({prefix, symbol});
            CHECK(table.find(prefix, symbol) ==
                  (known == expected.end() ? NgramTable::absent : known->second));
            const auto next = static_cast<std::int32_t>(expected.size()) + 1;
            const std::int32_t number = expected.try_emplace({prefix, symbol}, next).first->second;
            CHECK(table.insert(prefix, symbol) == number);
        }
        CHECK(table.size() == static_cast<std::int32_t>(expected.size()));
    }
}

}  // namespace

int main() {
    Generator generator(7);
    check_table(generator);
    RibesWorkspace ribes;
    SkipBigramWorkspace skip;
    for (int k = 0; k < 300; ++k) {
        const std::size_t alphabet = 1 + below(20, generator);
        const OwnedSegments segments = random_segments(alphabet, generator);
        for (const std::int64_t order : {1, 4, 7}) {
            check_bleu(segments, order);
            check_overlaps(segments, order);
            check_nist(segments, order);
        }
        for (std::size_t s = 0; s < segments.hypotheses.size(); ++s) {
            check_alignment(segments.hypotheses[s], segments.references[s][0], ribes);
            check_skip_bigrams(segments.hypotheses[s], segments.references[s][0], skip);
        }
    }
    const WordList many = random_words(400, 900, generator);
    check_alignment(many, damaged(many, 900, generator), ribes);
    check_skip_bigrams(many, damaged(many, 900, generator), skip);
    std::puts("n-grams: ok");
}

#include "hyperbaton/text/ngrams.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

constexpr std::size_t initial_capacity = 256;
constexpr std::size_t large_capacity = 1 << 20;  // from which on memory counts more than time

std::int64_t length(Sequence symbols) { return static_cast<std::int64_t>(symbols.size()); }

// The length closest to the hypothesis's; of two equally close ones the shorter.
std::int64_t closest_reference_length(const SegmentBatch& segments, std::int64_t k) {
    if (segments.groups[k] == segments.groups[k + 1]) {
        throw std::invalid_argument("segment " + std::to_string(k) + " has no reference");
    }
    const std::int64_t words = length(segments.hypotheses[k]);
    std::int64_t closest = length(segments.references[segments.groups[k]]);
    for (std::int64_t r = segments.groups[k] + 1; r < segments.groups[k + 1]; ++r) {
        const std::int64_t candidate = length(segments.references[r]);
        const std::int64_t nearer = std::abs(candidate - words) - std::abs(closest - words);
        if (nearer < 0 || (nearer == 0 && candidate < closest)) closest = candidate;
    }
    return closest;
}

double mean_reference_length(const SegmentBatch& segments, std::int64_t k) {
    std::int64_t words = 0;
    for (std::int64_t r = segments.groups[k]; r < segments.groups[k + 1]; ++r) {
        words += length(segments.references[r]);
    }
    return static_cast<double>(words) /
           static_cast<double>(segments.groups[k + 1] - segments.groups[k]);
}

void write_ngram_counts(Sequence symbols, std::int64_t order, double* out) {
    for (std::int64_t n = 1; n <= order; ++n) {
        out[n - 1] = static_cast<double>(count_ngrams(symbols, n));
    }
}

}  // namespace

NgramTable::NgramTable() : slots_(initial_capacity), mask_(initial_capacity - 1) {}

void NgramTable::clear() {
    size_ = 0;
    if (generation_ == std::numeric_limits<std::uint32_t>::max()) {
        slots_.assign(slots_.size(), Slot{});
        generation_ = 0;
    }
    ++generation_;
}

std::int32_t NgramTable::insert(std::int32_t prefix, std::int32_t symbol) {
    const std::uint64_t wanted = key(prefix, symbol);
    Slot& slot = slots_[slot_of(wanted)];
    if (slot.generation == generation_) return slot.number;
    if (size_ == std::numeric_limits<std::int32_t>::max()) {
        throw std::length_error("more than 2^31 - 1 different n-grams");
    }
    slot = {wanted, generation_, ++size_};
    if (static_cast<std::size_t>(size_) * 2 > slots_.size()) grow();
    return size_;
}

void NgramTable::grow() {
    const std::size_t factor = slots_.size() < large_capacity ? 4 : 2;
    std::vector<Slot> old(slots_.size() * factor);
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    Checkpoint checkpoint;
    for (const Slot& slot : old) {
        checkpoint.pass(1);
        if (slot.generation == generation_) slots_[slot_of(slot.key)] = slot;
    }
}

void NgramMatcher::set_hypothesis(Sequence hypothesis, std::int64_t order) {
    if (order == order_ && std::ranges::equal(hypothesis, hypothesis_)) {
        forget_references();
        return;
    }
    hypothesis_.clear();
    table_.clear();
    counts_.assign(1, {});
    order_ = order;
    reference_ = 0;
    for_each_ngram(hypothesis, order,
                   [&](std::int32_t prefix, std::int32_t symbol, std::int64_t, std::int64_t) {
                       const std::int32_t number = table_.insert(prefix, symbol);
                       const auto index = static_cast<std::size_t>(number);
                       if (index == counts_.size()) counts_.emplace_back();
                       ++counts_[index].in_hypothesis;
                       return number;
                   });
    hypothesis_.assign(hypothesis.begin(), hypothesis.end());
}

void bleu_statistics(const SegmentBatch& segments, std::int64_t order, int threads, double* rows) {
    for_each_segment<NgramMatcher>(segments, threads, [&](std::int64_t k, NgramMatcher& matcher) {
        double* row = rows + k * (2 * order + 3);
        std::fill(row, row + order, 0.0);
        matcher.set_hypothesis(segments.hypotheses[k], order);
        for (std::int64_t r = segments.groups[k]; r < segments.groups[k + 1]; ++r) {
            matcher.match(segments.references[r],
                          [row](std::int64_t, std::int64_t n) { row[n - 1] += 1.0; });
        }
        write_ngram_counts(segments.hypotheses[k], order, row + order);
        row[2 * order] = static_cast<double>(length(segments.hypotheses[k]));
        row[2 * order + 1] = static_cast<double>(closest_reference_length(segments, k));
        row[2 * order + 2] = 1.0;
    });
}

void ngram_overlaps(const SegmentBatch& segments, std::int64_t order, int threads, double* rows) {
    for_each_segment<NgramMatcher>(segments, threads, [&](std::int64_t k, NgramMatcher& matcher) {
        const Sequence hypothesis = segments.hypotheses[k];
        matcher.set_hypothesis(hypothesis, order);
        for (std::int64_t r = segments.groups[k]; r < segments.groups[k + 1]; ++r) {
            const Sequence reference = segments.references[r];
            double* row = rows + r * 3 * order;
            for (std::int64_t n = 1; n <= order; ++n) {
                const std::int64_t in_reference = count_ngrams(reference, n);
                const std::int64_t in_hypothesis = in_reference ? count_ngrams(hypothesis, n) : 0;
                row[3 * n - 3] = static_cast<double>(in_hypothesis);
                row[3 * n - 2] = static_cast<double>(in_reference);
                row[3 * n - 1] = 0.0;
            }
            if (r > segments.groups[k]) matcher.forget_references();
            matcher.match(reference,
                          [row](std::int64_t, std::int64_t n) { row[3 * n - 1] += 1.0; });
        }
    });
}

void ngram_information(const SequenceBatch& references, std::int64_t order, double* information) {
    NgramTable table;
    std::vector<std::int64_t> occurrences{references.elements()};  // by number
    Checkpoint checkpoint;
    for (std::int64_t r = 0; r < references.count; ++r) {
        checkpoint.pass(length(references[r]) * order);
        for_each_ngram(references[r], order,
                       [&](std::int32_t prefix, std::int32_t symbol, std::int64_t, std::int64_t) {
                           const std::int32_t number = table.insert(prefix, symbol);
                           const auto index = static_cast<std::size_t>(number);
                           if (index == occurrences.size()) occurrences.push_back(0);
                           ++occurrences[index];
                           return number;
                       });
    }
    for (std::int64_t r = 0; r < references.count; ++r) {
        checkpoint.pass(length(references[r]) * order);
        double* const out = information + references.offsets[r] * order;
        std::fill(out, out + length(references[r]) * order, 0.0);
        for_each_ngram(
            references[r], order,
            [&](std::int32_t prefix, std::int32_t symbol, std::int64_t start, std::int64_t n) {
                const std::int32_t number = table.find(prefix, symbol);
                const double of_prefix =
                    static_cast<double>(occurrences[static_cast<std::size_t>(prefix)]);
                const double own =
                    static_cast<double>(occurrences[static_cast<std::size_t>(number)]);
                out[start * order + n - 1] = std::log2(of_prefix / own);
                return number;
            });
    }
}

void nist_statistics(const SegmentBatch& segments, const double* information, std::int64_t order,
                     int threads, double* rows) {
    for_each_segment<NgramMatcher>(segments, threads, [&](std::int64_t k, NgramMatcher& matcher) {
        double* row = rows + k * (2 * order + 1);
        std::fill(row, row + order, 0.0);
        matcher.set_hypothesis(segments.hypotheses[k], order);
        for (std::int64_t r = segments.groups[k]; r < segments.groups[k + 1]; ++r) {
            const double* of_reference = information + segments.references.offsets[r] * order;
            matcher.match(segments.references[r], [&](std::int64_t start, std::int64_t n) {
                row[n - 1] += of_reference[start * order + n - 1];
            });
        }
        write_ngram_counts(segments.hypotheses[k], order, row + order);
        row[2 * order] = mean_reference_length(segments, k);
    });
}

}  // namespace hyperbaton

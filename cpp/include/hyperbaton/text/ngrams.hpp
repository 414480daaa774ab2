// N-grams of word or character sequences: which of them a hypothesis shares with its references,
// the raw material of BLEU, chrF and NIST.
//
// An n-gram is identified incrementally: by the number of its prefix of n - 1 symbols and its last
// symbol. A prefix that does not occur ends the search for all longer n-grams that begin with it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hyperbaton/runtime/cancellation.hpp"
#include "hyperbaton/text/segments.hpp"

namespace hyperbaton {

// Numbers distinct n-grams 1, 2, … in order of first insertion; 0 is the empty n-gram. Open
// addressing with at most half of the slots used: insert and find take O(1) expected time, clear
// O(1), for slots of earlier uses count as free.
class NgramTable {
public:
    static constexpr std::int32_t empty_ngram = 0;
    static constexpr std::int32_t absent = -1;

    NgramTable();

    void clear();
    // The number of the n-gram that extends `prefix` by `symbol`, new if it was not known.
    std::int32_t insert(std::int32_t prefix, std::int32_t symbol);
    // The same number, or `absent`.
    std::int32_t find(std::int32_t prefix, std::int32_t symbol) const {
        const Slot& slot = slots_[slot_of(key(prefix, symbol))];
        return slot.generation == generation_ ? slot.number : absent;
    }
    // How many distinct n-grams there are, the empty one not counted.
    std::int32_t size() const { return size_; }

private:
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t generation = 0;
        std::int32_t number = 0;
    };

    static std::uint64_t key(std::int32_t prefix, std::int32_t symbol) {
        return std::uint64_t{static_cast<std::uint32_t>(prefix)} << 32 |
               static_cast<std::uint32_t>(symbol);
    }
    // The slot that holds a key, or the free one where it belongs.
    std::size_t slot_of(std::uint64_t key) const {
        // The high half of the product is well mixed; folding brings the prefix into it.
        const std::uint64_t product = (key ^ key >> 29) * 0x9E3779B97F4A7C15ull;
        std::size_t index = static_cast<std::size_t>(product >> 32) & mask_;
        while (slots_[index].generation == generation_ && slots_[index].key != key) {
            index = (index + 1) & mask_;
        }
        return index;
    }
    void grow();

    std::vector<Slot> slots_;
    std::size_t mask_;
    std::uint32_t generation_ = 1;
    std::int32_t size_ = 0;
};

// Visits the n-grams of 1 to `order` symbols, those of one beginning from short to long.
// visit(prefix, symbol, start, length) returns the n-gram's number, with which its extension is
// visited, or NgramTable::absent to leave the extensions out.
template <class Visit>
void for_each_ngram(Sequence symbols, std::int64_t order, Visit visit) {
    const auto n = static_cast<std::int64_t>(symbols.size());
    Checkpoint checkpoint;
    for (std::int64_t start = 0; start < n; ++start) {
        const std::int64_t longest = std::min(order, n - start);
        checkpoint.pass(longest);
        std::int32_t number = NgramTable::empty_ngram;
        for (std::int64_t length = 1; length <= longest; ++length) {
            const std::int32_t last = symbols[static_cast<std::size_t>(start + length - 1)];
            number = visit(number, last, start, length);
            if (number == NgramTable::absent) break;
        }
    }
}

// Finds the n-grams that a hypothesis shares with references, each at most as often as it occurs
// in the hypothesis. With several references an n-gram is found as often as in the reference that
// has it most often. Expected time per sequence is O(length * order); buffers are kept.
class NgramMatcher {
public:
    // Nothing is counted again for the hypothesis that was set before, as where the same one is
    // compared with many references by turns.
    void set_hypothesis(Sequence hypothesis, std::int64_t order);

    // Calls matched(start, length) for every n-gram of the reference that was not yet found as
    // often since the hypothesis was set, with its place in the reference.
    template <class Matched>
    void match(Sequence reference, Matched matched) {
        ++reference_;
        for_each_ngram(
            reference, order_,
            [&](std::int32_t prefix, std::int32_t symbol, std::int64_t start, std::int64_t length) {
                const std::int32_t number = table_.find(prefix, symbol);
                if (number != NgramTable::absent && found_more(number)) {
                    matched(start, length);
                }
                return number;
            });
    }

    // Lets the next reference begin anew.
    void forget_references() {
        for (Counts& counts : counts_) counts.found = 0;
    }

private:
    struct Counts {
        std::int32_t in_hypothesis = 0;
        std::int32_t found = 0;         // in the reference with most, at most in_hypothesis
        std::int32_t in_reference = 0;  // so far, in the reference named next
        std::int32_t reference = 0;
    };

    bool found_more(std::int32_t number) {
        Counts& counts = counts_[static_cast<std::size_t>(number)];
        if (counts.reference != reference_) {
            counts.reference = reference_;
            counts.in_reference = 0;
        }
        ++counts.in_reference;
        if (counts.in_reference <= counts.found || counts.found == counts.in_hypothesis) {
            return false;
        }
        ++counts.found;
        return true;
    }

    std::vector<std::int32_t> hypothesis_;
    NgramTable table_;
    std::vector<Counts> counts_;  // by number
    std::int64_t order_ = 0;
    std::int32_t reference_ = 0;
};

// How many n-grams of `length` symbols a sequence has.
inline std::int64_t count_ngrams(Sequence symbols, std::int64_t length) {
    return std::max<std::int64_t>(static_cast<std::int64_t>(symbols.size()) - length + 1, 0);
}

// BLEU: one row of 2 * order + 3 numbers per segment. For every length the n-grams matched in any
// reference; for every length those of the hypothesis; the words of the hypothesis; the words of
// the reference closest in length, of two equally close ones the shorter; and 1, for one segment.
void bleu_statistics(const SegmentBatch& segments, std::int64_t order, int threads, double* rows);

// chrF: one row of 3 * order numbers per reference. For every length the n-grams of the hypothesis
// (0 where the reference has none of that length), those of the reference, and those matched.
void ngram_overlaps(const SegmentBatch& segments, std::int64_t order, int threads, double* rows);

// NIST: the information of every n-gram occurrence, log2(occurrences of its prefix / its own) over
// all references, where the empty prefix occurs once per word. That of the n-gram of `length`
// words that begins at values[i] is information[i * order + length - 1]; 0 where a sentence ends
// before. O(elements * order) expected time.
void ngram_information(const SequenceBatch& references, std::int64_t order, double* information);

// NIST: one row of 2 * order + 1 numbers per segment. For every length the information of the
// n-grams matched in any reference; for every length the n-grams of the hypothesis; and the mean
// length of the references. `information` is that of segments.references.
void nist_statistics(const SegmentBatch& segments, const double* information, std::int64_t order,
                     int threads, double* rows);

}  // namespace hyperbaton

#pragma once
// Walks along one sentence that pair its words with words of the other one.
//
// A walk reads its sentence from left to right. Each word may be paired with any word of the other
// sentence: a match gains 2, a substitution 1, less a toll of 1 where the other word has one. The
// walk stands behind the word it paired last; pairing with a word further back is a turn and costs
// 1. Words of the other sentence may be used again.
//
// Because it may turn, a walk that must stand at a certain position in the end is at most 1 behind
// the best walk. So the best walks over the first k words are described by a gain and the first
// position from which on all of it is there; those over the last words by the mirror image. A step
// to the next word is a few operations on sets of positions.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bit_row.hpp"

namespace hyperbaton {

// By the number of words before the split.
struct SentenceWalks {
    std::vector<std::int32_t> gain_before, from;  // from this position on; 1 less before it
    std::vector<std::int32_t> gain_after, until;  // up to this position; 1 less after it
    std::vector<std::int32_t> until_turned;       // the same for walks with a turn; -1: nowhere

    // `matches(k)`: positions of the other sentence with the same word as word k. `free`: those
    // without a toll. O(words * positions / 64).
    template <class Bits, class Matches>
    void take(int words, int positions, const Bits& free, Matches matches) {
        for (auto* table : {&gain_before, &from, &gain_after, &until, &until_turned}) {
            table->resize(index(words + 1));
        }
        walk_on(words, free, matches);
        walk_back(words, positions, free, matches);
    }

    std::size_t bytes() const {
        return 5 * gain_before.capacity() * sizeof(std::int32_t);  // all are of one size
    }

private:
    static std::size_t index(int k) { return static_cast<std::size_t>(k); }

    template <class Bits, class Matches>
    void walk_on(int words, const Bits& free, Matches matches) {
        int gain = 0;
        int start = 0;
        gain_before[0] = from[0] = 0;
        for (int k = 0; k < words; ++k) {
            const Bits same = matches(k);
            const Bits two = same & free;
            const Bits one = same ^ free;
            const Bits two_onward = two & Bits::from(start);
            const Bits one_onward = (one & Bits::from(start)) | two;  // a turn, then 2
            if (!two_onward.empty()) {
                gain += 2;
                start = two_onward.lowest() + 1;
            } else if (!one_onward.empty()) {
                gain += 1;
                start = one_onward.lowest() + 1;
            } else if (!one.empty()) {  // a turn, then 1
                start = std::min(start, one.lowest() + 1);
            }
            gain_before[index(k + 1)] = gain;
            from[index(k + 1)] = start;
        }
    }

    template <class Bits, class Matches>
    void walk_back(int words, int positions, const Bits& free, Matches matches) {
        const auto last = [](const Bits& row) { return row.empty() ? -1 : row.highest(); };
        int gain = 0;
        int end = positions;
        int turned = -1;
        for (int k = words;; --k) {
            gain_after[index(k)] = gain;
            until[index(k)] = end;
            until_turned[index(k)] = turned;
            if (k == 0) return;
            const Bits same = matches(k - 1);
            const Bits two = same & free;
            const Bits one = same ^ free;
            const Bits two_onward = two & Bits::below(end);
            const Bits one_onward = (one & Bits::below(end)) | two;
            if (!two_onward.empty()) {
                gain += 2;
                end = two_onward.highest();
                turned = last(two & Bits::below(turned));
            } else if (!one_onward.empty()) {
                gain += 1;
                end = one_onward.highest();
                turned = last((one & Bits::below(turned)) | two);
            } else {
                end = std::max(end, last(one));
                turned = std::max(turned, last(one));
            }
        }
    }
};

}  // namespace hyperbaton

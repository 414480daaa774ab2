#pragma once
// What the words outside a box cost at least, judged by walks along either sentence.
//
// A derivation with m matches, s substitutions and v inversions costs I + J - 2m - s + v. Read its
// pairs of words along the hypothesis. Two neighbours come in the reverse order in the reference, a
// turn, exactly if the node where they part is inverted; and no two pairs of neighbours part at
// the same node. So v is at least the number of turns, and the derivation is a walk as in
// SentenceWalks. It uses no word of the reference twice, which a walk may. Therefore words
// that the hypothesis has more often than the reference are given a toll: what a derivation gains
// is at most what the walk gains with tolls, plus all tolls. The others are free. So
//     cost >= words of the hypothesis + free words of the reference - gain of the best walk.
//
// Now let a box X = (i0, i1, j0, j1) be one step of the walk, which comes to j0 and goes on from
// j1. What is outside X costs at least before(i0, j0) + after(i1, j1), where
//     before = i0 + free words of the reference before j0 - gain of the best walk over [0, i0)
// that ends at j0 or before it, or turns back there, and after is its mirror image. Two things can
// be known about X and make the bound larger:
// - the walk turns right before X: then the best walk anywhere, less 1, takes the place of the one
//   that stands before j0;
// - it turns somewhere after X: then only walks with a turn count.
//
// All this holds with the sentences exchanged too, for the reading along the reference. Both
// readings are used; neither is always the better one.
//
// A child X of an inversion knows such things. The first child comes right before the second in the
// hypothesis and right after it in the reference, and both hold a pair of words (rule 3 of
// unit_search.cpp). So, of the first child, the hypothesis reading turns after it and the reference
// reading right before it; of the second child, the other way round. The same holds for a part of
// a child that begins where the child does.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bit_row.hpp"

namespace hyperbaton {

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

// Bounds compared with the room that is left.

// Four bounds side by side in 16 bits each, so that one subtraction compares them all: of the
// hypothesis reading, of the reference reading, and of both with a turn after the box.
using PackedBounds = std::uint64_t;

inline constexpr PackedBounds in_every_bound = 0x0001'0001'0001'0001;
inline constexpr int bound_bias = 0x1000;  // a bound may be negative

// The sign of each bound.
inline constexpr PackedBounds hypothesis_sign = 0x8000;
inline constexpr PackedBounds reference_sign = hypothesis_sign << 16;
inline constexpr PackedBounds hypothesis_turned_sign = hypothesis_sign << 32;
inline constexpr PackedBounds reference_turned_sign = hypothesis_sign << 48;

inline PackedBounds pack_bounds(int hypothesis, int reference, int hypothesis_turned,
                                int reference_turned) {
    const auto lane = [](int bound, int place) {
        return static_cast<PackedBounds>(bound + bound_bias) << (16 * place);
    };
    return lane(hypothesis, 0) | lane(reference, 1) | lane(hypothesis_turned, 2) |
           lane(reference_turned, 3);
}

// The sign of a bound is set if before + cost + after < below.
inline PackedBounds bounds_below(int below, PackedBounds before, int cost, PackedBounds after) {
    const int room = 0x8000 + below - 1 - cost + 2 * bound_bias;
    return static_cast<PackedBounds>(room) * in_every_bound - before - after;
}

// What is before the boxes that start in one corner.
struct CornerBounds {
    PackedBounds anywhere;  // nothing is known of the box; the last two lanes are not used
    PackedBounds child;     // the box is a child of an inversion, see child_roles
    int first_hypothesis, first_reference;  // the same, by child and by reading
    int second_hypothesis, second_reference;
};

inline bool may_be_anywhere(int below, const CornerBounds& before, int cost, PackedBounds after) {
    constexpr PackedBounds both = hypothesis_sign | reference_sign;
    return (bounds_below(below, before.anywhere, cost, after) & both) == both;
}

// Which child of an inversion a box may be.
struct ChildRoles {
    bool first, second;
    bool any() const { return first || second; }
};

inline ChildRoles child_roles(int below, const CornerBounds& before, int cost, PackedBounds after) {
    constexpr PackedBounds first = hypothesis_turned_sign | reference_sign;
    constexpr PackedBounds second = hypothesis_sign | reference_turned_sign;
    const PackedBounds room = bounds_below(below, before.child, cost, after);
    return {(room & first) == first, (room & second) == second};
}

// Which boxes of a row may be children of an inversion, all ends at once.

// The reference ends of all children that start in one corner, end at one hypothesis word and have
// a given cost, as far as their bounds are low enough.
template <class Bits>
class ChildEnds {
public:
    struct Row {
        Bits hypothesis, hypothesis_turned;  // ends at which the best walk onward gains all
        Bits reference, reference_turned;
        int hypothesis_rest, reference_rest;  // what bounds at all ends have in common
    };

    // `hypothesis[x]`: ends whose own part of the bound is below x.
    ChildEnds(const Row& row, const Bits* hypothesis, const Bits* reference,
              const CornerBounds& before, int below)
        : row_(row),
          first_hypothesis_(hypothesis + below - before.first_hypothesis - row.hypothesis_rest),
          first_reference_(reference + below - before.first_reference - row.reference_rest),
          second_hypothesis_(hypothesis + below - before.second_hypothesis - row.hypothesis_rest),
          second_reference_(reference + below - before.second_reference - row.reference_rest) {}

    Bits first(int cost) const {
        return with_room(first_hypothesis_ - cost, row_.hypothesis_turned) &
               with_room(first_reference_ - cost, row_.reference);
    }
    Bits second(int cost) const {
        return with_room(second_hypothesis_ - cost, row_.hypothesis) &
               with_room(second_reference_ - cost, row_.reference_turned);
    }

private:
    // A walk that does not gain all gains 1 less.
    static Bits with_room(const Bits* ends, const Bits& gaining_all) {
        return ends[-1] | (ends[0] & gaining_all);
    }

    const Row& row_;
    const Bits* first_hypothesis_;
    const Bits* first_reference_;
    const Bits* second_hypothesis_;
    const Bits* second_reference_;
};

template <int words>
class WalkBounds {
public:
    using Bits = BitRow<words>;

    // Words are numbered from 0 to types - 1. O(I * J).
    void build(std::span<const std::int32_t> hypothesis, std::span<const std::int32_t> reference,
               int types) {
        hyp_words_ = static_cast<int>(hypothesis.size());
        ref_words_ = static_cast<int>(reference.size());
        list_positions(hypothesis, hypothesis_positions_, types);
        list_positions(reference, reference_positions_, types);
        const Bits free_reference =
            free_positions(reference, reference_positions_, hypothesis_positions_);
        const Bits free_hypothesis =
            free_positions(hypothesis, hypothesis_positions_, reference_positions_);
        along_hypothesis_.take(hyp_words_, ref_words_, free_reference, [&](int i) {
            return reference_positions_[index(hypothesis[index(i)])];
        });
        along_reference_.take(ref_words_, hyp_words_, free_hypothesis, [&](int j) {
            return hypothesis_positions_[index(reference[index(j)])];
        });
        count_before(free_reference, ref_words_, free_reference_before_);
        count_before(free_hypothesis, hyp_words_, free_hypothesis_before_);
        matches_.resize(hypothesis.size());
        for (std::size_t i = 0; i < hypothesis.size(); ++i) {
            matches_[i] = reference_positions_[index(hypothesis[i])].onward();
        }
        fill_rows();
        fill_after();
    }

    // Of the whole pair.
    int lower() const {
        return std::max(hyp_words_ + free_reference_before_[index(ref_words_)] -
                            along_hypothesis_.gain_before[index(hyp_words_)],
                        ref_words_ + free_hypothesis_before_[index(hyp_words_)] -
                            along_reference_.gain_before[index(ref_words_)]);
    }

    CornerBounds before(int i0, int j0) const {
        const int hypothesis =
            i0 + free_reference_before_[index(j0)] - along_hypothesis_.gain_before[index(i0)];
        const int reference =
            j0 + free_hypothesis_before_[index(i0)] - along_reference_.gain_before[index(j0)];
        const int hypothesis_here = hypothesis + (j0 < along_hypothesis_.from[index(i0)] ? 1 : 0);
        const int reference_here = reference + (i0 < along_reference_.from[index(j0)] ? 1 : 0);
        return {pack_bounds(hypothesis_here, reference_here, 0, 0),
                pack_bounds(hypothesis + 1, reference + 1, hypothesis_here, reference_here),
                hypothesis_here,
                reference + 1,
                hypothesis + 1,
                reference_here};
    }

    PackedBounds after(int i1, int j1) const { return after_[corner(i1, j1)]; }

    // Reference ends of the boxes that end with hypothesis word i - 1 paired with an equal word.
    const Bits& matches(int i) const { return matches_[index(i - 1)]; }

    ChildEnds<Bits> child_ends(int i1, const CornerBounds& before, int below) const {
        return {rows_[index(i1)], hypothesis_below_.data() + widest_,
                reference_below_.data() + widest_, before, below};
    }

    std::size_t bytes() const {
        const auto size = [](const auto&... tables) {
            return (... + (tables.capacity() * sizeof(tables[0])));
        };
        return along_hypothesis_.bytes() + along_reference_.bytes() +
               size(hypothesis_positions_, reference_positions_, matches_, hypothesis_below_,
                    reference_below_, rows_, after_, free_hypothesis_before_,
                    free_reference_before_);
    }

private:
    using Row = typename ChildEnds<Bits>::Row;

    static std::size_t index(int k) { return static_cast<std::size_t>(k); }
    std::size_t corner(int i, int j) const { return index(i * (ref_words_ + 1) + j); }

    static void list_positions(std::span<const std::int32_t> sentence, std::vector<Bits>& positions,
                               int types) {
        positions.assign(index(types), Bits::none());
        for (std::size_t k = 0; k < sentence.size(); ++k) {
            positions[index(sentence[k])].add(static_cast<int>(k));
        }
    }

    static Bits free_positions(std::span<const std::int32_t> sentence,
                               const std::vector<Bits>& here, const std::vector<Bits>& there) {
        Bits free = Bits::none();
        for (std::size_t k = 0; k < sentence.size(); ++k) {
            const std::size_t word = index(sentence[k]);
            if (there[word].count() <= here[word].count()) free.add(static_cast<int>(k));
        }
        return free;
    }

    static void count_before(const Bits& free, int length, std::vector<std::int32_t>& counts) {
        counts.resize(index(length + 1));
        counts[0] = 0;
        for (int k = 0; k < length; ++k) {
            counts[index(k + 1)] = counts[index(k)] + (free.holds(k) ? 1 : 0);
        }
    }

    int free_reference_from(int j) const {
        return free_reference_before_[index(ref_words_)] - free_reference_before_[index(j)];
    }
    int free_hypothesis_from(int i) const {
        return free_hypothesis_before_[index(hyp_words_)] - free_hypothesis_before_[index(i)];
    }
    int hypothesis_rest(int i) const {
        return hyp_words_ - i - along_hypothesis_.gain_after[index(i)];
    }
    int reference_rest(int j) const {
        return ref_words_ - j - along_reference_.gain_after[index(j)];
    }

    // For ChildEnds: by i what depends on i, by bound what depends on j.
    void fill_rows() {
        // |x| in `ends[x]` stays below that: bounds lie between -(I + J) and I + J + 1, costs and
        // `below` between 0 and the longer side.
        widest_ = 2 * (hyp_words_ + ref_words_) + 8;
        hypothesis_below_.assign(index(2 * widest_), Bits::none());
        reference_below_.assign(index(2 * widest_), Bits::none());
        rows_.assign(index(hyp_words_ + 1), Row{});
        for (int j = 0; j <= ref_words_; ++j) {
            hypothesis_below_[index(widest_ + free_reference_from(j) + 1)].add(j);
            reference_below_[index(widest_ + reference_rest(j) + 1)].add(j);
            rows_[index(along_reference_.until[index(j)])].reference.add(j);
            const int turned = along_reference_.until_turned[index(j)];
            if (turned >= 0) rows_[index(turned)].reference_turned.add(j);
        }
        for (std::size_t x = 1; x < hypothesis_below_.size(); ++x) {
            hypothesis_below_[x] = hypothesis_below_[x] | hypothesis_below_[x - 1];
            reference_below_[x] = reference_below_[x] | reference_below_[x - 1];
        }
        for (int i = hyp_words_; i >= 0; --i) {
            Row& row = rows_[index(i)];
            row.hypothesis = Bits::below(along_hypothesis_.until[index(i)] + 1);
            row.hypothesis_turned = Bits::below(along_hypothesis_.until_turned[index(i)] + 1);
            row.hypothesis_rest = hypothesis_rest(i);
            row.reference_rest = free_hypothesis_from(i);
            if (i == hyp_words_) continue;
            row.reference = row.reference | rows_[index(i + 1)].reference;
            row.reference_turned = row.reference_turned | rows_[index(i + 1)].reference_turned;
        }
    }

    void fill_after() {
        after_.resize(index((hyp_words_ + 1) * (ref_words_ + 1)));
        for (int i = 0; i <= hyp_words_; ++i) {
            const Row& row = rows_[index(i)];
            const int until = along_hypothesis_.until[index(i)];
            const int until_turned = along_hypothesis_.until_turned[index(i)];
            for (int j = 0; j <= ref_words_; ++j) {
                const int hypothesis = row.hypothesis_rest + free_reference_from(j);
                const int reference = row.reference_rest + reference_rest(j);
                after_[corner(i, j)] =
                    pack_bounds(hypothesis + (j > until ? 1 : 0),
                                reference + (i > along_reference_.until[index(j)] ? 1 : 0),
                                hypothesis + (j > until_turned ? 1 : 0),
                                reference + (i > along_reference_.until_turned[index(j)] ? 1 : 0));
            }
        }
    }

    int hyp_words_ = 0;
    int ref_words_ = 0;
    int widest_ = 0;
    SentenceWalks along_hypothesis_, along_reference_;
    std::vector<Bits> hypothesis_positions_, reference_positions_;  // by word
    std::vector<Bits> matches_;
    std::vector<Bits> hypothesis_below_, reference_below_;
    std::vector<Row> rows_;
    std::vector<PackedBounds> after_;
    std::vector<std::int32_t> free_hypothesis_before_, free_reference_before_;
};

}  // namespace hyperbaton

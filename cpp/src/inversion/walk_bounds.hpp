#pragma once
// What the words outside a box cost at least, judged by walks along either sentence.
//
// A derivation with m matches, s substitutions and v inversions costs I + J - 2m - s + v. Read its
// pairs of words along the hypothesis. Two neighbours come in the reverse order in the reference, a
// turn, exactly if the node where they part is inverted; and no two pairs of neighbours part at
// the same node. So v is at least the number of turns, and the derivation is a walk as in
// sentence_walks.hpp. It uses no word of the reference twice, which a walk may. Therefore words
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
// unit_search.hpp). So, of the first child, the hypothesis reading turns after it and the reference
// reading right before it; of the second child, the other way round. The same holds for a part of
// a child that begins where the child does.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bit_row.hpp"
#include "child_ends.hpp"
#include "packed_bounds.hpp"
#include "sentence_walks.hpp"

namespace hyperbaton {

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

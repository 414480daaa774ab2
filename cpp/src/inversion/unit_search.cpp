// Pruned exact search for the unit-cost inversion edit distance: it chooses the width of its sets
// and tries one bound after the other.
//
// Notation. A box X = (i0, i1, j0, j1) pairs hypothesis words [i0, i1) with reference words
// [j0, j1); it starts in the corner (i0, j0). S(X) is its cheapest cost. U is the bound: only
// derivations cheaper than U are of interest. straight(X) is the cheapest cost without an inversion
// at the top. X = <A B> splits at (i, j): A = (i0, i, j, j1), B = (i, i1, j0, j). A box is tight at
// one of its four ends if dropping the word w there gives S(X - w) >= S(X), that is, if w is
// neither inserted nor deleted in any cheapest derivation.
//
// 1. Straight nodes are associative, so straight(X) is a chain that ends in one edit or in one
//    inverted box: a Levenshtein-like recurrence. All reference ends j1 of one (i0, j0, i1) and
//    cost are one set of bits (evaluate_row).
//
// 2. Only children of inversions are found in this way, and the front parts of their chains, which
//    start where they do. Such a box is kept only if S(X) + outside(X) < U, where outside(X) is the
//    bound of walk_bounds.hpp for a first or for a second child. An inverted box may also be a
//    later link of a chain, or a link of the top chain; then the bound for boxes of which nothing
//    is known must hold. The top chain itself needs no boxes, only the inverted boxes in it
//    (chain_suffixes).
//
// 3. An inverted box is recorded only if it is strictly cheaper than straight(X). Of its
//    cheapest splits take those with the fewest reference words in A, and of those the one
//    with the most hypothesis words in A. Then
//    - A is straight: <<A1 A2> B> costs as much as <A1 <A2 B>>, whose first child is smaller
//      in the reference.
//    - A is tight at i0 and j1, B at i1 and j0: there w could leave the inversion, so
//      straight(X) <= 1 + S(X - w) <= S(X), against the choice of X.
//    - A is tight at j and B at i: there w could move to the other child at equal cost, against
//      the choice of the split. (If that emptied a side of the child, X would be straight.)
//    - Both save at least 2 over deleting and inserting all their words: [insert the words of
//      B, A, delete the words of B] is straight, so S(B) + 1 < |B1| + |B2|. So both pair words.
//
// 4. Both children are tight at their first words, so a chain starts with two paired words or
//    with an inverted box, never with an insertion or deletion.
//
// 5. Substituting all words of X = <A B> costs max(|A1| + |B1|, |A2| + |B2|), 1 and 2 being the
//    sides. An inversion beats that only if (max(|A1|, |A2|) - S(A)) + (max(|B1|, |B2|) - S(B))
//    is at least 2. So second children are listed by that saving. An inverted box that saves
//    nothing is not recorded (rule 3).
//
// 6. A chain is a square of substitutions, or such a square (perhaps empty) followed by a match or
//    an inverted box, from where on it always saves something over substituting all it covers.
//    Only such boxes are kept. Proof: let Z be a front part of the cheapest chain of a child X,
//    a words by b words. Z can be replaced by max(a, b) edits: first |a - b| deletions or
//    insertions, then substitutions. So if Z costs max(a, b) or more,
//    - a = b, for otherwise a chain as cheap would start with a deletion or insertion, and X would
//      not be tight there (rule 4);
//    - Z costs exactly a, for otherwise the chain would not be the cheapest.
//    Among the cheapest chains of X take one that starts with the most substitutions, say k. Then
//    - the next piece, if any, is a match or an inverted box: a deletion or insertion would make
//      a = k + 1, b = k or the reverse at a cost of k + 1;
//    - every longer Z costs less than max(a, b), for otherwise a = b substitutions in its place
//      would be a chain as cheap that starts with more of them;
//    - the k pairs of words differ, for otherwise the chain would not be the cheapest.
//    A square of one word is no child (rule 3).
//
// Nothing is lost: of all cheapest whole derivations below U take one that the choices of rules 3
// to 6 lead to. Each of its boxes, front parts of chains included, has S + outside <= its cost < U
// and is kept, so that by induction from the smallest box on each is found at its cheapest cost. A
// comparison of rule 3 excludes one of them only through a derivation that exists, if not always a
// cheapest one, against the choice made.
//
// Order: i0 descending, j0 descending, i1 ascending. The first child of X starts in (i0, j), the
// second in (i, j0): both are known when the corner (i0, j0) comes. A first child looks for second
// children where they were listed and leaves the inversions as pending for their corners. U falls
// while the search runs, as soon as the recorded boxes yield a whole derivation.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hyperbaton/runtime/cancellation.hpp"
#include "inversion_search.hpp"

namespace hyperbaton {

namespace {

// The pair of sentences. Costs are by (i, j), with J + 1 columns.
struct SearchPair {
    std::span<const std::int32_t> hypothesis, reference;
    const std::int32_t* prefix_cost;  // Levenshtein distance of (0, i, 0, j)
    std::int32_t* suffix_cost;        // best known cost of (i, I, j, J)
};

struct SearchLimits {
    int below;         // prove that no derivation is cheaper than this, or find the cheapest
    int known;         // cost of some derivation
    int proven_lower;  // stop as soon as a derivation costs this little
    std::uint64_t max_steps;
};

enum class SearchEnd { complete, out_of_steps, out_of_memory };

struct SearchResult {
    SearchEnd end;
    int best;             // cost of the cheapest derivation found, or limits.known; exact if
                          // complete and below limits.below
    std::uint64_t steps;  // rows evaluated, pairs of children and links of chains tried
};

// Each side holds fewer than 64 * words words; memory.bounds are those of the pair.
template <int words>
class UnitSearch {
public:
    using Bits = BitRow<words>;

    UnitSearch(const SearchPair& pair, SearchMemory<words>& memory, const SearchLimits& limits)
        : p_(pair),
          m_(memory),
          limits_(limits),
          hyp_words_(static_cast<int>(pair.hypothesis.size())),
          ref_words_(static_cast<int>(pair.reference.size())),
          below_(limits.below),
          best_(limits.known) {}

    // Throws Cancelled.
    SearchResult run() {
        reset();
        for (int i0 = hyp_words_ - 1; i0 >= 0 && !finished(); --i0) {
            start_layer(i0);
            for (int j0 = ref_words_ - 1; j0 >= 0 && !finished(); --j0) evaluate_corner(i0, j0);
            m_.second.close_layer(i0);
            if (!m_.inverted.all().empty()) chain_suffixes(i0);
        }
        return {end_, best_, steps_};
    }

private:
    // What the rows of one corner share. `below` does not fall while they are evaluated.
    struct Corner {
        int i0, j0, below;
        const CornerBounds& before;
    };

    bool stopped() const { return end_ != SearchEnd::complete; }
    bool finished() const { return stopped() || best_ <= limits_.proven_lower; }
    int corner(int i, int j) const { return i * (ref_words_ + 1) + j; }
    LevelLayer<Bits>& layer(int i0) { return m_.layers[i0 & 1]; }
    bool same_words(int i, int j) const {
        return p_.hypothesis[static_cast<std::size_t>(i)] ==
               p_.reference[static_cast<std::size_t>(j)];
    }

    void reset() {
        most_levels_ = std::max(hyp_words_, ref_words_) + 1;
        m_.before.resize(static_cast<std::size_t>(ref_words_));
        for (LevelLayer<Bits>& rows : m_.layers) rows.clear(ref_words_);
        m_.arrivals.reset(hyp_words_, most_levels_);
        m_.second.reset(hyp_words_, ref_words_);
        m_.pending.reset(ref_words_);
        m_.inverted.reset(hyp_words_, ref_words_);
    }

    void start_layer(int i0) {
        layer(i0).clear(ref_words_);
        m_.pending.forget_taken();
        for (int j0 = 0; j0 < ref_words_; ++j0) {
            m_.before[static_cast<std::size_t>(j0)] = m_.bounds.before(i0, j0);
        }
    }

    void count_steps(std::size_t steps) {
        steps_ += steps;
        checkpoint_.pass(steps);
    }

    void look_at_limits() {
        if (steps_ > limits_.max_steps) end_ = SearchEnd::out_of_steps;
        if (m_.full()) end_ = SearchEnd::out_of_memory;
    }

    // All boxes that start in (i0, j0).
    void evaluate_corner(int i0, int j0) {
        LevelLayer<Bits>& rows = layer(i0);
        rows.start_corner(j0);
        const Corner c{i0, j0, below_, m_.before[static_cast<std::size_t>(j0)]};
        m_.pending.take(
            j0, [&](const BoxEnd& end) { m_.arrivals.add_inverted(end.i1, end.j1, end.cost); });
        int i1 = i0 + 1;
        LevelSpan above = substitute(c, i1);
        bool square = !above.empty();
        look_at_limits();
        for (; i1 <= hyp_words_ && !stopped(); ++i1) {
            if (above.empty()) {
                if (m_.arrivals.empty()) break;
                i1 = m_.arrivals.first_row();
                square = false;
            }
            const int size = i1 - i0;
            square = square && j0 + size <= ref_words_ && !same_words(i1 - 1, j0 + size - 1);
            above = evaluate_row(c, i1, above, square);
            square = square && rows.reached(above, size).holds(j0 + size);
            look_at_limits();
        }
    }

    // The front parts of chains that are nothing but substitutions, as far as no match and no
    // arrival interrupts them: most rows are like that. Returns the last row before i1, the row to
    // be evaluated next, or an empty one if nothing goes on from there.
    LevelSpan substitute(const Corner& c, int& i1) {
        if (!child_roles(c.below, c.before, 0, m_.bounds.after(c.i0, c.j0)).any()) return {};
        LevelSpan above = add_square(c, 0);
        for (;; ++i1) {
            const int size = i1 - c.i0;
            const int j1 = c.j0 + size;
            if (i1 > hyp_words_ || j1 > ref_words_) return {};
            if (same_words(i1 - 1, j1 - 1) || m_.arrivals.in_row(i1)) return above;
            const ChildRoles roles = child_roles(c.below, c.before, size, m_.bounds.after(i1, j1));
            if (!roles.any()) return {};
            count_steps(1);
            above = add_square(c, size);
            if (size >= 2) use_square(c, i1, j1, roles);
            append_inverted(c, i1, j1, size);
        }
    }

    LevelSpan add_square(const Corner& c, int size) {
        Bits* level = layer(c.i0).room(1);
        *level = Bits::one(c.j0 + size);
        return layer(c.i0).add_row(c.j0, c.i0 + size, level, size, size);
    }

    void use_square(const Corner& c, int i1, int j1, ChildRoles roles) {
        const int cost = i1 - c.i0;
        if (reached_later(c, i1, cost - 1).holds(j1)) return;
        if (roles.second) m_.second.add(i1, c.j0, j1, cost, 0);
        if (roles.first) combine_first_child(c, i1, j1, cost, 0);
    }

    // Ends that are reached at `cost` or less without the first word of one side.
    Bits reached_later(const Corner& c, int i1, int cost) {
        LevelLayer<Bits>& here = layer(c.i0);
        LevelLayer<Bits>& later = layer(c.i0 + 1);
        return later.reached(later.row(c.j0, i1), cost) |
               here.reached(here.row(c.j0 + 1, i1), cost);
    }

    // The boxes (i0, i1, j0, *), by cost from the lowest on. `above` are those of i1 - 1.
    LevelSpan evaluate_row(const Corner& c, int i1, LevelSpan above, bool square) {
        count_steps(1);
        LevelLayer<Bits>& rows = layer(c.i0);
        const CostRange arrivals = m_.arrivals.costs(i1);
        const int lowest =
            above.empty() ? arrivals.lowest : std::min<int>(above.lowest, arrivals.lowest);
        Bits* const sets = rows.room(most_levels_ + 2);
        const Bits* const sets_above = rows.levels(above);
        const ChildEnds<Bits> ends = m_.bounds.child_ends(i1, c.before, c.below);
        const Bits matches = m_.bounds.matches(i1);
        Bits reached = Bits::none();     // at less than `cost`
        Bits just_above = Bits::none();  // in the row above, at `cost` or less
        CostRange kept{-1, -1};
        for (int cost = lowest;; ++cost) {
            const Bits cheaper_above = just_above;
            if (cost >= above.lowest && cost <= above.highest) {
                just_above = sets_above[cost - above.lowest];
            }
            const Bits first = ends.first(cost);
            const Bits second = ends.second(cost);
            const Bits keepable = (first | second) & worth_keeping(c, i1, cost, square);
            Bits found = (just_above.onward() & matches) | cheaper_above | cheaper_above.onward() |
                         reached.onward();
            Bits inverted = Bits::none();
            if (cost <= arrivals.highest) {
                const typename Arrivals<Bits>::Sets arriving = m_.arrivals.take(i1, cost);
                found = found | arriving.straight;
                inverted = arriving.inverted & ~(reached | (found & keepable));
                if (!inverted.empty()) {
                    inverted = inverted & ~reached_later(c, i1, cost - 1);
                    record_inverted(c, i1, inverted, cost);
                    found = found | inverted;
                }
            }
            const Bits fresh = found & keepable & ~reached;
            if (!fresh.empty()) {
                const Bits tight = tight_at_first_words(c, i1, cost, fresh);
                list_second_children(c, i1, tight & second & ~cheaper_above, cost);
                combine_first_children(c, i1, tight & first & ~(reached.onward() | inverted), cost);
                kept = {kept.lowest < 0 ? cost : kept.lowest, cost};
            }
            reached = reached | fresh;
            sets[cost - lowest] = reached;
            const bool goes_on = cost <= above.highest || !fresh.empty();
            if (cost >= arrivals.highest && (!goes_on || keepable.empty())) break;
        }
        if (arrivals.highest >= 0) m_.arrivals.close_row(i1);
        if (kept.lowest < 0) return {};
        const Bits* const lowest_kept = sets + (kept.lowest - lowest);
        const LevelSpan row = rows.add_row(c.j0, i1, lowest_kept, kept.lowest, kept.highest);
        (reached & m_.inverted.starts(i1)).each([&](int j1) {
            const Bits* set = lowest_kept;
            while (!set->holds(j1)) ++set;
            append_inverted(c, i1, j1, kept.lowest + static_cast<int>(set - lowest_kept));
        });
        return row;
    }

    // Rule 6.
    static Bits worth_keeping(const Corner& c, int i1, int cost, bool square) {
        const int size = i1 - c.i0;
        if (cost < size) return ~Bits::none();
        const Bits longer = Bits::from(c.j0 + cost + 1);
        return square && cost == size ? longer | Bits::one(c.j0 + size) : longer;
    }

    // Rule 3, and a square of one word is no child.
    Bits tight_at_first_words(const Corner& c, int i1, int cost, const Bits& ends) {
        Bits tight = ends & ~reached_later(c, i1, cost - 1);
        if (i1 - c.i0 == 1 && cost == 1) tight.remove(c.j0 + 1);
        return tight;
    }

    int saving_of(const Corner& c, int i1, int j1, int cost) const {
        return std::min(std::max(i1 - c.i0, j1 - c.j0) - cost, SecondChildren::most_saved);
    }

    void list_second_children(const Corner& c, int i1, const Bits& ends, int cost) {
        ends.each([&](int j1) { m_.second.add(i1, c.j0, j1, cost, saving_of(c, i1, j1, cost)); });
    }

    void combine_first_children(const Corner& c, int i1, const Bits& ends, int cost) {
        ends.each(
            [&](int j1) { combine_first_child(c, i1, j1, cost, saving_of(c, i1, j1, cost)); });
    }

    // Pairs a first child with second children that start at i1 and end at j0. Rule 5: the savings
    // of both must add up to 2.
    void combine_first_child(const Corner& c, int i1, int j1, int cost, int saving) {
        const int missing = SecondChildren::most_saved - saving;
        const std::span<const SecondChild> others = m_.second.saving(i1, c.j0, missing);
        count_steps(others.size());
        // First all comparisons, none of which is predictable, then what follows from them.
        if (m_.fitting.size() < others.size()) m_.fitting.resize(others.size() * 3 / 2);
        SecondChild* end = m_.fitting.data();
        for (const SecondChild& other : others) {
            *end = other;
            end += fits(c, j1, cost + 1 + other.cost, other) ? 1 : 0;
        }
        for (const SecondChild* other = m_.fitting.data(); other != end; ++other) {
            m_.pending.add(other->j0,
                           {static_cast<std::uint8_t>(other->i1), static_cast<std::uint8_t>(j1),
                            static_cast<std::uint16_t>(cost + 1 + other->cost)});
        }
    }

    // Whether an inversion with this second child is worth noting: rules 2 and 5.
    bool fits(const Corner& c, int j1, int cost, const SecondChild& second) const {
        const bool bounded =
            may_be_anywhere(below_, m_.before[second.j0], cost, m_.bounds.after(second.i1, j1));
        const bool saves = cost < std::max(second.i1 - c.i0, j1 - second.j0);
        return bounded & saves;
    }

    void record_inverted(const Corner& c, int i1, const Bits& ends, int cost) {
        ends.each([&](int j1) {
            m_.inverted.add({static_cast<std::uint8_t>(c.i0), static_cast<std::uint8_t>(i1),
                             static_cast<std::uint8_t>(c.j0), static_cast<std::uint8_t>(j1), cost});
            note_complete(p_.prefix_cost[corner(c.i0, c.j0)] + cost +
                          p_.suffix_cost[corner(i1, j1)]);
        });
    }

    // Continues a chain that ends in (i1, j1) with the inverted boxes that start there.
    void append_inverted(const Corner& c, int i1, int j1, int cost) {
        for (const InvertedBox& box : m_.inverted.starting(i1, j1)) {
            const int sum = cost + box.cost;
            count_steps(1);
            if (sum >= std::max(box.i1 - c.i0, box.j1 - c.j0)) continue;
            const PackedBounds after = m_.bounds.after(box.i1, box.j1);
            if (!child_roles(c.below, c.before, sum, after).any()) continue;
            m_.arrivals.add_straight(box.i1, box.j1, sum);
        }
    }

    // Costs of the suffixes (i0, I, *, J): the cheapest chains over the inverted boxes recorded
    // so far. Preceded by a Levenshtein prefix they are whole derivations.
    void chain_suffixes(int i0) {
        std::int32_t* here = p_.suffix_cost + corner(i0, 0);
        const std::int32_t* next = here + ref_words_ + 1;
        for (int j0 = ref_words_; j0 >= 0; --j0) {
            std::int32_t cost = std::min(here[j0], next[j0] + 1);
            if (j0 < ref_words_) {
                const std::int32_t pair = next[j0 + 1] + (same_words(i0, j0) ? 0 : 1);
                cost = std::min({cost, here[j0 + 1] + 1, pair});
            }
            for (const InvertedBox& box : m_.inverted.starting(i0, j0)) {
                cost = std::min(cost, box.cost + p_.suffix_cost[corner(box.i1, box.j1)]);
            }
            here[j0] = cost;
            note_complete(p_.prefix_cost[corner(i0, j0)] + cost);
        }
    }

    // A whole derivation of this cost exists: only cheaper ones are of interest from now on.
    void note_complete(int cost) {
        best_ = std::min(best_, cost);
        below_ = std::min(below_, best_);
    }

    const SearchPair p_;
    SearchMemory<words>& m_;
    const SearchLimits limits_;
    const int hyp_words_, ref_words_;
    int below_;
    int best_;
    int most_levels_ = 0;  // costs of boxes that save something, and one more
    std::uint64_t steps_ = 0;
    Checkpoint checkpoint_;
    SearchEnd end_ = SearchEnd::complete;
};

using Buffers = InversionWorkspace::Buffers;

static_assert(max_search_words < 256);  // four words of bits, InvertedBox

// Kept from every search: a derivation may use suffix costs that an earlier one found. `head`
// words on both sides were set aside.
void keep_pieces(std::span<const InvertedBox> boxes, int head, std::vector<InvertedPiece>& pieces) {
    for (const InvertedBox& box : boxes) {
        pieces.push_back(
            {box.i0 + head, box.i1 + head, box.j0 + head, box.j1 + head, double(box.cost)});
    }
}

// How far above the proven lower bound the next search looks. One that is too narrow must be
// repeated, but costs much less than one that is too wide; and on MT output the first bound often
// is the distance. Where words are shuffled, as a large gap shows, it is far from it.
int next_width(int tries, bool large_gap) { return large_gap ? 1 << tries : 1 + tries / 3; }

template <int words>
InversionDistance search(int bag, int upper, int head, const InversionLimits& limits,
                         SearchMemory<words>& memory, Buffers& buffers) {
    memory.bounds.build(buffers.hypothesis, buffers.reference, buffers.types);
    int lower = std::min(upper, std::max(bag + 1, memory.bounds.lower()));
    if (lower < upper) {
        fill_costs_of_prefixes(buffers);
        fill_costs_of_suffixes(buffers);
    }
    const SearchPair pair{buffers.hypothesis, buffers.reference, buffers.prefix_cost.data(),
                          buffers.suffix_cost.data()};
    const std::size_t longest = std::max(buffers.hypothesis.size(), buffers.reference.size());
    const bool large_gap = 3 * (upper - lower) > static_cast<int>(longest);
    std::uint64_t steps = 0;
    for (int tries = 0; lower < upper; ++tries) {
        const int below = std::min(upper, lower + next_width(tries, large_gap));
        const SearchLimits bounds{below, upper, lower, limits.max_steps - steps};
        const SearchResult result = UnitSearch<words>(pair, memory, bounds).run();
        steps += result.steps;
        if (buffers.wants_pieces) keep_pieces(memory.inverted.all(), head, buffers.pieces);
        upper = result.best;
        if (result.end != SearchEnd::complete) break;
        lower = std::min(upper, below);
    }
    return {double(upper), double(lower), lower == upper, steps};
}

}  // namespace

InversionDistance search_unit_costs(int bag, int upper, const InversionLimits& limits,
                                    Buffers& buffers) {
    const int head = set_ends_aside(buffers);
    const std::size_t longest = std::max(buffers.hypothesis.size(), buffers.reference.size());
    if (longest < 64 && !limits.wide_rows) {
        return search(bag, upper, head, limits, buffers.narrow, buffers);
    }
    if (longest < 128 && !limits.wide_rows) {
        return search(bag, upper, head, limits, buffers.middle, buffers);
    }
    return search(bag, upper, head, limits, buffers.wide, buffers);
}

}  // namespace hyperbaton

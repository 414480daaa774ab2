// Pruned exact search for the unit-cost inversion edit distance. See inversion_kernels.hpp.
//
// Notation. A box X = (i0, i1, j0, j1) pairs hypothesis words [i0, i1) with reference words
// [j0, j1). S(X) is its cheapest cost, bag(X) its position-independent distance, and PO(X) the
// position-independent distance of the words outside X. U is the bound: only derivations
// cheaper than U are of interest. straight(X) is the cheapest cost without an inversion at the
// top. X = <A B> splits at (i, j): A = (i0, i, j, j1), B = (i, i1, j0, j). A box is tight at
// one of its four ends if dropping the word w there gives S(X - w) >= S(X), that is, if w is
// neither inserted nor deleted in any cheapest derivation.
//
// 1. Straight nodes are associative, so straight(X) is a chain that ends in one edit or in one
//    inverted box: a Levenshtein-like recurrence (relax_straight, push_inverted).
//
// 2. Inside an inversion everything outside X costs at least 1 + PO(X), so X is kept only if
//    S(X) + 1 + PO(X) < U. This bound is consistent: for Z inside X,
//    PO(Z) <= PO(X) + bag(X without Z), so a cheapest derivation of a kept box uses kept boxes.
//    An inverted box may also be a link of the top chain. Then the prefix (0, i0, 0, j0) costs
//    at least Q = min(Levenshtein, 1 + bag), because it contains an inversion or does not; the
//    suffix likewise Q'. Its children are kept: PO(A) <= bag(B) + PO(X) <= S(B) + Q + Q'.
//    The top chain itself needs no boxes, only the inverted boxes in it (chain_suffixes).
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
//      B, A, delete the words of B] is straight, so S(B) + 1 < |B1| + |B2|.
//    A neighbour X - w that is not kept counts as "not cheaper": PO changes by at most 1, so if
//    X is kept and S(X - w) = S(X) - 1, then X - w is kept. Neighbours are derivations, if not
//    always cheapest ones, so a comparison can fail to exclude a box but never excludes wrongly.
//
// 4. Both children are tight at their first words, so a chain starts with two paired words or
//    with an inverted box, never with an insertion or deletion. Deletions in front are noted
//    where a row is evaluated anyway, because they sharpen the comparisons of rule 3.
//
// 5. Substituting all words of X = <A B> costs max(|A1| + |B1|, |A2| + |B2|), 1 and 2 being the
//    sides. An inversion beats that only if (max(|A1|, |A2|) - S(A)) + (max(|B1|, |B2|) - S(B))
//    is at least 2. So second children are listed by that saving. An inverted box that saves
//    nothing is not recorded (rule 3).
//
// 6. A chain is a square of substitutions, or such a square (perhaps empty) followed by a match
//    or an inverted box; from there on it always saves something over substituting all it
//    covers (proof in inversion_starts.hpp). Only what saves something is kept in cells.
//
// 7. X = <A B> is looked at only if rule 2 may hold, judged by the common words outside the
//    hypothesis words of A and the reference words of X. These are at least those outside X, so
//    nothing is lost. In the top chain S(X) + PO(X) < U, without an inversion around X
//    (combine_children).
//
// 8. PO(X) leaves the order of the words outside X aside. If that order has d descents, what is
//    outside X costs at least PO(X) + d (inversion_order.hpp): rule 2 holds with max(1, d) in
//    place of 1, rule 7 with d more. This bound need not be consistent. It need not be: of all
//    cheapest whole derivations below U take one that the choices of rules 3 to 6 lead to. Each
//    of its boxes, those at the front of a chain included, has S + outside <= its cost < U and
//    is kept, so that by induction from the smallest box on each is found at its cheapest cost.
//    A comparison of rule 3 excludes one of them only through a derivation that exists, against
//    the choice made.
//
// Order: i0 descending, j1 ascending, i1 ascending; one row holds all j0. First children are
// pushed forward into `pending`, which belongs to one (i0, j1). U falls while the search runs,
// as soon as the recorded boxes yield a whole derivation.

#include "inversion_kernels.hpp"
#include "inversion_boxes.hpp"
#include "inversion_lanes.hpp"
#include "inversion_order.hpp"
#include "inversion_slack.hpp"
#include "inversion_starts.hpp"

namespace hyperbaton::HYPERBATON_SIMD {
namespace {

template <class Cell, bool one_block>
class Search {
public:
    Search(const SearchTables& tables, SearchScratch& scratch, const SearchLimits& limits)
        : t_(tables),
          s_(scratch),
          limits_(limits),
          below_(limits.below),
          best_(limits.known),
          boxes_(t_, scratch),
          slack_(t_, scratch),
          order_(t_, scratch),
          starts_(t_, s_, boxes_, order_),
          hyp_words_(tables.hypothesis_words),
          ref_words_(tables.reference_words) {}

    SearchResult run() {
        s_.inverted_count = 0;
        for (SecondChildren& list : s_.second) list.count = 0;
        for (int at = 0; at < corner(hyp_words_ + 1, 0); ++at) s_.inverted_head[at] = -1;
        // Corners that no slab belongs to; the others are set by evaluate_slab.
        for (int j = 0; j <= ref_words_; ++j)
            s_.second_bounds[corner(hyp_words_, j)] = SecondBounds{};
        for (int i = 0; i < hyp_words_; ++i) s_.second_bounds[corner(i, 0)] = SecondBounds{};
        for (int i0 = hyp_words_; i0 >= 0 && !finished(); --i0) {
            start_layer(i0);
            for (int j1 = 1; j1 <= ref_words_ && i0 < hyp_words_ && !finished(); ++j1)
                evaluate_slab(i0, j1);
            chain_suffixes(i0);
        }
        boxes_.clear();
        return {end_, best_, steps_};
    }

private:
    bool stopped() const { return end_ != SearchEnd::complete; }
    bool finished() const { return stopped() || best_ <= limits_.proven_lower; }

    int corner(int i, int j) const { return i * (ref_words_ + 1) + j; }

    void start_layer(int i0) {
        boxes_.start_layer();
        if (i0 == hyp_words_) return;
        slack_.start_layer(i0);
        steps_ += starts_.start(i0, below_);
    }

    // All rows (i0, i1, j1) of one j1 that can hold a kept box, and the squares. A row needs a
    // neighbour in the recurrence that holds one, the start of a chain or an inverted box.
    void evaluate_slab(int i0, int j1) {
        const Slab<Cell> slab = boxes_.slab(i0, j1);
        boxes_.mark_neighbours(slab);
        order_before_ = order_.before(i0, j1);
        order_after_ = order_.after(j1);
        slack_.start_slab(order_before_);
        SecondBounds& bounds = s_.second_bounds[corner(i0, j1)];
        for (int saving = 0; saving < saving_classes; ++saving) {
            bounds.first[saving] = s_.second[saving].count;
        }
        for (int word = (i0 + 1) >> 6; word < boxes_.live_words() && !stopped(); ++word) {
            std::uint64_t& squares = slab.squares[word];
            std::uint64_t todo = slab.live[word] | squares;
            while (todo != 0) {
                const std::uint64_t bit = todo & (0 - todo);
                const int i1 = word * 64 + lowest_bit(todo);
                if ((slab.live[word] & bit) != 0 && !evaluate_row(slab, i1)) {
                    slab.live[word] &= ~bit;
                }
                if ((squares & bit) != 0) use_square(slab, i1);
                if (steps_ >= next_look_) look_whether_cancelled();
                if (stopped()) break;
                // Later rows may have been marked while this one was evaluated.
                todo = (slab.live[word] | squares) & ~((bit << 1) - 1);
            }
            squares = 0;
        }
        for (int saving = 0; saving < saving_classes; ++saving) {
            bounds.last[saving] = s_.second[saving].count;
        }
        if (steps_ > limits_.max_steps && !stopped()) end_ = SearchEnd::out_of_steps;
    }

    // Asked within slabs too: a slab can take long.
    void look_whether_cancelled() {
        next_look_ = steps_ + steps_between_looks;
        if (s_.cancelled()) end_ = SearchEnd::cancelled;
    }

    // The square of substitutions (i0, i1, j1 - (i1 - i0), j1) as a child, unless something
    // cheaper is known.
    void use_square(const Slab<Cell>& slab, int i1) {
        ++steps_;
        const int size = i1 - slab.i0;
        const int j0 = slab.j1 - size;
        const int at = boxes_.at(i1, j0);
        const int nearest = smaller(smaller(slab.cells[at], slab.cells[at + 1]), slab.earlier[at]);
        if (nearest < size) return;
        const unsigned value = static_cast<unsigned>(size);
        if (slab.cells[at - boxes_.stride()] >= size) list_second_child(0, i1, j0, value);
        if (slab.left[at] >= size) {
            slack_.advance(i1, slab.j1, below_);
            combine_first_child(slab, i1, j0, value, 0);
        }
    }

    // Evaluates the boxes (i0, i1, *, j1). True if any is kept.
    bool evaluate_row(const Slab<Cell>& slab, int i1) {
        ++steps_;
        const Row<Cell> row = boxes_.row(slab, i1);
        slack_.advance(i1, slab.j1, below_);
        std::uint32_t live_blocks = 0;
        // From the right, so that the cell at j0 + 1 is final when the one at j0 is used.
        for (std::uint32_t todo = row.blocks; todo != 0;) {
            const int block = one_block ? 0 : highest_bit(todo);
            const std::uint32_t bit = std::uint32_t{1} << block;
            if (relax_block(slab, row, i1, block * lane_count, (row.pending_blocks & bit) != 0)) {
                live_blocks |= bit;
            }
            todo &= ~bit;
        }
        s_.pending_blocks[i1] = 0;
        slab.blocks[i1] = live_blocks;
        if (live_blocks == 0) return false;
        if (i1 < hyp_words_) slab.mark_row(i1 + 1);
        const std::int32_t head = s_.inverted_head[corner(i1, slab.j1)];
        if (head >= 0) push_inverted(head, live_blocks, row.cells);
        return true;
    }

    bool relax_block(const Slab<Cell>& slab, const Row<Cell>& row, int i1, int base,
                     bool has_pending) {
        const bool same = t_.hypothesis[i1 - 1] == t_.reference[slab.j1 - 1];
        BlockConstants<Cell> c;
        c.edit = static_cast<Cell>(same ? 0 : 1);
        c.hypothesis_outside = static_cast<Cell>(hyp_words_ - (i1 - slab.i0));
        c.reference_outside = static_cast<Cell>(ref_words_ - slab.j1 + base);
        c.hypothesis_inside = static_cast<Cell>(i1 - slab.i0);
        c.reference_inside = static_cast<Cell>(slab.j1 - base);
        Cell* cells = row.cells + base;
        alignas(32) Cell marks[lane_count];
        if (!has_pending) {
            relax_straight<Cell>(row.up + base, row.left + base, row.diagonal + base,
                                 row.earlier + base, slack_.row() + base, order_before_ + base,
                                 order_after_ + boxes_.at(i1, base), cells, marks, c);
            return use_marks(slab, i1, base, cells, marks, row.cells);
        }
        alignas(32) Cell values[lane_count];
        relax_inverted<Cell>(row.up + base, row.left + base, row.diagonal + base,
                             row.earlier + base, slack_.row() + base, order_before_ + base,
                             order_after_ + boxes_.at(i1, base), row.pending + base, cells, values,
                             marks, c);
        clear_block(row.pending + base);
        return use_marks(slab, i1, base, values, marks, row.cells);
    }

    // Acts on the marks of one block. True if any box is kept.
    bool use_marks(const Slab<Cell>& slab, int i1, int base, const Cell* values, const Cell* marks,
                   const Cell* cells) {
        std::uint32_t lanes = marked_lanes(marks, mark_first | mark_second | mark_inverted);
        for (; lanes != 0; lanes &= lanes - 1) {
            const int lane = lowest_bit(lanes);
            const bool tight = cells[base + lane + 1] >= values[lane];
            if (tight) use_mark(slab, marks[lane], i1, base + lane, values[lane]);
        }
        return marked_lanes(marks, mark_live) != 0;
    }

    void use_mark(const Slab<Cell>& slab, unsigned marks, int i1, int j0, unsigned value) {
        if ((marks & mark_inverted) != 0 && can_be_used(slab, i1, j0, marks, value)) {
            record_inverted(slab, i1, j0, value);
        }
        if ((marks & (mark_first | mark_second)) == 0) return;
        const int longer = larger(i1 - slab.i0, slab.j1 - j0);
        const int saving = smaller(longer - static_cast<int>(value), saving_classes - 1);
        if ((marks & mark_second) != 0) list_second_child(saving, i1, j0, value);
        if ((marks & mark_first) != 0) combine_first_child(slab, i1, j0, value, saving);
    }

    // Rule 2 for an inverted box: inside another inversion (then it is kept) or in the top chain.
    bool can_be_used(const Slab<Cell>& slab, int i1, int j0, unsigned marks, unsigned value) const {
        return (marks & mark_live) != 0 || fits_top_chain(slab, i1, j0, static_cast<int>(value));
    }
    bool fits_top_chain(const Slab<Cell>& slab, int i1, int j0, int cost) const {
        const int prefix = t_.prefix_bound[corner(slab.i0, j0)];
        const int suffix = t_.suffix_bound[corner(i1, slab.j1)];
        return cost + prefix + suffix < best_;
    }

    void list_second_child(int saving, int i1, int j0, unsigned value) {
        SecondChildren& list = s_.second[saving];
        if (list.count == list.capacity && !s_.grow_second(s_, saving)) {
            end_ = SearchEnd::out_of_memory;
            return;
        }
        list.entries[list.count++] = {static_cast<std::uint32_t>(boxes_.at(i1, j0)),
                                      static_cast<std::uint8_t>(i1), static_cast<std::uint8_t>(j0),
                                      static_cast<std::uint16_t>(value)};
    }

    // Pairs a first child (i0, i1, j0, j1) with second children that start at i1 and end at
    // j0. Rule 5: the savings of both must add up to 2.
    void combine_first_child(const Slab<Cell>& slab, int i1, int j0, unsigned value, int saving) {
        const SecondBounds& bounds = s_.second_bounds[corner(i1, j0)];
        for (int other = saving_classes - 1 - saving; other < saving_classes; ++other) {
            const SecondChild* entries = s_.second[other].entries;
            combine_children(slab, value, entries + bounds.first[other],
                             entries + bounds.last[other]);
        }
    }

    // A box no cheaper than one of its already known sub-boxes plus one edit is not recorded
    // (rule 3), so it is not even noted. Nor is one that rule 7 excludes: slack_ still belongs
    // to the first child. All comparisons are taken together because none of them alone is
    // predictable.
    void combine_children(const Slab<Cell>& slab, unsigned value, const SecondChild* child,
                          const SecondChild* last) {
        const Cell* const pending = boxes_.pending(0);
        const Cell* const left = slab.left;
        const Cell* const earlier = slab.earlier;
        const Cell* const slack = slack_.row();
        const Cell* const after = order_after_;
        const int hypothesis_outside = hyp_words_ + slab.i0;
        const int reference_outside = ref_words_ - slab.j1;
        steps_ += static_cast<std::uint64_t>(last - child);
        for (; child != last; ++child) {
            const int cost = static_cast<int>(value) + 1 + child->cost;
            const int i1 = child->i1;
            const int j0 = child->j0;
            const std::uint32_t at = child->offset;
            const int longer = larger(hypothesis_outside - i1, reference_outside + j0);
            // As if no inversion had to be around the box: what the top chain could bear.
            const int bearable = slack[j0] - longer - after[at];
            const int known = smaller<int>(left[at], earlier[at]) + 1;
            if (cost < smaller(smaller<int>(pending[at], known), bearable)) {
                note_pending(slab, i1, j0, cost);
            }
        }
    }

    void note_pending(const Slab<Cell>& slab, int i1, int j0, int cost) {
        const int rows = i1 - slab.i0;
        const int columns = slab.j1 - j0;
        const int limit =
            limit_of<int>(slack_[j0], order_before_[j0], order_after_[boxes_.at(i1, j0)]);
        const bool inside = cost + larger(hyp_words_ - rows, ref_words_ - columns) < limit;
        if (!inside && !fits_top_chain(slab, i1, j0, cost)) return;
        boxes_.pending(i1)[j0] = static_cast<Cell>(cost);
        s_.pending_blocks[i1] |= std::uint32_t{1} << boxes_.block_of(j0);
        slab.mark_row(i1);
    }

    void record_inverted(const Slab<Cell>& slab, int i1, int j0, unsigned value) {
        if (s_.inverted_count == s_.inverted_capacity && !s_.grow_inverted(s_)) {
            end_ = SearchEnd::out_of_memory;
            return;
        }
        std::int32_t& head = s_.inverted_head[corner(slab.i0, j0)];
        InvertedBox& box = s_.inverted[s_.inverted_count];
        box.i0 = static_cast<std::uint16_t>(slab.i0);
        box.i1 = static_cast<std::uint16_t>(i1);
        box.j0 = static_cast<std::uint16_t>(j0);
        box.j1 = static_cast<std::uint16_t>(slab.j1);
        box.cost = static_cast<std::int32_t>(value);
        box.next = head;
        head = static_cast<std::int32_t>(s_.inverted_count++);
        note_complete(t_.prefix_levenshtein[corner(slab.i0, j0)] + box.cost +
                      t_.suffix_cost[corner(i1, slab.j1)]);
    }

    // Continues the chains that end in some corner with the inverted boxes that start there.
    void push_inverted(std::int32_t head, std::uint32_t live_blocks, const Cell* cells) {
        for (std::int32_t at = head; at >= 0; at = s_.inverted[at].next) {
            const InvertedBox& box = s_.inverted[at];
            boxes_.push_row(cells, live_blocks, box);
            ++steps_;
        }
    }

    // Costs of the suffixes (i0, I, *, J): the cheapest chains over the inverted boxes recorded
    // so far. Preceded by a Levenshtein prefix they are whole derivations.
    void chain_suffixes(int i0) {
        std::int32_t* here = t_.suffix_cost + corner(i0, 0);
        const std::int32_t* next = i0 < hyp_words_ ? here + ref_words_ + 1 : nullptr;
        for (int j0 = ref_words_; j0 >= 0; --j0) {
            std::int32_t cost = here[j0];
            if (j0 < ref_words_) cost = smaller(cost, here[j0 + 1] + 1);
            if (next != nullptr) cost = smaller(cost, next[j0] + 1);
            if (next != nullptr && j0 < ref_words_) {
                const bool same = t_.hypothesis[i0] == t_.reference[j0];
                cost = smaller(cost, next[j0 + 1] + (same ? 0 : 1));
            }
            for (std::int32_t at = s_.inverted_head[corner(i0, j0)]; at >= 0;
                 at = s_.inverted[at].next) {
                const InvertedBox& box = s_.inverted[at];
                cost = smaller(cost, box.cost + t_.suffix_cost[corner(box.i1, box.j1)]);
            }
            here[j0] = cost;
            note_complete(t_.prefix_levenshtein[corner(i0, j0)] + cost);
        }
    }

    // A whole derivation of this cost exists: only cheaper ones are of interest from now on.
    void note_complete(int cost) {
        best_ = smaller(best_, cost);
        below_ = smaller(below_, best_);
    }

    const SearchTables t_;
    SearchScratch& s_;
    const SearchLimits limits_;
    int below_;
    int best_;
    Boxes<Cell, one_block> boxes_;
    Slack<Cell, one_block> slack_;
    OrderBound<Cell, one_block> order_;
    ChainStarts<Cell, one_block> starts_;
    const int hyp_words_, ref_words_;
    const Cell* order_before_ = nullptr;  // of the slab at hand
    const Cell* order_after_ = nullptr;
    static constexpr std::uint64_t steps_between_looks = 1 << 15;
    std::uint64_t steps_ = 0;
    std::uint64_t next_look_ = steps_between_looks;
    SearchEnd end_ = SearchEnd::complete;
};

bool fits_one_block(const SearchTables& tables, const SearchScratch& scratch) {
    return tables.stride == lane_count && scratch.live_words == 1;
}

}  // namespace

int order_bytes(const SearchTables& tables, SearchScratch& scratch) {
    if (fits_one_block(tables, scratch))
        return OrderBound<std::uint8_t, true>(tables, scratch).fill();
    return OrderBound<std::uint8_t, false>(tables, scratch).fill();
}

int order_words(const SearchTables& tables, SearchScratch& scratch) {
    return OrderBound<std::uint16_t, false>(tables, scratch).fill();
}

SearchResult search_bytes(const SearchTables& tables, SearchScratch& scratch,
                          const SearchLimits& limits) {
    if (fits_one_block(tables, scratch)) {
        return Search<std::uint8_t, true>(tables, scratch, limits).run();
    }
    return Search<std::uint8_t, false>(tables, scratch, limits).run();
}

SearchResult search_words(const SearchTables& tables, SearchScratch& scratch,
                          const SearchLimits& limits) {
    return Search<std::uint16_t, false>(tables, scratch, limits).run();
}

}  // namespace hyperbaton::HYPERBATON_SIMD

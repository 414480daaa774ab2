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
//    is at least 2. So second children are listed by that saving.
//
// Order: i0 descending, j1 ascending, i1 ascending; one row holds all j0. First children are
// pushed forward into `pending`, which belongs to one (i0, j1). U falls while the search runs,
// as soon as the recorded boxes yield a whole derivation.

#include "inversion_kernels.hpp"
#include "inversion_lanes.hpp"

namespace hyperbaton::HYPERBATON_SIMD {
namespace {

template <class Cell>
class Search {
public:
    Search(const SearchTables& tables, SearchScratch& scratch, const SearchLimits& limits)
        : t_(tables),
          s_(scratch),
          limits_(limits),
          below_(limits.below),
          best_(limits.known),
          layer_shared_(tables.shared_count),
          I_(tables.hypothesis_words),
          J_(tables.reference_words),
          stride_(tables.stride),
          slab_cells_((I_ + 1) * stride_),
          pending_(static_cast<Cell*>(scratch.pending)),
          start_row_(static_cast<Cell*>(scratch.start_row)),
          slack_(static_cast<Cell*>(scratch.slack_row)),
          infinite_(static_cast<const Cell*>(scratch.infinite_row)) {}

    SearchResult run() {
        s_.inverted_count = 0;
        for (SecondChildren& list : s_.second) list.count = 0;
        for (int at = 0; at < corner(I_ + 1, 0); ++at) {
            s_.inverted_head[at] = -1;
            s_.second_bounds[at] = SecondBounds{};
        }
        for (int i0 = I_; i0 >= 0 && !finished(); --i0) {
            start_layer(i0);
            for (int j1 = 1; j1 <= J_ && i0 < I_ && !finished(); ++j1) evaluate_slab(i0, j1);
            chain_suffixes(i0);
        }
        clear_layer(0);
        clear_layer(1);
        clear_pending();
        return {end_, best_, steps_};
    }

private:
    // All rows of one (i0, j1), and of its neighbours.
    struct Slab {
        int i0, j1;
        Cell* cells;
        const Cell* left;     // of (i0, j1 - 1)
        const Cell* earlier;  // of (i0 + 1, j1)
        std::uint32_t* blocks;
        const std::uint32_t* left_blocks;
        std::uint64_t* live;
    };

    bool stopped() const { return end_ != SearchEnd::complete; }
    bool finished() const { return stopped() || best_ <= limits_.proven_lower; }

    int corner(int i, int j) const { return i * (J_ + 1) + j; }

    Cell* slab_cells(int layer, int j1) const {
        return static_cast<Cell*>(s_.layer[layer]) + static_cast<std::ptrdiff_t>(j1) * slab_cells_;
    }
    std::uint32_t* slab_blocks(int layer, int j1) const { return s_.blocks[layer] + j1 * (I_ + 1); }
    std::uint64_t* slab_live(int layer, int j1) const {
        return s_.live[layer] + j1 * s_.live_words;
    }

    // Restores the invariant that every cell of an unused layer is infinite.
    void clear_layer(int layer) {
        for (int j1 = 0; j1 <= J_; ++j1) {
            std::uint64_t* live = slab_live(layer, j1);
            for (int word = 0; word < s_.live_words; ++word) {
                for (; live[word] != 0; live[word] &= live[word] - 1) {
                    const int i1 = word * 64 + lowest_bit(live[word]);
                    std::uint32_t& blocks = slab_blocks(layer, j1)[i1];
                    clear_blocks(slab_cells(layer, j1) + i1 * stride_, blocks);
                    blocks = 0;
                }
            }
        }
    }

    void clear_pending() {
        for (int i1 = 0; i1 <= I_; ++i1) {
            clear_blocks(pending_ + i1 * stride_, s_.pending_blocks[i1]);
            s_.pending_blocks[i1] = 0;
        }
    }

    static void clear_blocks(Cell* row, std::uint32_t blocks) {
        for (; blocks != 0; blocks &= blocks - 1) clear_block(row + lowest_bit(blocks) * kLanes);
    }

    static void clear_block(Cell* cells) {
        for (int k = 0; k < kLanes; ++k) cells[k] = kInfinite<Cell>;
    }

    void start_layer(int i0) {
        now_ ^= 1;
        clear_layer(now_);
        if (i0 == I_) return;
        while (layer_shared_ > 0 && t_.shared_positions[layer_shared_ - 1] >= i0) --layer_shared_;
        // outside_count[i]: copies of word i outside [i0, i), just before word i joins the box.
        s_.outside_count[i0] = t_.hypothesis_count[i0];
        for (int i = i0 + 1; i < I_; ++i) {
            s_.outside_count[i] = static_cast<std::uint16_t>(
                s_.outside_count[i] - (t_.hypothesis[i] == t_.hypothesis[i0] ? 1 : 0));
        }
    }

    // All rows (i0, i1, j1) of one j1 that can hold a kept box: a row needs a neighbour in the
    // recurrence that holds one, or an inverted box.
    void evaluate_slab(int i0, int j1) {
        const Slab slab = open_slab(i0, j1);
        for (int word = (i0 + 1) >> 6; word < s_.live_words && !stopped(); ++word) {
            std::uint64_t todo = slab.live[word];
            while (todo != 0) {
                const int bit = lowest_bit(todo);
                const bool live = evaluate_row(slab, word * 64 + bit);
                if (stopped()) break;
                if (!live) slab.live[word] &= ~(std::uint64_t{1} << bit);
                // Later rows may have been marked while this one was evaluated.
                todo = slab.live[word] & (~std::uint64_t{0} << bit << 1);
            }
        }
        start_row_[j1 - 1] = kInfinite<Cell>;
        SecondBounds& bounds = s_.second_bounds[corner(i0, j1)];
        for (int saving = 0; saving < kSavings; ++saving) {
            bounds.last[saving] = s_.second[saving].count;
        }
        if (steps_ > limits_.max_steps) end_ = SearchEnd::out_of_steps;
    }

    Slab open_slab(int i0, int j1) {
        const Slab slab{i0,
                        j1,
                        slab_cells(now_, j1),
                        slab_cells(now_, j1 - 1),
                        slab_cells(now_ ^ 1, j1),
                        slab_blocks(now_, j1),
                        slab_blocks(now_, j1 - 1),
                        slab_live(now_, j1)};
        mark_neighbours(slab, slab_live(now_, j1 - 1));
        if (can_start(i0, j1 - 1)) {
            mark_row(slab, i0 + 1);
            start_row_[j1 - 1] = 0;
        }
        SecondBounds& bounds = s_.second_bounds[corner(i0, j1)];
        for (int saving = 0; saving < kSavings; ++saving) {
            bounds.first[saving] = s_.second[saving].count;
        }
        const std::uint16_t* matches = t_.outside_matches + j1 * stride_;
        const int lanes = (j1 / kLanes + 1) * kLanes;
        for (int k = 0; k < lanes; ++k) slack_[k] = static_cast<Cell>(matches[k] + below_ - 1);
        next_shared_ = layer_shared_;
        return slab;
    }

    // Whether a chain inside an inversion may start by pairing words i and j: rule 2 for the
    // box of these two words.
    bool can_start(int i, int j) const {
        if (t_.hypothesis[i] == t_.reference[j]) return true;
        const int lost = t_.hypothesis_loss[i] + t_.reference_loss[j];
        return larger(I_, J_) - t_.outside_matches[0] + 1 + lost < below_;
    }

    void mark_neighbours(const Slab& slab, const std::uint64_t* left) {
        std::uint64_t carry = 0;
        for (int word = 0; word < s_.live_words; ++word) {
            slab.live[word] |= left[word] | left[word] << 1 | carry;
            carry = left[word] >> 63;
        }
        const int rows = I_ + 1;
        if (rows >> 6 < s_.live_words) {
            slab.live[rows >> 6] &= (std::uint64_t{1} << (rows & 63)) - 1;
        }
    }

    static void mark_row(const Slab& slab, int i1) {
        slab.live[i1 >> 6] |= std::uint64_t{1} << (i1 & 63);
    }

    // Brings slack_[j0] to bound - 1 + the number of words that the hypothesis outside [i0, i1)
    // and the reference outside [j0, j1) have in common. Taking one copy of a word out of the
    // hypothesis loses a match exactly where the reference has no copy to spare, that is where
    // at least `needed` copies lie before j0.
    void advance_slack(int i1, int j1) {
        for (; next_shared_ < t_.shared_count; ++next_shared_) {
            const int i = t_.shared_positions[next_shared_];
            if (i >= i1) return;
            const int needed = s_.outside_count[i] - t_.reference_after[corner(i, j1)];
            const std::uint16_t* positions = t_.occurrences + t_.occurrence_start[i];
            const int copies = positions[0];
            lose_match_from(positions[1 + smaller(larger(needed, 0), copies + 1)], j1);
        }
    }

    void lose_match_from(int position, int j1) {
        for (int base = position / kLanes * kLanes; base <= j1; base += kLanes) {
            add_block(kLoss<Cell>.terms + kLanes - larger(position - base, 0), slack_ + base);
        }
    }

    static void add_block(const Cell* __restrict terms, Cell* __restrict cells) {
        for (int k = 0; k < kLanes; ++k) cells[k] = static_cast<Cell>(cells[k] + terms[k]);
    }

    // What the recurrence of one row reads, and the blocks in which it can find something.
    struct Row {
        Cell* cells;
        const Cell* up;
        const Cell* left;
        const Cell* diagonal;
        const Cell* earlier;
        Cell* pending;
        std::uint32_t pending_blocks;
        std::uint32_t blocks;
    };

    Row open_row(const Slab& slab, int i1) const {
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(i1) * stride_;
        Row row;
        row.cells = slab.cells + at;
        row.left = slab.left + at;
        row.earlier = slab.earlier + at;
        row.pending = pending_ + at;
        row.pending_blocks = s_.pending_blocks[i1];
        row.blocks = slab.blocks[i1] | slab.left_blocks[i1] | row.pending_blocks;
        if (i1 > slab.i0 + 1) {
            row.up = row.cells - stride_;
            row.diagonal = row.left - stride_;
            row.blocks |= slab.blocks[i1 - 1] | slab.left_blocks[i1 - 1];
        } else {
            row.up = infinite_;
            row.diagonal = start_row_;
            row.blocks |= std::uint32_t{1} << ((slab.j1 - 1) / kLanes);
        }
        return row;
    }

    // Evaluates the boxes (i0, i1, *, j1). True if any is kept.
    bool evaluate_row(const Slab& slab, int i1) {
        ++steps_;
        const Row row = open_row(slab, i1);
        advance_slack(i1, slab.j1);
        std::uint32_t live_blocks = 0;
        // From the right, so that the cell at j0 + 1 is final when the one at j0 is used.
        for (std::uint32_t todo = row.blocks; todo != 0;) {
            const int block = highest_bit(todo);
            const std::uint32_t bit = std::uint32_t{1} << block;
            if (relax_block(slab, row, i1, block * kLanes, (row.pending_blocks & bit) != 0)) {
                live_blocks |= bit;
            }
            todo &= ~bit;
        }
        s_.pending_blocks[i1] = 0;
        slab.blocks[i1] = live_blocks;
        if (live_blocks == 0) return false;
        if (i1 < I_) mark_row(slab, i1 + 1);
        const std::int32_t head = s_.inverted_head[corner(i1, slab.j1)];
        if (head >= 0) push_inverted(head, live_blocks, row.cells);
        return true;
    }

    bool relax_block(const Slab& slab, const Row& row, int i1, int base, bool has_pending) {
        const bool same = t_.hypothesis[i1 - 1] == t_.reference[slab.j1 - 1];
        BlockConstants<Cell> c;
        c.edit = static_cast<Cell>(same ? 0 : 1);
        c.hypothesis_outside = static_cast<Cell>(I_ - (i1 - slab.i0));
        c.reference_outside = static_cast<Cell>(J_ - slab.j1 + base);
        c.words = static_cast<Cell>(i1 - slab.i0 + slab.j1 - base);
        Cell* cells = row.cells + base;
        alignas(32) Cell marks[kLanes];
        if (!has_pending) {
            relax_straight<Cell>(row.up + base, row.left + base, row.diagonal + base,
                                 row.earlier + base, slack_ + base, cells, marks, c);
            return use_marks(slab, i1, base, cells, marks, row.cells);
        }
        alignas(32) Cell values[kLanes];
        relax_inverted<Cell>(row.up + base, row.left + base, row.diagonal + base,
                             row.earlier + base, slack_ + base, row.pending + base, cells, values,
                             marks, c);
        clear_block(row.pending + base);
        return use_marks(slab, i1, base, values, marks, row.cells);
    }

    // Acts on the marks of one block. True if any box is kept.
    bool use_marks(const Slab& slab, int i1, int base, const Cell* values, const Cell* marks,
                   const Cell* cells) {
        std::uint32_t lanes = marked_lanes(marks, kFirst | kSecond | kInverted);
        for (; lanes != 0; lanes &= lanes - 1) {
            const int lane = lowest_bit(lanes);
            const bool tight = cells[base + lane + 1] >= values[lane];
            if (tight) use_mark(slab, marks[lane], i1, base + lane, values[lane]);
        }
        return marked_lanes(marks, kLive) != 0;
    }

    void use_mark(const Slab& slab, unsigned marks, int i1, int j0, unsigned value) {
        if ((marks & kInverted) != 0 && can_be_used(slab, i1, j0, marks, value)) {
            record_inverted(slab, i1, j0, value);
        }
        if ((marks & (kFirst | kSecond)) == 0) return;
        const int longer = larger(i1 - slab.i0, slab.j1 - j0);
        const int saving = smaller(longer - static_cast<int>(value), kSavings - 1);
        if (saving < 0) return;  // substituting everything is cheaper: not the cheapest chain
        if ((marks & kSecond) != 0) list_second_child(saving, i1, j0, value);
        if ((marks & kFirst) == 0) return;
        // Rule 5: the savings of both children must add up to 2.
        const SecondBounds& bounds = s_.second_bounds[corner(i1, j0)];
        for (int other = kSavings - 1 - saving; other < kSavings; ++other) {
            const SecondChild* entries = s_.second[other].entries;
            combine_first_child(slab, value, entries + bounds.first[other],
                                entries + bounds.last[other]);
        }
    }

    // Rule 2 for an inverted box: inside another inversion (then it is kept) or in the top chain.
    bool can_be_used(const Slab& slab, int i1, int j0, unsigned marks, unsigned value) const {
        const int prefix = t_.prefix_bound[corner(slab.i0, j0)];
        const int suffix = t_.suffix_bound[corner(i1, slab.j1)];
        return (marks & kLive) != 0 || static_cast<int>(value) + prefix + suffix < below_;
    }

    void list_second_child(int saving, int i1, int j0, unsigned value) {
        SecondChildren& list = s_.second[saving];
        if (list.count == list.capacity && !s_.grow_second(s_, saving)) {
            end_ = SearchEnd::out_of_memory;
            return;
        }
        list.entries[list.count++] = {static_cast<std::uint32_t>(i1 * stride_ + j0),
                                      static_cast<std::uint16_t>(i1),
                                      static_cast<std::uint16_t>(value)};
    }

    // Pairs a first child (i0, i1, j0, j1) with second children that start at i1 and end at
    // j0. A box no cheaper than one of its already known sub-boxes plus one edit is not
    // recorded (rule 3), so it is not even noted.
    void combine_first_child(const Slab& slab, unsigned value, const SecondChild* child,
                             const SecondChild* last) {
        Cell* const pending = pending_;
        const Cell* const left = slab.left;
        const Cell* const earlier = slab.earlier;
        steps_ += static_cast<std::uint64_t>(last - child);
        for (; child != last; ++child) {
            const unsigned cost = value + 1 + child->cost;
            const std::uint32_t offset = child->offset;
            const unsigned known = smaller<unsigned>(left[offset], earlier[offset]);
            if (cost < smaller<unsigned>(pending[offset], known + 1)) {
                pending[offset] = static_cast<Cell>(cost);
                note_pending(slab, *child);
            }
        }
    }

    void note_pending(const Slab& slab, const SecondChild& child) {
        const std::uint32_t row = child.i1 * static_cast<std::uint32_t>(stride_);
        s_.pending_blocks[child.i1] |= std::uint32_t{1} << ((child.offset - row) / kLanes);
        mark_row(slab, child.i1);
    }

    void record_inverted(const Slab& slab, int i1, int j0, unsigned value) {
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
            Cell* target = slab_cells(now_, box.j1) + box.i1 * stride_;
            const Cell cost = static_cast<Cell>(box.cost);
            for (std::uint32_t todo = live_blocks; todo != 0; todo &= todo - 1) {
                const int base = lowest_bit(todo) * kLanes;
                push_block(cells + base, cost, target + base);
            }
            slab_blocks(now_, box.j1)[box.i1] |= live_blocks;
            slab_live(now_, box.j1)[box.i1 >> 6] |= std::uint64_t{1} << (box.i1 & 63);
            ++steps_;
        }
    }

    static void push_block(const Cell* __restrict cells, Cell cost, Cell* __restrict target) {
        for (int k = 0; k < kLanes; ++k) {
            target[k] = smaller(target[k], static_cast<Cell>(cells[k] + cost));
        }
    }

    // Costs of the suffixes (i0, I, *, J): the cheapest chains over the inverted boxes recorded
    // so far. Preceded by a Levenshtein prefix they are whole derivations.
    void chain_suffixes(int i0) {
        std::int32_t* here = t_.suffix_cost + corner(i0, 0);
        const std::int32_t* next = i0 < I_ ? here + J_ + 1 : nullptr;
        for (int j0 = J_; j0 >= 0; --j0) {
            std::int32_t cost = here[j0];
            if (j0 < J_) cost = smaller(cost, here[j0 + 1] + 1);
            if (next != nullptr) cost = smaller(cost, next[j0] + 1);
            if (next != nullptr && j0 < J_) {
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
    int layer_shared_;  // first entry of shared_positions not before i0
    const int I_, J_, stride_, slab_cells_;
    Cell* const pending_;
    Cell* const start_row_;  // the empty box that a chain of (i0, ., ., j1) starts from
    Cell* const slack_;      // by j0: bound - 1 + common words outside the box, never below
                             // what the current bound allows
    const Cell* const infinite_;
    int now_ = 0;
    int next_shared_ = 0;
    std::uint64_t steps_ = 0;
    SearchEnd end_ = SearchEnd::complete;
};

}  // namespace

SearchResult search_bytes(const SearchTables& tables, SearchScratch& scratch,
                          const SearchLimits& limits) {
    return Search<std::uint8_t>(tables, scratch, limits).run();
}

SearchResult search_words(const SearchTables& tables, SearchScratch& scratch,
                          const SearchLimits& limits) {
    return Search<std::uint16_t>(tables, scratch, limits).run();
}

}  // namespace hyperbaton::HYPERBATON_SIMD

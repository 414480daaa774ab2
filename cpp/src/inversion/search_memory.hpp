#pragma once
// What a search for the unit-cost inversion edit distance remembers, kept from one pair of
// sentences to the next; the search itself is in unit_search.cpp.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bit_row.hpp"
#include "hyperbaton/inversion/inversion_distance.hpp"
#include "hyperbaton/text/growing_array.hpp"
#include "walk_bounds.hpp"

namespace hyperbaton {

// Boxes of the corner at hand that come from elsewhere than the row above: inversions, and chains
// that go on with an inverted box. They wait here by hypothesis end and cost until their row comes.

// The lowest and the highest cost of some boxes.
struct CostRange {
    int lowest, highest;
};

template <class Bits>
class Arrivals {
public:
    // Costs are below `costs`.
    void reset(int hyp_words, int costs) {
        const std::size_t rows = static_cast<std::size_t>(hyp_words + 1);
        const std::size_t sets = rows * static_cast<std::size_t>(costs);
        // Every set that was taken is empty again: only after an interruption are there others.
        if (!rows_.empty()) sets_.clear();
        if (sets_.size() < sets) sets_.resize(sets);
        ranges_.assign(rows, CostRange{costs, -1});
        costs_ = costs;
        rows_ = Bits::none();
    }

    // Straight chains and inverted boxes with their ends j1.
    void add_straight(int i1, int j1, int cost) { note(i1, cost).straight.add(j1); }
    void add_inverted(int i1, int j1, int cost) { note(i1, cost).inverted.add(j1); }

    bool empty() const { return rows_.empty(); }
    int first_row() const { return rows_.lowest(); }
    bool in_row(int i1) const { return rows_.holds(i1); }

    // The highest cost is -1 and the lowest above all others if there is none.
    CostRange costs(int i1) const { return ranges_[static_cast<std::size_t>(i1)]; }

    struct Sets {
        Bits straight{}, inverted{};
    };

    // What arrives in row i1 at this cost. Each cost of the row is taken, then the row is closed.
    Sets take(int i1, int cost) {
        Sets& sets = sets_[at(i1, cost)];
        const Sets taken = sets;
        sets = Sets{};
        return taken;
    }
    void close_row(int i1) {
        ranges_[static_cast<std::size_t>(i1)] = {costs_, -1};
        rows_.remove(i1);
    }

    std::size_t bytes() const {
        return sets_.capacity() * sizeof(Sets) + ranges_.capacity() * sizeof(CostRange);
    }

private:
    std::size_t at(int i1, int cost) const { return static_cast<std::size_t>(i1 * costs_ + cost); }

    Sets& note(int i1, int cost) {
        CostRange& range = ranges_[static_cast<std::size_t>(i1)];
        range = {std::min(range.lowest, cost), std::max(range.highest, cost)};
        rows_.add(i1);
        return sets_[at(i1, cost)];
    }

    int costs_ = 0;
    std::vector<Sets> sets_;  // by row and cost
    std::vector<CostRange> ranges_;
    Bits rows_ = Bits::none();
};

// The boxes of a search that start with the hypothesis words i0 and i0 + 1: for each corner
// (i0, j0), hypothesis end i1 and cost the set of reference ends j1 that are reached at this cost
// or less.

// Where the sets of one (i0, j0, i1) lie, for costs from `lowest` to `highest`.
struct LevelSpan {
    std::uint32_t begin = 0;
    std::int16_t lowest = 0;
    std::int16_t highest = -1;

    bool empty() const { return highest < lowest; }
};

// The boxes of one i0.
template <class Bits>
class LevelLayer {
public:
    void clear(int ref_words) {
        corners_.assign(static_cast<std::size_t>(ref_words + 1), Corner{});
        spans_.clear();
        levels_.set_end(levels_.data());
    }

    void start_corner(int j0) { corners_[index(j0)] = {spans_.size(), 0, 0}; }

    // Room for more sets; what is written there counts once add_row says so.
    Bits* room(int count) { return levels_.room(index(count)); }

    // Rows of a corner come by ascending i1. The sets lie in the room, from `sets` on.
    LevelSpan add_row(int j0, int i1, const Bits* sets, int lowest, int highest) {
        Corner& corner = corners_[index(j0)];
        if (corner.rows == 0) corner.first = i1;
        for (; corner.first + corner.rows < i1; ++corner.rows) spans_.push_back({});
        const LevelSpan span{static_cast<std::uint32_t>(sets - levels_.data()),
                             static_cast<std::int16_t>(lowest), static_cast<std::int16_t>(highest)};
        spans_.push_back(span);
        ++corner.rows;
        levels_.set_end(sets + (highest - lowest + 1));
        return span;
    }

    LevelSpan row(int j0, int i1) const {
        const Corner& corner = corners_[index(j0)];
        const unsigned row = static_cast<unsigned>(i1 - corner.first);
        if (row >= static_cast<unsigned>(corner.rows)) return {};
        return spans_[corner.begin + row];
    }

    // Ends reached at `cost` or less.
    Bits reached(LevelSpan span, int cost) const {
        if (cost < span.lowest || span.empty()) return Bits::none();
        return levels_.data()[span.begin + index(std::min<int>(cost, span.highest) - span.lowest)];
    }

    const Bits* levels(LevelSpan span) const { return levels_.data() + span.begin; }

    std::size_t level_bytes() const { return levels_.size() * sizeof(Bits); }
    std::size_t bytes() const {
        return static_cast<std::size_t>(levels_.full() - levels_.data()) * sizeof(Bits) +
               spans_.capacity() * sizeof(LevelSpan) + corners_.capacity() * sizeof(Corner);
    }

private:
    // Where the rows of a corner lie in spans_.
    struct Corner {
        std::size_t begin = 0;
        int first = 0;
        int rows = 0;
    };
    static std::size_t index(int k) { return static_cast<std::size_t>(k); }

    GrowingArray<Bits> levels_;
    std::vector<LevelSpan> spans_;
    std::vector<Corner> corners_;
};

// Inverted boxes that are strictly cheaper than every straight derivation of the same box, by the
// corner in which they start.

struct InvertedBox {
    std::uint8_t i0, i1, j0, j1;  // below 256: max_search_words is 250
    std::int32_t cost;
};

template <class Bits>
class InvertedBoxes {
public:
    void reset(int hyp_words, int ref_words) {
        columns_ = ref_words + 1;
        boxes_.clear();
        starts_.assign(static_cast<std::size_t>(hyp_words + 1), Bits::none());
        ranges_.resize(starts_.size() * static_cast<std::size_t>(columns_));
        full_ = false;
    }

    // All boxes of one corner are added before those of the next.
    void add(const InvertedBox& box) {
        if (boxes_.size() == most) {
            full_ = true;
            return;
        }
        Bits& starts = starts_[box.i0];
        Range& range = ranges_[corner(box.i0, box.j0)];
        const std::uint32_t end = static_cast<std::uint32_t>(boxes_.size());
        if (!starts.holds(box.j0)) range.begin = end;
        starts.add(box.j0);
        boxes_.push_back(box);
        range.end = end + 1;
    }

    // The reference words j0 of the corners (i0, j0) in which boxes start.
    const Bits& starts(int i0) const { return starts_[static_cast<std::size_t>(i0)]; }

    std::span<const InvertedBox> starting(int i0, int j0) const {
        if (!starts(i0).holds(j0)) return {};
        const Range& range = ranges_[corner(i0, j0)];
        return {boxes_.data() + range.begin, range.end - range.begin};
    }

    std::span<const InvertedBox> all() const { return boxes_; }

    // Whether a box was left out for want of memory.
    bool full() const { return full_; }
    std::size_t bytes() const {
        return boxes_.capacity() * sizeof(InvertedBox) + starts_.capacity() * sizeof(Bits) +
               ranges_.capacity() * sizeof(Range);
    }

private:
    struct Range {
        std::uint32_t begin, end;
    };
    // Its share; a vector may take twice as much.
    static constexpr std::size_t most = max_list_bytes / 32 / sizeof(InvertedBox);

    std::size_t corner(int i0, int j0) const {
        return static_cast<std::size_t>(i0 * columns_ + j0);
    }

    int columns_ = 0;
    std::vector<InvertedBox> boxes_;
    std::vector<Bits> starts_;
    std::vector<Range> ranges_;  // by corner; of no meaning where no box starts
    bool full_ = false;
};

// Inversions whose children are known and whose corner is still to come, in a list for each j0.

// Where a box ends, and what it costs.
struct BoxEnd {
    std::uint8_t i1, j1;  // below 256: max_search_words is 250
    std::uint16_t cost;
};

class PendingInversions {
public:
    void reset(int ref_words) {
        heads_.assign(static_cast<std::size_t>(ref_words), none);
        nodes_.clear();
        full_ = false;
    }

    // Forgets the entries of lists that were all taken.
    void forget_taken() { nodes_.clear(); }

    void add(int j0, const BoxEnd& end) {
        if (nodes_.size() == most) {
            full_ = true;
            return;
        }
        std::int32_t& head = heads_[static_cast<std::size_t>(j0)];
        nodes_.push_back({end, head});
        head = static_cast<std::int32_t>(nodes_.size()) - 1;
    }

    // Visits the inversions that start at j0, the latest first, and empties their list.
    template <class Visit>
    void take(int j0, Visit visit) {
        std::int32_t& head = heads_[static_cast<std::size_t>(j0)];
        for (std::int32_t at = head; at != none; at = nodes_[static_cast<std::size_t>(at)].next) {
            visit(nodes_[static_cast<std::size_t>(at)].end);
        }
        head = none;
    }

    // Whether an inversion was left out for want of memory.
    bool full() const { return full_; }
    std::size_t bytes() const {
        return heads_.capacity() * sizeof(std::int32_t) + nodes_.capacity() * sizeof(Node);
    }

private:
    struct Node {
        BoxEnd end;
        std::int32_t next;
    };
    static constexpr std::int32_t none = -1;
    // Its share; a vector may take twice as much.
    static constexpr std::size_t most = max_list_bytes / 32 / sizeof(Node);

    std::vector<std::int32_t> heads_;
    std::vector<Node> nodes_;
    bool full_ = false;
};

// Boxes that may be the second child of an inversion, filed under their first hypothesis word and
// their reference end, where the first child lies against them, and by how much they save over
// substituting all their words: 0, 1, or 2 and more.

struct SecondChild {
    std::uint16_t i1, j0, cost;
    std::uint16_t file;  // within its layer
};

class SecondChildren {
public:
    static constexpr int most_saved = 2;  // and more

    // No children, and a last layer without any.
    void reset(int hyp_words, int ref_words) {
        files_ = (most_saved + 1) * (ref_words + 1);
        starts_.resize(static_cast<std::size_t>((hyp_words + 1) * (files_ + 1)));
        children_.clear();
        layer_.clear();
        full_ = false;
        close_layer(hyp_words);
    }

    // Of the layer that is open.
    void add(int i1, int j0, int j1, int cost, int saving) {
        if (children_.size() + layer_.size() == most) {
            full_ = true;
            return;
        }
        layer_.push_back({static_cast<std::uint16_t>(i1), static_cast<std::uint16_t>(j0),
                          static_cast<std::uint16_t>(cost),
                          static_cast<std::uint16_t>(file_of(j1, saving))});
    }

    // Files the children that start with hypothesis word i0, which were added last.
    void close_layer(int i0) {
        std::uint32_t* starts = layer_starts(i0);
        for (int file = 0; file <= files_; ++file) starts[file] = 0;
        for (const SecondChild& child : layer_) ++starts[child.file];
        std::uint32_t end = static_cast<std::uint32_t>(children_.size());
        for (int file = 0; file <= files_; ++file) starts[file] = end += starts[file];
        children_.resize(children_.size() + layer_.size());
        for (const SecondChild& child : layer_) children_[--starts[child.file]] = child;
        layer_.clear();
    }

    // Children that start with word i, end at j and save at least so much.
    std::span<const SecondChild> saving(int i, int j, int least) const {
        const std::uint32_t* starts = layer_starts(i);
        const std::uint32_t begin = starts[file_of(j, most_saved)];
        const std::uint32_t end = starts[file_of(j, least) + 1];
        return {children_.data() + begin, end - begin};
    }

    bool full() const { return full_; }
    std::size_t bytes() const {
        return (children_.capacity() + layer_.capacity()) * sizeof(SecondChild) +
               starts_.capacity() * sizeof(std::uint32_t);
    }

private:
    // Its share; two vectors may take four times as much.
    static constexpr std::size_t most = max_list_bytes / 8 / sizeof(SecondChild);

    static int file_of(int j1, int saving) { return (most_saved + 1) * j1 + most_saved - saving; }
    std::uint32_t* layer_starts(int i0) { return starts_.data() + i0 * (files_ + 1); }
    const std::uint32_t* layer_starts(int i0) const { return starts_.data() + i0 * (files_ + 1); }

    int files_ = 0;
    std::vector<SecondChild> children_;  // by layer, file
    std::vector<SecondChild> layer_;     // of the open layer, as they came
    std::vector<std::uint32_t> starts_;  // by layer and file: into children_
    bool full_ = false;
};

// For sentences of fewer than 64 * words words.
template <int words>
struct SearchMemory {
    using Bits = BitRow<words>;

    WalkBounds<words> bounds;
    std::vector<CornerBounds> before;  // by j0, of the layer at hand
    LevelLayer<Bits> layers[2];
    Arrivals<Bits> arrivals;
    SecondChildren second;
    std::vector<SecondChild> fitting;  // of those that a first child meets
    PendingInversions pending;
    InvertedBoxes<Bits> inverted;

    // Whether something was left out for want of memory.
    bool full() const {
        const std::size_t levels = layers[0].level_bytes() + layers[1].level_bytes();
        return second.full() || pending.full() || inverted.full() || levels > max_list_bytes / 16;
    }
    std::size_t bytes() const {
        return bounds.bytes() + layers[0].bytes() + layers[1].bytes() + arrivals.bytes() +
               second.bytes() + pending.bytes() + inverted.bytes() +
               before.capacity() * sizeof(CornerBounds) + fitting.capacity() * sizeof(SecondChild);
    }
};

}  // namespace hyperbaton

#pragma once
// Boxes of the corner at hand that come from elsewhere than the row above: inversions, and chains
// that go on with an inverted box. They wait here by hypothesis end and cost until their row comes.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hyperbaton {

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

}  // namespace hyperbaton

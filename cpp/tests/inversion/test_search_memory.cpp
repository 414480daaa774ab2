// What a search remembers, against plain maps.

#include <algorithm>
#include <cstdio>
#include <map>
#include <random>
#include <tuple>
#include <vector>

#include "check.hpp"
#include "inversion/search_memory.hpp"

using namespace hyperbaton;

namespace {

void test_pending_inversions() {
    std::mt19937 random{11};
    PendingInversions pending;
    for (int round = 0; round < 20; ++round) {
        pending.reset(7);
        std::map<int, std::vector<int>> expected;
        for (int cost = 0; cost < 60; ++cost) {
            const int j0 = static_cast<int>(random() % 7);
            pending.add(j0, {200, 250, static_cast<std::uint16_t>(cost)});
            expected[j0].insert(expected[j0].begin(), cost);
        }
        CHECK(!pending.full());
        for (int j0 = 0; j0 < 7; ++j0) {
            std::vector<int> taken;
            pending.take(j0, [&](const BoxEnd& end) {
                CHECK(end.i1 == 200 && end.j1 == 250);
                taken.push_back(end.cost);
            });
            CHECK(taken == expected[j0]);
            pending.take(j0, [](const BoxEnd&) { CHECK(false); });
        }
        pending.forget_taken();
    }
}

// Corners that were never written hold nothing, whatever an earlier search left there.
void test_inverted_boxes() {
    using Bits = BitRow<1>;
    InvertedBoxes<Bits> boxes;
    for (int round = 0; round < 2; ++round) {
        boxes.reset(6, 4);
        CHECK(boxes.all().empty() && boxes.starts(5).empty() && boxes.starting(5, 3).empty());
        boxes.add({5, 6, 3, 4, 1});
        boxes.add({5, 6, 1, 3, 2});
        boxes.add({5, 6, 1, 4, 3});
        boxes.add({2, 4, 3, 4, 4});
        CHECK(boxes.all().size() == 4 && !boxes.full());
        CHECK(boxes.starts(5) == (Bits::one(1) | Bits::one(3)) && boxes.starts(2) == Bits::one(3));
        CHECK(boxes.starting(5, 3).size() == 1 && boxes.starting(5, 3)[0].cost == 1);
        CHECK(boxes.starting(5, 1).size() == 2 && boxes.starting(5, 1)[1].cost == 3);
        CHECK(boxes.starting(2, 3).size() == 1 && boxes.starting(2, 1).empty());
    }
    boxes.reset(6, 4);
    CHECK(boxes.starting(2, 3).empty());
}

void test_arrivals() {
    using Bits = BitRow<2>;
    Arrivals<Bits> arrivals;
    for (const int words : {9, 70, 5}) {
        arrivals.reset(words, words);
        CHECK(arrivals.empty() && arrivals.costs(3).highest < 0);
        arrivals.add_straight(4, 2, 3);
        arrivals.add_inverted(4, 66, 1);
        arrivals.add_inverted(2, 1, 0);
        CHECK(arrivals.first_row() == 2 && arrivals.in_row(4) && !arrivals.in_row(3));
        CHECK(arrivals.costs(4).lowest == 1 && arrivals.costs(4).highest == 3);
        CHECK(arrivals.take(4, 1).inverted == Bits::one(66));
        CHECK(arrivals.take(4, 2).straight.empty());
        const auto sets = arrivals.take(4, 3);
        CHECK(sets.straight == Bits::one(2) && sets.inverted.empty());
        arrivals.close_row(4);
        CHECK(!arrivals.in_row(4) && arrivals.costs(4).highest < 0);
        // Row 2 is left behind, as by a search that was interrupted.
    }
    arrivals.reset(5, 5);
    for (int cost = 0; cost < 5; ++cost) CHECK(arrivals.take(2, cost).inverted.empty());
}

// Filed by first word, end and saving; asked for by the least saving.
void test_second_children() {
    std::mt19937 random{12};
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    SecondChildren children;
    using Child = std::tuple<int, int, int>;  // i1, j0, cost
    for (const int words : {3, 9, 5}) {
        children.reset(words, words + 1);
        std::map<std::tuple<int, int, int>, std::vector<Child>> expected;  // by i0, j1, saving
        for (int i0 = words - 1; i0 >= 0; --i0) {
            for (int k = below(40); k > 0; --k) {
                const int j1 = 1 + below(words + 1);
                const int saving = below(SecondChildren::most_saved + 1);
                const Child child{i0 + 1, below(j1), below(9)};
                children.add(std::get<0>(child), std::get<1>(child), j1, std::get<2>(child),
                             saving);
                expected[{i0, j1, saving}].push_back(child);
            }
            children.close_layer(i0);
        }
        for (int i = 0; i <= words; ++i) {
            for (int j = 0; j <= words + 1; ++j) {
                std::vector<Child> wanted;
                for (int least = SecondChildren::most_saved; least >= 0; --least) {
                    const auto& more = expected[{i, j, least}];
                    wanted.insert(wanted.end(), more.begin(), more.end());
                    std::vector<Child> found;
                    for (const SecondChild& child : children.saving(i, j, least)) {
                        found.emplace_back(child.i1, child.j0, child.cost);
                    }
                    std::vector<Child> sorted = wanted;
                    std::sort(sorted.begin(), sorted.end());
                    std::sort(found.begin(), found.end());
                    CHECK(found == sorted);
                }
            }
        }
        CHECK(!children.full());
    }
}

// Rows that are missing hold nothing, and a set holds for all higher costs.
void test_levels() {
    using Bits = BitRow<2>;
    LevelLayer<Bits> layer;
    layer.clear(4);
    layer.start_corner(3);
    for (const int i1 : {5, 6, 9}) {
        Bits* sets = layer.room(2);
        sets[0] = Bits::one(i1);
        sets[1] = Bits::one(i1) | Bits::one(100);
        const LevelSpan span = layer.add_row(3, i1, sets, 4, 5);
        CHECK(layer.levels(span)[0].holds(i1));
    }
    for (int i1 = 0; i1 < 12; ++i1) {
        const LevelSpan span = layer.row(3, i1);
        const bool there = i1 == 5 || i1 == 6 || i1 == 9;
        CHECK(span.empty() == !there);
        CHECK(layer.reached(span, 3).empty());
        CHECK(layer.reached(span, 4).count() == (there ? 1 : 0));
        CHECK(layer.reached(span, 5).count() == (there ? 2 : 0));
        CHECK(layer.reached(span, 50) == layer.reached(span, 5));
        CHECK(layer.row(2, i1).empty());
    }
    CHECK(layer.level_bytes() == 6 * sizeof(Bits));
    layer.clear(4);
    CHECK(layer.row(3, 5).empty() && layer.level_bytes() == 0);
}

}  // namespace

int main() {
    test_pending_inversions();
    test_inverted_boxes();
    test_arrivals();
    test_second_children();
    test_levels();
    std::puts("search memory: ok");
}

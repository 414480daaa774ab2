// The lists of a search, against plain maps.

#include <algorithm>
#include <cstdio>
#include <map>
#include <random>
#include <tuple>
#include <vector>

#include "check.hpp"
#include "inversion/bit_row.hpp"
#include "inversion/box_levels.hpp"
#include "inversion/keyed_lists.hpp"
#include "inversion/second_children.hpp"

using namespace hyperbaton;

namespace {

void test_keyed_lists() {
    std::mt19937 random{11};
    KeyedLists<int> lists;
    for (int round = 0; round < 20; ++round) {
        lists.reset(7);
        std::map<int, std::vector<int>> expected;
        for (int value = 0; value < 60; ++value) {
            const int key = static_cast<int>(random() % 7);
            lists.add(key, value);
            expected[key].insert(expected[key].begin(), value);
        }
        CHECK(lists.size() == 60 && !lists.full());
        int entries = 0;
        lists.each_entry([&](int value) { CHECK(value == entries++); });
        for (int key = 0; key < 7; ++key) {
            std::vector<int> seen, taken;
            lists.each(key, [&](int value) { seen.push_back(value); });
            CHECK(seen == expected[key] && lists.empty(key) == seen.empty());
            lists.take(key, [&](int value) { taken.push_back(value); });
            CHECK(taken == seen && lists.empty(key));
        }
        lists.forget_taken();
        CHECK(lists.size() == 0);
    }
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
    test_keyed_lists();
    test_second_children();
    test_levels();
    std::puts("search lists: ok");
}

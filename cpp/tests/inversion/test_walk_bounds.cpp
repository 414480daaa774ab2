// Walks along sentences against their definition, and the bounds they give against the cheapest
// cost of what is outside a box, found by the recursion of the paper turned inside out.
// Usage: test [divisor]; the divisor shortens the random runs (for sanitizers).

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <random>
#include <vector>

#include "check.hpp"
#include "inversion/inversion_checks.hpp"
#include "inversion/walk_bounds.hpp"

using namespace hyperbaton;

namespace {

constexpr int impossible = 1'000'000;

struct Generator {
    std::mt19937 random{41};

    int below(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }
    Sentence sentence(int words, int types) {
        Sentence result(static_cast<std::size_t>(words));
        for (std::int32_t& word : result) word = below(types);
        return result;
    }
};

// The best gain over words [begin, end) of a walk that starts at `start`, ends at or before `stop`
// and turns at least `turns` times, by trying everything. A walk may turn at the end too, to be
// where it is wanted, and at the start.
class EveryWalk {
public:
    EveryWalk(const Sentence& read, const Sentence& other, const std::vector<bool>& free)
        : read_(read), other_(other), free_(free) {}

    int best(int begin, int end, int start, int stop, int turns) const {
        int gain = -impossible;
        if (begin == end) {
            if (start <= stop && turns <= 0) gain = 0;
            if (turns <= 1) gain = std::max(gain, -1);  // turn back
            return gain;
        }
        gain = best(begin + 1, end, start, stop, turns);
        for (int p = 0; p < static_cast<int>(other_.size()); ++p) {
            const std::size_t at = static_cast<std::size_t>(p);
            const bool same = read_.at(static_cast<std::size_t>(begin)) == other_[at];
            const int pair = (same ? 2 : 1) - (free_[at] ? 0 : 1);
            const int turn = p < start ? 1 : 0;
            gain = std::max(gain, pair - turn + best(begin + 1, end, p + 1, stop, turns - turn));
        }
        return gain;
    }

private:
    const Sentence& read_;
    const Sentence& other_;
    const std::vector<bool>& free_;
};

void test_walks(int count) {
    using Bits = BitRow<1>;
    Generator g;
    for (int k = 0; k < count; ++k) {
        const int types = 1 + g.below(5);
        const Sentence read = g.sentence(g.below(5), types);
        const Sentence other = g.sentence(1 + g.below(4), types);
        const int words = static_cast<int>(read.size());
        const int positions = static_cast<int>(other.size());
        std::vector<bool> free;
        Bits free_bits = Bits::none();
        for (int p = 0; p < positions; ++p) {
            free.push_back(g.below(3) > 0);
            if (free.back()) free_bits.add(p);
        }
        SentenceWalks walks;
        walks.take(words, positions, free_bits, [&](int word) {
            Bits same = Bits::none();
            for (int p = 0; p < positions; ++p) {
                if (other[static_cast<std::size_t>(p)] == read[static_cast<std::size_t>(word)]) {
                    same.add(p);
                }
            }
            return same;
        });
        const EveryWalk every(read, other, free);
        for (int split = 0; split <= words; ++split) {
            const std::size_t at = static_cast<std::size_t>(split);
            for (int j = 0; j <= positions; ++j) {
                const int before = walks.gain_before[at] - (j < walks.from[at] ? 1 : 0);
                CHECK(before == every.best(0, split, 0, j, 0));
                const int after = walks.gain_after[at] - (j > walks.until[at] ? 1 : 0);
                CHECK(after == every.best(split, words, j, positions, 0));
                const int turned = walks.gain_after[at] - (j > walks.until_turned[at] ? 1 : 0);
                CHECK(turned == every.best(split, words, j, positions, 1));
            }
        }
    }
}

// Cheapest costs inside and outside every box.
class EveryBox {
public:
    EveryBox(const Sentence& h, const Sentence& r)
        : hyp_words_(static_cast<int>(h.size())),
          ref_words_(static_cast<int>(r.size())),
          inside_(size()),
          outside_(size(), impossible),
          outside_first_(size(), impossible),
          outside_second_(size(), impossible) {
        fill_inside(h, r);
        outside_[at({0, hyp_words_, 0, ref_words_})] = 0;
        for (int words = hyp_words_ + ref_words_; words >= 0; --words) {
            each_box([&](const Box& box) {
                if (box.i1 - box.i0 + box.j1 - box.j0 == words) hand_down(box);
            });
        }
    }

    struct Box {
        int i0, i1, j0, j1;
    };

    template <class Visit>
    void each_box(Visit visit) const {
        for (int i0 = 0; i0 <= hyp_words_; ++i0) {
            for (int i1 = i0; i1 <= hyp_words_; ++i1) {
                for (int j0 = 0; j0 <= ref_words_; ++j0) {
                    for (int j1 = j0; j1 <= ref_words_; ++j1) visit(Box{i0, i1, j0, j1});
                }
            }
        }
    }

    int inside(const Box& box) const { return inside_[at(box)]; }
    // Of any derivation that has this box, perhaps as a part of a chain.
    int outside(const Box& box) const { return outside_[at(box)]; }
    // Of those in which it is the front part of a first child, or of a second, that lies against a
    // child with a pair of words.
    int outside_first(const Box& box) const { return outside_first_[at(box)]; }
    int outside_second(const Box& box) const { return outside_second_[at(box)]; }

private:
    std::size_t at(const Box& box) const {
        return static_cast<std::size_t>(
            ((box.i0 * (hyp_words_ + 1) + box.i1) * (ref_words_ + 1) + box.j0) * (ref_words_ + 1) +
            box.j1);
    }
    std::size_t size() const { return at({hyp_words_, hyp_words_, ref_words_, ref_words_}) + 1; }

    void fill_inside(const Sentence& h, const Sentence& r) {
        each_box([&](const Box& box) {
            const auto part = [](const Sentence& words, int from, int to) {
                return Sentence(words.begin() + from, words.begin() + to);
            };
            inside_[at(box)] = static_cast<int>(
                Recursion(part(h, box.i0, box.i1), part(r, box.j0, box.j1), {}).distance());
        });
    }

    bool pairs_words(const Box& box) const {
        return inside(box) <= box.i1 - box.i0 + box.j1 - box.j0 - 2;
    }

    static void lower(std::vector<int>& costs, std::size_t where, int cost) {
        costs[where] = std::min(costs[where], cost);
    }

    // From a box to the boxes it splits into, all of which are smaller.
    void hand_down(const Box& x) {
        const std::size_t here = at(x);
        for (int i = x.i0; i <= x.i1; ++i) {
            for (int j = x.j0; j <= x.j1; ++j) {
                const Box before{x.i0, i, x.j0, j}, after{i, x.i1, j, x.j1};
                if (at(before) != here && at(after) != here) {
                    lower(outside_, at(before), outside_[here] + inside(after));
                    lower(outside_, at(after), outside_[here] + inside(before));
                    lower(outside_first_, at(before), outside_first_[here] + inside(after));
                    lower(outside_second_, at(before), outside_second_[here] + inside(after));
                }
                const Box first{x.i0, i, j, x.j1}, second{i, x.i1, x.j0, j};
                if (at(first) != here && at(second) != here) {
                    const int with_first = outside_[here] + 1 + inside(first);
                    const int with_second = outside_[here] + 1 + inside(second);
                    lower(outside_, at(first), with_second);
                    lower(outside_, at(second), with_first);
                    if (pairs_words(first) && pairs_words(second)) {
                        lower(outside_first_, at(first), with_second);
                        lower(outside_second_, at(second), with_first);
                    }
                }
            }
        }
    }

    const int hyp_words_, ref_words_;
    std::vector<int> inside_, outside_, outside_first_, outside_second_;
};

int position_independent(Sentence h, Sentence r) {
    std::sort(h.begin(), h.end());
    std::sort(r.begin(), r.end());
    Sentence common;
    std::set_intersection(h.begin(), h.end(), r.begin(), r.end(), std::back_inserter(common));
    return static_cast<int>(std::max(h.size(), r.size()) - common.size());
}

// Whether the bounds let boxes of this cost pass just where `below` is above their sum.
template <int words>
void check_bounds(const Sentence& h, const Sentence& r, int types) {
    using Box = EveryBox::Box;
    const EveryBox boxes(h, r);
    WalkBounds<words> bounds;
    bounds.build(h, r, types);
    const int longest = static_cast<int>(std::max(h.size(), r.size()));
    const Box whole{0, static_cast<int>(h.size()), 0, static_cast<int>(r.size())};
    CHECK(bounds.lower() <= boxes.inside(whole));
    CHECK(bounds.lower() >= position_independent(h, r));
    boxes.each_box([&](const Box& box) {
        const CornerBounds before = bounds.before(box.i0, box.j0);
        const PackedBounds after = bounds.after(box.i1, box.j1);
        const int cost = boxes.inside(box);
        CHECK(may_be_anywhere(cost + boxes.outside(box) + 1, before, cost, after));
        const int first = std::min(cost + boxes.outside_first(box), 500);
        CHECK(child_roles(first + 1, before, cost, after).first);
        const int second = std::min(cost + boxes.outside_second(box), 500);
        CHECK(child_roles(second + 1, before, cost, after).second);
        // All ends at once, and one by one.
        for (int below = 0; below <= longest; ++below) {
            const auto ends = bounds.child_ends(box.i1, before, below);
            for (int any_cost = 0; any_cost <= longest; ++any_cost) {
                const ChildRoles roles = child_roles(below, before, any_cost, after);
                CHECK(ends.first(any_cost).holds(box.j1) == roles.first);
                CHECK(ends.second(any_cost).holds(box.j1) == roles.second);
            }
        }
    });
    for (int i = 1; i <= whole.i1; ++i) {
        for (int j = 1; j <= whole.j1; ++j) {
            const bool same =
                h[static_cast<std::size_t>(i - 1)] == r[static_cast<std::size_t>(j - 1)];
            CHECK(bounds.matches(i).holds(j) == same);
        }
    }
}

void test_bounds(int count) {
    Generator g;
    for (int k = 0; k < count; ++k) {
        const int types = 1 + g.below(6);
        const Sentence h = g.sentence(1 + g.below(5), types);
        Sentence r = g.sentence(1 + g.below(5), types);
        if (k % 2 == 0) {
            r = h;
            std::shuffle(r.begin(), r.end(), g.random);
        }
        check_bounds<1>(h, r, types);
        if (k % 5 == 0) check_bounds<2>(h, r, types);
    }
}

// The order of words alone: each turn asks for an inversion.
void test_turns_are_counted() {
    WalkBounds<1> bounds;
    const Sentence h{0, 1, 2, 3, 4, 5};
    bounds.build(h, Sentence{4, 5, 2, 3, 0, 1}, 6);
    CHECK(bounds.lower() == 2);
    bounds.build(h, h, 6);
    CHECK(bounds.lower() == 0);
    // Words that repeat are matched where that needs no turn.
    bounds.build(Sentence{0, 1, 0, 2}, Sentence{0, 2, 0, 1}, 3);
    CHECK(bounds.lower() == 1);
}

}  // namespace

int main(int argc, char** argv) {
    const int divisor = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
    test_turns_are_counted();
    test_walks(400 / divisor);
    test_bounds(150 / divisor);
    std::puts("walk bounds: ok");
}

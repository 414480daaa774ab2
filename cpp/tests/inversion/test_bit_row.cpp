// Sets of positions as bits, against plain arrays of truth values.

#include <cstdio>
#include <random>
#include <vector>

#include "check.hpp"
#include "inversion/bit_row.hpp"

using namespace hyperbaton;

namespace {

template <int words>
class BitRowChecks {
    using Bits = BitRow<words>;
    using Flags = std::vector<bool>;
    static constexpr int positions = 64 * words;

public:
    void run() {
        for (int k = 0; k < 300; ++k) {
            const auto [a, flags_a] = any();
            const auto [b, flags_b] = any();
            check_one(a, flags_a);
            check_two(a, flags_a, b, flags_b);
        }
        check_stretches();
        CHECK(Bits::none().empty() && Bits::none().count() == 0);
    }

private:
    std::mt19937 random_{7};

    struct Sample {
        Bits bits;
        Flags flags;
    };

    // Thin, thick and empty sets.
    Sample any() {
        const auto thinness = 1 + random_() % 40;
        Sample sample{Bits::none(), Flags(positions)};
        for (int k = 0; k < positions; ++k) {
            if (random_() % thinness != 0 || random_() % 8 == 0) continue;
            sample.bits.add(k);
            sample.flags[static_cast<std::size_t>(k)] = true;
        }
        return sample;
    }

    static bool equal(const Bits& bits, const Flags& flags) {
        for (int k = 0; k < positions; ++k) {
            if (bits.holds(k) != flags[static_cast<std::size_t>(k)]) return false;
        }
        return true;
    }

    void check_one(const Bits& bits, const Flags& flags) {
        CHECK(equal(bits, flags));
        std::vector<int> held;
        for (int k = 0; k < positions; ++k) {
            if (flags[static_cast<std::size_t>(k)]) held.push_back(k);
        }
        std::vector<int> visited;
        bits.each([&](int position) { visited.push_back(position); });
        CHECK(visited == held);
        CHECK(bits.count() == static_cast<int>(held.size()));
        CHECK(bits.empty() == held.empty());
        if (!held.empty()) CHECK(bits.lowest() == held.front() && bits.highest() == held.back());
        Flags onward = flags;
        onward.insert(onward.begin(), false);
        onward.pop_back();
        CHECK(equal(bits.onward(), onward));
        Bits fewer = bits;
        for (const int position : held) fewer.remove(position);
        CHECK(fewer.empty());
    }

    void check_two(const Bits& a, const Flags& flags_a, const Bits& b, const Flags& flags_b) {
        for (int k = 0; k < positions; ++k) {
            const bool in_a = flags_a[static_cast<std::size_t>(k)];
            const bool in_b = flags_b[static_cast<std::size_t>(k)];
            CHECK((a & b).holds(k) == (in_a && in_b));
            CHECK((a | b).holds(k) == (in_a || in_b));
            CHECK((a ^ b).holds(k) == (in_a != in_b));
            CHECK((~a).holds(k) == !in_a);
        }
        CHECK((a == b) == (flags_a == flags_b));
        CHECK(a == a);
    }

    void check_stretches() {
        for (int bound = -3; bound <= positions + 3; ++bound) {
            for (int k = 0; k < positions; ++k) {
                CHECK(Bits::from(bound).holds(k) == (k >= bound));
                CHECK(Bits::below(bound).holds(k) == (k < bound));
            }
            if (bound < 0 || bound >= positions) continue;
            CHECK(Bits::one(bound).count() == 1 && Bits::one(bound).holds(bound));
        }
    }
};

}  // namespace

int main() {
    BitRowChecks<1>().run();
    BitRowChecks<2>().run();
    BitRowChecks<4>().run();
    std::puts("bit row: ok");
}

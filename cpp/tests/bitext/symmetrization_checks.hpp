// Symmetrisation against the published pseudo-code on matrices.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "hyperbaton/bitext/symmetrization.hpp"
#include "tests/check.hpp"

namespace hyperbaton {

using Ints = std::vector<std::int32_t>;

inline constexpr int length = 7;
using Matrix = std::array<std::array<bool, length>, length>;  // by target, then by source

struct Heuristic {
    Matrix forward{}, reverse{}, kept{};

    bool source_free(int f) const {
        for (int e = 0; e < length; ++e) {
            if (kept[e][f]) return false;
        }
        return true;
    }
    bool target_free(int e) const {
        for (int f = 0; f < length; ++f) {
            if (kept[e][f]) return false;
        }
        return true;
    }
    bool united(int e, int f) const {
        return e >= 0 && f >= 0 && e < length && f < length && (forward[e][f] || reverse[e][f]);
    }

    void grow() {
        constexpr int steps[8][2] = {{-1, 0},  {0, -1}, {1, 0},  {0, 1},
                                     {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
        bool added = true;
        while (added) {
            added = false;
            for (int e = 0; e < length; ++e) {
                for (int f = 0; f < length; ++f) {
                    if (!kept[e][f]) continue;
                    for (const auto& step : steps) {
                        const int e2 = e + step[0], f2 = f + step[1];
                        if (!united(e2, f2) || kept[e2][f2]) continue;
                        if (!target_free(e2) && !source_free(f2)) continue;
                        kept[e2][f2] = added = true;
                    }
                }
            }
        }
    }

    void finish(const Matrix& direction, Symmetrization method) {
        for (int e = 0; e < length; ++e) {
            for (int f = 0; f < length; ++f) {
                const bool fits = method == Symmetrization::grow_diag_final_and
                                      ? target_free(e) && source_free(f)
                                      : target_free(e) || source_free(f);
                if (direction[e][f] && fits) kept[e][f] = true;
            }
        }
    }

    void run(Symmetrization method) {
        for (int e = 0; e < length; ++e) {
            for (int f = 0; f < length; ++f) {
                kept[e][f] = method == Symmetrization::set_union ? united(e, f)
                                                                 : forward[e][f] && reverse[e][f];
            }
        }
        if (method <= Symmetrization::set_union) return;
        grow();
        if (method == Symmetrization::grow_diag) return;
        finish(forward, method);
        finish(reverse, method);
    }
};

// The cells of a matrix as links behind an empty pair.
struct Links {
    explicit Links(const Matrix& matrix) {
        for (int f = 0; f < length; ++f) {
            for (int e = 0; e < length; ++e) {
                if (!matrix[e][f]) continue;
                source.push_back(f);
                target.push_back(e);
            }
        }
        offsets[2] = static_cast<std::int64_t>(source.size());
    }
    LinkBatch view() const { return {source.data(), target.data(), offsets.data(), 2}; }

    Ints source, target;
    std::array<std::int64_t, 3> offsets{};
};

inline void check_symmetrization(Heuristic heuristic, Symmetrization method) {
    heuristic.run(method);
    const Links forward(heuristic.forward), reverse(heuristic.reverse), expected(heuristic.kept);
    Ints source(forward.source.size() + reverse.source.size()), target(source.size());
    std::array<std::int64_t, 2> counts{};
    symmetrize(forward.view(), reverse.view(), method, 1, source.data(), target.data(),
               counts.data());
    CHECK(counts[0] == 0);
    CHECK(counts[1] == static_cast<std::int64_t>(expected.source.size()));
    CHECK(std::equal(expected.source.begin(), expected.source.end(), source.begin()));
    CHECK(std::equal(expected.target.begin(), expected.target.end(), target.begin()));
}

}  // namespace hyperbaton

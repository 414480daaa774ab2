// Unit costs: chooses the width of the search and tries one bound after the other.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "inversion_bounds.hpp"
#include "inversion_search.hpp"
#include "unit_search.hpp"

namespace hyperbaton {
namespace {

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

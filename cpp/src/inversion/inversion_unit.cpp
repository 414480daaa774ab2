// Unit costs: prepares the kernel's memory and tries one or two bounds.

#include <algorithm>
#include <cstdint>

#include "hyperbaton/runtime/cancellation.hpp"
#include "hyperbaton/runtime/cpu.hpp"
#include "inversion_bounds.hpp"
#include "inversion_search.hpp"
#include "inversion_tables.hpp"

namespace hyperbaton {
namespace {

using Buffers = InversionWorkspace::Buffers;
using detail::SearchEnd;
using detail::SearchScratch;

static_assert(max_search_words < 256);  // detail::SecondChild

std::size_t size_of(int n) { return static_cast<std::size_t>(n); }

template <class Entry>
bool grow(std::vector<Entry>& entries) {
    const std::size_t wanted = std::max<std::size_t>(1024, 2 * entries.size());
    if (wanted * sizeof(Entry) > max_list_bytes / 4) return false;
    entries.resize(wanted);
    return true;
}

bool grow_second(SearchScratch& scratch, int saving) {
    auto& entries = static_cast<Buffers*>(scratch.owner)->second[saving];
    if (!grow(entries)) return false;
    scratch.second[saving].entries = entries.data();
    scratch.second[saving].capacity = entries.size();
    return true;
}

bool grow_inverted(SearchScratch& scratch) {
    auto& entries = static_cast<Buffers*>(scratch.owner)->inverted;
    if (!grow(entries)) return false;
    scratch.inverted = entries.data();
    scratch.inverted_capacity = entries.size();
    return true;
}

template <class T>
void grow_to(std::vector<T>& values, std::size_t size, T fill) {
    if (values.size() < size) values.resize(size, fill);
}

// Rows of one search within a CellRows.
template <class Cell>
void place_cells(CellRows<Cell>& cells, Cell infinite, std::size_t row, std::size_t rows,
                 std::size_t pending_rows, std::size_t columns, SearchScratch& scratch) {
    grow_to(cells.clean, (2 * rows + pending_rows) * row, infinite);
    grow_to(cells.working, (1 + columns + 2 * rows) * row, Cell{0});
    Cell* next = cells.clean.data();
    scratch.layer[0] = next;
    scratch.layer[1] = next += rows * row;
    scratch.pending = next + rows * row;
    scratch.slack_row = cells.working.data();
    scratch.outside_matches = cells.working.data() + row;
    scratch.order_before = cells.working.data() + (1 + columns) * row;
    scratch.order_after = cells.working.data() + (1 + columns + rows) * row;
}

SearchScratch place_scratch(const detail::SearchTables& tables, bool wide, Buffers& b) {
    const std::size_t pending_rows = size_of(tables.hypothesis_words + 1);
    const std::size_t columns = size_of(tables.reference_words + 1);
    const std::size_t rows = pending_rows * columns;
    const std::size_t live_words = pending_rows / 64 + 1;
    SearchScratch scratch{};
    if (wide) {
        place_cells<std::uint16_t>(b.word_cells, detail::infinite_word, size_of(tables.stride),
                                   rows, pending_rows, columns, scratch);
    } else {
        place_cells<std::uint8_t>(b.byte_cells, detail::infinite_byte, size_of(tables.stride), rows,
                                  pending_rows, columns, scratch);
    }
    grow_to(b.blocks, 2 * rows + pending_rows, std::uint32_t{0});
    grow_to(b.live, 3 * columns * live_words, std::uint64_t{0});
    grow_to(b.outside_count, pending_rows, std::uint16_t{0});
    grow_to(b.second_bounds, rows, detail::SecondBounds{});
    grow_to(b.inverted_head, rows, std::int32_t{-1});
    for (std::size_t layer = 0; layer < 2; ++layer) {
        scratch.blocks[layer] = b.blocks.data() + layer * rows;
        scratch.live[layer] = b.live.data() + layer * columns * live_words;
    }
    scratch.pending_blocks = b.blocks.data() + 2 * rows;
    scratch.squares = b.live.data() + 2 * columns * live_words;
    scratch.balance = b.balance.data();
    scratch.live_words = static_cast<int>(live_words);
    scratch.outside_count = b.outside_count.data();
    scratch.inverted_head = b.inverted_head.data();
    for (std::size_t saving = 0; saving < detail::saving_classes; ++saving) {
        scratch.second[saving] = {b.second[saving].data(), b.second[saving].size(), 0};
    }
    scratch.second_bounds = b.second_bounds.data();
    scratch.inverted = b.inverted.data();
    scratch.inverted_capacity = b.inverted.size();
    scratch.grow_second = grow_second;
    scratch.grow_inverted = grow_inverted;
    scratch.cancelled = cancellation_requested;
    scratch.owner = &b;
    return scratch;
}

struct Kernel {
    int (*order)(const detail::SearchTables&, SearchScratch&);
    detail::SearchResult (*search)(const detail::SearchTables&, SearchScratch&,
                                   const detail::SearchLimits&);
};

Kernel choose_kernel(SimdLevel level, bool wide) {
#if defined(HYPERBATON_HAS_AVX2_KERNELS)
    if (level != SimdLevel::baseline && cpu_has_avx2()) {
        if (wide) return {avx2::order_words, avx2::search_words};
        return {avx2::order_bytes, avx2::search_bytes};
    }
#else
    (void)level;
#endif
    if (wide) return {baseline::order_words, baseline::search_words};
    return {baseline::order_bytes, baseline::search_bytes};
}

// How far above the proven lower bound to search first. A search that is too narrow must be
// repeated; one that is too wide narrows itself as soon as it finds good derivations. On MT
// output about a third of the gap was fastest. A gap of more than half the words means that large
// blocks have moved: then the distance is near the lower bound, and wide searches would be
// hopeless.
int first_width(int lower, int upper, int longest) {
    const int gap = upper - lower;
    return gap > longest / 2 ? 2 : (15 + 3 * gap) / 10;
}

// Kept from every search: a derivation may use suffix costs that an earlier one found. `head`
// words on both sides were set aside.
void keep_pieces(const SearchScratch& scratch, int head, Buffers& buffers) {
    for (std::size_t k = 0; k < scratch.inverted_count; ++k) {
        const detail::InvertedBox& box = scratch.inverted[k];
        buffers.pieces.push_back(
            {box.i0 + head, box.i1 + head, box.j0 + head, box.j1 + head, double(box.cost)});
    }
}

}  // namespace

InversionDistance search_unit_costs(int bag, int upper, const InversionLimits& limits,
                                    Buffers& buffers) {
    const int head = set_ends_aside(buffers);
    const detail::SearchTables tables = build_search_tables(buffers);
    const int longest = std::max(tables.hypothesis_words, tables.reference_words);
    const bool wide = limits.wide_cells || longest > detail::byte_limit;
    SearchScratch scratch = place_scratch(tables, wide, buffers);
    const Kernel kernel = choose_kernel(limits.simd, wide);
    const int inversions = kernel.order(tables, scratch);
    if (inversions < 0) throw Cancelled();
    int lower = std::min(upper, bag + std::max(1, inversions));
    std::uint64_t steps = 0;
    for (int width = first_width(lower, upper, longest); lower < upper; width *= 2) {
        const int below = std::min(upper, lower + width);
        const detail::SearchResult result =
            kernel.search(tables, scratch, {below, upper, lower, limits.max_steps - steps});
        if (result.end == SearchEnd::cancelled) throw Cancelled();
        steps += result.steps;
        if (buffers.wants_pieces) keep_pieces(scratch, head, buffers);
        upper = result.best;
        if (result.end != SearchEnd::complete) break;
        lower = std::min(upper, below);
    }
    return {double(upper), double(lower), lower == upper, steps};
}

}  // namespace hyperbaton

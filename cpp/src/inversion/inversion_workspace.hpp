#pragma once
// The buffers behind InversionWorkspace. Every vector only grows, except on release().

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hyperbaton/inversion/inversion_distance.hpp"
#include "hyperbaton/text/string_distances.hpp"
#include "simd/inversion_kernels.hpp"

namespace hyperbaton {

// An inverted block a derivation may use.
struct InvertedPiece {
    int i0, i1, j0, j1;
    double cost;
};

// Rows of cells. The kernel leaves `clean` as it found it, so it is filled only when it grows.
template <class Cell>
struct CellRows {
    std::vector<Cell> clean;    // two layers, the pending rows
    std::vector<Cell> working;  // slack and common words
};

struct InversionWorkspace::Buffers {
    // Words renumbered: reference words first, in order of appearance.
    std::vector<std::int32_t> hypothesis, reference;
    StringDistanceWorkspace strings;
    int reference_types = 0;
    int types = 0;
    std::vector<std::int32_t> type_counts;

    // Tables of the unit-cost search (see detail::SearchTables).
    std::vector<std::uint16_t> prefix_bound, suffix_bound, outside_matches, reference_after;
    std::vector<std::uint16_t> hypothesis_count, occurrences, shared_positions;
    std::vector<std::uint16_t> framed_occurrences;
    std::vector<std::uint32_t> occurrence_start, type_occurrence_start;
    std::vector<std::int32_t> prefix_levenshtein, suffix_cost, balance;
    std::vector<std::uint16_t> row_matches;

    // Scratch of the unit-cost search (see detail::SearchScratch).
    CellRows<std::uint8_t> byte_cells;
    CellRows<std::uint16_t> word_cells;
    std::vector<std::uint32_t> blocks;  // the kernel leaves zeros
    std::vector<std::uint64_t> live;    // the same
    std::vector<std::uint16_t> outside_count;
    std::vector<detail::SecondBounds> second_bounds;
    std::vector<std::int32_t> inverted_head;
    std::vector<detail::SecondChild> second[detail::saving_classes];
    std::vector<detail::InvertedBox> inverted;

    // Scratch of the general search.
    std::vector<double> boxes, pending_costs;

    // Inverted boxes behind the last result; empty where the Levenshtein distance was best.
    std::vector<InvertedPiece> pieces;
    bool wants_pieces = false;

    std::size_t bytes() const;
};

}  // namespace hyperbaton

#pragma once
// Interface between the driver and the pruned search for the unit-cost inversion edit distance.
//
// The kernel is compiled once per instruction set, so this header holds plain data only: no
// standard type whose inline functions could be emitted with the wrong instructions.

#include <cstddef>
#include <cstdint>

namespace hyperbaton::detail {

// Cells handled together. The length of a row is a multiple of this.
inline constexpr int lane_count = 32;

// An inverted box that is strictly cheaper than every straight derivation of the same box.
struct InvertedBox {
    std::uint16_t i0, i1, j0, j1;
    std::int32_t cost;
    std::int32_t next;  // next box with the same (i0, j0), or -1
};

// A possible second child, filed under its first hypothesis word and its reference end.
struct SecondChild {
    std::uint32_t offset;  // i1 * stride + j0
    std::uint8_t i1, j0;   // below 256: max_search_words is 250
    std::uint16_t cost;
};

// Second children are kept in lists by how much they save over substituting all their words:
// 0, 1, 2 or more.
inline constexpr int saving_classes = 3;
struct SecondChildren {
    SecondChild* entries;
    std::size_t capacity;
    std::uint32_t count;
};
struct SecondBounds {
    std::uint32_t first[saving_classes];  // into SecondChildren::entries
    std::uint32_t last[saving_classes];   // one past the last
};

// What stays the same over all searches of one sentence pair. I, J: numbers of words.
// Tables "by (i, j)" have J + 1 columns; tables "by lane" have `stride` columns.
struct SearchTables {
    int hypothesis_words, reference_words;
    int stride;  // at least J + 2
    const std::int32_t* hypothesis;
    const std::int32_t* reference;
    const std::uint16_t* prefix_bound;       // by (i, j): lower bound of the box (0, i, 0, j)
    const std::uint16_t* suffix_bound;       // by (i, j): lower bound of the box (i, I, j, J)
    const std::int32_t* prefix_levenshtein;  // by (i, j)
    std::int32_t* suffix_cost;               // by (i, j): best known cost of (i, I, j, J)
    const std::uint16_t* outside_matches;    // by lane, row j1: whole hypothesis against the
                                             // reference without [j0, j1)
    const std::uint16_t* reference_after;    // by (i, j): occurrences of word i in [j, J)
    const std::uint16_t* hypothesis_count;   // by i: occurrences of word i in the hypothesis
    const std::uint32_t* occurrence_start;   // by i, for shared words: into `occurrences`
    const std::uint16_t* occurrences;        // n, 0, positions + 1 of the n copies, J + 1
    const std::uint16_t* shared_positions;   // hypothesis positions whose word is in the reference
    int shared_count;
    int reference_types;  // words below this number are in the reference
};

// Scratch of one search. Cells are uint8_t for search_bytes, else uint16_t.
struct SearchScratch {
    void* layer[2];                 // (J + 1) * (I + 1) rows of `stride` cells, all "infinite"
    void* pending;                  // (I + 1) rows, all "infinite"
    void* slack_row;                // one row
    void* outside_matches;          // (J + 1) rows
    void* order_before;             // (I + 1) * (J + 1) rows, see inversion_order.hpp
    void* order_after;              // (J + 1) * (I + 1) rows
    std::uint32_t* blocks[2];       // by j1 * (I + 1) + i1: one bit for each live block
    std::uint32_t* pending_blocks;  // by i1: the same for the pending rows
    std::uint64_t* live[2];         // by j1: one bit for each live i1, `live_words` words
    int live_words;
    std::uint64_t* squares;        // by j1: one bit for each i1 in which a square of
                                   // substitutions ends, all zero
    std::int32_t* balance;         // by word: copies in the hypothesis minus copies in the
                                   // reference, outside the square at hand
    std::uint16_t* outside_count;  // by i: copies of word i outside [i0, i), current i0
    std::int32_t* inverted_head;   // by (i0, j0): into `inverted`, or -1
    SecondChildren second[saving_classes];
    SecondBounds* second_bounds;  // by (i0, j1)
    InvertedBox* inverted;
    std::size_t inverted_capacity;
    std::size_t inverted_count;  // result
    // Doubles the full array and updates pointer and capacity; false: the memory limit is met.
    bool (*grow_second)(SearchScratch&, int saving);
    bool (*grow_inverted)(SearchScratch&);
    bool (*cancelled)();  // asked every now and then
    void* owner;
};

struct SearchLimits {
    int below;         // prove that no derivation is cheaper than this, or find the cheapest
    int known;         // cost of some derivation; inverted boxes that could lead to a cheaper one
                       // are recorded even if it would not be below `below`
    int proven_lower;  // stop as soon as a derivation costs this little
    std::uint64_t max_steps;
};

enum class SearchEnd { complete, out_of_steps, out_of_memory, cancelled };

struct SearchResult {
    SearchEnd end;
    int best;             // cost of the cheapest derivation found, or limits.known; exact if
                          // complete and below limits.below
    std::uint64_t steps;  // rows evaluated and pairs of children tried
};

// Cells of dead boxes. Twice the value still fits, so sums need no saturation.
inline constexpr std::uint8_t infinite_byte = 127;
inline constexpr std::uint16_t infinite_word = 0x3fff;

// Most words on either side for 8-bit cells: every cost and outside bound stays below 127.
inline constexpr int byte_limit = 120;

}  // namespace hyperbaton::detail

// For each instruction set: order_*() fills order_before and order_after for a sentence pair and
// returns how much the order of all words adds to the position-independent distance, or -1 if
// cancelled. After that search_*() may run any number of times.
namespace hyperbaton::baseline {
int order_bytes(const detail::SearchTables&, detail::SearchScratch&);
int order_words(const detail::SearchTables&, detail::SearchScratch&);
detail::SearchResult search_bytes(const detail::SearchTables&, detail::SearchScratch&,
                                  const detail::SearchLimits&);
detail::SearchResult search_words(const detail::SearchTables&, detail::SearchScratch&,
                                  const detail::SearchLimits&);
}  // namespace hyperbaton::baseline

namespace hyperbaton::avx2 {
int order_bytes(const detail::SearchTables&, detail::SearchScratch&);
int order_words(const detail::SearchTables&, detail::SearchScratch&);
detail::SearchResult search_bytes(const detail::SearchTables&, detail::SearchScratch&,
                                  const detail::SearchLimits&);
detail::SearchResult search_words(const detail::SearchTables&, detail::SearchScratch&,
                                  const detail::SearchLimits&);
}  // namespace hyperbaton::avx2

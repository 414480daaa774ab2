// Largest mappings of small forests: rows of all tables of one forest computed together.
//
// The tables of Zhang & Shasha for one keyroot of the first forest and all keyroots of the second
// stand side by side; a column is a node of the second forest within one of its keyroots. Without
// labels a root may always be mapped to a root, so T(i, j) = 1 + M(i-1, j-1) needs the row above
// only, and no table waits for another.
//
// A row never falls and steps by at most 1 from column to column, and it exceeds the row above by
// at most 1. So a row is kept as bits that say where it steps, beside its values in bytes: which
// columns grow follows from a subtraction, as in bit-parallel longest common subsequences
// (Hyyrö 2004).
#pragma once

#include <cstdint>

namespace hyperbaton {

// Columns of the second forest. Column 0 is the empty prefix of all tables; those from `used` on
// only fill up the last word. Arrays of bits have width / 64 words.
struct MappingColumns {
    std::int32_t used, width;
    const std::uint16_t* jump;    // the column of first(j) - 1, or 0
    const std::uint16_t* below;   // the column of j - 1 where j lies on a path; 0 for a leaf
    const std::uint64_t* leaves;  // columns of leaves
    const std::uint64_t* starts;  // first columns of tables, column 0, and the first unused one
    const std::uint64_t* valid;   // columns of nodes
};

enum class MappingRowKind : std::uint8_t {
    leaf,   // a leaf; `slot` says where to keep the row above for later jumps, if not 0
    path,   // an inner node on the keyroot's path; `tree` says where to keep its row of T
    inner,  // any other node: the row kept in `slot` plus row `tree` of T
};

// A node of the first forest within one of its keyroots.
struct MappingRow {
    MappingRowKind kind;
    bool starts;  // a new table: the row above is empty
    std::uint16_t tree, slot;
};

struct MappingKernels {
    static constexpr std::int32_t most_mapped = 255;  // what a byte holds
    // The last value of the last row. `trees` and `jumps` have room for all rows kept, `values`
    // for one, `steps` and `grown` for as many bits.
    std::uint8_t (*largest)(const MappingRow* rows, std::int64_t count,
                            const MappingColumns& columns, std::uint8_t* trees, std::uint8_t* jumps,
                            std::uint8_t* values, std::uint64_t* steps, std::uint64_t* grown);
};

namespace baseline {
extern const MappingKernels mapping_kernels;
}
namespace avx2 {
extern const MappingKernels mapping_kernels;
}

}  // namespace hyperbaton

// Largest mappings of small forests; see simd/mapping_kernels.hpp for how.
#pragma once

#include <cstdint>
#include <vector>

#include "keyroots.hpp"
#include "simd/mapping_kernels.hpp"

namespace hyperbaton {

class MappingRows {
public:
    // Whether values fit into bytes and what is kept into little memory.
    bool fit(const SidedForest& a, const SidedForest& b) const;

    // Number of pairs of a largest mapping; neither forest is empty.
    std::int32_t largest(const SidedForest& a, const SidedForest& b, const MappingKernels& kernels);

    std::size_t bytes() const;

private:
    void lay_out_rows(const SidedForest& a);
    void lay_out_columns(const SidedForest& b);
    void add_table(const SidedForest& b, const Keyroot& keyroot);

    std::vector<MappingRow> rows_;  // never shrinks: making it larger again takes time
    std::int64_t row_count_ = 0;
    // By first leaf, what leads from a node on its keyroot's path to its row of T and its column.
    std::vector<std::int32_t> to_row_, to_column_;
    std::vector<std::uint16_t> jump_, below_;  // by column
    std::vector<std::uint64_t> leaves_, starts_, valid_, steps_, grown_;
    std::vector<std::uint8_t> trees_, jumps_, values_;
    std::size_t used_ = 0;  // columns
};

}  // namespace hyperbaton

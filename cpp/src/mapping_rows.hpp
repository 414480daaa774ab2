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

    std::vector<MappingRow> rows_;
    std::vector<std::uint16_t> tree_;          // by node of a: where its row of T is kept
    std::vector<std::uint16_t> column_;        // by node of b: its column where it is on a path
    std::vector<std::uint16_t> jump_, below_;  // by column
    std::vector<std::uint64_t> leaves_, starts_, valid_, steps_, grown_;
    std::vector<std::uint8_t> trees_, jumps_, values_;
    std::size_t used_ = 0;  // columns
};

}  // namespace hyperbaton

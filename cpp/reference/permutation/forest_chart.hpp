// PEFscore by the algorithm of the paper (Stanojevic & Sima'an 2014, figures 5 and 6): a chart
// over all blocks, each averaging over all its split points, O(n^3). The yardstick of the
// benchmark and an oracle of the tests; never part of the library.
#pragma once

#include <cstdint>
#include <vector>

#include "hyperbaton/permutation/forest_score.hpp"

namespace hyperbaton {

class ForestChart {
public:
    double score(Permutation pi, OperatorWeights weights);

private:
    bool is_block(std::size_t i, std::size_t j) const { return block_[i * (n_ + 1) + j] != 0; }
    double& at(std::size_t i, std::size_t j) { return score_[i * (n_ + 1) + j]; }
    void find_blocks(Permutation pi);
    double block_score(Permutation pi, std::size_t i, std::size_t j, OperatorWeights weights);
    double prime_score(std::size_t i, std::size_t j, OperatorWeights weights);

    std::size_t n_ = 0;
    std::vector<std::uint8_t> block_;  // of [i, j): whether it is a sub-permutation
    std::vector<double> score_;
};

}  // namespace hyperbaton

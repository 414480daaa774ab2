// The score of released_score.hpp as the mean over all permutation trees, by a chart over blocks
// that counts the trees of each: an oracle, never part of the library.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hyperbaton/permutation/forest_score.hpp"

namespace hyperbaton {

class ReleasedChart {
public:
    ReleasedChart(Permutation pi, OperatorWeights weights)
        : values_(pi.begin(), pi.end()), weights_(weights), cells_(pi.size() * (pi.size() + 1)) {
        const std::size_t n = values_.size();
        for (std::size_t length = 1; length <= n; ++length) {
            for (std::size_t i = 0; i + length <= n; ++i) {
                if (is_block(i, i + length)) at(i, i + length) = cell(i, i + length);
            }
        }
    }

    // How many trees there are.
    double trees() { return values_.empty() ? 1.0 : at(0, values_.size()).trees; }

    // Rescaled so that the inverted permutation scores 0.
    double score() {
        const std::size_t n = values_.size();
        if (n < 2) return n == 0 ? 0.0 : 1.0;
        std::vector<std::int32_t> inverted(n);
        for (std::size_t i = 0; i < n; ++i) inverted[i] = static_cast<std::int32_t>(n - i);
        const double worst = ReleasedChart(inverted, weights_).mean();
        return (mean() - worst) / (1.0 - worst);
    }

private:
    struct Cell {
        double trees = 1.0;  // of the block
        double mean = 1.0;   // of their scores; a leaf scores 1
    };

    double mean() { return at(0, values_.size()).mean; }
    Cell& at(std::size_t i, std::size_t j) { return cells_[i * (values_.size() + 1) + j]; }

    bool is_block(std::size_t i, std::size_t j) const {
        const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(i);
        const auto end = values_.begin() + static_cast<std::ptrdiff_t>(j);
        const auto [low, high] = std::minmax_element(begin, end);
        return *high - *low == static_cast<std::int32_t>(j - i) - 1;
    }

    // The score of a child, times its share of its parent's span.
    double share(std::size_t i, std::size_t j, std::size_t span) {
        return at(i, j).mean * static_cast<double>(j - i) / static_cast<double>(span);
    }

    Cell cell(std::size_t i, std::size_t j) {
        if (j - i == 1) return {};
        double trees = 0.0, sum = 0.0;
        for (std::size_t k = i + 1; k < j; ++k) {
            if (!is_block(i, k) || !is_block(k, j)) continue;
            const double op = values_[i] < values_[k] ? 1.0 : weights_.gamma;
            const double ways = at(i, k).trees * at(k, j).trees;
            const double children = share(i, k, j - i) + share(k, j, j - i);
            trees += ways;
            sum += ways * (weights_.beta * op + (1.0 - weights_.beta) * children);
        }
        if (trees > 0.0) return {trees, sum / trees};
        return prime(i, j);
    }

    // The children of a prime operator: from left to right, the longest proper block each.
    Cell prime(std::size_t i, std::size_t j) {
        double trees = 1.0, children = 0.0;
        for (std::size_t begin = i; begin < j;) {
            std::size_t end = begin == i ? j - 1 : j;
            while (!is_block(begin, end)) --end;
            trees *= at(begin, end).trees;
            children += share(begin, end, j - i);
            begin = end;
        }
        return {trees, (1.0 - weights_.beta) * children};
    }

    std::vector<std::int32_t> values_;
    OperatorWeights weights_;
    std::vector<Cell> cells_;
};

}  // namespace hyperbaton

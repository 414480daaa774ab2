#include "forest_chart.hpp"

#include <algorithm>

namespace hyperbaton {

void ForestChart::find_blocks(Permutation pi) {
    for (std::size_t i = 0; i < n_; ++i) {
        std::int32_t low = pi[i], high = pi[i];
        for (std::size_t j = i + 1; j <= n_; ++j) {
            low = std::min(low, pi[j - 1]);
            high = std::max(high, pi[j - 1]);
            block_[i * (n_ + 1) + j] = high - low == static_cast<std::int32_t>(j - i) - 1 ? 1 : 0;
        }
    }
}

// Bottom up over blocks by length: the same inferences as the memoised recursion of the paper.
double ForestChart::score(Permutation pi, OperatorWeights weights) {
    n_ = pi.size();
    if (n_ < 2) return n_ == 0 ? 0.0 : 1.0;
    block_.resize((n_ + 1) * (n_ + 1));
    score_.resize((n_ + 1) * (n_ + 1));
    find_blocks(pi);
    for (std::size_t length = 2; length <= n_; ++length) {
        for (std::size_t i = 0; i + length <= n_; ++i) {
            if (is_block(i, i + length))
                at(i, i + length) = block_score(pi, i, i + length, weights);
        }
    }
    return at(0, n_);
}

double ForestChart::block_score(Permutation pi, std::size_t i, std::size_t j,
                                OperatorWeights weights) {
    double sum = 0.0;
    int ways = 0;
    std::size_t split = 0;
    for (std::size_t k = i + 1; k < j; ++k) {
        if (!is_block(i, k) || !is_block(k, j)) continue;
        split = k;
        ++ways;
        const double left = k - i > 1 ? at(i, k) : 0.0, right = j - k > 1 ? at(k, j) : 0.0;
        const int inner = (k - i > 1 ? 1 : 0) + (j - k > 1 ? 1 : 0);
        if (inner > 0) sum += (left + right) / inner;
    }
    if (ways == 0) return prime_score(i, j, weights);
    const double op = pi[i] < pi[split] ? 1.0 : weights.gamma;
    return j - i == 2 ? op : weights.beta * op + (1.0 - weights.beta) * sum / ways;
}

// The children of a prime operator: from left to right, the longest proper block each.
double ForestChart::prime_score(std::size_t i, std::size_t j, OperatorWeights weights) {
    double sum = 0.0;
    int inner = 0;
    for (std::size_t begin = i; begin < j;) {
        std::size_t end = begin == i ? j - 1 : j;
        while (!is_block(begin, end)) --end;
        if (end - begin > 1) {
            sum += at(begin, end);
            ++inner;
        }
        begin = end;
    }
    return inner == 0 ? 0.0 : (1.0 - weights.beta) * sum / inner;
}

}  // namespace hyperbaton

#include "hyperbaton/permutation/released_score.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

constexpr std::int64_t longest_memoised = 256;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

double score_without_nodes(std::int64_t n) { return n == 0 ? 0.0 : 1.0; }

// True for the fully inverted permutation, whose score is 0 by definition of the scale.
bool is_inverted_chain(const PermutationTree& nodes) {
    return std::all_of(nodes.kind, nodes.kind + nodes.count - 1,
                       [](std::uint8_t kind) { return kind == (inverted | absorbed); }) &&
           nodes.kind[nodes.count - 1] == inverted &&
           nodes.count == nodes.stop[nodes.count - 1] - 1;
}

double rescaled(double score, double of_inverted) {
    return (score - of_inverted) / (1.0 - of_inverted);
}

template <class Integer>
std::size_t index(Integer i) {
    return static_cast<std::size_t>(i);
}

}  // namespace

// Terms at depth d are below x^d d^3; beyond this they change no bit of the sum.
bool DepthExpectation::negligible(std::int64_t depth) const {
    const auto d = static_cast<double>(depth);
    return d * std::log(x_) + 3.0 * std::log(d + 1.0) < -45.0;
}

// counts[j] = B(leaves, j) / Catalan(leaves), from the ratio of neighbouring ballot numbers.
void DepthExpectation::forest_counts(std::int64_t leaves, std::vector<double>& counts) const {
    counts.assign(1, leaves == 0 ? 1.0 : 0.0);
    if (leaves == 0) return;
    const auto a = static_cast<double>(leaves);
    double count = (a + 1.0) / (2.0 * (2.0 * a - 1.0));
    for (std::int64_t j = 1; j <= leaves && !negligible(j) && count > 0.0; ++j) {
        counts.push_back(count);
        const auto trees = static_cast<double>(j);
        count *= (trees + 1.0) / trees * (a - trees) / (2.0 * a - trees - 1.0);
    }
}

double DepthExpectation::compute(std::int64_t left, std::int64_t right) {
    forest_counts(left, left_counts_);
    forest_counts(right, right_counts_);
    paths_.assign(right_counts_.size(), 0.0);  // x^(j+l) binomial(j+l, j), row j
    double sum = 0.0;
    Checkpoint checkpoint;
    for (std::size_t j = 0; j < left_counts_.size(); ++j) {
        checkpoint.pass(paths_.size());
        double row = 0.0;
        for (std::size_t l = 0; l < paths_.size(); ++l) {
            const double from_left = j == 0 ? 0.0 : paths_[l];
            const double from_right = l == 0 ? 0.0 : paths_[l - 1];
            paths_[l] = j == 0 && l == 0 ? 1.0 : x_ * (from_left + from_right);
            row += paths_[l] * right_counts_[l];
        }
        sum += left_counts_[j] * row;
    }
    const double log_share = log_catalan_(left) + log_catalan_(right) - log_catalan_(left + right);
    return sum * std::exp(log_share);
}

double DepthExpectation::at(std::int64_t left, std::int64_t right) {
    if (left > right) std::swap(left, right);
    const std::int64_t leaves = left + right + 1;
    if (leaves > longest_memoised) return compute(left, right);
    if (memo_.size() <= index(leaves)) memo_.resize(index(leaves) + 1);
    std::vector<double>& row = memo_[index(leaves)];
    if (row.empty()) row.assign(index(leaves), unknown);
    double& value = row[index(left)];
    if (std::isnan(value)) value = compute(left, right);
    return value;
}

double DepthExpectation::mean(std::int64_t leaves) {
    if (mean_memo_.size() <= index(leaves)) mean_memo_.resize(index(leaves) + 1, unknown);
    double& value = mean_memo_[index(leaves)];
    if (!std::isnan(value)) return value;
    forest_counts(leaves - 1, left_counts_);
    double sum = 0.0, weight = 1.0;
    for (const double count : left_counts_) {
        sum += weight * count;
        weight *= 2.0 * x_;
    }
    return value = sum / static_cast<double>(leaves);
}

double ReleasedScorer::pet_score(const PermutationTree& nodes, std::int64_t n) {
    if (nodes.count == 0) return score_without_nodes(n);
    if (is_inverted_chain(nodes)) return 0.0;
    blocks_.clear();
    for (std::int32_t k = 0; k < nodes.count; ++k) {
        std::size_t first = blocks_.size();
        while (first > 0 && blocks_[first - 1].start >= nodes.start[k]) --first;
        const double score =
            node_score(nodes, k, blocks_.data() + first, blocks_.data() + blocks_.size());
        blocks_.resize(first);
        blocks_.push_back({nodes.start[k], nodes.stop[k], score});
    }
    // The canonical tree of the inverted permutation has one leaf at each depth 1 .. n - 1 and a
    // second one at depth n - 1.
    const double x = 1.0 - weights_.beta;
    double power = 1.0, sum = 0.0;
    for (std::int64_t depth = 1; depth < n && power > 0.0; ++depth) sum += power *= x;
    const double mean_power = (sum + power) / static_cast<double>(n);
    return rescaled(blocks_.back().score, weights_.gamma + (1.0 - weights_.gamma) * mean_power);
}

double ReleasedScorer::pef_score(const PermutationTree& nodes, std::int64_t n) {
    if (nodes.count == 0) return score_without_nodes(n);
    if (is_inverted_chain(nodes)) return 0.0;
    blocks_.clear();
    for (std::int32_t k = 0; k < nodes.count; ++k) {
        if ((nodes.kind[k] & absorbed) != 0) continue;
        std::size_t first = blocks_.size();
        while (first > 0 && blocks_[first - 1].start >= nodes.start[k]) --first;
        const Block* begin = blocks_.data() + first;
        const Block* end = blocks_.data() + blocks_.size();
        const double score = nodes.kind[k] == prime ? node_score(nodes, k, begin, end)
                                                    : chain_score(nodes, k, begin, end);
        blocks_.resize(first);
        blocks_.push_back({nodes.start[k], nodes.stop[k], score});
    }
    const double mean_power = expectation_.mean(n);
    return rescaled(blocks_.back().score, weights_.gamma + (1.0 - weights_.gamma) * mean_power);
}

double ReleasedScorer::node_score(const PermutationTree& nodes, std::int32_t k, const Block* begin,
                                  const Block* end) {
    const std::int32_t span = nodes.stop[k] - nodes.start[k];
    double sum = span;  // as if every child scored 1
    for (const Block* child = begin; child != end; ++child) {
        sum += (child->stop - child->start) * (child->score - 1.0);
    }
    const double op = weights_.operator_score(nodes.kind[k]);
    return weights_.mix(op, sum / span);
}

double ReleasedScorer::chain_score(const PermutationTree& nodes, std::int32_t k, const Block* begin,
                                   const Block* end) {
    const double op = weights_.operator_score(nodes.kind[k]);
    const std::int32_t start = nodes.start[k], stop = nodes.stop[k];
    std::int64_t children = stop - start;
    for (const Block* block = begin; block != end; ++block)
        children -= block->stop - block->start - 1;
    const Block* block = begin;
    std::int32_t position = start;
    double sum = 0.0;
    Checkpoint checkpoint;
    for (std::int64_t child = 0; child < children; ++child) {
        const bool is_leaf = block == end || position < block->start;
        const double weight = is_leaf ? 1.0 : block->stop - block->start;
        const double difference = (is_leaf ? 1.0 : block->score) - op;
        checkpoint.pass(1);
        if (difference != 0.0) {
            sum += weight * difference * expectation_.at(child, children - 1 - child);
        }
        position = is_leaf ? position + 1 : (block++)->stop;
    }
    return op + sum / (stop - start);
}

}  // namespace hyperbaton

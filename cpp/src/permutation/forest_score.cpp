#include "hyperbaton/permutation/forest_score.hpp"

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

double score_without_nodes(std::int64_t n) { return n == 0 ? 0.0 : 1.0; }

template <class Integer>
std::size_t at(Integer i) {
    return static_cast<std::size_t>(i);
}

}  // namespace

std::int64_t chain_steps(const PermutationTree& nodes, std::vector<std::int32_t>& starts) {
    starts.clear();  // of finished blocks that await their parent
    std::int64_t steps = 0;
    for (std::int32_t k = 0; k < nodes.count; ++k) {
        if ((nodes.kind[k] & absorbed) != 0) continue;
        const std::int64_t elements = nodes.stop[k] - nodes.start[k];
        for (; !starts.empty() && starts.back() >= nodes.start[k]; starts.pop_back()) {
            if (nodes.kind[k] != prime) steps += elements;
        }
        starts.push_back(nodes.start[k]);
    }
    return steps;
}

double ForestScorer::pet_score(const PermutationTree& nodes, std::int64_t n) {
    return pet_score_by(nodes, n, [&](std::int32_t k) {
        return weights_.operator_score(nodes.kind[k], nodes.arity[k]);
    });
}

double ForestScorer::pef_score(const PermutationTree& nodes, std::int64_t n) {
    return pef_score_by(nodes, n, [&](std::int32_t k) {
        return weights_.operator_score(nodes.kind[k], nodes.arity[k]);
    });
}

double ForestScorer::pet_score(const PermutationTree& nodes, std::int64_t n,
                               const double* operator_scores) {
    return pet_score_by(nodes, n, [&](std::int32_t k) { return operator_scores[k]; });
}

double ForestScorer::pef_score(const PermutationTree& nodes, std::int64_t n,
                               const double* operator_scores) {
    return pef_score_by(nodes, n, [&](std::int32_t k) { return operator_scores[k]; });
}

template <class OperatorScore>
double ForestScorer::pet_score_by(const PermutationTree& nodes, std::int64_t n,
                                  OperatorScore op_of) {
    if (nodes.count == 0) return score_without_nodes(n);
    blocks_.clear();
    for (std::int32_t k = 0; k < nodes.count; ++k) {
        const double op = op_of(k);
        double sum = 0.0;
        int children = 0;
        for (; !blocks_.empty() && blocks_.back().start >= nodes.start[k]; blocks_.pop_back()) {
            sum += blocks_.back().score;
            ++children;
        }
        const double score = children == 0 ? op : weights_.mix(op, sum / children);
        blocks_.push_back({nodes.start[k], nodes.stop[k], score});
    }
    return blocks_.back().score;
}

template <class OperatorScore>
double ForestScorer::pef_score_by(const PermutationTree& nodes, std::int64_t n,
                                  OperatorScore op_of) {
    if (nodes.count == 0) return score_without_nodes(n);
    extend_tables(at(n));
    blocks_.resize(at(n));
    Block* const bottom = blocks_.data();
    Block* top = bottom;
    for (std::int32_t k = 0; k < nodes.count; ++k) {
        if ((nodes.kind[k] & absorbed) != 0) continue;
        const std::int32_t start = nodes.start[k], stop = nodes.stop[k];
        const double op = op_of(k);
        Block* first = top;
        while (first != bottom && first[-1].start >= start) --first;
        double score = op;
        if (first != top && nodes.kind[k] == prime) {
            double sum = 0.0;
            for (const Block* child = first; child != top; ++child) sum += child->score;
            const double mean = sum / static_cast<double>(top - first);
            score = weights_.mix(op, mean);
        } else if (first != top) {
            score = chain_score(first, top, start, stop, op);
        }
        *first = {start, stop, score};
        top = first + 1;
    }
    return bottom->score;
}

double ForestScorer::chain_score(const Block* begin, const Block* end, std::int32_t start,
                                 std::int32_t stop, double op) {
    double score = op;
    Checkpoint checkpoint;
    for (const Block* child = begin; child != end; ++child) {
        const double difference = child->score - op;
        if (difference == 0.0) continue;
        checkpoint.pass(stop - start);
        score += left_share(child, begin, start) * right_share(child, end, stop) * difference;
    }
    return score;
}

double ForestScorer::left_share(const Block* child, const Block* begin, std::int32_t start) const {
    const Block* left = child;
    std::size_t distance = at(child->start - (left == begin ? start : left[-1].stop));
    Reach reach = after_leaves_[distance];
    while (left != begin) {
        reach = pass_block(reach, ++distance);
        --left;
        const std::size_t leaves = at(left->start - (left == begin ? start : left[-1].stop));
        reach = pass_leaves(reach, distance + 1, distance + leaves);
        distance += leaves;
    }
    return reach.last;
}

double ForestScorer::right_share(const Block* child, const Block* end, std::int32_t stop) const {
    const Block* right = child + 1;
    std::size_t distance = at((right == end ? stop : right->start) - child->stop);
    Reach reach = after_leaves_[distance];
    while (right != end) {
        reach = pass_block(reach, ++distance);
        const std::int32_t passed = right->stop;
        ++right;
        const std::size_t leaves = at((right == end ? stop : right->start) - passed);
        reach = pass_leaves(reach, distance + 1, distance + leaves);
        distance += leaves;
    }
    return reach.last;
}

ForestScorer::Reach ForestScorer::pass_block(Reach reach, std::size_t distance) const {
    const double y = step_[distance] * reach.sum;
    return {reach.sum + y, y};
}

ForestScorer::Reach ForestScorer::pass_leaves(Reach reach, std::size_t from, std::size_t to) const {
    for (std::size_t distance = from; distance <= to; ++distance) {
        const double y = step_[distance] * (reach.sum + reach.last);
        reach = {reach.sum + y, y};
    }
    return reach;
}

void ForestScorer::extend_tables(std::size_t length) {
    const double x = (1.0 - weights_.beta) / 2.0;
    for (std::size_t r = step_.size(); r <= length; ++r) {
        step_.push_back(x / static_cast<double>(r));
        after_leaves_.push_back(pass_leaves(after_leaves_.back(), r, r));
    }
}

}  // namespace hyperbaton

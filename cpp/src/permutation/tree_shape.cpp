#include "hyperbaton/permutation/tree_shape.hpp"

#include <cmath>

namespace hyperbaton {

namespace {

constexpr std::int64_t last_exact_length = 36;  // Catalan(35) is the last below 2^64

std::uint64_t catalan(std::int64_t index) {
    static const std::vector<std::uint64_t> table = [] {
        std::vector<std::uint64_t> values{1};
        for (std::int64_t k = 1; k < last_exact_length; ++k) {
            std::uint64_t sum = 0;
            for (std::int64_t i = 0; i < k; ++i) {
                sum += values[static_cast<std::size_t>(i)] *
                       values[static_cast<std::size_t>(k - 1 - i)];
            }
            values.push_back(sum);
        }
        return values;
    }();
    return table[static_cast<std::size_t>(index)];
}

double quotient(std::int64_t part, std::int64_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double LogCatalan::operator()(std::int64_t index) {
    while (static_cast<std::int64_t>(table_.size()) <= index) {
        const auto k = static_cast<double>(table_.size());
        table_.push_back(table_.back() + std::log((4.0 * k - 2.0) / (k + 1.0)));
    }
    return table_[static_cast<std::size_t>(index)];
}

// The links of a chain share their first position, and between two links stand only the nodes of
// the later child, which start further right: one counter per first position is enough.
PermutationTreeShape tree_shape(const PermutationTree& nodes, LogCatalan& log_catalan,
                                std::vector<std::int32_t>& links_from) {
    const std::int64_t n = nodes.count == 0 ? 1 : nodes.stop[nodes.count - 1];
    const bool exact = n <= last_exact_length;
    PermutationTreeShape shape{0, 0, 0.0, exact ? 1u : 0u};
    links_from.assign(static_cast<std::size_t>(n), 0);
    for (std::int32_t k = 0; k < nodes.count; ++k) {
        shape.longest = std::max<std::int64_t>(shape.longest, nodes.arity[k]);
        if ((nodes.kind[k] & kind_mask) == prime) {
            ++shape.primes;
            continue;
        }
        std::int32_t& links = links_from[static_cast<std::size_t>(nodes.start[k])];
        ++links;
        if ((nodes.kind[k] & absorbed) != 0) continue;
        shape.log_bracketings += log_catalan(links);
        if (exact) shape.bracketings *= catalan(links);
        links = 0;
    }
    return shape;
}

double pet_size_score(std::int64_t n, std::int64_t nodes) {
    if (n <= 2) return n == 0 ? 0.0 : 1.0;
    return quotient(nodes - 1, n - 2);
}

double max_op_score(std::int64_t n, std::int64_t longest) {
    if (n <= 2) return n == 0 ? 0.0 : 1.0;
    return quotient(n - longest, n - 2);
}

// Each node with m children replaces m blocks by one, so the operator lengths sum to
// nodes + n - 1 and their mean exceeds 2 by (n - 1 - nodes) / nodes.
double avg_op_score(std::int64_t n, std::int64_t nodes) {
    if (n <= 2) return n == 0 ? 0.0 : 1.0;
    return quotient(nodes * (n - 2) - (n - 1 - nodes), nodes * (n - 2));
}

double non_binary_score(std::int64_t n, std::int64_t primes) {
    const std::int64_t most = (n - 1) / 3;  // every prime node has at least four children
    if (most <= 0) return n == 0 ? 0.0 : 1.0;
    return quotient(most - primes, most);
}

double pet_count_score(std::int64_t n, const PermutationTreeShape& shape, LogCatalan& log_catalan) {
    if (n <= 2) return n == 0 ? 0.0 : 1.0;
    if (n <= last_exact_length) {
        return static_cast<double>(shape.bracketings - 1) / static_cast<double>(catalan(n - 1) - 1);
    }
    const double log_most = log_catalan(n - 1);
    return std::exp(shape.log_bracketings - log_most) * std::expm1(-shape.log_bracketings) /
           std::expm1(-log_most);
}

}  // namespace hyperbaton

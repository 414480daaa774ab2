// Sizes of a permutation tree that the complexity metrics of Stanojevic & Sima'an 2016 are made of.
#pragma once

#include <cstdint>
#include <vector>

#include "hyperbaton/permutation/permutation_tree.hpp"

namespace hyperbaton {

// log of the Catalan number C(0), C(1), ..., extended on demand. One per thread.
class LogCatalan {
public:
    double operator()(std::int64_t index);

private:
    std::vector<double> table_{0.0};
};

struct PermutationTreeShape {
    std::int64_t primes;        // nodes with more than two children
    std::int64_t longest;       // the longest operator; 0 for a tree of one leaf
    double log_bracketings;     // log of the number of PETs
    std::uint64_t bracketings;  // the number itself, or 0 where it may not fit into 64 bits
};

// O(n). `links_from` is a buffer.
PermutationTreeShape tree_shape(const PermutationTree& nodes, LogCatalan& log_catalan,
                                std::vector<std::int32_t>& links_from);

// |PET|: (nodes - 1) / (n - 2).  MAX|Op|: 1 - (longest - 2) / (n - 2).
// avg-op: 1 - (mean operator length - 2) / (n - 2).  non-binary: 1 - primes / floor((n - 1) / 3).
// #PETs: (PETs - 1) / (Catalan(n - 1) - 1), from exact integers up to n = 36, else from logs.
// n = 0 scores 0; where a denominator vanishes the permutation is fully factorised and scores 1.
double pet_size_score(std::int64_t n, std::int64_t nodes);
double max_op_score(std::int64_t n, std::int64_t longest);
double avg_op_score(std::int64_t n, std::int64_t nodes);
double non_binary_score(std::int64_t n, std::int64_t primes);
double pet_count_score(std::int64_t n, const PermutationTreeShape& shape, LogCatalan& log_catalan);

}  // namespace hyperbaton

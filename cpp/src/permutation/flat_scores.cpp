#include "hyperbaton/permutation/flat_scores.hpp"

#include <cmath>

namespace hyperbaton {

namespace {

std::int64_t length(Permutation pi) { return static_cast<std::int64_t>(pi.size()); }

bool too_short(Permutation pi) { return pi.size() < 2; }

double score_of_too_short(Permutation pi) { return pi.empty() ? 0.0 : 1.0; }

// n (n^2 - 1) is below 2^63.
constexpr std::int64_t longest_in_64_bits = std::int64_t{1} << 21;

double quotient(std::int64_t part, std::int64_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double kendall_score(Permutation pi, FlatWorkspace& workspace, bool square_root) {
    if (too_short(pi)) return score_of_too_short(pi);
    const std::int64_t pairs = length(pi) * (length(pi) - 1) / 2;
    const std::int64_t inversions = count_inversions(pi, workspace);
    if (square_root) return 1.0 - std::sqrt(quotient(inversions, pairs));
    return quotient(pairs - inversions, pairs);
}

double spearman_score(Permutation pi, FlatWorkspace& workspace) {
    if (too_short(pi)) return score_of_too_short(pi);
    const WideCount squares = sum_of_squared_displacements(pi, workspace);
    const std::int64_t n = length(pi);
    if (n <= longest_in_64_bits) {
        const std::int64_t largest = n * (n * n - 1);
        return quotient(largest - 3 * static_cast<std::int64_t>(squares.low), largest);
    }
    const auto elements = static_cast<std::uint64_t>(n);
    const WideCount largest = WideCount::product({0, elements * elements - 1}, elements);
    const WideCount agreement = largest - WideCount::product(squares, 3);
    return agreement.to_double() / largest.to_double();
}

double footrule_score(Permutation pi, FlatWorkspace& workspace) {
    if (too_short(pi)) return score_of_too_short(pi);
    const std::int64_t largest = length(pi) * length(pi) / 2;
    return quotient(largest - sum_of_absolute_displacements(pi, workspace), largest);
}

double hamming_score(Permutation pi, FlatWorkspace& workspace) {
    if (pi.empty()) return 0.0;
    return quotient(count_fixed_points(pi, workspace), length(pi));
}

double ulam_score(Permutation pi, FlatWorkspace& workspace) {
    if (too_short(pi)) return score_of_too_short(pi);
    return quotient(longest_increasing_subsequence(pi, workspace) - 1, length(pi) - 1);
}

double fuzzy_score(Permutation pi, FlatWorkspace& workspace, bool boundaries) {
    if (too_short(pi)) return score_of_too_short(pi);
    const std::int64_t n = length(pi);
    if (!boundaries) return quotient(count_adjacencies(pi, workspace), n - 1);
    const int kept_ends = (pi.front() == 0 ? 1 : 0) + (pi.back() == n - 1 ? 1 : 0);
    return quotient(count_adjacencies(pi, workspace) + kept_ends, n + 1);
}

}  // namespace hyperbaton

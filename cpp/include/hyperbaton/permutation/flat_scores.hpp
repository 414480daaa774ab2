// The flat similarity scores: a count over the permutation divided by its largest value, as
// printed by Stanojevic & Sima'an 2014 (figure 2). Every score is a quotient of two integers,
// rounded once, so the identity scores exactly 1 and the worst case exactly 0.
//
// Conventions for permutations too short for a formula: n = 0 scores 0, n = 1 scores 1.
#pragma once

#include "hyperbaton/permutation/flat_measures.hpp"

namespace hyperbaton {

// 1 - inversions / (n (n - 1) / 2), or with `square_root` 1 - sqrt(that quotient).
double kendall_score(Permutation pi, FlatWorkspace& workspace, bool square_root);

// 1 - 3 sum (pi(i) - i)^2 / (n (n^2 - 1)): Spearman's rho moved from [-1, 1] to [0, 1].
double spearman_score(Permutation pi, FlatWorkspace& workspace);

// 1 - sum |pi(i) - i| / floor(n^2 / 2).
double footrule_score(Permutation pi, FlatWorkspace& workspace);

// Fixed points / n.
double hamming_score(Permutation pi, FlatWorkspace& workspace);

// (longest increasing subsequence - 1) / (n - 1).
double ulam_score(Permutation pi, FlatWorkspace& workspace);

// Without boundaries: kept adjacencies / (n - 1), which is 1 - (chunks - 1) / (n - 1).
// With boundaries: the sentence's two ends count as neighbours too, over n + 1.
double fuzzy_score(Permutation pi, FlatWorkspace& workspace, bool boundaries);

// One of the above, options and all.
using FlatScore = double (*)(Permutation, FlatWorkspace&);

}  // namespace hyperbaton

// Levenshtein, position-independent and CDER distances against obvious versions of each.

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <set>

#include "check.hpp"
#include "hyperbaton/text/string_distances.hpp"
#include "random_words.hpp"

using hyperbaton::EditOperation;
using hyperbaton::StringDistanceWorkspace;

namespace {

using Table = std::vector<std::vector<std::size_t>>;

std::size_t naive_levenshtein(const WordList& a, const WordList& b) {
    Table cell(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            cell[i][j] = std::max(i, j);
            if (i > 0 && j > 0) {
                cell[i][j] = std::min({cell[i - 1][j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0),
                                       cell[i - 1][j] + 1, cell[i][j - 1] + 1});
            }
        }
    }
    return cell[a.size()][b.size()];
}

std::size_t naive_position_independent(const WordList& a, const WordList& b) {
    const std::multiset<std::int32_t> bag_a(a.begin(), a.end());
    const std::multiset<std::int32_t> bag_b(b.begin(), b.end());
    WordList common;
    std::set_intersection(bag_a.begin(), bag_a.end(), bag_b.begin(), bag_b.end(),
                          std::back_inserter(common));
    return std::max(a.size(), b.size()) - common.size();
}

/// The recursion as it is written, with the minimum over all jumps for every cell.
std::size_t naive_cder(const WordList& hypothesis, const WordList& reference) {
    const std::size_t n = hypothesis.size();
    std::vector<std::size_t> row(n + 1, 1);
    row[0] = 0;
    for (const std::int32_t word : reference) {
        std::vector<std::size_t> next(n + 1);
        for (std::size_t i = 0; i <= n; ++i) {
            next[i] = row[i] + 1;
            if (i > 0) {
                const std::size_t cost = hypothesis[i - 1] != word ? 1 : 0;
                next[i] = std::min({next[i], row[i - 1] + cost, next[i - 1] + 1});
            }
        }
        const std::vector<std::size_t> walked = next;
        for (std::size_t i = 0; i <= n; ++i) {
            for (std::size_t from = 0; from <= n; ++from) {
                next[i] = std::min(next[i], walked[from] + 1);
            }
        }
        row = next;
    }
    return row[n];
}

/// Whether the operations turn the hypothesis into the reference, at a cost of `distance`.
bool is_script(const std::vector<EditOperation>& operations, const WordList& hypothesis,
               const WordList& reference, std::size_t distance) {
    std::size_t i = 0;
    std::size_t j = 0;
    std::size_t cost = 0;
    for (const EditOperation operation : operations) {
        i += operation != EditOperation::insertion ? 1 : 0;
        j += operation != EditOperation::deletion ? 1 : 0;
        if (i > hypothesis.size() || j > reference.size()) {
            return false;
        }
        const bool is_match = operation == EditOperation::match;
        const bool is_pair = is_match || operation == EditOperation::substitution;
        if (is_pair && is_match != (hypothesis[i - 1] == reference[j - 1])) {
            return false;
        }
        cost += is_match ? 0 : 1;
    }
    return i == hypothesis.size() && j == reference.size() && cost == distance;
}

void check_pair(const WordList& a, const WordList& b, StringDistanceWorkspace& workspace) {
    const std::size_t levenshtein = naive_levenshtein(a, b);
    CHECK(levenshtein_distance(a, b, workspace) == levenshtein);
    CHECK(levenshtein_distance(b, a, workspace) == levenshtein);
    CHECK(is_script(levenshtein_operations(a, b, workspace), a, b, levenshtein));
    const std::size_t position_independent = position_independent_distance(a, b, workspace);
    CHECK(position_independent == naive_position_independent(a, b));
    CHECK(position_independent <= levenshtein);
    const std::size_t cder = cder_distance(a, b, workspace);
    CHECK(cder == naive_cder(a, b));
    CHECK(cder <= levenshtein);
}

void check_random(std::size_t n_pairs, std::size_t longest, std::size_t alphabet,
                  Generator& generator, StringDistanceWorkspace& workspace) {
    for (std::size_t k = 0; k < n_pairs; ++k) {
        const WordList a = random_words(below(longest + 1, generator), alphabet, generator);
        check_pair(a, damaged(a, alphabet, generator), workspace);
        const WordList b = random_words(below(longest + 1, generator), alphabet, generator);
        check_pair(a, b, workspace);
    }
}

void check_special(StringDistanceWorkspace& workspace) {
    const WordList empty;
    check_pair(empty, empty, workspace);
    for (const std::size_t size : {1u, 2u, 63u, 64u, 65u, 127u, 128u, 129u, 200u}) {
        const WordList equal(size, 7);
        check_pair(empty, equal, workspace);
        check_pair(equal, empty, workspace);
        for (const std::size_t other : {1u, 62u, 63u, 64u, 65u, 128u, 130u}) {
            check_pair(equal, WordList(other, 7), workspace);
            check_pair(equal, WordList(other, 8), workspace);
        }
    }
    // Two blocks that changed places: one jump into the second, one back, one to the end.
    CHECK(cder_distance(WordList{1, 2, 3, 4, 5}, WordList{4, 5, 1, 2, 3}, workspace) == 3);
    // A hypothesis word may be used twice, a reference word may not.
    CHECK(cder_distance(WordList{1}, WordList{1, 1}, workspace) == 1);
    CHECK(cder_distance(WordList{1, 2, 2, 2}, WordList{1}, workspace) == 1);
    CHECK(cder_distance(WordList{1, 2}, WordList{}, workspace) == 1);
}

}  // namespace

int main() {
    Generator generator(20240601);
    StringDistanceWorkspace workspace;
    check_special(workspace);
    check_random(20000, 8, 3, generator, workspace);
    check_random(3000, 30, 6, generator, workspace);
    check_random(300, 140, 20, generator, workspace);
    check_random(60, 300, 1000, generator, workspace);
    std::puts("string_distances: passed");
}

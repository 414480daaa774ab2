// Leftmost intervals and trees against exhaustive search, with every version of the code.
#include <cstdio>

#include "batches.hpp"
#include "permutation/tree_checks.hpp"

using namespace hyperbaton;

namespace {

// A permutation padded to a length that takes the linear algorithm has the same intervals in its
// first part, because what follows starts further right.
void check_linear_algorithm(std::vector<std::int32_t> values) {
    const std::size_t n = values.size();
    const auto gap = static_cast<std::int32_t>(n) + 1;
    values.push_back(gap);  // keeps the padding from joining the first part
    values.push_back(gap - 1);
    while (static_cast<std::int64_t>(values.size()) <= IntervalKernels::max_length) {
        values.push_back(static_cast<std::int32_t>(values.size()));
    }
    check_intervals(values);
}

}  // namespace

int main() {
    for (std::int64_t n = 0; n <= 7; ++n) {
        std::vector<std::int32_t> values = identity(n);
        do {
            check_intervals(values);
            check_tree(values);
            if (n >= 6) continue;
            check_linear_algorithm(values);
        } while (std::next_permutation(values.begin(), values.end()));
    }
    std::mt19937 random(2);
    for (const std::int64_t n : {15, 16, 17, 31, 32, 33, 64, 65, 100, 253, 254, 255, 256, 400}) {
        for (int k = 0; k < 12; ++k) {
            for (const auto& values : {shuffled(n, random), moved_blocks(n, k % 6, random)}) {
                check_intervals(values);
                check_tree(values);
            }
        }
    }
    std::puts("permutation trees: ok");
}

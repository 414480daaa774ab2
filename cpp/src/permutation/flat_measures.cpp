#include "hyperbaton/permutation/flat_measures.hpp"

#include "hyperbaton/runtime/cancellation.hpp"
#include "simd/dispatch.hpp"
#include "simd/flat_kernels.hpp"

namespace hyperbaton {

namespace {

const FlatKernels& kernels() {
    static const FlatKernels& chosen = HYPERBATON_CHOOSE_KERNELS(flat_kernels);
    return chosen;
}

std::int64_t length(Permutation pi) { return static_cast<std::int64_t>(pi.size()); }

// Merges two sorted halves and returns how many elements of the left half overtook the right.
std::int64_t merge_counting(const std::int32_t* left, const std::int32_t* middle,
                            const std::int32_t* end, std::int32_t* out) {
    std::int64_t inversions = 0;
    const std::int32_t* right = middle;
    while (left != middle && right != end) {
        if (*left < *right) {
            *out++ = *left++;
        } else {
            inversions += middle - left;
            *out++ = *right++;
        }
    }
    out = std::copy(left, middle, out);
    std::copy(right, end, out);
    return inversions;
}

std::int64_t inversions_by_merging(Permutation pi, FlatWorkspace& workspace) {
    workspace.sequence.assign(pi.begin(), pi.end());
    workspace.scratch.resize(pi.size());
    const std::size_t n = pi.size();
    std::int64_t inversions = 0;
    Checkpoint checkpoint;
    for (std::size_t width = 1; width < n; width *= 2) {
        const std::int32_t* from = workspace.sequence.data();
        std::int32_t* to = workspace.scratch.data();
        for (std::size_t begin = 0; begin < n; begin += 2 * width) {
            const std::size_t middle = std::min(begin + width, n);
            const std::size_t end = std::min(begin + 2 * width, n);
            checkpoint.pass(end - begin);
            inversions += merge_counting(from + begin, from + middle, from + end, to + begin);
        }
        workspace.sequence.swap(workspace.scratch);
    }
    return inversions;
}

std::int64_t longest_increasing_by_patience(Permutation pi, FlatWorkspace& workspace) {
    std::vector<std::int32_t>& smallest_tail = workspace.sequence;  // by length of subsequence
    smallest_tail.clear();
    Checkpoint checkpoint;
    for (const std::int32_t value : pi) {
        checkpoint.pass(1);
        const auto tail = std::lower_bound(smallest_tail.begin(), smallest_tail.end(), value);
        if (tail == smallest_tail.end()) {
            smallest_tail.push_back(value);
        } else {
            *tail = value;
        }
    }
    return static_cast<std::int64_t>(smallest_tail.size());
}

// Permutations of which a stretch has squares that add up to less than 2^64.
constexpr std::int64_t short_enough = std::int64_t{1} << 23;

std::uint64_t squared_displacement(Permutation pi, std::int64_t i) {
    const auto displacement = static_cast<std::uint64_t>(pi[static_cast<std::size_t>(i)] - i);
    return displacement * displacement;  // unsigned: the sign is lost anyway
}

WideCount squared_displacements_of_long(Permutation pi) {
    return sum_over_stretches(length(pi), [pi](std::int64_t begin, std::int64_t end) {
        WideCount sum;
        for (std::int64_t i = begin; i < end; ++i) sum += {0, squared_displacement(pi, i)};
        return sum;
    });
}

}  // namespace

std::int64_t count_inversions(Permutation pi, FlatWorkspace& workspace) {
    if (length(pi) <= FlatKernels::max_length) return kernels().inversions(pi.data(), length(pi));
    return inversions_by_merging(pi, workspace);
}

std::int64_t longest_increasing_subsequence(Permutation pi, FlatWorkspace& workspace) {
    if (length(pi) <= FlatKernels::max_length) {
        return kernels().longest_increasing(pi.data(), length(pi));
    }
    return longest_increasing_by_patience(pi, workspace);
}

WideCount sum_of_squared_displacements(Permutation pi, FlatWorkspace&) {
    if (length(pi) <= FlatKernels::max_length) {
        const std::int64_t sum = kernels().squared_displacements(pi.data(), length(pi));
        return {0, static_cast<std::uint64_t>(sum)};
    }
    if (length(pi) > short_enough) return squared_displacements_of_long(pi);
    const auto part = [pi](std::int64_t begin, std::int64_t end) {
        std::uint64_t sum = 0;
        for (std::int64_t i = begin; i < end; ++i) sum += squared_displacement(pi, i);
        return WideCount{0, sum};
    };
    return sum_over_stretches(length(pi), part);
}

std::int64_t sum_of_absolute_displacements(Permutation pi, FlatWorkspace&) {
    if (length(pi) <= FlatKernels::max_length) {
        return kernels().absolute_displacements(pi.data(), length(pi));
    }
    return sum_over_stretches(length(pi), [pi](std::int64_t begin, std::int64_t end) {
        std::int64_t sum = 0;
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t displacement = pi[static_cast<std::size_t>(i)] - i;
            sum += displacement < 0 ? -displacement : displacement;
        }
        return sum;
    });
}

std::int64_t count_fixed_points(Permutation pi, FlatWorkspace&) {
    if (length(pi) <= FlatKernels::max_length) {
        return kernels().fixed_points(pi.data(), length(pi));
    }
    return sum_over_stretches(length(pi), [pi](std::int64_t begin, std::int64_t end) {
        std::int64_t count = 0;
        for (std::int64_t i = begin; i < end; ++i) {
            count += pi[static_cast<std::size_t>(i)] == i ? 1 : 0;
        }
        return count;
    });
}

std::int64_t count_adjacencies(Permutation pi, FlatWorkspace&) {
    if (length(pi) <= FlatKernels::max_length) {
        return kernels().adjacencies(pi.data(), length(pi));
    }
    return sum_over_stretches(length(pi) - 1, [pi](std::int64_t begin, std::int64_t end) {
        std::int64_t count = 0;
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int32_t* const pair = pi.data() + i;
            count += pair[1] == pair[0] + 1 ? 1 : 0;
        }
        return count;
    });
}

}  // namespace hyperbaton

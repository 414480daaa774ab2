#include "hyperbaton/permutation/leftmost_intervals.hpp"

#include "hyperbaton/runtime/cancellation.hpp"
#include "simd/dispatch.hpp"
#include "simd/interval_kernels.hpp"

namespace hyperbaton {

namespace {

using Integers = std::vector<std::int32_t>;

const IntervalKernels& kernels() {
    static const IntervalKernels& chosen = HYPERBATON_CHOOSE_KERNELS(interval_kernels);
    return chosen;
}

template <class Integer>
std::size_t at(Integer i) {
    return static_cast<std::size_t>(i);
}

// For every position i: the largest range of values around pi(i) whose words all stand at
// positions >= i (sign = +1) or <= i (sign = -1), as exclusive bounds by position.
void widest_ranges(const Integers& position_of, int sign, IntervalWorkspace& workspace) {
    const auto n = static_cast<std::int32_t>(position_of.size());
    Integers& stack = workspace.stack;
    stack.clear();
    Checkpoint checkpoint;
    for (std::int32_t v = 0; v < n; ++v) {
        checkpoint.pass(1);
        const std::int32_t position = position_of[at(v)];
        while (!stack.empty() && sign * position_of[at(stack.back())] > sign * position) {
            workspace.range_high[at(position_of[at(stack.back())])] = v;
            stack.pop_back();
        }
        workspace.range_low[at(position)] = stack.empty() ? -1 : stack.back();
        stack.push_back(v);
    }
    for (const std::int32_t v : stack) workspace.range_high[at(position_of[at(v)])] = n;
}

bool in_range(const IntervalWorkspace& workspace, std::int32_t i, std::int32_t value) {
    return workspace.range_low[at(i)] < value && value < workspace.range_high[at(i)];
}

// reach_right[i]: the last j such that the values of i..j all lie in the range of i. If i + 1
// lies in the range of i then its own range is part of it, so whole reaches can be skipped.
void fill_reach_right(Permutation pi, IntervalWorkspace& workspace) {
    const auto n = static_cast<std::int32_t>(pi.size());
    Checkpoint checkpoint;
    for (std::int32_t i = n - 1; i >= 0; --i) {
        checkpoint.pass(1);
        std::int32_t j = i;
        while (j + 1 < n && in_range(workspace, i, pi[at(j + 1)]))
            j = workspace.reach_right[at(j + 1)];
        workspace.reach_right[at(i)] = j;
    }
}

void fill_reach_left(Permutation pi, IntervalWorkspace& workspace) {
    const auto n = static_cast<std::int32_t>(pi.size());
    Checkpoint checkpoint;
    for (std::int32_t i = 0; i < n; ++i) {
        checkpoint.pass(1);
        std::int32_t j = i;
        while (j > 0 && in_range(workspace, i, pi[at(j - 1)])) j = workspace.reach_left[at(j - 1)];
        workspace.reach_left[at(i)] = j;
    }
}

// Positions l..i form an interval iff reach_left[i] <= l and i <= reach_right[l]. As i grows, a
// left end whose reach ends is dead for good: it is skipped from then on (with path halving).
void pick_leftmost(std::int32_t n, std::int32_t* leftmost, IntervalWorkspace& workspace) {
    Integers& next_alive = workspace.next_alive;
    for (std::int32_t l = 0; l < n; ++l) next_alive[at(l)] = l;
    Checkpoint checkpoint;
    for (std::int32_t i = 0; i < n; ++i) {
        checkpoint.pass(1);
        std::int32_t l = workspace.reach_left[at(i)];
        while (true) {
            while (next_alive[at(l)] != l) {
                next_alive[at(l)] = next_alive[at(next_alive[at(l)])];
                l = next_alive[at(l)];
            }
            if (workspace.reach_right[at(l)] >= i) break;
            next_alive[at(l)] = l + 1;
        }
        leftmost[i] = l;
    }
}

void invert(Permutation pi, Integers& position_of) {
    const auto n = static_cast<std::int32_t>(pi.size());
    position_of.resize(pi.size());
    for_each_stretch(n, [&](std::int32_t begin, std::int32_t end) {
        for (std::int32_t i = begin; i < end; ++i) position_of[at(pi[at(i)])] = i;
    });
}

void leftmost_by_generators(Permutation pi, std::int32_t* leftmost, IntervalWorkspace& workspace) {
    const auto n = static_cast<std::int32_t>(pi.size());
    for (Integers* buffer : {&workspace.reach_right, &workspace.reach_left, &workspace.next_alive,
                             &workspace.range_low, &workspace.range_high}) {
        buffer->resize(pi.size());
    }
    invert(pi, workspace.position_of);
    widest_ranges(workspace.position_of, +1, workspace);
    fill_reach_right(pi, workspace);
    widest_ranges(workspace.position_of, -1, workspace);
    fill_reach_left(pi, workspace);
    pick_leftmost(n, leftmost, workspace);
}

}  // namespace

void leftmost_intervals(Permutation pi, std::int32_t* leftmost, IntervalWorkspace& workspace) {
    const auto n = static_cast<std::int64_t>(pi.size());
    if (n <= IntervalKernels::max_length) {
        kernels().leftmost(pi.data(), n, leftmost);
    } else {
        leftmost_by_generators(pi, leftmost, workspace);
    }
}

}  // namespace hyperbaton

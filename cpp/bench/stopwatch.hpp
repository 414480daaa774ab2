// Timing: the best of several runs, because other work on the machine only ever adds time.
#pragma once

#include <algorithm>
#include <chrono>

namespace hyperbaton {

template <class Work>
double best_seconds(int runs, Work work) {
    double best = 1e300;
    for (int k = 0; k < runs; ++k) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        best = std::min(best, taken.count());
    }
    return best;
}

}  // namespace hyperbaton

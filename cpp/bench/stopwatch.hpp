// Timing: the best of several runs, because other work on the machine only ever adds time.
#pragma once

#include <algorithm>
#include <chrono>

namespace hyperbaton {

constexpr double at_least_seconds = 0.3;  // short work is repeated until so much time has gone

template <class Work>
double best_seconds(int runs, Work work) {
    double best = 1e300, total = 0.0;
    for (int done = 0; done < runs || total < at_least_seconds; ++done) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        best = std::min(best, taken.count());
        total += taken.count();
    }
    return best;
}

}  // namespace hyperbaton

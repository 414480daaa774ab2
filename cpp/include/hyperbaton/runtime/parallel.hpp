// Work sharing over independent items: blocks of items are handed to threads as they ask for
// them. Every item is computed alone, so results do not depend on the number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

// Hands out the blocks [begin, end) that partition 0..count, each exactly once, to any thread.
class BlockQueue {
public:
    BlockQueue(std::int64_t count, std::int64_t block) : count_(count), block_(block) {}

    // False if there are no more blocks. Throws Cancelled.
    bool take(std::int64_t& begin, std::int64_t& end) {
        check_cancellation();
        begin = next_.fetch_add(block_, std::memory_order_relaxed);
        if (begin >= count_) return false;
        end = std::min(begin + block_, count_);
        return true;
    }

    // Hands out no further blocks.
    void close() { next_.store(count_, std::memory_order_relaxed); }

private:
    std::atomic<std::int64_t> next_{0};
    std::int64_t count_;
    std::int64_t block_;
};

using StartThread = std::function<std::thread(const std::function<void()>&)>;

inline std::thread start_thread(const std::function<void()>& work) { return std::thread(work); }

// Calls worker(queue) on up to `threads` threads, the calling one among them, and returns when all
// are done. A thread that cannot be started is done without. The first exception thrown by a worker
// is rethrown here. All threads share the calling one's cancellation; it polls also while it waits
// for the others.
void run_workers(std::int64_t count, std::int64_t block, int threads,
                 const std::function<void(BlockQueue&)>& worker,
                 const StartThread& start = start_thread);

}  // namespace hyperbaton

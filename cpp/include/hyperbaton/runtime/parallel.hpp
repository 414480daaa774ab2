// Work sharing over independent items: blocks of items are handed to threads as they ask for
// them. Every item is computed alone, so results do not depend on the number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace hyperbaton {

// Hands out the blocks [begin, end) that partition 0..count, each exactly once, to any thread.
class BlockQueue {
public:
    BlockQueue(std::int64_t count, std::int64_t block) : count_(count), block_(block) {}

    bool take(std::int64_t& begin, std::int64_t& end) {
        begin = next_.fetch_add(block_, std::memory_order_relaxed);
        if (begin >= count_) return false;
        end = std::min(begin + block_, count_);
        return true;
    }

private:
    std::atomic<std::int64_t> next_{0};
    std::int64_t count_;
    std::int64_t block_;
};

// Calls worker(queue) on up to `threads` threads, the calling one among them, and returns when
// all are done. The first exception thrown by a worker is rethrown here.
template <class Worker>
void run_workers(std::int64_t count, std::int64_t block, int threads, Worker worker) {
    BlockQueue queue(count, block);
    const std::int64_t blocks = (count + block - 1) / block;
    const int useful = static_cast<int>(std::clamp<std::int64_t>(blocks, 1, std::max(threads, 1)));
    std::exception_ptr failure;
    std::mutex failure_lock;
    auto guarded = [&] {
        try {
            worker(queue);
        } catch (...) {
            const std::lock_guard lock(failure_lock);
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<std::thread> others;
    for (int i = 1; i < useful; ++i) others.emplace_back(guarded);
    guarded();
    for (std::thread& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace hyperbaton

// A mutex for long work: whoever waits for it can be cancelled.
#pragma once

#include <condition_variable>
#include <mutex>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

class CancellableMutex {
public:
    // Throws Cancelled.
    void lock() {
        std::unique_lock guard(state_);
        const auto is_free = [this] { return !taken_; };
        while (!free_.wait_for(guard, CancellationScope::poll_interval, is_free)) {
            guard.unlock();  // a poll may take time
            check_cancellation();
            guard.lock();
        }
        taken_ = true;
    }

    void unlock() {
        const std::lock_guard guard(state_);
        taken_ = false;
        free_.notify_one();
    }

private:
    std::mutex state_;
    std::condition_variable free_;
    bool taken_ = false;
};

}  // namespace hyperbaton

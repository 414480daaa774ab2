#include "hyperbaton/runtime/parallel.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <vector>

namespace hyperbaton {

namespace {

// The threads at work on one queue.
class Crew {
public:
    Crew(BlockQueue& queue, const std::function<void(BlockQueue&)>& worker)
        : queue_(queue), worker_(worker), token_(CancellationScope::current_token()) {}

    void work() {
        try {
            worker_(queue_);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            queue_.close();
        }
    }

    // A thread beside the calling one; throws where it cannot be started.
    std::thread helper(const StartThread& start) {
        join();
        try {
            return start([this] {
                const CancellationScope scope(token_);
                work();
                leave();
            });
        } catch (...) {
            leave();
            throw;
        }
    }

    void wait_for_helpers() {
        std::unique_lock lock(mutex_);
        const auto all_left = [this] { return helpers_ == 0; };
        while (!left_.wait_for(lock, CancellationScope::poll_interval, all_left)) {
            lock.unlock();
            cancellation_requested();  // tells the helpers by their token
            lock.lock();
        }
    }

    void rethrow_failure() const {
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    void join() {
        const std::lock_guard lock(mutex_);
        ++helpers_;
    }

    void leave() {
        const std::lock_guard lock(mutex_);
        --helpers_;
        left_.notify_one();
    }

    BlockQueue& queue_;
    const std::function<void(BlockQueue&)>& worker_;
    CancellationToken* const token_;
    std::mutex mutex_;
    std::condition_variable left_;
    int helpers_ = 0;
    std::exception_ptr failure_;
};

int useful_threads(std::int64_t count, std::int64_t block, int threads) {
    const std::int64_t blocks = (count + block - 1) / block;
    return static_cast<int>(std::clamp<std::int64_t>(blocks, 1, std::max(threads, 1)));
}

void start_helpers(Crew& crew, int helpers, const StartThread& start,
                   std::vector<std::thread>& started) {
    started.reserve(static_cast<std::size_t>(helpers));  // from here on only starting can fail
    try {
        for (int i = 0; i < helpers; ++i) started.push_back(crew.helper(start));
    } catch (const std::exception&) {
        // The system is short of threads or memory; those that run do all of the work.
    }
}

}  // namespace

void run_workers(std::int64_t count, std::int64_t block, int threads,
                 const std::function<void(BlockQueue&)>& worker, const StartThread& start) {
    BlockQueue queue(count, block);
    Crew crew(queue, worker);
    std::vector<std::thread> helpers;
    start_helpers(crew, useful_threads(count, block, threads) - 1, start, helpers);
    crew.work();
    crew.wait_for_helpers();
    for (std::thread& helper : helpers) helper.join();
    crew.rethrow_failure();
    check_cancellation();  // requested too late for any worker to notice
}

}  // namespace hyperbaton

#include "hyperbaton/runtime/parallel.hpp"

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#endif

namespace hyperbaton {

namespace {

// What a thread needs to throw and to know its scope, the system's libraries allocate when it first
// does; where no memory is left, they end the process. So memory is asked for before a thread
// starts, where it does no harm not to get it, and is given to the thread while all others wait.
class FirstMemory {
public:
    FirstMemory() {
        if (room_ == nullptr) throw std::bad_alloc();
    }
    ~FirstMemory() { give_back(); }
    FirstMemory(const FirstMemory&) = delete;
    FirstMemory& operator=(const FirstMemory&) = delete;

    void use() {
        give_back();
        const CancellationScope scope(nullptr);
        [[maybe_unused]] const volatile int exceptions = std::uncaught_exceptions();
    }

private:
    static constexpr std::size_t bytes = std::size_t{1} << 16;

    // Pages of the system's own: what is freed within one thread's heap another cannot use.
#if defined(__unix__) || defined(__APPLE__)
    static void* ask() {
        void* const pages =
            mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return pages == MAP_FAILED ? nullptr : pages;
    }
    void give_back() {
        if (room_ != nullptr) munmap(std::exchange(room_, nullptr), bytes);
    }
#else
    static void* ask() { return ::operator new(bytes); }
    void give_back() { ::operator delete(std::exchange(room_, nullptr)); }
#endif

    void* room_ = ask();
};

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
            const auto memory = std::make_shared<FirstMemory>();
            return start([this, memory] {
                memory->use();
                begin();
                const CancellationScope scope(token_);
                work();
                leave();
            });
        } catch (...) {
            begin();
            leave();
            throw;
        }
    }

    // Until every helper has the memory it needs to begin.
    void wait_for_beginnings() {
        std::unique_lock lock(mutex_);
        begun_.wait(lock, [this] { return beginning_ == 0; });
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
        ++beginning_;
    }

    void begin() {
        const std::lock_guard lock(mutex_);
        --beginning_;
        begun_.notify_one();
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
    std::condition_variable begun_, left_;
    int helpers_ = 0;    // that have not left
    int beginning_ = 0;  // of those, that have not begun
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
    crew.wait_for_beginnings();
    crew.work();
    crew.wait_for_helpers();
    for (std::thread& helper : helpers) helper.join();
    crew.rethrow_failure();
    check_cancellation();  // requested too late for any worker to notice
}

}  // namespace hyperbaton

// All work is done once, whatever threads can be had.
#include <atomic>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "check.hpp"
#include "hyperbaton/runtime/parallel.hpp"

using namespace hyperbaton;

namespace {

constexpr std::int64_t items = 1000;

// How often each item was handed out.
class Visits {
public:
    void operator()(BlockQueue& queue) {
        std::int64_t begin, end;
        while (queue.take(begin, end)) {
            for (std::int64_t k = begin; k < end; ++k) ++counts_[static_cast<std::size_t>(k)];
        }
    }
    bool once_each() const {
        for (const std::atomic<int>& count : counts_) {
            if (count != 1) return false;
        }
        return true;
    }

private:
    std::vector<std::atomic<int>> counts_ = std::vector<std::atomic<int>>(items);
};

// A system on which `limit` threads can be started.
StartThread at_most(int limit, std::atomic<int>& started) {
    return [limit, &started](const std::function<void()>& work) {
        if (started == limit) {
            throw std::system_error(
                std::make_error_code(std::errc::resource_unavailable_try_again));
        }
        ++started;
        return std::thread(work);
    };
}

void test_any_number_of_threads() {
    for (const int threads : {-1, 0, 1, 2, 7}) {
        Visits visits;
        run_workers(items, 3, threads, std::ref(visits));
        CHECK(visits.once_each());
    }
}

void test_threads_that_do_not_start() {
    for (const int limit : {0, 1, 3}) {
        std::atomic<int> started{0};
        Visits visits;
        run_workers(items, 3, 8, std::ref(visits), at_most(limit, started));
        CHECK(started == limit);
        CHECK(visits.once_each());
    }
}

void test_failure_ends_all() {
    std::atomic<int> blocks{0};
    bool failed = false;
    try {
        run_workers(items, 1, 4, [&](BlockQueue& queue) {
            std::int64_t begin, end;
            while (queue.take(begin, end)) {
                ++blocks;
                throw std::invalid_argument("no");
            }
        });
    } catch (const std::invalid_argument&) {
        failed = true;
    }
    CHECK(failed);
    CHECK(blocks <= 4);
}

}  // namespace

int main() {
    test_any_number_of_threads();
    test_threads_that_do_not_start();
    test_failure_ends_all();
}

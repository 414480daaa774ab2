// Work that can be cancelled.
//
// Whoever begins long work opens a CancellationScope on its thread; the threads of run_workers join
// it. Long loops look at its token every now and then and end with Cancelled. Without a scope
// nothing is ever cancelled.
//
// After Cancelled, results and workspaces hold nothing of use: drop them.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>

namespace hyperbaton {

struct Cancelled : std::exception {
    const char* what() const noexcept override { return "cancelled"; }
};

// The flag that all threads of one piece of work look at.
class CancellationToken {
public:
    void request() noexcept { requested_.store(true, std::memory_order_relaxed); }
    bool requested() const noexcept { return requested_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> requested_{false};
};

// While it lives, work on this thread stops once `token` says so. Scopes nest.
class CancellationScope {
public:
    // Asks the outside world, such as an interpreter that receives signals, whether to go on.
    using Poll = bool (*)();
    static constexpr std::chrono::milliseconds poll_interval{50};

    // `poll` is called on this thread, at most once an interval; where it returns true, the token
    // is set.
    explicit CancellationScope(CancellationToken* token, Poll poll = nullptr);
    ~CancellationScope();
    CancellationScope(const CancellationScope&) = delete;
    CancellationScope& operator=(const CancellationScope&) = delete;

    // The token of this thread, or null.
    static CancellationToken* current_token();

private:
    friend bool cancellation_requested();

    CancellationToken* token_;
    Poll poll_;
    std::chrono::steady_clock::time_point next_poll_;
    CancellationScope* outer_;
};

// Whether to stop. Polls if it is time to; some 30 ns.
bool cancellation_requested();

// Throws Cancelled if that is so.
void check_cancellation();

// Counts the steps of a loop, of some nanoseconds each, and calls check_cancellation once in a
// while: about every tenth of a millisecond.
class Checkpoint {
public:
    template <class Integer>
    void pass(Integer steps) {
        left_ -= static_cast<std::int64_t>(steps);
        if (left_ <= 0) look();
    }

private:
    static constexpr std::int64_t interval = 1 << 15;

    void look() {
        left_ = interval;
        check_cancellation();
    }

    std::int64_t left_ = interval;
};

template <class Index>
inline constexpr Index longest_stretch = 1 << 16;

// Calls body(begin, end) for stretches that together are 0 .. count - 1, and check_cancellation
// between them. For loops so tight that counting would slow them down; short ones are not checked.
template <class Index, class Body>
void for_each_stretch(Index count, Body body) {
    constexpr Index longest = longest_stretch<Index>;
    if (count <= longest) return body(Index{0}, count);
    for (Index begin = 0; begin < count;) {
        const Index end = count - begin > longest ? begin + longest : count;
        body(begin, end);
        begin = end;
        if (begin < count) check_cancellation();
    }
}

// The sum of part(begin, end) over such stretches.
template <class Index, class Part>
auto sum_over_stretches(Index count, Part part) {
    auto sum = part(Index{0}, std::min(count, longest_stretch<Index>));
    if (count > longest_stretch<Index>) {
        for_each_stretch(count - longest_stretch<Index>, [&](Index begin, Index end) {
            sum += part(begin + longest_stretch<Index>, end + longest_stretch<Index>);
        });
    }
    return sum;
}

}  // namespace hyperbaton

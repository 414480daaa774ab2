#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

using Clock = std::chrono::steady_clock;

thread_local CancellationScope* innermost = nullptr;

}  // namespace

CancellationScope::CancellationScope(CancellationToken* token, Poll poll)
    : token_(token), poll_(poll), outer_(innermost) {
    // Work that is done within one interval never polls.
    if (poll_ != nullptr) next_poll_ = Clock::now() + poll_interval;
    innermost = this;
}

CancellationScope::~CancellationScope() { innermost = outer_; }

CancellationToken* CancellationScope::current_token() {
    return innermost == nullptr ? nullptr : innermost->token_;
}

bool cancellation_requested() {
    CancellationScope* const scope = innermost;
    if (scope == nullptr || scope->token_ == nullptr) return false;
    if (scope->token_->requested()) return true;
    if (scope->poll_ == nullptr) return false;
    const Clock::time_point now = Clock::now();
    if (now < scope->next_poll_) return false;
    if (scope->poll_()) scope->token_->request();
    scope->next_poll_ = Clock::now() + CancellationScope::poll_interval;
    return scope->token_->requested();
}

void check_cancellation() {
    if (cancellation_requested()) throw Cancelled();
}

}  // namespace hyperbaton

// Batches of integer sequences (permutations, sentences as word ids) as two flat arrays, and how
// threads share them.
#pragma once

#include <cstdint>
#include <span>

#include "hyperbaton/runtime/parallel.hpp"

namespace hyperbaton {

using Sequence = std::span<const std::int32_t>;

// Sequence k is values[offsets[k]] .. values[offsets[k + 1] - 1].
struct SequenceBatch {
    const std::int32_t* values;
    const std::int64_t* offsets;
    std::int64_t count;

    Sequence operator[](std::int64_t k) const {
        return {values + offsets[k], static_cast<std::size_t>(offsets[k + 1] - offsets[k])};
    }
    std::int64_t elements() const { return count == 0 ? 0 : offsets[count] - offsets[0]; }
};

// How work is shared: a thread is started for so many elements, and takes so many items at a time.
struct Sharing {
    std::int64_t elements_worth_a_thread = 1 << 15;
    std::int64_t block = 64;
};

// For items that take long and some much longer than others.
inline constexpr Sharing one_by_one{1 << 8, 1};

// Calls body(k, workspace) for every k in 0..count-1, sharing them among threads; each thread owns
// one Workspace. `elements` is the size of the input: small ones stay on the calling thread.
template <class Workspace, class Body>
void for_each_index(std::int64_t count, std::int64_t elements, int threads, Body body,
                    Sharing sharing = {}) {
    const std::int64_t worthwhile = 1 + elements / sharing.elements_worth_a_thread;
    const int used = static_cast<int>(std::min<std::int64_t>(threads, worthwhile));
    run_workers(count, sharing.block, used, [&](BlockQueue& queue) {
        Workspace workspace;
        std::int64_t begin, end;
        while (queue.take(begin, end)) {
            for (std::int64_t k = begin; k < end; ++k) body(k, workspace);
        }
    });
}

// Calls body(sequence, k, workspace) for every sequence of a batch. A thread takes several thousand
// elements at a time: sequences may be so short that asking for more takes as long as they do.
template <class Workspace, class Body>
void for_each_sequence(const SequenceBatch& batch, int threads, Body body) {
    constexpr std::int64_t elements_at_a_time = 1 << 13;
    const std::int64_t mean_length = 1 + batch.elements() / std::max<std::int64_t>(batch.count, 1);
    for_each_index<Workspace>(
        batch.count, batch.elements(), threads,
        [&](std::int64_t k, Workspace& workspace) { body(batch[k], k, workspace); },
        {.block = 1 + elements_at_a_time / mean_length});
}

}  // namespace hyperbaton

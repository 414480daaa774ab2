// Texts shared among threads in a few long chunks, each of which collects its results by itself.
// The results are those of one thread.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "hyperbaton/runtime/parallel.hpp"
#include "hyperbaton/text/text_batch.hpp"

namespace hyperbaton {

// Lists of T, one per text.
template <class T>
class TextChunks {
public:
    // Values take `expected` times as many entries as the texts have bytes, or more.
    TextChunks(const TextBatch& texts, int threads, double expected) : texts_(texts) {
        constexpr std::int64_t bytes_worth_a_thread = 1 << 16;
        const std::int64_t most = 1 + (texts.bytes() + texts.count) / bytes_worth_a_thread;
        count_ = std::clamp<std::int64_t>(threads, 1, most);
        const std::int64_t* const end = texts.offsets + texts.count;
        for (std::int64_t c = 0; c < count_; ++c) {
            const std::int64_t byte = texts.bytes() / count_ * c;
            const auto first = std::lower_bound(texts.offsets, end, byte) - texts.offsets;
            begin_.push_back(c == 0 ? 0 : first);
        }
        begin_.push_back(texts.count);
        lists_.offsets.resize(static_cast<std::size_t>(texts.count) + 1);
        for (std::int64_t c = 0; c < count_; ++c) {
            const auto bytes =
                static_cast<double>(texts.offsets[begin(c + 1)] - texts.offsets[begin(c)]);
            found_.emplace_back(static_cast<std::size_t>(bytes * expected));
        }
    }

    std::int64_t count() const { return count_; }

    // Calls fill(text, values, c) for every text of every chunk c; it appends to `values`.
    template <class Fill>
    void fill(Fill fill) {
        for_each_chunk([&](std::int64_t c) {
            GrowingArray<T>& values = found_[static_cast<std::size_t>(c)];
            for (std::int64_t k = begin(c); k < begin(c + 1); ++k) {
                const std::size_t before = values.size();
                fill(texts_[k], values, c);
                const auto length = static_cast<std::int64_t>(values.size() - before);
                lists_.offsets[static_cast<std::size_t>(k) + 1] = length;
            }
        });
    }

    // The lists of all texts; what chunk c found becomes final by write(values, size, c, out).
    template <class Write>
    Lists<T> collect(Write write) {
        sum_lengths();
        const auto size = static_cast<std::size_t>(lists_.offsets.back());
        lists_.values = GrowingArray<T>(size);
        T* const all = lists_.values.room(size);
        lists_.values.set_end(all + size);
        for_each_chunk([&](std::int64_t c) {
            const GrowingArray<T> values = std::move(found_[static_cast<std::size_t>(c)]);
            write(values.data(), values.size(), c,
                  all + lists_.offsets[static_cast<std::size_t>(begin(c))]);
        });
        return std::move(lists_);
    }

    // The same for values that are final.
    Lists<T> collect() {
        if (count_ > 1) {
            return collect([](const T* values, std::size_t size, std::int64_t, T* out) {
                std::copy_n(values, size, out);
            });
        }
        sum_lengths();
        lists_.values = std::move(found_.front());
        return std::move(lists_);
    }

private:
    std::int64_t begin(std::int64_t c) const { return begin_[static_cast<std::size_t>(c)]; }

    void sum_lengths() {
        for (std::size_t k = 1; k < lists_.offsets.size(); ++k) {
            lists_.offsets[k] += lists_.offsets[k - 1];
        }
    }

    template <class Body>
    void for_each_chunk(Body body) {
        run_workers(count_, 1, static_cast<int>(count_), [&](BlockQueue& queue) {
            std::int64_t c, end;
            while (queue.take(c, end)) body(c);
        });
    }

    TextBatch texts_;
    std::int64_t count_;
    std::vector<std::int64_t> begin_;  // of each chunk, and the end of the last
    std::vector<GrowingArray<T>> found_;
    Lists<T> lists_;
};

}  // namespace hyperbaton

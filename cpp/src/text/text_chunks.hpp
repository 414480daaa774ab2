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

// An array that grows at its end, without a value for what has not been written.
template <class T>
class GrowingArray {
public:
    const T* data() const { return data_.get(); }
    std::size_t size() const { return size_; }

    // A place for so many more values; `set_end` says how far they were written.
    T* room(std::size_t count) {
        if (count > capacity_ - size_) reserve(std::max(size_ + count, capacity_ + capacity_ / 2));
        return data_.get() + size_;
    }
    void set_end(const T* end) { size_ = static_cast<std::size_t>(end - data_.get()); }

private:
    void reserve(std::size_t capacity) {
        std::unique_ptr<T[]> larger(new T[capacity]);
        std::copy_n(data_.get(), size_, larger.get());
        data_ = std::move(larger);
        capacity_ = capacity;
    }

    std::unique_ptr<T[]> data_;
    std::size_t size_ = 0, capacity_ = 0;
};

// Lists of T, one per text.
template <class T>
class TextChunks {
public:
    TextChunks(const TextBatch& texts, int threads) : texts_(texts) {
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
        found_.resize(static_cast<std::size_t>(count_));
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

    // The lists of all texts; value v of chunk c becomes final(v, c).
    template <class Final>
    Lists<T> collect(Final final) {
        for (std::size_t k = 1; k < lists_.offsets.size(); ++k) {
            lists_.offsets[k] += lists_.offsets[k - 1];
        }
        lists_.values.resize(static_cast<std::size_t>(lists_.offsets.back()));
        for_each_chunk([&](std::int64_t c) {
            const GrowingArray<T> values = std::move(found_[static_cast<std::size_t>(c)]);
            T* const out =
                lists_.values.data() + lists_.offsets[static_cast<std::size_t>(begin(c))];
            for (std::size_t k = 0; k < values.size(); ++k) out[k] = final(values.data()[k], c);
        });
        return std::move(lists_);
    }
    Lists<T> collect() {
        return collect([](T value, std::int64_t) { return value; });
    }

private:
    std::int64_t begin(std::int64_t c) const { return begin_[static_cast<std::size_t>(c)]; }

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

// An array that grows at its end, without values for what has not been written.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace hyperbaton {

template <class T>
class GrowingArray {
public:
    GrowingArray() = default;
    explicit GrowingArray(std::size_t capacity) { reserve(capacity); }
    GrowingArray(GrowingArray&& other) noexcept
        : data_(std::move(other.data_)),
          size_(std::exchange(other.size_, 0)),
          capacity_(std::exchange(other.capacity_, 0)) {}
    GrowingArray& operator=(GrowingArray&& other) noexcept {
        data_ = std::move(other.data_);
        size_ = std::exchange(other.size_, 0);
        capacity_ = std::exchange(other.capacity_, 0);
        return *this;
    }

    const T* data() const { return data_.get(); }
    std::size_t size() const { return size_; }

    // A place for at least so many more values; set_end says how far they were written.
    T* room(std::size_t count) {
        constexpr std::size_t smallest_step = 64;
        if (count > capacity_ - size_) {
            reserve(size_ + std::max({count, capacity_ / 2, smallest_step}));
        }
        return data_.get() + size_;
    }
    // Where the room ends.
    const T* full() const { return data_.get() + capacity_; }
    void set_end(const T* end) { size_ = static_cast<std::size_t>(end - data_.get()); }

    // The memory of the values, for whoever takes it.
    std::unique_ptr<T[]> release() {
        size_ = capacity_ = 0;
        return std::move(data_);
    }

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

}  // namespace hyperbaton

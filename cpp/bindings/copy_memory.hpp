// Memory for copies of arrays, kept for the next call of the same thread: new pages from the system
// would take longer than copying into them.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace hyperbaton {

class CopyMemory {
public:
    explicit CopyMemory(std::size_t bytes);
    ~CopyMemory();
    CopyMemory(CopyMemory&& other) noexcept
        : bytes_(std::exchange(other.bytes_, 0)), data_(std::move(other.data_)) {}
    CopyMemory& operator=(CopyMemory&&) = delete;

    // Aligned for any number.
    std::byte* data() const { return data_.get(); }

private:
    std::size_t bytes_;
    std::unique_ptr<std::byte[]> data_;
};

}  // namespace hyperbaton

#include "copy_memory.hpp"

#include <array>
#include <limits>

namespace hyperbaton {

namespace {

// Tools that watch every byte have to see where an array ends.
#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t smallest_kept = std::numeric_limits<std::size_t>::max();
#else
constexpr std::size_t smallest_kept = std::size_t{1} << 16;
#endif
constexpr std::size_t largest_kept = std::size_t{1} << 22;

struct Spare {
    std::size_t bytes = 0;
    std::unique_ptr<std::byte[]> data;
};

thread_local std::array<Spare, 6> spares;

}  // namespace

CopyMemory::CopyMemory(std::size_t bytes) : bytes_(bytes) {
    if (bytes >= smallest_kept) {
        for (Spare& spare : spares) {
            if (spare.bytes < bytes) continue;
            bytes_ = std::exchange(spare.bytes, 0);
            data_ = std::move(spare.data);
            return;
        }
    }
    data_.reset(new std::byte[bytes]);
}

CopyMemory::~CopyMemory() {
    if (data_ == nullptr || bytes_ < smallest_kept || bytes_ > largest_kept) return;
    for (Spare& spare : spares) {
        if (spare.bytes >= bytes_) continue;  // the larger ones stay
        spare = {bytes_, std::move(data_)};
        return;
    }
}

}  // namespace hyperbaton

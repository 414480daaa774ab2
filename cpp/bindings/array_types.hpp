// NumPy arrays on their way in and out. What comes in is read where it lies; as with NumPy itself,
// nobody may write to an array while a call works on it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <utility>

namespace hyperbaton {

// An array of exactly this type: a list, or a matrix row by row. One in another layout is copied.
template <class T, std::size_t dimensions = 1>
class Input {
    static_assert(dimensions == 1 || dimensions == 2);

public:
    using Array = nanobind::ndarray<const T, nanobind::ndim<dimensions>, nanobind::device::cpu>;

    Input() = default;
    explicit Input(Array array)
        : rows_(array.shape(0)),
          columns_(dimensions == 1 ? 1 : array.shape(dimensions - 1)),
          array_(std::move(array)) {
        const std::int64_t row_stride = array_.stride(0);
        const std::int64_t stride = dimensions == 1 ? 1 : array_.stride(dimensions - 1);
        const bool in_rows = stride == 1 && row_stride == static_cast<std::int64_t>(columns_);
        const bool aligned = reinterpret_cast<std::uintptr_t>(array_.data()) % alignof(T) == 0;
        data_ = size() == 0 || (in_rows && aligned) ? array_.data() : copy(row_stride, stride);
    }

    const T* data() const { return data_; }
    std::size_t size() const { return rows_ * columns_; }
    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    operator std::span<const T>() const { return {data_, size()}; }

private:
    // Byte by byte: entries of a view may lie at any address.
    const T* copy(std::int64_t row_stride, std::int64_t stride) {
        // A view can repeat an entry more often than there is memory in the world.
        constexpr std::size_t most = std::size_t{1} << 62;
        if (rows_ > most / sizeof(T) / columns_) throw std::bad_alloc();
        copied_ = std::shared_ptr<T[]>(new T[size()]);
        const auto* const bytes = reinterpret_cast<const char*>(array_.data());
        constexpr auto entry = static_cast<std::int64_t>(sizeof(T));
        T* out = copied_.get();
        for (std::size_t r = 0; r < rows_; ++r) {
            for (std::size_t c = 0; c < columns_; ++c) {
                const std::int64_t place = static_cast<std::int64_t>(r) * row_stride +
                                           static_cast<std::int64_t>(c) * stride;
                std::memcpy(out++, bytes + place * entry, sizeof(T));
            }
        }
        return copied_.get();
    }

    std::size_t rows_ = 0, columns_ = 0;
    Array array_;
    std::shared_ptr<T[]> copied_;
    const T* data_ = nullptr;
};

using Values = Input<std::int32_t>;
using Offsets = Input<std::int64_t>;

template <class T>
using Out = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>>;
template <class T>
using Out2 = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<2>>;

}  // namespace hyperbaton

namespace nanobind::detail {

// Nothing is converted: a conversion would wrap large numbers around without a word.
template <class T, std::size_t dimensions>
struct type_caster<hyperbaton::Input<T, dimensions>> {
    using Input = hyperbaton::Input<T, dimensions>;
    using ArrayCaster = make_caster<typename Input::Array>;
    NB_TYPE_CASTER(Input, ArrayCaster::Name)

    bool from_python(handle source, std::uint32_t flags, cleanup_list* cleanup) noexcept {
        ArrayCaster caster;
        constexpr auto convert = static_cast<std::uint32_t>(cast_flags::convert);
        if (!caster.from_python(source, flags & ~convert, cleanup)) return false;
        if (!caster.value.is_valid()) return false;  // None
        try {
            value = Input(std::move(caster.value));
        } catch (const std::bad_alloc&) {  // a copy of a view that repeats its entries
            return false;
        }
        return true;
    }
};

}  // namespace nanobind::detail

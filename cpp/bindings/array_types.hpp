// NumPy arrays on their way in and out.
//
// What comes in is copied before it is looked at. Python threads may change an array, or even give
// its memory back, while a call works without the GIL; whatever was checked would then no longer
// hold. So a function of the bindings receives a Given, which cannot be read, only copied, and
// checks and works on the copy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

namespace hyperbaton {

// A copy that nobody else can reach: a list, which has one column, or a matrix row by row.
template <class T>
class Owned {
public:
    Owned(std::size_t rows, std::size_t columns)
        : rows_(rows), columns_(columns), data_(new T[rows * columns]) {}

    const T* data() const { return data_.get(); }
    T* data() { return data_.get(); }
    std::size_t size() const { return rows_ * columns_; }
    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }

private:
    std::size_t rows_, columns_;
    std::unique_ptr<T[]> data_;
};

// An array as the caller gave it: of exactly this type, in any layout.
template <class T, std::size_t dimensions = 1>
class Given {
    static_assert(dimensions == 1 || dimensions == 2);

public:
    using Array = nanobind::ndarray<const T, nanobind::ndim<dimensions>, nanobind::device::cpu>;

    Given() = default;
    explicit Given(Array array) : array_(std::move(array)) {}

    std::size_t size() const { return array_.size(); }

    // Needs the GIL: no other thread may write meanwhile.
    Owned<T> copy() const {
        const std::size_t rows = array_.shape(0);
        const std::size_t columns = dimensions == 1 ? 1 : array_.shape(dimensions - 1);
        Owned<T> copied(rows, columns);
        if (copied.size() == 0) return copied;
        const std::int64_t row_stride = array_.stride(0);
        const std::int64_t stride = dimensions == 1 ? 1 : array_.stride(dimensions - 1);
        if (stride == 1 && row_stride == static_cast<std::int64_t>(columns)) {
            std::memcpy(copied.data(), array_.data(), copied.size() * sizeof(T));
            return copied;
        }
        // Byte by byte: entries of a view may lie at any address.
        const auto* const bytes = reinterpret_cast<const char*>(array_.data());
        constexpr auto entry = static_cast<std::int64_t>(sizeof(T));
        T* out = copied.data();
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t c = 0; c < columns; ++c) {
                const std::int64_t place = static_cast<std::int64_t>(r) * row_stride +
                                           static_cast<std::int64_t>(c) * stride;
                std::memcpy(out++, bytes + place * entry, sizeof(T));
            }
        }
        return copied;
    }

private:
    Array array_;
};

using Values = Given<std::int32_t>;
using Offsets = Given<std::int64_t>;

template <class T>
using Out = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>>;
template <class T>
using Out2 = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<2>>;

}  // namespace hyperbaton

namespace nanobind::detail {

// Nothing is converted: a conversion would wrap large numbers around without a word.
template <class T, std::size_t dimensions>
struct type_caster<hyperbaton::Given<T, dimensions>> {
    using Given = hyperbaton::Given<T, dimensions>;
    using ArrayCaster = make_caster<typename Given::Array>;
    NB_TYPE_CASTER(Given, ArrayCaster::Name)

    bool from_python(handle source, std::uint32_t flags, cleanup_list* cleanup) noexcept {
        ArrayCaster caster;
        constexpr auto convert = static_cast<std::uint32_t>(cast_flags::convert);
        if (!caster.from_python(source, flags & ~convert, cleanup)) return false;
        if (!caster.value.is_valid()) return false;  // None
        value = Given(std::move(caster.value));
        return true;
    }
};

}  // namespace nanobind::detail

// Arrays between NumPy and C++: in as checked views, out owned by Python.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "array_types.hpp"
#include "checks.hpp"
#include "hyperbaton/runtime/sequences.hpp"
#include "hyperbaton/text/segments.hpp"
#include "hyperbaton/text/text_batch.hpp"
#include "interruption.hpp"

namespace hyperbaton {

// An array that Python will own, filled before it is handed over.
template <class T>
struct Column {
    explicit Column(std::size_t length) : Column(length, std::unique_ptr<T[]>(new T[length])) {}
    Column(std::size_t length, std::unique_ptr<T[]> values)
        : size(length), data(std::move(values)) {}

    Out<T> to_python() {
        nanobind::capsule owner = release_to_capsule();
        return Out<T>(owner.data(), {size}, owner);
    }
    // As rows of `width` values.
    Out2<T> to_python(std::size_t width) {
        nanobind::capsule owner = release_to_capsule();
        return Out2<T>(owner.data(), {size / width, width}, owner);
    }

    std::size_t size;
    std::unique_ptr<T[]> data;

private:
    nanobind::capsule release_to_capsule() {
        nanobind::capsule owner(data.get(), [](void* p) noexcept { delete[] static_cast<T*>(p); });
        data.release();
        return owner;
    }
};

// An array that Python will own, of what was found.
template <class T>
Out<T> to_python(std::vector<T>&& values) {
    auto kept = std::make_unique<std::vector<T>>(std::move(values));
    nanobind::capsule owner(kept.get(),
                            [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    std::vector<T>& all = *kept.release();
    return Out<T>(all.data(), {all.size()}, owner);
}

// A column filled by fill(pointer) while other Python threads run.
template <class T, class Fill>
Out<T> column(std::size_t size, Fill fill) {
    Column<T> result(size);
    {
        const Unlocked scope;
        fill(result.data.get());
    }
    return result.to_python();
}

// Rows of `width` values filled in the same way.
template <class T, class Fill>
Out2<T> rows(std::size_t count, std::size_t width, Fill fill) {
    Column<T> result(count * width);
    {
        const Unlocked scope;
        fill(result.data.get());
    }
    return result.to_python(width);
}

// Moves rows together that were written with room between them: those of item k from `begin[k]` on,
// to where `offsets` say.
template <class T>
Column<T> packed(const T* rows, std::size_t width, const std::int64_t* begin,
                 const Column<std::int64_t>& offsets) {
    const std::size_t count = offsets.size - 1;
    Column<T> result(static_cast<std::size_t>(offsets.data[count]) * width);
    for (std::size_t k = 0; k < count; ++k) {
        const auto size = static_cast<std::size_t>(offsets.data[k + 1] - offsets.data[k]) * width;
        std::copy_n(rows + static_cast<std::size_t>(begin[k]) * width, size,
                    result.data.get() + static_cast<std::size_t>(offsets.data[k]) * width);
    }
    return result;
}

// Sequences given as values and offsets, checked.
class CheckedSequences {
public:
    CheckedSequences(const Values& values, const Offsets& offsets, const char* name = "offsets")
        : values_(values), offsets_(offsets) {
        check_offsets(offsets_, values_.size(), name);
    }

    const Input<std::int32_t>& values() const { return values_; }
    std::size_t count() const { return offsets_.size() - 1; }
    SequenceBatch batch() const {
        return {values_.data(), offsets_.data(), static_cast<std::int64_t>(count())};
    }

private:
    Input<std::int32_t> values_;
    Input<std::int64_t> offsets_;
};

using Bytes = Input<std::uint8_t>;

// Texts given as bytes and offsets, checked.
class CheckedTexts {
public:
    CheckedTexts(const Bytes& data, const Offsets& offsets) : data_(data), offsets_(offsets) {
        check_offsets(offsets_, data_.size(), "offsets");
    }

    TextBatch batch() const {
        return {reinterpret_cast<const char*>(data_.data()), offsets_.data(),
                static_cast<std::int64_t>(offsets_.size()) - 1};
    }

private:
    Bytes data_;
    Offsets offsets_;
};

// Python's SegmentArrays: values and offsets of hypotheses, values and offsets of references,
// groups.
using SegmentsIn = std::tuple<Values, Offsets, Values, Offsets, Offsets>;

// Segments given like that, checked.
class CheckedSegments {
public:
    explicit CheckedSegments(const SegmentsIn& in)
        : hypotheses_(std::get<0>(in), std::get<1>(in), "hypothesis offsets"),
          references_(std::get<2>(in), std::get<3>(in), "reference offsets"),
          groups_(std::get<4>(in)) {
        check_offsets(groups_, references_.count(), "groups");
        require(groups_.size() == hypotheses_.count() + 1, "there has to be one group per segment");
    }

    const CheckedSequences& hypotheses() const { return hypotheses_; }
    const CheckedSequences& references() const { return references_; }
    std::size_t count() const { return hypotheses_.count(); }
    std::size_t reference_count() const { return references_.count(); }
    SegmentBatch batch() const {
        return {hypotheses_.batch(), references_.batch(), groups_.data()};
    }

private:
    CheckedSequences hypotheses_, references_;
    Input<std::int64_t> groups_;
};

inline Sequence sequence_of(const Input<std::int32_t>& values) {
    return {values.data(), values.size()};
}

}  // namespace hyperbaton

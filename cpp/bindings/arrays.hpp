// Arrays between NumPy and C++: in without a copy, out owned by Python.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "array_types.hpp"
#include "checks.hpp"
#include "hyperbaton/runtime/sequences.hpp"
#include "hyperbaton/text/segments.hpp"
#include "interruption.hpp"

namespace hyperbaton {

// An array that Python will own, filled before it is handed over.
template <class T>
struct Column {
    explicit Column(std::size_t length) : size(length), data(new T[length]) {}

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
        return {data.release(), [](void* p) noexcept { delete[] static_cast<T*>(p); }};
    }
};

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

inline SequenceBatch batch_of(const Values& values, const Offsets& offsets,
                              const char* name = "offsets") {
    check_offsets(offsets, values.shape(0), name);
    return {values.data(), offsets.data(), static_cast<std::int64_t>(offsets.shape(0)) - 1};
}

// Python's SegmentArrays: values and offsets of hypotheses, values and offsets of references,
// groups.
using SegmentsIn = std::tuple<Values, Offsets, Values, Offsets, Offsets>;

inline SegmentBatch segments_of(const SegmentsIn& in) {
    const auto& [hypotheses, hypothesis_offsets, references, reference_offsets, groups] = in;
    const SegmentBatch segments{batch_of(hypotheses, hypothesis_offsets, "hypothesis offsets"),
                                batch_of(references, reference_offsets, "reference offsets"),
                                groups.data()};
    check_offsets(groups, reference_offsets.shape(0) - 1, "groups");
    require(groups.shape(0) == hypothesis_offsets.shape(0),
            "there has to be one group per segment");
    return segments;
}

inline std::size_t segment_count(const SegmentsIn& in) { return std::get<4>(in).shape(0) - 1; }
inline std::size_t reference_count(const SegmentsIn& in) { return std::get<3>(in).shape(0) - 1; }

inline Sequence sequence_of(const Values& values) { return {values.data(), values.shape(0)}; }

}  // namespace hyperbaton

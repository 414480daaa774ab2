// NumPy arrays as nanobind hands them over.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>

namespace hyperbaton {

template <class T>
using In = nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
template <class T>
using Out = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>>;
template <class T>
using Out2 = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<2>>;

using Values = In<std::int32_t>;
using Offsets = In<std::int64_t>;

}  // namespace hyperbaton

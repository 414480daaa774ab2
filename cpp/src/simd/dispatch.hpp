// How a kernel gets its versions.
//
// Each *_kernels.cpp here is compiled twice: with HYPERBATON_SIMD=baseline for any processor, and
// on x86-64 with HYPERBATON_SIMD=avx2 and the flags for AVX2; that of the network once more for
// AVX-512. Its functions live in the namespace of that name and are reached through a table of
// function pointers, chosen at run time.
//
// A kernel file includes <cstdint> and nothing else of the standard library: an inline function
// compiled for AVX2 could otherwise be linked into code that runs on a processor without it.
#pragma once

#include "hyperbaton/runtime/cpu.hpp"

namespace hyperbaton {

template <class Kernels>
const Kernels& choose_kernels(const Kernels& baseline, const Kernels& avx2) {
    return cpu_has_avx2() ? avx2 : baseline;
}

}  // namespace hyperbaton

#if defined(HYPERBATON_HAS_AVX512_KERNELS)
#define HYPERBATON_CHOOSE_WIDE_KERNELS(table) \
    (cpu_has_avx512() ? avx512::table : choose_kernels(baseline::table, avx2::table))
#else
#define HYPERBATON_CHOOSE_WIDE_KERNELS(table) HYPERBATON_CHOOSE_KERNELS(table)
#endif

#if defined(HYPERBATON_HAS_AVX2_KERNELS)
#define HYPERBATON_CHOOSE_KERNELS(table) choose_kernels(baseline::table, avx2::table)
#else
#define HYPERBATON_CHOOSE_KERNELS(table) baseline::table
#endif

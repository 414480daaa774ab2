// Which instruction set the machine offers, asked at run time so that one binary serves all.
#pragma once

namespace hyperbaton {

// True where kernels compiled for AVX2 may run. Always false off x86-64.
bool cpu_has_avx2();

}  // namespace hyperbaton

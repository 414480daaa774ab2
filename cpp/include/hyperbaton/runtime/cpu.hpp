// Which instruction sets the machine offers, asked at run time so that one binary serves all.
#pragma once

#include <cstdint>
#include <span>

namespace hyperbaton {

// What the CPUID instruction answers, as far as it is asked here. All zero off x86-64.
struct CpuAnswers {
    std::uint32_t basic_ecx;     // leaf 1
    std::uint32_t extended_ebx;  // leaf 7
    std::uint32_t amd_ecx;       // leaf 0x80000001
    std::uint64_t saved_state;   // XCR0: registers that the operating system keeps for a thread
};

// An instruction set that kernels for AVX2 are compiled with, by its name as a compiler flag.
struct CpuFeature {
    const char* name;
    std::uint32_t CpuAnswers::* answer;
    int bit;

    bool in(const CpuAnswers& answers) const { return (answers.*answer >> bit & 1) != 0; }
};

// All of them; a test compares them with the flags in CMakeLists.txt.
std::span<const CpuFeature> avx2_kernel_features();

CpuAnswers ask_cpu();

// Whether a processor that answers so has all of them, and an operating system that saves the
// registers of AVX.
bool runs_avx2_kernels(const CpuAnswers& answers);

// The same for this machine, asked once.
bool cpu_has_avx2();

}  // namespace hyperbaton

// Which instruction sets the machine offers, asked at run time so that one binary serves all.
#pragma once

#include <cstdint>
#include <span>

namespace hyperbaton {

// What the CPUID instruction answers, as far as it is asked here. All zero off x86-64.
struct CpuAnswers {
    std::uint32_t basic_ecx;     // leaf 1
    std::uint32_t extended_ebx;  // leaf 7
    std::uint32_t extended_ecx;
    std::uint32_t amd_ecx;      // leaf 0x80000001
    std::uint64_t saved_state;  // XCR0: registers that the operating system keeps for a thread
};

// An instruction set that kernels are compiled with, by its name as a compiler flag.
struct CpuFeature {
    const char* name;
    std::uint32_t CpuAnswers::* answer;
    int bit;

    bool in(const CpuAnswers& answers) const { return (answers.*answer >> bit & 1) != 0; }
};

// What a version of the kernels needs; a test compares it with the flags in CMakeLists.txt.
struct KernelVersion {
    std::span<const CpuFeature> features;
    std::uint64_t registers;  // bits of XCR0

    // Whether a processor that answers so has all of it, and an operating system that saves the
    // registers.
    bool runs_on(const CpuAnswers& answers) const;
};

KernelVersion avx2_kernels();
KernelVersion avx512_kernels();

CpuAnswers ask_cpu();

// Whether they run on this machine, asked once.
bool cpu_has_avx2();
bool cpu_has_avx512();

}  // namespace hyperbaton

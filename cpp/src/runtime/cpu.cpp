#include "hyperbaton/runtime/cpu.hpp"

#include <algorithm>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define HYPERBATON_CPUID_H
#include <cpuid.h>
#elif defined(_MSC_VER) && defined(_M_X64)
#define HYPERBATON_CPUID_INTRINSIC
#include <immintrin.h>
#include <intrin.h>
#endif

namespace hyperbaton {

namespace {

constexpr CpuFeature features[] = {
    {"avx2", &CpuAnswers::extended_ebx, 5},
    {"bmi", &CpuAnswers::extended_ebx, 3},
    {"bmi2", &CpuAnswers::extended_ebx, 8},
    {"lzcnt", &CpuAnswers::amd_ecx, 5},
    {"popcnt", &CpuAnswers::basic_ecx, 23},
#if defined(_MSC_VER)
    // /arch:AVX2 allows these as well.
    {"fma", &CpuAnswers::basic_ecx, 12},
    {"movbe", &CpuAnswers::basic_ecx, 22},
#endif
};

constexpr CpuFeature wide_features[] = {
    features[0],
    features[1],
    features[2],
    features[3],
    features[4],
    {"avx512f", &CpuAnswers::extended_ebx, 16},
    {"avx512dq", &CpuAnswers::extended_ebx, 17},
    {"avx512bw", &CpuAnswers::extended_ebx, 30},
    {"avx512vl", &CpuAnswers::extended_ebx, 31},
    {"avx512vnni", &CpuAnswers::extended_ecx, 11},
};

constexpr CpuFeature avx{"avx", &CpuAnswers::basic_ecx, 28};
constexpr CpuFeature state_can_be_read{"osxsave", &CpuAnswers::basic_ecx, 27};
constexpr std::uint64_t avx_registers = 6;        // XMM and the upper halves of YMM
constexpr std::uint64_t avx512_registers = 0xE6;  // masks, ZMM and the upper sixteen as well

struct Registers {
    std::uint32_t ebx, ecx;
};

// Zeros for a leaf that the processor does not know.
Registers cpuid([[maybe_unused]] std::uint32_t leaf) {
#if defined(HYPERBATON_CPUID_H)
    std::uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
    __get_cpuid_count(leaf, 0, &eax, &ebx, &ecx, &edx);
    return {ebx, ecx};
#elif defined(HYPERBATON_CPUID_INTRINSIC)
    int answers[4];
    __cpuid(answers, static_cast<int>(leaf & 0x80000000u));
    if (static_cast<std::uint32_t>(answers[0]) < leaf) return {0, 0};
    __cpuidex(answers, static_cast<int>(leaf), 0);
    return {static_cast<std::uint32_t>(answers[1]), static_cast<std::uint32_t>(answers[2])};
#else
    return {0, 0};
#endif
}

// Only where the processor says that it can be read.
std::uint64_t saved_state() {
#if defined(HYPERBATON_CPUID_H)
    std::uint32_t eax, edx;
    __asm__("xgetbv" : "=a"(eax), "=d"(edx) : "c"(0));
    return std::uint64_t{edx} << 32 | eax;
#elif defined(HYPERBATON_CPUID_INTRINSIC)
    return _xgetbv(0);
#else
    return 0;
#endif
}

}  // namespace

KernelVersion avx2_kernels() { return {features, avx_registers}; }
KernelVersion avx512_kernels() { return {wide_features, avx512_registers}; }

CpuAnswers ask_cpu() {
    const Registers extended = cpuid(7);
    CpuAnswers answers{cpuid(1).ecx, extended.ebx, extended.ecx, cpuid(0x80000001u).ecx, 0};
    if (state_can_be_read.in(answers)) answers.saved_state = saved_state();
    return answers;
}

bool KernelVersion::runs_on(const CpuAnswers& answers) const {
    const bool registers_saved = state_can_be_read.in(answers) && avx.in(answers) &&
                                 (answers.saved_state & registers) == registers;
    return registers_saved &&
           std::all_of(features.begin(), features.end(),
                       [&](const CpuFeature& feature) { return feature.in(answers); });
}

bool cpu_has_avx2() {
    static const bool available = avx2_kernels().runs_on(ask_cpu());
    return available;
}

bool cpu_has_avx512() {
    static const bool available = avx512_kernels().runs_on(ask_cpu());
    return available;
}

}  // namespace hyperbaton

#include "hyperbaton/runtime/cpu.hpp"

#if defined(_MSC_VER) && defined(_M_X64)
#include <immintrin.h>
#include <intrin.h>
#endif

namespace hyperbaton {

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)

bool cpu_has_avx2() {
    static const bool available = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    return available;
}

#elif defined(_MSC_VER) && defined(_M_X64)

bool cpu_has_avx2() {
    static const bool available = [] {
        int registers[4];
        __cpuid(registers, 1);
        const bool operating_system_saves_avx = (registers[2] & (1 << 27)) != 0;
        if (!operating_system_saves_avx || (_xgetbv(0) & 6) != 6) return false;
        __cpuidex(registers, 7, 0);
        const bool avx2 = (registers[1] & (1 << 5)) != 0;
        const bool bmi2 = (registers[1] & (1 << 8)) != 0;
        return avx2 && bmi2;
    }();
    return available;
}

#else

bool cpu_has_avx2() { return false; }

#endif

}  // namespace hyperbaton

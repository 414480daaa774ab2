// Kernels for AVX2 and AVX-512 run only where the processor has everything they were compiled with.
#include <set>
#include <sstream>
#include <string>

#include "check.hpp"
#include "hyperbaton/runtime/cpu.hpp"

using namespace hyperbaton;

namespace {

constexpr CpuAnswers everything{~0u, ~0u, ~0u, ~0u, ~0ull};

CpuAnswers without(const CpuFeature& feature) {
    CpuAnswers answers = everything;
    answers.*feature.answer &= ~(1u << feature.bit);
    return answers;
}

void test_everything_is_needed(const KernelVersion& version) {
    CHECK(version.runs_on(everything));
    CHECK(!version.runs_on({}));
    for (const CpuFeature& feature : version.features) CHECK(!version.runs_on(without(feature)));
    CHECK(!version.runs_on(without({"avx", &CpuAnswers::basic_ecx, 28})));
    CHECK(!version.runs_on(without({"osxsave", &CpuAnswers::basic_ecx, 27})));
    for (int bit = 0; bit < 64; ++bit) {
        CpuAnswers fewer_registers = everything;
        fewer_registers.saved_state &= ~(std::uint64_t{1} << bit);
        CHECK(version.runs_on(fewer_registers) == ((version.registers >> bit & 1) == 0));
    }
}

// With the flags CMakeLists.txt compiles the kernels with.
[[maybe_unused]] void test_flags_are_what_is_asked_for(const KernelVersion& version,
                                                       const char* written) {
    std::set<std::string> asked, compiled;
    for (const CpuFeature& feature : version.features) {
        asked.insert(std::string("-m") + feature.name);
    }
    std::istringstream flags(written);
    for (std::string flag; flags >> flag;) compiled.insert(flag);
    CHECK(asked == compiled);
}

void test_this_machine() {
#if defined(__GNUC__) && defined(__x86_64__)
    const CpuAnswers answers = ask_cpu();
    const auto has = [&](int k) {
        return avx512_kernels().features[static_cast<std::size_t>(k)].in(answers);
    };
    CHECK(has(1) == (__builtin_cpu_supports("bmi") != 0));
    CHECK(has(4) == (__builtin_cpu_supports("popcnt") != 0));
    CHECK(!cpu_has_avx2() || __builtin_cpu_supports("avx2"));
    CHECK(!cpu_has_avx512() || __builtin_cpu_supports("avx512vnni"));
#endif
    CHECK(cpu_has_avx2() == avx2_kernels().runs_on(ask_cpu()));
    CHECK(cpu_has_avx512() == avx512_kernels().runs_on(ask_cpu()));
}

}  // namespace

int main() {
    test_everything_is_needed(avx2_kernels());
    test_everything_is_needed(avx512_kernels());
#if defined(HYPERBATON_AVX512_FLAGS)
    test_flags_are_what_is_asked_for(avx2_kernels(), HYPERBATON_AVX2_FLAGS);
    test_flags_are_what_is_asked_for(avx512_kernels(), HYPERBATON_AVX512_FLAGS);
#endif
    test_this_machine();
}

// Kernels for AVX2 run only where the processor has everything they were compiled with.
#include <set>
#include <sstream>
#include <string>

#include "check.hpp"
#include "hyperbaton/runtime/cpu.hpp"

using namespace hyperbaton;

namespace {

constexpr CpuAnswers everything{~0u, ~0u, ~0u, ~0ull};

CpuAnswers without(const CpuFeature& feature) {
    CpuAnswers answers = everything;
    answers.*feature.answer &= ~(1u << feature.bit);
    return answers;
}

void test_everything_is_needed() {
    CHECK(runs_avx2_kernels(everything));
    CHECK(!runs_avx2_kernels({}));
    for (const CpuFeature& feature : avx2_kernel_features()) {
        CHECK(!runs_avx2_kernels(without(feature)));
    }
    CHECK(!runs_avx2_kernels(without({"avx", &CpuAnswers::basic_ecx, 28})));
    CHECK(!runs_avx2_kernels(without({"osxsave", &CpuAnswers::basic_ecx, 27})));
    CpuAnswers no_registers = everything;
    no_registers.saved_state = 2;
    CHECK(!runs_avx2_kernels(no_registers));
}

// HYPERBATON_AVX2_FLAGS are the flags CMakeLists.txt compiles the kernels with.
void test_flags_are_what_is_asked_for() {
#if defined(HYPERBATON_AVX2_FLAGS) && !defined(_MSC_VER)
    std::set<std::string> asked, compiled;
    for (const CpuFeature& feature : avx2_kernel_features()) {
        asked.insert(std::string("-m") + feature.name);
    }
    std::istringstream flags(HYPERBATON_AVX2_FLAGS);
    for (std::string flag; flags >> flag;) compiled.insert(flag);
    CHECK(asked == compiled);
#endif
}

void test_this_machine() {
#if defined(__GNUC__) && defined(__x86_64__)
    const CpuAnswers answers = ask_cpu();
    const auto has = [&](int k) {
        return avx2_kernel_features()[static_cast<std::size_t>(k)].in(answers);
    };
    CHECK(has(1) == (__builtin_cpu_supports("bmi") != 0));
    CHECK(has(4) == (__builtin_cpu_supports("popcnt") != 0));
    CHECK(!cpu_has_avx2() || __builtin_cpu_supports("avx2"));
#endif
    CHECK(cpu_has_avx2() == runs_avx2_kernels(ask_cpu()));
}

}  // namespace

int main() {
    test_everything_is_needed();
    test_flags_are_what_is_asked_for();
    test_this_machine();
}

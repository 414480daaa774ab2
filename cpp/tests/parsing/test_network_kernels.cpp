// All versions of the network's kernels give the same bits, and products are those of integers.
#include "simd/network_kernels.hpp"

#include <cstring>
#include <vector>

#include "check.hpp"
#include "hyperbaton/runtime/cpu.hpp"
#include "random_words.hpp"

using namespace hyperbaton;

namespace {

constexpr std::int64_t inputs = 96, outputs = 48, count = 19, stride = 32, size = 64;

std::vector<float> random_floats(Generator& generator) {
    std::vector<float> values(2 * size);
    for (float& value : values) {
        value = (static_cast<float>(below(1 << 16, generator)) - 32768.0f) / 2048.0f;
    }
    return values;
}

std::vector<std::int16_t> random_integers(std::size_t number, int largest, Generator& generator) {
    std::vector<std::int16_t> values(number);
    for (auto& value : values) {
        value = static_cast<std::int16_t>(
            static_cast<int>(below(static_cast<std::size_t>(2 * largest + 1), generator)) -
            largest);
    }
    return values;
}

// Everything that a table of kernels makes of the same numbers.
std::vector<float> results(const NetworkKernels& kernels, std::uint64_t seed) {
    Generator generator(seed);
    const auto rows = random_integers(inputs + stride * count, 16383, generator);
    const auto weights = random_integers(inputs * outputs, 127, generator);
    const std::vector<float> ones(outputs, 1.0f), zeros(outputs, 0.0f);
    std::vector<float> sums(outputs * count);
    kernels.multiply(rows.data(), stride, count, weights.data(), inputs, outputs / 16, ones.data(),
                     zeros.data(), sums.data());
    for (std::int64_t row = 0; row < count; ++row) {
        for (std::int64_t out = 0; out < outputs; ++out) {
            std::int32_t expected = 0;
            for (std::int64_t k = 0; k < inputs; ++k) {
                expected += rows[static_cast<std::size_t>(row * stride + k)] *
                            weights[static_cast<std::size_t>((out / 16 * inputs + k / 2 * 2) * 16 +
                                                             out % 16 * 2 + k % 2)];
            }
            CHECK(sums[static_cast<std::size_t>(row * outputs + out)] ==
                  static_cast<float>(expected));
        }
    }
    const auto a = random_floats(generator), b = random_floats(generator);
    std::vector<float> found(6 * size), mean = b, norm = a, sum = a;
    kernels.multiply(rows.data(), stride, count, weights.data(), inputs, outputs / 16, a.data(),
                     b.data(), sums.data());
    found.insert(found.end(), sums.begin(), sums.end());
    kernels.maxout(a.data(), size, found.data() + size);
    kernels.positive_sum(a.data(), b.data(), size, found.data() + 2 * size);
    kernels.step(a.data(), b.data(), a.data() + size, size, mean.data(), found.data() + 3 * size);
    std::vector<std::int16_t> rounded(size);
    kernels.quantise(a.data(), size, rounded.data());
    for (std::size_t k = 0; k < size; ++k) found[4 * size + k] = rounded[k];
    kernels.normalise(b.data(), a.data(), size, norm.data());
    kernels.add(b.data(), size, sum.data());
    found.insert(found.end(), mean.begin(), mean.end());
    found.insert(found.end(), norm.begin(), norm.end());
    found.insert(found.end(), sum.begin(), sum.end());
    return found;
}

}  // namespace

int main() {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const std::vector<float> plain = results(baseline::network_kernels, seed);
#if defined(HYPERBATON_HAS_AVX2_KERNELS)
        if (!cpu_has_avx2()) continue;
        const std::vector<float> fast = results(avx2::network_kernels, seed);
        CHECK(std::memcmp(plain.data(), fast.data(), plain.size() * sizeof(float)) == 0);
#endif
#if defined(HYPERBATON_HAS_AVX512_KERNELS)
        if (!cpu_has_avx512()) continue;
        const std::vector<float> wide = results(avx512::network_kernels, seed);
        CHECK(std::memcmp(plain.data(), wide.data(), plain.size() * sizeof(float)) == 0);
#endif
    }
    return 0;
}

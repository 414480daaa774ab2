// The arithmetic of the parser's network; see parsing/parser_network.hpp. Products of matrices are
// sums of integers, and all else is computed for each value alone or summed up in a fixed order, so
// that every processor gives the same bits.
#pragma once

#include <cstdint>

namespace hyperbaton {

struct NetworkKernels {
    static constexpr int tile_width = 16;

    // Products of `count` rows, `stride` apart, with all outputs, scaled, and a bias added:
    // out[row * 16 * tiles + output]. Weights lie in tiles of sixteen outputs: for each pair of
    // inputs the two weights of each of them. `inputs` is even.
    void (*multiply)(const std::int16_t* rows, std::int64_t stride, std::int64_t count,
                     const std::int16_t* weights, std::int64_t inputs, std::int64_t tiles,
                     const float* scales, const float* biases, float* out);

    // out[k] = max(values[k], values[size + k]).
    void (*maxout)(const float* values, std::int64_t size, float* out);

    // values[k] += more[k].
    void (*add)(const float* more, std::int64_t size, float* values);

    // Layer norm: mean 0 and variance 1, then gains and biases. `size` is a multiple of 8.
    void (*normalise)(const float* gains, const float* biases, std::int64_t size, float* values);

    // Round to multiples of 1 / 512 between -32 and 32, as integers.
    void (*quantise)(const float* values, std::int64_t size, std::int16_t* out);

    // One step of a running mean: with k = σ(keep), mean = k mean + (1 - k) value, and
    // out = σ(show) mean.
    void (*step)(const float* value, const float* keep, const float* show, std::int64_t size,
                 float* mean, float* out);

    // out[k] = max(a[k] + b[k], 0).
    void (*positive_sum)(const float* a, const float* b, std::int64_t size, float* out);
};

namespace baseline {
extern const NetworkKernels network_kernels;
}
namespace avx2 {
extern const NetworkKernels network_kernels;
}
namespace avx512 {
extern const NetworkKernels network_kernels;
}

}  // namespace hyperbaton

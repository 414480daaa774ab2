#include "network_kernels.hpp"

#include "float_lanes.hpp"

namespace hyperbaton::HYPERBATON_SIMD {

namespace {

constexpr int tile_width = NetworkKernels::tile_width;
constexpr float steps = 512.0f;       // of quantised values in 1
constexpr float largest = 16383.0f;   // of quantised values: sums of 1032 products fit
constexpr float rounding = 12582912;  // 1.5 · 2^23: added and taken away, it rounds to integers

#if defined(__AVX2__)

// Eight sums of products.
struct ProductSums {
    __m256i sums = _mm256_setzero_si256();

    // Adds the products of a pair of inputs with a pair of weights for each output.
    void add(const std::int16_t* inputs, const std::int16_t* weights) {
        const __m256i pair =
            _mm256_castps_si256(_mm256_broadcast_ss(reinterpret_cast<const float*>(inputs)));
        const __m256i row = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights));
        sums = _mm256_add_epi32(sums, _mm256_madd_epi16(pair, row));
    }
    void store(std::int32_t* out) const {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), sums);
    }
};

#else

struct ProductSums {
    std::int32_t sums[tile_width] = {};

    void add(const std::int16_t* inputs, const std::int16_t* weights) {
        for (int k = 0; k < tile_width; ++k) {
            sums[k] += inputs[0] * weights[2 * k] + inputs[1] * weights[2 * k + 1];
        }
    }
    void store(std::int32_t* out) const {
        for (int k = 0; k < tile_width; ++k) out[k] = sums[k];
    }
};

#endif

// So many rows with so many tiles: enough sums that none waits for its last addition.
template <int row_count, int tile_count>
inline void multiply_block(const std::int16_t* rows, std::int64_t stride,
                           const std::int16_t* weights, std::int64_t inputs, std::int64_t width,
                           std::int32_t* out) {
    ProductSums sums[row_count][tile_count];
    for (std::int64_t k = 0; k < inputs; k += 2) {
        for (int t = 0; t < tile_count; ++t) {
            const std::int16_t* const pairs = weights + (t * inputs + k) * tile_width;
            for (int r = 0; r < row_count; ++r) sums[r][t].add(rows + r * stride + k, pairs);
        }
    }
    for (int r = 0; r < row_count; ++r) {
        for (int t = 0; t < tile_count; ++t) sums[r][t].store(out + r * width + t * tile_width);
    }
}

template <int row_count>
inline void multiply_rows(const std::int16_t* rows, std::int64_t stride,
                          const std::int16_t* weights, std::int64_t inputs, std::int64_t tiles,
                          std::int32_t* out) {
    std::int64_t t = 0;
    for (; t + 2 <= tiles; t += 2) {
        multiply_block<row_count, 2>(rows, stride, weights + t * inputs * tile_width, inputs,
                                     tiles * tile_width, out + t * tile_width);
    }
    if (t < tiles) {
        multiply_block<row_count, 1>(rows, stride, weights + t * inputs * tile_width, inputs,
                                     tiles * tile_width, out + t * tile_width);
    }
}

void multiply(const std::int16_t* rows, std::int64_t stride, std::int64_t count,
              const std::int16_t* weights, std::int64_t inputs, std::int64_t tiles,
              std::int32_t* out) {
    constexpr int block = 4;
    std::int64_t r = 0;
    for (; r + block <= count; r += block) {
        multiply_rows<block>(rows + r * stride, stride, weights, inputs, tiles,
                             out + r * tiles * tile_width);
    }
    for (; r < count; ++r) {
        multiply_rows<1>(rows + r * stride, stride, weights, inputs, tiles,
                         out + r * tiles * tile_width);
    }
}

void scale(const std::int32_t* sums, const float* scales, const float* biases, std::int64_t size,
           float* out) {
    for (std::int64_t k = 0; k < size; ++k) {
        out[k] = static_cast<float>(sums[k]) * scales[k] + biases[k];
    }
}

void maxout(const float* values, std::int64_t size, float* out) {
    for (std::int64_t k = 0; k < size; ++k) {
        out[k] = values[k] > values[size + k] ? values[k] : values[size + k];
    }
}

void add(const float* more, std::int64_t size, float* values) {
    for (std::int64_t k = 0; k < size; ++k) values[k] += more[k];
}

// In eight sums, which are added from left to right.
template <class Term>
inline float sum_of(std::int64_t size, Term term) {
    FloatLanes sums = FloatLanes::splat(0.0f);
    for (std::int64_t k = 0; k < size; k += float_lanes) sums = sums + term(k);
    float lanes[float_lanes];
    sums.store(lanes);
    float sum = 0.0f;
    for (const float lane : lanes) sum += lane;
    return sum;
}

// Of a positive number: Newton's method in plain arithmetic, which rounds the same everywhere.
inline float square_root(float value) {
    float root = 0.5f * (value + 1.0f);
    for (int k = 0; k < 40; ++k) {
        const float next = 0.5f * (root + value / root);
        if (next == root) break;
        root = next;
    }
    return root;
}

void normalise(const float* gains, const float* biases, std::int64_t size, float* values) {
    const float share = 1.0f / static_cast<float>(size);
    const float mean = sum_of(size, [&](auto k) { return FloatLanes::load(values + k); }) * share;
    const FloatLanes means = FloatLanes::splat(mean);
    const float variance = share * sum_of(size, [&](auto k) {
                               const FloatLanes apart = FloatLanes::load(values + k) - means;
                               return apart * apart;
                           });
    const float inverse = 1.0f / square_root(variance + 1e-5f);
    for (std::int64_t k = 0; k < size; ++k) {
        values[k] = (values[k] - mean) * inverse * gains[k] + biases[k];
    }
}

inline float clamped(float value, float limit) {
    value = value > limit ? limit : value;
    return value < -limit ? -limit : value;
}

void quantise(const float* values, std::int64_t size, std::int16_t* out) {
    for (std::int64_t k = 0; k < size; ++k) {
        const float rounded = clamped(values[k] * steps, largest) + rounding;
        out[k] = static_cast<std::int16_t>(static_cast<std::int32_t>(rounded - rounding));
    }
}

// 1 / (1 + exp(-x)) as (1 + tanh(x / 2)) / 2, with tanh as a quotient of polynomials (right to
// 4e-7).
inline float sigmoid(float value) {
    const float x = clamped(0.5f * value, 7.9f);
    const float square = x * x;
    float above = -2.76076847742355e-16f;
    above = above * square + 2.00018790482477e-13f;
    above = above * square + -8.60467152213735e-11f;
    above = above * square + 5.12229709037114e-08f;
    above = above * square + 1.48572235717979e-05f;
    above = above * square + 6.37261928875436e-04f;
    above = above * square + 4.89352455891786e-03f;
    float below = 1.19825839466702e-06f;
    below = below * square + 1.18534705686654e-04f;
    below = below * square + 2.26843463243900e-03f;
    below = below * square + 4.89352518554385e-03f;
    return 0.5f + 0.5f * (x * above / below);
}

void step(const float* value, const float* keep, const float* show, std::int64_t size, float* mean,
          float* out) {
    for (std::int64_t k = 0; k < size; ++k) {
        const float kept = sigmoid(keep[k]);
        mean[k] = kept * mean[k] + (1.0f - kept) * value[k];
        out[k] = sigmoid(show[k]) * mean[k];
    }
}

void positive_sum(const float* a, const float* b, std::int64_t size, float* out) {
    for (std::int64_t k = 0; k < size; ++k) {
        const float sum = a[k] + b[k];
        out[k] = sum > 0.0f ? sum : 0.0f;
    }
}

}  // namespace

const NetworkKernels network_kernels{multiply,  scale,    maxout, add,
                                     normalise, quantise, step,   positive_sum};

}  // namespace hyperbaton::HYPERBATON_SIMD

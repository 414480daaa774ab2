#include "network_kernels.hpp"

#include "float_lanes.hpp"

namespace hyperbaton::HYPERBATON_SIMD {

namespace {

constexpr int tile_width = NetworkKernels::tile_width;
constexpr float steps = 512.0f;       // of quantised values in 1
constexpr float largest = 16383.0f;   // of quantised values: sums of 1032 products fit
constexpr float rounding = 12582912;  // 1.5 · 2^23: added and taken away, it rounds to integers

// A block is so many rows by so many tiles: enough sums that none waits for its last addition.
#if defined(__AVX512VNNI__)

constexpr int most_rows = 8, most_tiles = 2, sums_width = tile_width;

// `sums_width` sums of products.
struct ProductSums {
    __m512i sums = _mm512_setzero_si512();

    // Adds the products of a pair of inputs with a pair of weights for each output.
    void add(const std::int16_t* inputs, const std::int16_t* weights) {
        std::int32_t pair;
        __builtin_memcpy(&pair, inputs, sizeof pair);
        sums = _mm512_dpwssd_epi32(sums, _mm512_loadu_si512(weights), _mm512_set1_epi32(pair));
    }
    void store(const float* scales, const float* biases, float* out) const {
        const __m512 scaled = _mm512_mul_ps(_mm512_cvtepi32_ps(sums), _mm512_loadu_ps(scales));
        _mm512_storeu_ps(out, _mm512_add_ps(scaled, _mm512_loadu_ps(biases)));
    }
};

#elif defined(__AVX2__)

constexpr int most_rows = 4, most_tiles = 1, sums_width = 8;

struct ProductSums {
    __m256i sums = _mm256_setzero_si256();

    void add(const std::int16_t* inputs, const std::int16_t* weights) {
        const __m256i pair =
            _mm256_castps_si256(_mm256_broadcast_ss(reinterpret_cast<const float*>(inputs)));
        const __m256i row = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights));
        sums = _mm256_add_epi32(sums, _mm256_madd_epi16(pair, row));
    }
    void store(const float* scales, const float* biases, float* out) const {
        const __m256 scaled = _mm256_mul_ps(_mm256_cvtepi32_ps(sums), _mm256_loadu_ps(scales));
        _mm256_storeu_ps(out, _mm256_add_ps(scaled, _mm256_loadu_ps(biases)));
    }
};

#else

constexpr int most_rows = 2, most_tiles = 1, sums_width = tile_width;

struct ProductSums {
    std::int32_t sums[tile_width] = {};

    void add(const std::int16_t* inputs, const std::int16_t* weights) {
        for (int k = 0; k < tile_width; ++k) {
            sums[k] += inputs[0] * weights[2 * k] + inputs[1] * weights[2 * k + 1];
        }
    }
    void store(const float* scales, const float* biases, float* out) const {
        for (int k = 0; k < tile_width; ++k) {
            out[k] = static_cast<float>(sums[k]) * scales[k] + biases[k];
        }
    }
};

#endif

template <int row_count, int tile_count>
inline void multiply_block(const std::int16_t* rows, std::int64_t stride,
                           const std::int16_t* weights, std::int64_t inputs, const float* scales,
                           const float* biases, std::int64_t width, float* out) {
    constexpr int parts = tile_width / sums_width, sums_count = tile_count * parts;
    ProductSums sums[row_count][sums_count];
    for (std::int64_t k = 0; k < inputs; k += 2) {
        for (int s = 0; s < sums_count; ++s) {
            const std::int16_t* const pairs =
                weights + (s / parts * inputs + k) * tile_width + s % parts * 2 * sums_width;
            for (int r = 0; r < row_count; ++r) sums[r][s].add(rows + r * stride + k, pairs);
        }
    }
    for (int r = 0; r < row_count; ++r) {
        for (int s = 0; s < sums_count; ++s) {
            const int first = s * sums_width;
            sums[r][s].store(scales + first, biases + first, out + r * width + first);
        }
    }
}

// All rows with a few tiles, whose weights stay near the processor.
template <int tile_count>
inline void multiply_tiles(const std::int16_t* rows, std::int64_t stride, std::int64_t count,
                           const std::int16_t* weights, std::int64_t inputs, const float* scales,
                           const float* biases, std::int64_t width, float* out) {
    std::int64_t r = 0;
    for (; r + most_rows <= count; r += most_rows) {
        multiply_block<most_rows, tile_count>(rows + r * stride, stride, weights, inputs, scales,
                                              biases, width, out + r * width);
    }
    for (; r + 2 <= count; r += 2) {
        multiply_block<2, tile_count>(rows + r * stride, stride, weights, inputs, scales, biases,
                                      width, out + r * width);
    }
    if (r < count) {
        multiply_block<1, tile_count>(rows + r * stride, stride, weights, inputs, scales, biases,
                                      width, out + r * width);
    }
}

void multiply(const std::int16_t* rows, std::int64_t stride, std::int64_t count,
              const std::int16_t* weights, std::int64_t inputs, std::int64_t tiles,
              const float* scales, const float* biases, float* out) {
    const std::int64_t width = tiles * tile_width;
    std::int64_t t = 0;
    for (; t + most_tiles <= tiles; t += most_tiles) {
        const std::int64_t first = t * tile_width;
        multiply_tiles<most_tiles>(rows, stride, count, weights + first * inputs, inputs,
                                   scales + first, biases + first, width, out + first);
    }
    if (t < tiles) {
        const std::int64_t first = t * tile_width;
        multiply_tiles<1>(rows, stride, count, weights + first * inputs, inputs, scales + first,
                          biases + first, width, out + first);
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

const NetworkKernels network_kernels{multiply, maxout, add,         normalise,
                                     quantise, step,   positive_sum};

}  // namespace hyperbaton::HYPERBATON_SIMD

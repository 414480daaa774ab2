#include "similarity_kernels.hpp"

#include "float_lanes.hpp"

namespace hyperbaton::HYPERBATON_SIMD {

namespace {

constexpr int row_count = SimilarityKernels::row_count;
static_assert(SimilarityKernels::lane_count == float_lanes);
constexpr float below_all = -1e30f;  // and above -infinity, which never is the best

// Four rows with so many tiles: enough sums that none waits for its last addition.
template <int tile_count>
inline void multiply_tiles(const float* const* rows, const float* tiles, std::int64_t dimensions,
                           float* out, std::int64_t stride) {
    FloatLanes sums[row_count][tile_count];
    for (auto& row : sums) {
        for (FloatLanes& sum : row) sum = FloatLanes::splat(0.0f);
    }
    for (std::int64_t d = 0; d < dimensions; ++d) {
        FloatLanes columns[tile_count];
        for (int t = 0; t < tile_count; ++t) {
            columns[t] = FloatLanes::load(tiles + (t * dimensions + d) * float_lanes);
        }
        for (int r = 0; r < row_count; ++r) {
            const FloatLanes value = FloatLanes::splat(rows[r][d]);
            for (int t = 0; t < tile_count; ++t) sums[r][t] = sums[r][t] + value * columns[t];
        }
    }
    for (int r = 0; r < row_count; ++r) {
        for (int t = 0; t < tile_count; ++t) sums[r][t].store(out + r * stride + t * float_lanes);
    }
}

void multiply(const float* const* rows, const float* tiles, std::int32_t tile_count,
              std::int64_t dimensions, float* out, std::int64_t stride) {
    std::int32_t t = 0;
    for (; t + 2 <= tile_count; t += 2) {
        multiply_tiles<2>(rows, tiles + t * dimensions * float_lanes, dimensions,
                          out + t * float_lanes, stride);
    }
    if (t < tile_count) {
        multiply_tiles<1>(rows, tiles + t * dimensions * float_lanes, dimensions,
                          out + t * float_lanes, stride);
    }
}

inline std::int64_t width_of(const SimilarityColumns& columns) {
    return std::int64_t{columns.tiles} * float_lanes;
}

void compare(const SimilarityColumns& columns, const SimilarityRow& row, float* values) {
    const IntLanes word = IntLanes::splat(row.word), stem = IntLanes::splat(row.stem);
    const IntLanes shared = IntLanes::splat(row.shared);
    const FloatLanes one = FloatLanes::splat(1.0f), zero = FloatLanes::splat(0.0f);
    const FloatLanes of_stems = FloatLanes::splat(row.stem_similarity);
    for (std::int64_t c = 0; c < width_of(columns); c += float_lanes) {
        FloatLanes value = smaller(FloatLanes::load(values + c), one);
        const LaneMask same_stem = equal(IntLanes::load(columns.stems + c), stem);
        value = choose(same_stem, larger(value, of_stems), value);
        value = choose(equal(IntLanes::load(columns.shared + c), shared), zero, value);
        value = choose(equal(IntLanes::load(columns.words + c), word), one, value);
        value.store(values + c);
    }
}

// The largest value of a row so far, by lane, and the first column that has it.
struct Largest {
    FloatLanes value;
    IntLanes column;

    void take(FloatLanes values, IntLanes columns) {
        const LaneMask better = greater(values, value);
        value = choose(better, values, value);
        column = choose(better, columns, column);
    }

    // Of all lanes.
    std::int32_t first_column(float& largest) const {
        float values[float_lanes];
        std::int32_t columns[float_lanes];
        value.store(values);
        column.store(columns);
        int best = 0;
        for (int k = 1; k < float_lanes; ++k) {
            const bool as_large = values[k] == values[best] && columns[k] >= 0;
            if (values[k] > values[best] || (as_large && columns[k] < columns[best])) best = k;
        }
        largest = values[best];
        return columns[best];
    }
};

// The largest value of each column so far, and the first row that has it.
inline void take_row(FloatLanes values, IntLanes row, float* largest, std::int32_t* rows) {
    const FloatLanes known = FloatLanes::load(largest);
    const LaneMask better = greater(values, known);
    choose(better, values, known).store(largest);
    choose(better, row, IntLanes::load(rows)).store(rows);
}

SimilarityBest take(const SimilarityColumns& columns, const SimilarityRow& row,
                    const float* values) {
    const FloatLanes lowest = FloatLanes::splat(below_all);
    const FloatLanes place = FloatLanes::splat(row.place);
    const FloatLanes per_distance = FloatLanes::splat(row.per_distance);
    const IntLanes index = IntLanes::splat(row.index);
    Largest best{lowest, IntLanes::splat(-1)}, nearest = best;
    for (std::int64_t c = 0; c < width_of(columns); c += float_lanes) {
        const IntLanes column = IntLanes::from(static_cast<std::int32_t>(c));
        const FloatLanes value = FloatLanes::load(values + c);
        const FloatLanes there = FloatLanes::load(columns.places + c);
        const FloatLanes distance = larger(place - there, there - place);
        const FloatLanes near = value - per_distance * distance;
        best.take(value, column);
        nearest.take(near, column);
        take_row(value, index, columns.best + c, columns.best_row + c);
        take_row(near, index, columns.nearest + c, columns.nearest_row + c);
    }
    SimilarityBest result;
    float unused;
    result.column = best.first_column(result.similarity);
    result.nearest_column = nearest.first_column(unused);
    return result;
}

float take_diagonals(const SimilarityColumns& columns, const float* above, const float* row) {
    FloatLanes largest = FloatLanes::splat(0.0f);
    for (std::int64_t c = 0; c < width_of(columns); c += float_lanes) {
        const FloatLanes value =
            smaller(FloatLanes::load(above + c), FloatLanes::load(row + c + 1));
        largest = larger(value, largest);
        larger(value, FloatLanes::load(columns.adjacent + c)).store(columns.adjacent + c);
    }
    float values[float_lanes];
    largest.store(values);
    float result = 0.0f;
    for (const float value : values) result = value > result ? value : result;
    return result;
}

}  // namespace

const SimilarityKernels similarity_kernels{multiply, compare, take, take_diagonals};

}  // namespace hyperbaton::HYPERBATON_SIMD

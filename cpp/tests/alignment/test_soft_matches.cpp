// Soft matches: the same bits from both versions of the kernels, and no step beyond an array's end.
// Definitions are tested from Python.
#include "hyperbaton/alignment/soft_matches.hpp"

#include <algorithm>
#include <vector>

#include "check.hpp"
#include "hyperbaton/runtime/cpu.hpp"
#include "random_words.hpp"
#include "simd/similarity_kernels.hpp"

using namespace hyperbaton;

namespace {

constexpr std::size_t lanes = SimilarityKernels::lane_count;
constexpr std::size_t row_count = SimilarityKernels::row_count;

using Floats = std::vector<float>;

Floats random_floats(std::size_t size, Generator& generator) {
    Floats values(size);
    for (float& value : values) value = static_cast<float>(below(2001, generator)) / 1000.0f - 1.0f;
    return values;
}

WordList small_words(std::size_t size, std::size_t alphabet, Generator& generator) {
    WordList words(size);
    for (std::int32_t& word : words) word = static_cast<std::int32_t>(below(alphabet, generator));
    return words;
}

// Whatever the kernels write for some rows of random words.
struct Written {
    Floats rows, best, nearest, adjacent, diagonals;
    WordList best_row, nearest_row, columns;

    bool operator==(const Written&) const = default;
};

Written written_by(const SimilarityKernels& kernels, std::size_t tiles, std::size_t dimensions,
                   Generator generator) {
    const std::size_t width = tiles * lanes, stride = width + lanes;
    const Floats vectors = random_floats(row_count * dimensions, generator);
    const Floats columns_of_tiles = random_floats(width * dimensions, generator);
    const Floats places = random_floats(width, generator);
    const WordList words = small_words(width, 9, generator);
    const WordList stems = small_words(width, 4, generator);
    const WordList shared = small_words(width, 2, generator);
    Written w{Floats(row_count * stride, -1.0f),
              Floats(width, -2.0f),
              Floats(width, -2.0f),
              Floats(width, 0.0f),
              {},
              WordList(width, -1),
              WordList(width, -1),
              {}};
    const SimilarityColumns columns{static_cast<std::int32_t>(tiles),
                                    words.data(),
                                    stems.data(),
                                    shared.data(),
                                    places.data(),
                                    w.best.data(),
                                    w.best_row.data(),
                                    w.nearest.data(),
                                    w.nearest_row.data(),
                                    w.adjacent.data()};
    const float* rows[row_count];
    for (std::size_t r = 0; r < row_count; ++r) rows[r] = vectors.data() + r * dimensions;
    kernels.multiply(rows, columns_of_tiles.data(), columns.tiles,
                     static_cast<std::int64_t>(dimensions), w.rows.data(),
                     static_cast<std::int64_t>(stride));
    for (std::size_t r = 0; r < row_count; ++r) {
        float* const values = w.rows.data() + r * stride;
        const auto index = static_cast<std::int32_t>(r);
        const SimilarityRow row{
            index, index, index % 2, index % 2 == 0 ? 1 : -1, 0.1f * static_cast<float>(r),
            0.3f,  0.8f};
        kernels.compare(columns, row, values);
        const SimilarityBest best = kernels.take(columns, row, values);
        w.columns.insert(w.columns.end(), {best.column, best.nearest_column});
        w.diagonals.push_back(best.similarity);
        if (r > 0) w.diagonals.push_back(kernels.take_diagonals(columns, values - stride, values));
    }
    return w;
}

void check_that_versions_agree() {
#if defined(HYPERBATON_HAS_AVX2_KERNELS)
    if (!cpu_has_avx2()) return;
    for (std::size_t tiles = 0; tiles < 6; ++tiles) {
        for (const std::size_t dimensions : {0, 1, 7, 64, 300}) {
            const Generator generator(static_cast<unsigned>(tiles + 10 * dimensions));
            CHECK(written_by(baseline::similarity_kernels, tiles, dimensions, generator) ==
                  written_by(avx2::similarity_kernels, tiles, dimensions, generator));
        }
    }
#endif
}

// All arrays have exactly the size that is asked for; the sanitizers watch over them.
void check_sizes() {
    Generator generator(3);
    constexpr std::size_t alphabet = 12, dimensions = 5;
    const Floats vectors = random_floats(alphabet * dimensions, generator);
    const WordList stems = small_words(alphabet, 6, generator);
    const SoftVocabulary vocabulary{vectors.data(), stems.data(), dimensions};
    SoftWorkspace workspace;
    for (std::size_t n = 0; n < 20; ++n) {
        for (std::size_t m = 0; m < 20; ++m) {
            const WordList h = small_words(n, alphabet, generator);
            const WordList r = small_words(m, alphabet, generator);
            WordList best(n), ref_best(m), links(2 * std::min(n, m));
            Floats similarity(n), ref_similarity(m), link_similarity(std::min(n, m));
            Floats adjacent(n == 0 ? 0 : n - 1), ref_adjacent(m == 0 ? 0 : m - 1);
            const SoftResult result{
                best.data(),     similarity.data(),   ref_best.data(), ref_similarity.data(),
                adjacent.data(), ref_adjacent.data(), links.data(),    link_similarity.data()};
            const std::int64_t count =
                match_softly(h, r, vocabulary, {0.8f, 0.3f, 0.2f}, workspace, result);
            CHECK(count >= 0 && count <= static_cast<std::int64_t>(std::min(n, m)));
            CHECK(m == 0 || n == 0 || (best[0] >= 0 && ref_best[0] >= 0));
        }
    }
}

}  // namespace

int main() {
    check_that_versions_agree();
    check_sizes();
    std::puts("soft matches: ok");
}

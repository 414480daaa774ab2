// Soft matches against their definition. Vectors are of sixteenths, so that products are exact.
#include <cmath>

#include "fuzz/input.hpp"
#include "hyperbaton/alignment/soft_matches.hpp"
#include "tests/check.hpp"

using namespace hyperbaton;

namespace {

using Floats = std::vector<float>;

constexpr std::size_t vocabulary = 10;
constexpr float stem_similarity = 0.75f;

struct Vocabulary {
    explicit Vocabulary(Input& input)
        : dimensions(1 + input.below(4)), vectors(vocabulary * dimensions), stems(vocabulary) {
        for (float& value : vectors) value = static_cast<float>(input.small(17) - 8) / 16.0f;
        for (std::int32_t& stem : stems) stem = input.small(5) - 1;
    }
    SoftVocabulary view() const {
        return {vectors.data(), stems.data(), static_cast<std::int64_t>(dimensions)};
    }
    float product(std::int32_t a, std::int32_t b) const {
        float sum = 0.0f;
        for (std::size_t d = 0; d < dimensions; ++d) {
            sum += vectors[static_cast<std::size_t>(a) * dimensions + d] *
                   vectors[static_cast<std::size_t>(b) * dimensions + d];
        }
        return sum;
    }
    bool share_stem(std::int32_t a, std::int32_t b) const {
        const std::int32_t stem = stems[static_cast<std::size_t>(a)];
        return stem >= 0 && stem == stems[static_cast<std::size_t>(b)];
    }

    std::size_t dimensions;
    Floats vectors;
    WordList stems;
};

bool has(const WordList& words, std::int32_t word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

// C[i][j] as it is defined.
float similarity(std::int32_t a, std::int32_t b, const WordList& h, const WordList& r,
                 const Vocabulary& words) {
    if (a == b) return 1.0f;
    if (has(r, a) && has(h, b)) return 0.0f;
    const float product = words.product(a, b);
    return std::min(1.0f, words.share_stem(a, b) ? std::max(product, stem_similarity) : product);
}

// Whether a word of the hypothesis is a copy in excess.
bool is_excess(const WordList& h, const WordList& r, std::size_t i) {
    const auto before = std::count(h.begin(), h.begin() + static_cast<std::ptrdiff_t>(i), h[i]);
    return before >= std::max<std::ptrdiff_t>(1, std::count(r.begin(), r.end(), h[i]));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static SoftWorkspace workspace;
    Input input(data, size);
    const Vocabulary words(input);
    const SoftOptions options{stem_similarity, static_cast<float>(input.sixteenths()) / 16.0f,
                              static_cast<float>(input.small(17)) / 16.0f};
    const WordList h = input.words(40, vocabulary);
    const WordList r = input.flag() ? input.words(40, vocabulary) : input.damaged(h, vocabulary);
    const std::size_t n = h.size(), m = r.size();
    WordList best(n), ref_best(m), links(2 * std::min(n, m));
    Floats found(n), ref_found(m), link_found(std::min(n, m));
    Floats adjacent(n == 0 ? 0 : n - 1), ref_adjacent(m == 0 ? 0 : m - 1);
    const std::int64_t count =
        match_softly(h, r, words.view(), options, workspace,
                     {best.data(), found.data(), ref_best.data(), ref_found.data(), adjacent.data(),
                      ref_adjacent.data(), links.data(), link_found.data()});

    const auto at = [&](std::size_t i, std::size_t j) {
        return similarity(h[i], r[j], h, r, words);
    };
    for (std::size_t i = 0; i < n; ++i) {
        std::int32_t most = -1;
        for (std::size_t j = 0; j < m && !is_excess(h, r, i); ++j) {
            if (most < 0 || at(i, j) > at(i, static_cast<std::size_t>(most))) {
                most = static_cast<std::int32_t>(j);
            }
        }
        CHECK(best[i] == most);
        const float expected = most < 0 ? 0.0f : at(i, static_cast<std::size_t>(most));
        CHECK(found[i] == std::max(0.0f, expected));
    }
    for (std::size_t i = 0; i + 1 < n; ++i) {
        float most = 0.0f;
        for (std::size_t j = 0; j + 1 < m; ++j) {
            most = std::max(most, std::min(at(i, j), at(i + 1, j + 1)));
        }
        CHECK(adjacent[i] == most);
    }
    for (std::size_t j = 0; j < m; ++j) {
        CHECK(n == 0 || ref_found[j] >= 0.0f);
        CHECK(ref_best[j] >= -1 && ref_best[j] < static_cast<std::int32_t>(n));
        if (ref_best[j] >= 0) {
            CHECK(ref_found[j] == std::max(0.0f, at(static_cast<std::size_t>(ref_best[j]), j)));
        }
    }
    CHECK(count >= 0 && count <= static_cast<std::int64_t>(std::min(n, m)));
    std::vector<bool> taken(m);
    std::int32_t previous = -1;
    for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
        const std::int32_t i = links[2 * k], j = links[2 * k + 1];
        CHECK(i > previous && i < static_cast<std::int32_t>(n));
        CHECK(j >= 0 && j < static_cast<std::int32_t>(m) && !taken[static_cast<std::size_t>(j)]);
        taken[static_cast<std::size_t>(j)] = true;
        previous = i;
        CHECK(link_found[k] == at(static_cast<std::size_t>(i), static_cast<std::size_t>(j)));
        CHECK(link_found[k] >= options.minimum);
    }
    return 0;
}

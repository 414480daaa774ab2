// Soft matches of words by their vectors.
#include "hyperbaton/alignment/soft_matches.hpp"

#include <cmath>

#include "arrays.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hyperbaton;

namespace {

using Vectors = Input<float, 2>;

constexpr std::size_t link_width = 2;
constexpr Sharing some_pairs{1 << 12, 8};  // a pair takes microseconds

// Word vectors and stems by word id, checked.
class CheckedVocabulary {
public:
    CheckedVocabulary(const Vectors& vectors, const Values& stems, const CheckedSegments& segments)
        : vectors_(vectors), stems_(stems) {
        const std::size_t words = stems_.size();
        require(vectors_.rows() == words, "there has to be one stem per vector");
        check_range(segments.hypotheses().values(), static_cast<std::int64_t>(words),
                    "words of hypotheses with vectors");
        check_range(segments.references().values(), static_cast<std::int64_t>(words),
                    "words of references with vectors");
    }

    SoftVocabulary view() const {
        return {vectors_.data(), stems_.data(), static_cast<std::int64_t>(vectors_.columns())};
    }

private:
    Vectors vectors_;
    Input<std::int32_t> stems_;
};

SoftOptions options_of(double stem_similarity, double nearness, double minimum) {
    require(std::isfinite(stem_similarity) && std::isfinite(minimum),
            "similarities have to be finite");
    require(nearness >= 0.0 && nearness <= 1e6, "nearness has to be from 0 to 1e6");
    return {static_cast<float>(stem_similarity), static_cast<float>(nearness),
            static_cast<float>(minimum)};
}

// Where the values of each pair begin, and the end: one value per word of one sentence, of both, or
// of neighbours.
template <class Length>
Column<std::int64_t> offsets_of(const SegmentBatch& segments, Length length) {
    Column<std::int64_t> offsets(static_cast<std::size_t>(segments.references.count) + 1);
    offsets.data[0] = 0;
    for (std::int64_t k = 0; k < segments.count(); ++k) {
        for (std::int64_t r = segments.groups[k]; r < segments.groups[k + 1]; ++r) {
            offsets.data[static_cast<std::size_t>(r) + 1] = static_cast<std::int64_t>(
                length(segments.hypotheses[k].size(), segments.references[r].size()));
        }
    }
    for (std::size_t r = 1; r < offsets.size; ++r) offsets.data[r] += offsets.data[r - 1];
    return offsets;
}

std::size_t neighbours(std::size_t words) { return words == 0 ? 0 : words - 1; }

template <class T>
Column<T> values_for(const Column<std::int64_t>& offsets, std::size_t width = 1) {
    return Column<T>(static_cast<std::size_t>(offsets.data[offsets.size - 1]) * width);
}

// Python's SoftMatches.
auto soft_matches(const SegmentsIn& in, const Vectors& vectors, const Values& stems,
                  double stem_similarity, double nearness, double minimum, int threads) {
    const CheckedSegments owned(in);
    const SegmentBatch segments = owned.batch();
    const CheckedVocabulary vocabulary(vectors, stems, owned);
    const SoftVocabulary vocabulary_view = vocabulary.view();
    const SoftOptions options = options_of(stem_similarity, nearness, minimum);
    auto words = offsets_of(segments, [](std::size_t n, std::size_t) { return n; });
    auto ref_words = offsets_of(segments, [](std::size_t, std::size_t m) { return m; });
    auto pairs = offsets_of(segments, [](std::size_t n, std::size_t) { return neighbours(n); });
    auto ref_pairs = offsets_of(segments, [](std::size_t, std::size_t m) { return neighbours(m); });
    auto room = offsets_of(segments, [](std::size_t n, std::size_t m) { return std::min(n, m); });
    auto best = values_for<std::int32_t>(words), ref_best = values_for<std::int32_t>(ref_words);
    auto similarity = values_for<float>(words), ref_similarity = values_for<float>(ref_words);
    auto adjacent = values_for<float>(pairs), ref_adjacent = values_for<float>(ref_pairs);
    auto links = values_for<std::int32_t>(room, link_width);
    auto link_similarity = values_for<float>(room);
    Column<std::int64_t> link_offsets(room.size);
    {
        const Unlocked scope;
        link_offsets.data[0] = 0;
        for_each_pair<SoftWorkspace>(
            segments, threads,
            [&](Sequence hypothesis, Sequence reference, std::int64_t pair,
                SoftWorkspace& workspace) {
                const auto r = static_cast<std::size_t>(pair);
                const SoftResult result{best.data.get() + words.data[r],
                                        similarity.data.get() + words.data[r],
                                        ref_best.data.get() + ref_words.data[r],
                                        ref_similarity.data.get() + ref_words.data[r],
                                        adjacent.data.get() + pairs.data[r],
                                        ref_adjacent.data.get() + ref_pairs.data[r],
                                        links.data.get() + room.data[r] * std::int64_t{link_width},
                                        link_similarity.data.get() + room.data[r]};
                link_offsets.data[r + 1] = match_softly(hypothesis, reference, vocabulary_view,
                                                        options, workspace, result);
            },
            some_pairs);
        for (std::size_t r = 1; r < link_offsets.size; ++r) {
            link_offsets.data[r] += link_offsets.data[r - 1];
        }
    }
    const std::int64_t* const begin = room.data.get();
    auto packed_links =
        packed(links.data.get(), link_width, begin, link_offsets).to_python(link_width);
    auto packed_similarity = packed(link_similarity.data.get(), 1, begin, link_offsets).to_python();
    return std::tuple(words.to_python(), best.to_python(), similarity.to_python(),
                      ref_words.to_python(), ref_best.to_python(), ref_similarity.to_python(),
                      pairs.to_python(), adjacent.to_python(), ref_pairs.to_python(),
                      ref_adjacent.to_python(), link_offsets.to_python(), packed_links,
                      packed_similarity);
}

}  // namespace

namespace hyperbaton {

void bind_soft_matches(nb::module_& m) {
    m.def("soft_matches", soft_matches, "segments"_a, "vectors"_a, "stems"_a, "stem_similarity"_a,
          "nearness"_a, "minimum"_a, "threads"_a);
}

}  // namespace hyperbaton

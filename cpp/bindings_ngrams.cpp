// N-grams, skip-bigrams and RIBES's counts of segments.
#include "binding_arrays.hpp"
#include "hyperbaton/ngrams.hpp"
#include "hyperbaton/ribes.hpp"
#include "hyperbaton/skip_bigrams.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hyperbaton;

namespace {

Out2<double> bleu_rows(const Values& hypothesis_values, const Offsets& hypothesis_offsets,
                       const Values& reference_values, const Offsets& reference_offsets,
                       const Offsets& groups, std::int64_t order, int threads) {
    const SegmentBatch segments = segments_of(hypothesis_values, hypothesis_offsets,
                                              reference_values, reference_offsets, groups);
    const auto width = static_cast<std::size_t>(2 * order + 3);
    return rows<double>(groups.shape(0) - 1, width,
                        [&](double* out) { bleu_statistics(segments, order, threads, out); });
}

Out2<double> overlap_rows(const Values& hypothesis_values, const Offsets& hypothesis_offsets,
                          const Values& reference_values, const Offsets& reference_offsets,
                          const Offsets& groups, std::int64_t order, int threads) {
    const SegmentBatch segments = segments_of(hypothesis_values, hypothesis_offsets,
                                              reference_values, reference_offsets, groups);
    const auto width = static_cast<std::size_t>(3 * order);
    return rows<double>(reference_offsets.shape(0) - 1, width,
                        [&](double* out) { ngram_overlaps(segments, order, threads, out); });
}

Out<double> information(const Values& values, const Offsets& offsets, std::int64_t order) {
    return column<double>(values.shape(0) * static_cast<std::size_t>(order), [&](double* out) {
        ngram_information(batch_of(values, offsets), order, out);
    });
}

Out2<double> nist_rows(const Values& hypothesis_values, const Offsets& hypothesis_offsets,
                       const Values& reference_values, const Offsets& reference_offsets,
                       const Offsets& groups, const In<double>& of_references, std::int64_t order,
                       int threads) {
    const SegmentBatch segments = segments_of(hypothesis_values, hypothesis_offsets,
                                              reference_values, reference_offsets, groups);
    const auto width = static_cast<std::size_t>(2 * order + 1);
    return rows<double>(groups.shape(0) - 1, width, [&](double* out) {
        nist_statistics(segments, of_references.data(), order, threads, out);
    });
}

Out<std::int32_t> alignments(const Values& hypothesis_values, const Offsets& hypothesis_offsets,
                             const Values& reference_values, const Offsets& reference_offsets,
                             const Offsets& groups, int threads) {
    const SegmentBatch segments = segments_of(hypothesis_values, hypothesis_offsets,
                                              reference_values, reference_offsets, groups);
    const auto size = static_cast<std::size_t>(context_alignment_size(segments));
    return column<std::int32_t>(
        size, [&](std::int32_t* out) { context_alignments(segments, threads, out); });
}

// Per reference: aligned words and ascending pairs.
Out2<std::int64_t> aligned_orders(const Values& hypothesis_values,
                                  const Offsets& hypothesis_offsets, const Values& reference_values,
                                  const Offsets& reference_offsets, const Offsets& groups,
                                  int threads) {
    const SegmentBatch segments = segments_of(hypothesis_values, hypothesis_offsets,
                                              reference_values, reference_offsets, groups);
    return rows<std::int64_t>(reference_offsets.shape(0) - 1, 2, [&](std::int64_t* out) {
        for_each_pair<RibesWorkspace>(segments, threads,
                                      [&](Sequence hypothesis, Sequence reference, std::int64_t r,
                                          RibesWorkspace& workspace) {
                                          const AlignedOrder order =
                                              aligned_order(hypothesis, reference, workspace);
                                          out[2 * r] = order.aligned;
                                          out[2 * r + 1] = order.ascending;
                                      });
    });
}

// Per reference: skip-bigrams shared, of the hypothesis, of the reference.
Out2<std::int64_t> skip_bigrams(const Values& hypothesis_values, const Offsets& hypothesis_offsets,
                                const Values& reference_values, const Offsets& reference_offsets,
                                const Offsets& groups, std::int64_t skip, int threads) {
    const SegmentBatch segments = segments_of(hypothesis_values, hypothesis_offsets,
                                              reference_values, reference_offsets, groups);
    const auto pairs_of = [skip](Sequence words) {
        return count_skip_bigrams(static_cast<std::int64_t>(words.size()), skip);
    };
    return rows<std::int64_t>(reference_offsets.shape(0) - 1, 3, [&](std::int64_t* out) {
        for_each_pair<SkipBigramWorkspace>(segments, threads,
                                           [&](Sequence hypothesis, Sequence reference,
                                               std::int64_t r, SkipBigramWorkspace& workspace) {
                                               out[3 * r] = common_skip_bigrams(
                                                   hypothesis, reference, skip, workspace);
                                               out[3 * r + 1] = pairs_of(hypothesis);
                                               out[3 * r + 2] = pairs_of(reference);
                                           });
    });
}

// Defines a function of segments; what stands between the segments and `threads` is named.
template <class Function, class... Extra>
void bind_segments(nb::module_& m, const char* name, Function function, Extra... extra) {
    m.def(name, function, "hypothesis_values"_a, "hypothesis_offsets"_a, "reference_values"_a,
          "reference_offsets"_a, "groups"_a, extra..., "threads"_a);
}

}  // namespace

namespace hyperbaton {

void bind_ngrams(nb::module_& m) {
    bind_segments(m, "bleu_statistics", bleu_rows, "order"_a);
    bind_segments(m, "ngram_overlaps", overlap_rows, "order"_a);
    m.def("ngram_information", information, "reference_values"_a, "reference_offsets"_a, "order"_a);
    bind_segments(m, "nist_statistics", nist_rows, "information"_a, "order"_a);

    bind_segments(m, "context_alignments", alignments);
    bind_segments(m, "aligned_orders", aligned_orders);

    bind_segments(m, "skip_bigrams", skip_bigrams, "skip"_a);
}

}  // namespace hyperbaton

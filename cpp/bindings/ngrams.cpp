// N-grams, skip-bigrams and RIBES's counts of segments.
#include "hyperbaton/text/ngrams.hpp"
#include "arrays.hpp"
#include "hyperbaton/alignment/ribes.hpp"
#include "hyperbaton/text/skip_bigrams.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hyperbaton;

namespace {

Out2<double> bleu_rows(const SegmentsIn& in, std::int64_t order, int threads) {
    check_order(order);
    const CheckedSegments segments(in);
    const auto width = static_cast<std::size_t>(2 * order + 3);
    return rows<double>(segments.count(), width, [&](double* out) {
        bleu_statistics(segments.batch(), order, threads, out);
    });
}

Out2<double> overlap_rows(const SegmentsIn& in, std::int64_t order, int threads) {
    check_order(order);
    const CheckedSegments segments(in);
    const auto width = static_cast<std::size_t>(3 * order);
    return rows<double>(segments.reference_count(), width, [&](double* out) {
        ngram_overlaps(segments.batch(), order, threads, out);
    });
}

Out<double> information(const Values& values, const Offsets& offsets, std::int64_t order) {
    check_order(order);
    const CheckedSequences references(values, offsets);
    return column<double>(references.values().size() * static_cast<std::size_t>(order),
                          [&](double* out) { ngram_information(references.batch(), order, out); });
}

Out2<double> nist_rows(const SegmentsIn& in, const Input<double>& of_references, std::int64_t order,
                       int threads) {
    check_order(order);
    const CheckedSegments segments(in);
    const std::size_t words = segments.references().values().size();
    require(of_references.size() == words * static_cast<std::size_t>(order),
            "of_references has to be that of the references, of the same order");
    const auto width = static_cast<std::size_t>(2 * order + 1);
    return rows<double>(segments.count(), width, [&](double* out) {
        nist_statistics(segments.batch(), of_references.data(), order, threads, out);
    });
}

// Per reference: aligned words and ascending pairs.
Out2<std::int64_t> aligned_orders(const SegmentsIn& in, int threads) {
    const CheckedSegments segments(in);
    return rows<std::int64_t>(segments.reference_count(), 2, [&](std::int64_t* out) {
        for_each_pair<RibesWorkspace>(segments.batch(), threads,
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
Out2<std::int64_t> skip_bigrams(const SegmentsIn& in, std::int64_t skip, int threads) {
    const CheckedSegments segments(in);
    const auto pairs_of = [skip](Sequence words) {
        return count_skip_bigrams(static_cast<std::int64_t>(words.size()), skip);
    };
    return rows<std::int64_t>(segments.reference_count(), 3, [&](std::int64_t* out) {
        for_each_pair<SkipBigramWorkspace>(segments.batch(), threads,
                                           [&](Sequence hypothesis, Sequence reference,
                                               std::int64_t r, SkipBigramWorkspace& workspace) {
                                               out[3 * r] = common_skip_bigrams(
                                                   hypothesis, reference, skip, workspace);
                                               out[3 * r + 1] = pairs_of(hypothesis);
                                               out[3 * r + 2] = pairs_of(reference);
                                           });
    });
}

}  // namespace

namespace hyperbaton {

void bind_ngrams(nb::module_& m) {
    m.def("bleu_statistics", bleu_rows, "segments"_a, "order"_a, "threads"_a);
    m.def("ngram_overlaps", overlap_rows, "segments"_a, "order"_a, "threads"_a);
    m.def("ngram_information", information, "reference_values"_a, "reference_offsets"_a, "order"_a);
    m.def("nist_statistics", nist_rows, "segments"_a, "information"_a, "order"_a, "threads"_a);

    m.def("aligned_orders", aligned_orders, "segments"_a, "threads"_a);

    m.def("skip_bigrams", skip_bigrams, "segments"_a, "skip"_a, "threads"_a);
}

}  // namespace hyperbaton

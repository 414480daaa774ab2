// Edit distances of segments.
#include "arrays.hpp"
#include "hyperbaton/inversion/inversion_distance.hpp"
#include "hyperbaton/text/extended_edit_distance.hpp"
#include "hyperbaton/text/string_distances.hpp"
#include "hyperbaton/text/translation_edits.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hyperbaton;

namespace {

// A distance of two sequences, as a function of segments: one value per reference.
template <class Workspace>
auto per_reference(std::size_t (*distance)(Sequence, Sequence, Workspace&)) {
    return [distance](const SegmentsIn& in, int threads) {
        const CheckedSegments segments(in);
        return column<std::int64_t>(segments.reference_count(), [&](std::int64_t* out) {
            for_each_pair<Workspace>(
                segments.batch(), threads,
                [&](Sequence hypothesis, Sequence reference, std::int64_t r, Workspace& workspace) {
                    out[r] = static_cast<std::int64_t>(distance(hypothesis, reference, workspace));
                });
        });
    };
}

Out<double> extended_edit_rates(const SegmentsIn& in, double jump, double coverage, double deletion,
                                double insertion, int threads) {
    const CheckedSegments segments(in);
    const ExtendedEditCosts costs{jump, coverage, deletion, insertion};
    return column<double>(segments.reference_count(), [&](double* out) {
        for_each_pair<ExtendedEditWorkspace>(segments.batch(), threads,
                                             [&](Sequence hypothesis, Sequence reference,
                                                 std::int64_t r, ExtendedEditWorkspace& workspace) {
                                                 out[r] = extended_edit_rate(hypothesis, reference,
                                                                             costs, workspace);
                                             });
    });
}

// Of each reference the distance found, a lower bound, and whether they are equal. Pairs with a
// side longer than `max_words`, unless that is 0, are not searched.
std::tuple<Out<double>, Out<double>, Out<std::uint8_t>> inversion_distances(
    const SegmentsIn& in, double insertion, double deletion, double substitution, double inversion,
    std::size_t max_words, int threads) {
    const CheckedSegments segments(in);
    const InversionCosts costs{insertion, deletion, substitution, inversion};
    const std::size_t count = segments.reference_count();
    Column<double> upper(count), lower(count);
    Column<std::uint8_t> exact(count);
    {
        const Unlocked scope;
        for_each_pair<InversionWorkspace>(
            segments.batch(), threads,
            [&](Sequence hypothesis, Sequence reference, std::int64_t r,
                InversionWorkspace& workspace) {
                InversionLimits limits;
                const std::size_t longer = std::max(hypothesis.size(), reference.size());
                if (max_words > 0 && longer > max_words) limits.max_steps = 0;
                const InversionDistance found =
                    inversion_distance(hypothesis, reference, costs, workspace, limits);
                upper.data[static_cast<std::size_t>(r)] = found.cost;
                lower.data[static_cast<std::size_t>(r)] = found.lower;
                exact.data[static_cast<std::size_t>(r)] = found.exact ? 1 : 0;
            },
            one_by_one);
    }
    return {upper.to_python(), lower.to_python(), exact.to_python()};
}

}  // namespace

namespace hyperbaton {

void bind_edits(nb::module_& m) {
    m.def("levenshtein_distances", per_reference(levenshtein_distance), "segments"_a, "threads"_a);
    m.def("position_independent_distances", per_reference(position_independent_distance),
          "segments"_a, "threads"_a);
    m.def("cder_distances", per_reference(cder_distance), "segments"_a, "threads"_a);
    m.def("extended_edit_rates", extended_edit_rates, "segments"_a, "jump"_a, "coverage"_a,
          "deletion"_a, "insertion"_a, "threads"_a);
    m.def("translation_edit_counts", per_reference(translation_edit_count), "segments"_a,
          "threads"_a);

    m.def("inversion_distances", inversion_distances, "segments"_a, "insertion"_a, "deletion"_a,
          "substitution"_a, "inversion"_a, "max_words"_a, "threads"_a);
}

}  // namespace hyperbaton

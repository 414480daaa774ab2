// Alignments of hypotheses with references.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>

#include "arrays.hpp"
#include "hyperbaton/alignment/ribes.hpp"
#include "hyperbaton/alignment/segment_alignment.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hyperbaton;

namespace {

// A matcher of words (weight, values and offsets of classes by word id; no offsets: equal words),
// and one whose matches are given (offsets by reference, four numbers a match, weights).
using Spans = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using WordsIn = std::tuple<float, Values, Offsets>;
using GivenIn = std::tuple<Offsets, Spans, In<float>>;
using MatcherIn = std::tuple<std::optional<WordsIn>, std::optional<GivenIn>>;

void check_word_ids(const SegmentsIn& in, const SequenceBatch& classes) {
    check_range(std::get<0>(in), classes.count, "words of hypotheses with classes");
    check_range(std::get<2>(in), classes.count, "words of references with classes");
}

void check_given(const GivenIn& given, std::size_t references) {
    const auto& [offsets, spans, weights] = given;
    check_offsets(offsets, spans.shape(0), "offsets of given matches");
    require(offsets.shape(0) == references + 1,
            "given matches have to be those of every reference");
    require(spans.shape(1) == 4, "a given match is four numbers");
    require(weights.shape(0) == spans.shape(0), "every given match has to have a weight");
}

Matcher matcher_of(const MatcherIn& in, const SegmentsIn& segments) {
    Matcher matcher{};
    if (const auto& words = std::get<0>(in)) {
        matcher.words.weight = std::get<0>(*words);
        const Offsets& offsets = std::get<2>(*words);
        if (offsets.shape(0) > 0) {
            matcher.words.classes = batch_of(std::get<1>(*words), offsets, "offsets of classes");
            check_word_ids(segments, matcher.words.classes);
        }
        matcher.words.one_class_each = has_one_class_each(matcher.words.classes);
    }
    if (const auto& given = std::get<1>(in)) {
        check_given(*given, reference_count(segments));
        matcher.given = {std::get<0>(*given).data(), std::get<1>(*given).data(),
                         std::get<2>(*given).data()};
        matcher.is_given = true;
    }
    return matcher;
}

constexpr std::size_t link_width = 5;  // hyp_start, hyp_length, ref_start, ref_length, matcher

// Room for the links of every pair: no more than the words of the shorter sentence.
std::vector<std::int64_t> room_for_links(const SegmentBatch& segments, std::size_t references) {
    std::vector<std::int64_t> begin(references + 1, 0);
    for (std::int64_t k = 0; k < segments.count(); ++k) {
        for (std::int64_t r = segments.groups[k]; r < segments.groups[k + 1]; ++r) {
            const std::size_t words =
                std::min(segments.hypotheses[k].size(), segments.references[r].size());
            begin[static_cast<std::size_t>(r) + 1] = static_cast<std::int64_t>(words);
        }
    }
    for (std::size_t r = 0; r < references; ++r) begin[r + 1] += begin[r];
    return begin;
}

void write_links(const AlignmentResult& result, const std::vector<Match>& candidates,
                 std::int32_t* links, float* weights) {
    for (const std::int32_t k : result.chosen) {
        const Match& match = candidates[static_cast<std::size_t>(k)];
        const std::int32_t link[link_width] = {match.hyp_start, match.hyp_length, match.ref_start,
                                               match.ref_length, match.matcher};
        links = std::copy_n(link, link_width, links);
        *weights++ = match.weight;
    }
}

AlignmentSearch search_of(const std::string& name) {
    if (name == "best") return AlignmentSearch::best;
    if (name == "meteor") return AlignmentSearch::meteor;
    refuse("search has to be 'best' or 'meteor', got '" + name + "'");
}

// Links of all references and their weights, where those of each reference begin, chunks, and
// whether the search was exact.
auto align_segments(const SegmentsIn& in, const std::vector<MatcherIn>& matchers_in,
                    const std::string& search, std::int64_t max_states, std::int32_t beam,
                    int threads) {
    const SegmentBatch segments = segments_of(in);
    std::vector<Matcher> matchers;
    for (const MatcherIn& matcher : matchers_in) matchers.push_back(matcher_of(matcher, in));
    const SegmentAlignmentOptions options{search_of(search), {max_states, beam}};
    const std::size_t references = reference_count(in);
    std::vector<std::int64_t> begin;
    std::vector<std::int32_t> links;
    std::vector<float> weights;
    Column<std::int64_t> offsets(references + 1);
    Column<std::int32_t> chunks(references);
    Column<bool> exact(references);
    {
        const Unlocked scope;
        begin = room_for_links(segments, references);
        links.resize(static_cast<std::size_t>(begin.back()) * link_width);
        weights.resize(static_cast<std::size_t>(begin.back()));
        offsets.data[0] = 0;
        for_each_pair<SegmentAlignmentWorkspace>(
            segments, threads,
            [&](Sequence hypothesis, Sequence reference, std::int64_t r,
                SegmentAlignmentWorkspace& workspace) {
                const AlignmentResult result =
                    align_pair(hypothesis, reference, r, matchers, options, workspace);
                const auto pair = static_cast<std::size_t>(r);
                const auto at = static_cast<std::size_t>(begin[pair]);
                write_links(result, workspace.candidates, links.data() + at * link_width,
                            weights.data() + at);
                offsets.data[pair + 1] = static_cast<std::int64_t>(result.chosen.size());
                chunks.data[pair] = result.chunks;
                exact.data[pair] = result.exact;
            });
        for (std::size_t r = 0; r < references; ++r) offsets.data[r + 1] += offsets.data[r];
    }
    auto packed_links =
        packed(links.data(), link_width, begin.data(), offsets).to_python(link_width);
    auto packed_weights = packed(weights.data(), 1, begin.data(), offsets).to_python();
    return std::tuple(packed_links, packed_weights, offsets.to_python(), chunks.to_python(),
                      exact.to_python());
}

// Reference r has as much room from begin[r] on as its hypothesis has words.
void check_room(const SegmentBatch& segments, const Offsets& begin, std::size_t references) {
    require(begin.shape(0) == references + 1,
            "begin has to have one entry per reference, and the end");
    bool fits = begin.data()[0] == 0;
    for (std::int64_t k = 0; k < segments.count(); ++k) {
        const auto words = static_cast<std::int64_t>(segments.hypotheses[k].size());
        for (std::int64_t r = segments.groups[k]; r < segments.groups[k + 1]; ++r) {
            fits = fits && begin.data()[r + 1] - begin.data()[r] == words;
        }
    }
    require(fits, "begin has to leave room for the words of each hypothesis");
}

// For every word of every hypothesis, once for each of its references, the position of its word in
// the reference or -1.
Out<std::int32_t> context_positions(const SegmentsIn& in, const Offsets& begin, int threads) {
    const SegmentBatch segments = segments_of(in);
    check_room(segments, begin, reference_count(in));
    const auto size = static_cast<std::size_t>(begin.data()[reference_count(in)]);
    return column<std::int32_t>(size, [&](std::int32_t* out) {
        for_each_pair<RibesWorkspace>(segments, threads,
                                      [&](Sequence hypothesis, Sequence reference, std::int64_t r,
                                          RibesWorkspace& workspace) {
                                          align_by_context(hypothesis, reference, workspace,
                                                           out + begin.data()[r]);
                                      });
    });
}

}  // namespace

namespace hyperbaton {

void bind_alignment(nb::module_& m) {
    m.def("align_segments", align_segments, "segments"_a, "matchers"_a, "search"_a, "max_states"_a,
          "beam"_a, "threads"_a);
    m.def("context_positions", context_positions, "segments"_a, "begin"_a, "threads"_a);
}

}  // namespace hyperbaton

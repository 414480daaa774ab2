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
using Spans = Input<std::int32_t, 2>;
using WordsIn = std::tuple<float, Values, Offsets>;
using GivenIn = std::tuple<Offsets, Spans, Input<float>>;
using MatcherIn = std::tuple<std::optional<WordsIn>, std::optional<GivenIn>>;

// Matches given by the caller, checked.
class CheckedMatches {
public:
    CheckedMatches(const GivenIn& in, std::size_t references)
        : offsets_(std::get<0>(in)), spans_(std::get<1>(in)), weights_(std::get<2>(in)) {
        require(spans_.columns() == 4, "a given match is four numbers");
        check_offsets(offsets_, spans_.rows(), "offsets of given matches");
        require(offsets_.size() == references + 1,
                "given matches have to be those of every reference");
        require(weights_.size() == spans_.rows(), "every given match has to have a weight");
    }

    GivenMatches view() const { return {offsets_.data(), spans_.data(), weights_.data()}; }

private:
    Input<std::int64_t> offsets_;
    Spans spans_;
    Input<float> weights_;
};

// All matchers of a call, with what they read.
class CheckedMatchers {
public:
    CheckedMatchers(const std::vector<MatcherIn>& in, const CheckedSegments& segments) {
        for (const auto& [words, given] : in) {
            Matcher matcher{};
            if (words) matcher.words = words_of(*words, segments);
            if (given) {
                matcher.given = given_.emplace_back(*given, segments.reference_count()).view();
                matcher.is_given = true;
            }
            matchers_.push_back(matcher);
        }
    }

    const std::vector<Matcher>& view() const { return matchers_; }

private:
    WordMatcher words_of(const WordsIn& in, const CheckedSegments& segments) {
        const auto& [weight, values, offsets] = in;
        WordMatcher words{};
        words.weight = weight;
        if (offsets.size() > 0) {
            words.classes = classes_.emplace_back(values, offsets, "offsets of classes").batch();
            const std::int64_t known = words.classes.count;
            check_range(segments.hypotheses().values(), known, "words of hypotheses with classes");
            check_range(segments.references().values(), known, "words of references with classes");
        }
        words.one_class_each = has_one_class_each(words.classes);
        return words;
    }

    std::vector<CheckedSequences> classes_;  // their arrays stay where they are when the list grows
    std::vector<CheckedMatches> given_;
    std::vector<Matcher> matchers_;
};

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
                    const Input<std::uint8_t>& function_words, const std::string& search,
                    std::int64_t max_states, std::int32_t beam, int threads) {
    const CheckedSegments owned(in);
    const SegmentBatch segments = owned.batch();
    const CheckedMatchers matchers(matchers_in, owned);
    const auto known = static_cast<std::int64_t>(function_words.size());
    if (known > 0) {
        check_range(owned.hypotheses().values(), known, "words of hypotheses");
        check_range(owned.references().values(), known, "words of references");
    }
    const SegmentAlignmentOptions options{
        search_of(search), {max_states, beam}, {function_words.data(), function_words.size()}};
    const std::size_t references = owned.reference_count();
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
                    align_pair(hypothesis, reference, r, matchers.view(), options, workspace);
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
void check_room(const SegmentBatch& segments, const Input<std::int64_t>& begin,
                std::size_t references) {
    require(begin.size() == references + 1,
            "begin has to have one entry per reference, and the end");
    bool fits = begin.data()[0] == 0;
    std::int64_t expected = 0;
    for (std::int64_t k = 0; k < segments.count(); ++k) {
        for (std::int64_t r = segments.groups[k]; r < segments.groups[k + 1]; ++r) {
            expected += static_cast<std::int64_t>(segments.hypotheses[k].size());
            fits = fits && begin.data()[r + 1] == expected;
        }
    }
    require(fits, "begin has to leave room for the words of each hypothesis");
}

// For every word of every hypothesis, once for each of its references, the position of its word in
// the reference or -1.
Out<std::int32_t> context_positions(const SegmentsIn& in, const Offsets& begin, int threads) {
    const CheckedSegments owned(in);
    const SegmentBatch segments = owned.batch();
    check_room(segments, begin, owned.reference_count());
    const auto size = static_cast<std::size_t>(begin.data()[owned.reference_count()]);
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
    m.def("align_segments", align_segments, "segments"_a, "matchers"_a, "function_words"_a,
          "search"_a, "max_states"_a, "beam"_a, "threads"_a);
    m.def("context_positions", context_positions, "segments"_a, "begin"_a, "threads"_a);
}

}  // namespace hyperbaton

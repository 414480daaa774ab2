#include "hyperbaton/alignment/segment_alignment.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace hyperbaton {

namespace {

void gather_one(Sequence words, const SequenceBatch& classes, std::vector<std::int32_t>& out) {
    out.resize(words.size());
    for (std::size_t k = 0; k < words.size(); ++k) out[k] = classes.values[words[k]];
}

SequenceBatch gather_all(Sequence words, const SequenceBatch& classes,
                         std::vector<std::int32_t>& values, std::vector<std::int64_t>& offsets) {
    values.clear();
    offsets.assign(1, 0);
    for (const std::int32_t word : words) {
        const Sequence of_word = classes[word];
        values.insert(values.end(), of_word.begin(), of_word.end());
        offsets.push_back(static_cast<std::int64_t>(values.size()));
    }
    return {values.data(), offsets.data(), static_cast<std::int64_t>(words.size())};
}

/// Appends the candidates of one matcher; whether they are all there are.
bool add_word_matches(Sequence hypothesis, Sequence reference, const WordMatcher& matcher,
                      std::int32_t index, SegmentAlignmentWorkspace& workspace) {
    std::vector<Match>& candidates = workspace.candidates;
    if (matcher.classes.count == 0) {
        return exact_matches(hypothesis, reference, index, matcher.weight, workspace.matching,
                             candidates);
    }
    if (matcher.one_class_each) {
        gather_one(hypothesis, matcher.classes, workspace.hyp_classes);
        gather_one(reference, matcher.classes, workspace.ref_classes);
        return class_matches(workspace.hyp_classes, workspace.ref_classes, index, matcher.weight,
                             workspace.matching, candidates);
    }
    const SequenceBatch hyp =
        gather_all(hypothesis, matcher.classes, workspace.hyp_classes, workspace.hyp_offsets);
    const SequenceBatch ref =
        gather_all(reference, matcher.classes, workspace.ref_classes, workspace.ref_offsets);
    return class_matches(hyp, ref, index, matcher.weight, workspace.matching, candidates);
}

bool lies_in(Sequence sentence, std::int32_t start, std::int32_t length) {
    const auto words = static_cast<std::int64_t>(sentence.size());
    return start >= 0 && length >= 1 && std::int64_t{start} + length <= words;
}

void add_given_matches(Sequence hypothesis, Sequence reference, const GivenMatches& given,
                       std::int64_t r, std::int32_t index, std::vector<Match>& candidates) {
    for (std::int64_t k = given.offsets[r]; k < given.offsets[r + 1]; ++k) {
        const std::int32_t* span = given.spans + 4 * k;
        if (!lies_in(hypothesis, span[0], span[1]) || !lies_in(reference, span[2], span[3])) {
            throw std::invalid_argument("match " + std::to_string(k) +
                                        " does not lie within its two sentences");
        }
        candidates.push_back({span[0], span[1], span[2], span[3], index, given.weights[k]});
    }
}

void drop_equal_words(Sequence hypothesis, Sequence reference, std::size_t from,
                      std::vector<Match>& candidates) {
    const auto equal = [&](const Match& match) {
        return match.hyp_length == 1 && match.ref_length == 1 &&
               hypothesis[static_cast<std::size_t>(match.hyp_start)] ==
                   reference[static_cast<std::size_t>(match.ref_start)];
    };
    const auto begin = candidates.begin() + static_cast<std::ptrdiff_t>(from);
    candidates.erase(std::remove_if(begin, candidates.end(), equal), candidates.end());
}

/// Fills workspace.candidates; whether they are all there are.
bool find_candidates(Sequence hypothesis, Sequence reference, std::int64_t r,
                     const std::vector<Matcher>& matchers, SegmentAlignmentWorkspace& workspace) {
    std::vector<Match>& candidates = workspace.candidates;
    candidates.clear();
    bool complete = true, equal_words_matched = false;
    for (std::size_t k = 0; k < matchers.size(); ++k) {
        const auto index = static_cast<std::int32_t>(k);
        const std::size_t from = candidates.size();
        if (matchers[k].is_given) {
            add_given_matches(hypothesis, reference, matchers[k].given, r, index, candidates);
        } else {
            complete &=
                add_word_matches(hypothesis, reference, matchers[k].words, index, workspace);
        }
        if (equal_words_matched) drop_equal_words(hypothesis, reference, from, candidates);
        equal_words_matched |= !matchers[k].is_given && matchers[k].words.classes.count == 0;
    }
    return complete;
}

/// Whether two words are further apart than half the sentences, and than four words of the longer.
bool is_far(const Match& match, std::int64_t hyp_words, std::int64_t ref_words) {
    const std::int64_t apart =
        std::abs((2 * match.hyp_start + 1) * ref_words - (2 * match.ref_start + 1) * hyp_words);
    return apart > hyp_words * ref_words && apart > 8 * std::min(hyp_words, ref_words);
}

bool continues(const Match& match, const Match& before) {
    return match.hyp_start == before.hyp_start + before.hyp_length &&
           match.ref_start == before.ref_start + before.ref_length;
}

/// Removes links of function words that are far apart and chunks by themselves.
void drop_stray(Sequence hypothesis, Sequence reference, FunctionWords function_words,
                const std::vector<Match>& candidates, AlignmentResult& result) {
    std::vector<std::int32_t>& chosen = result.chosen;
    const auto hyp_words = static_cast<std::int64_t>(hypothesis.size());
    const auto ref_words = static_cast<std::int64_t>(reference.size());
    std::size_t kept = 0;
    const Match* before = nullptr;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        const Match& match = candidates[chosen[k]];
        const bool is_stray =
            match.hyp_length == 1 && match.ref_length == 1 &&
            function_words[hypothesis[match.hyp_start]] != 0 &&
            function_words[reference[match.ref_start]] != 0 &&
            is_far(match, hyp_words, ref_words) && !(before && continues(match, *before)) &&
            !(k + 1 < chosen.size() && continues(candidates[chosen[k + 1]], match));
        before = &match;
        if (is_stray) {
            result.covered -= 2;
            result.chunks -= 1;
            result.distance -= std::abs(match.hyp_start - match.ref_start);
        } else {
            chosen[kept++] = chosen[k];
        }
    }
    chosen.resize(kept);
}

}  // namespace

bool has_one_class_each(const SequenceBatch& classes) {
    for (std::int64_t word = 0; word < classes.count; ++word) {
        if (classes[word].size() != 1) return false;
    }
    return true;
}

AlignmentResult align_pair(Sequence hypothesis, Sequence reference, std::int64_t r,
                           const std::vector<Matcher>& matchers,
                           const SegmentAlignmentOptions& options,
                           SegmentAlignmentWorkspace& workspace) {
    const bool complete = find_candidates(hypothesis, reference, r, matchers, workspace);
    const auto hyp_words = static_cast<std::int32_t>(hypothesis.size());
    const auto ref_words = static_cast<std::int32_t>(reference.size());
    if (options.search == AlignmentSearch::meteor) {
        return align_like_meteor(workspace.candidates, hyp_words, ref_words, options.limits.beam,
                                 workspace.meteor);
    }
    prefer_equal_words(hypothesis, reference, options.function_words, workspace.matching,
                       workspace.candidates);
    AlignmentResult result =
        align(workspace.candidates, hyp_words, ref_words, workspace.aligner, options.limits);
    result.exact = result.exact && complete;
    if (!options.function_words.empty()) {
        drop_stray(hypothesis, reference, options.function_words, workspace.candidates, result);
    }
    return result;
}

}  // namespace hyperbaton

#include "long_contexts.hpp"

#include <algorithm>
#include <limits>

#include "hyperbaton/text/word_classes.hpp"
#include "text/suffix_order.hpp"

namespace hyperbaton {

namespace {

// Both sentences from their ends, each with an end of its own: a context to the left of a word is
// the beginning of a suffix.
std::vector<std::int32_t> reversed_text(Sequence hypothesis, Sequence reference) {
    WordClasses classes;
    classes.clear(hypothesis.size() + reference.size());
    std::vector<std::int32_t> text;
    text.reserve(hypothesis.size() + reference.size() + 2);
    const auto add = [&](Sequence words, std::int32_t end) {
        for (std::size_t k = words.size(); k-- > 0;) {
            text.push_back(static_cast<std::int32_t>(classes.insert(words[k])) + 1);
        }
        text.push_back(end);
    };
    add(hypothesis, 0);
    add(reference, 1);
    return text;
}

// What the contexts met last on one side share with the current one.
struct Nearest {
    static constexpr std::int32_t all = std::numeric_limits<std::int32_t>::max();
    std::int32_t hypothesis = 0;
    std::int32_t reference = 0, reference_before = 0;
    std::int32_t position = -1;  // of the word in the reference that shares `reference`

    void share(std::int32_t at_most) {
        hypothesis = std::min(hypothesis, at_most);
        reference = std::min(reference, at_most);
        reference_before = std::min(reference_before, at_most);
    }
};

// The contexts longest in common so far, from both sides.
struct Common {
    std::int32_t in_hypothesis = 0;
    std::int32_t longest = 0, second = 0, position = -1;

    void take(std::int32_t shared, std::int32_t at) {
        if (shared > longest) {
            second = longest;
            longest = shared;
            position = at;
        } else {
            second = std::max(second, shared);
        }
    }
};

}  // namespace

void shortest_long_contexts(Sequence hypothesis, Sequence reference,
                            std::vector<Context>& contexts) {
    const std::size_t n = hypothesis.size(), m = reference.size();
    SuffixOrder order;
    order.build(reversed_text(hypothesis, reference));
    const std::vector<std::int32_t>& starts = order.starts();
    std::vector<Common> common(n);
    Checkpoint checkpoint;
    const auto visit = [&](std::size_t k, std::int32_t shared, Nearest& nearest) {
        checkpoint.pass(4);
        nearest.share(shared);
        const auto start = static_cast<std::size_t>(starts[k]);
        if (start < n) {
            Common& word = common[n - 1 - start];
            word.in_hypothesis = std::max(word.in_hypothesis, nearest.hypothesis);
            word.take(nearest.reference, nearest.position);
            word.take(nearest.reference_before, -1);
            nearest.hypothesis = Nearest::all;
        } else if (start > n && start <= n + m) {
            nearest.reference_before = nearest.reference;
            nearest.reference = Nearest::all;
            nearest.position = static_cast<std::int32_t>(n + m - start);
        }
    };
    Nearest before, after;
    for (std::size_t k = 0; k < starts.size(); ++k) visit(k, order.shared()[k], before);
    for (std::size_t k = starts.size(); k-- > 0;) {
        visit(k, k + 1 < starts.size() ? order.shared()[k + 1] : 0, after);
    }
    contexts.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const Common& word = common[i];
        const std::int32_t ambiguous = std::max(word.in_hypothesis, word.second);
        contexts[i] = {ambiguous + 1, ambiguous < word.longest ? word.position : -1};
    }
}

}  // namespace hyperbaton

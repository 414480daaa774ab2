// The edits of TER against its definition.
#pragma once

#include <cstddef>

#include "hyperbaton/text/translation_edits.hpp"
#include "reference/text/naive_ter.hpp"
#include "tests/check.hpp"
#include "tests/random_words.hpp"

namespace hyperbaton {

inline WordList apply(const Shift& shift, WordList words) {
    const auto first = words.begin() + shift.start;
    const WordList block(first, first + shift.length);
    words.erase(first, first + shift.length);
    words.insert(words.begin() + shift.destination, block.begin(), block.end());
    return words;
}

inline void check_translation_edits(const WordList& hypothesis, const WordList& reference,
                                    TranslationEditWorkspace& workspace) {
    const naive_ter::Result expected = naive_ter::ter(hypothesis, reference);
    CHECK(translation_edit_count(hypothesis, reference, workspace) == expected.edits);
    const TranslationEdits found = translation_edits(hypothesis, reference, workspace);
    CHECK(found.edits == expected.edits);
    CHECK(found.operations == expected.operations);
    CHECK(found.shifts.size() == expected.steps.size());
    WordList words = hypothesis;
    for (std::size_t k = 0; k < found.shifts.size(); ++k) {
        words = apply(found.shifts[k], words);
        CHECK(words == expected.steps[k]);
    }
    CHECK(found.order.size() == words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        CHECK(hypothesis[static_cast<std::size_t>(found.order[i])] == words[i]);
    }
}

}  // namespace hyperbaton

// Texts so long that other algorithms run than in sentences: the results are those of the
// definitions all the same.
#include <algorithm>
#include <numeric>
#include <vector>

#include "check.hpp"
#include "hyperbaton/text/match_masks.hpp"
#include "hyperbaton/text/string_distances.hpp"
#include "hyperbaton/text/translation_edits.hpp"
#include "random_words.hpp"
#include "reference/text/naive_ter.hpp"
#include "text/suffix_order.hpp"

using namespace hyperbaton;

namespace {

void check_masks(std::size_t size, std::size_t alphabet, Generator& generator) {
    const WordList words = random_words(size, alphabet, generator);
    MatchMasks masks;
    masks.assign(words, size + 1);
    CHECK(masks.class_of(-123) == 0);
    CHECK(std::all_of(masks.of_class(0), masks.of_class(0) + masks.blocks(),
                      [](std::uint64_t block) { return block == 0; }));
    for (int k = 0; k < 50; ++k) {
        const std::int32_t word = words[below(size, generator)];
        const std::uint32_t word_class = masks.class_of(word);
        const std::size_t first = below(masks.blocks(), generator);
        const std::size_t count = 1 + below(masks.blocks() - first, generator);
        const std::uint64_t* const part = masks.part(word_class, first, count);
        const std::vector<std::uint64_t> blocks(part, part + count);
        for (std::size_t p = 64 * first; p < std::min(size, 64 * (first + count)); ++p) {
            CHECK((blocks[p / 64 - first] >> (p % 64) & 1) == (words[p] == word ? 1u : 0u));
        }
        const std::size_t position = below(size, generator);
        CHECK(masks.has(word_class, position) == (words[position] == word));
    }
}

using Row = std::vector<std::uint16_t>;

/// All distances of prefixes.
std::vector<Row> distances(const WordList& hypothesis, const WordList& reference) {
    std::vector<Row> cell(hypothesis.size() + 1, Row(reference.size() + 1));
    std::iota(cell[0].begin(), cell[0].end(), std::uint16_t{0});
    for (std::size_t i = 1; i < cell.size(); ++i) {
        cell[i][0] = static_cast<std::uint16_t>(i);
        for (std::size_t j = 1; j < cell[i].size(); ++j) {
            const int changed = hypothesis[i - 1] != reference[j - 1] ? 1 : 0;
            const int best =
                std::min({cell[i - 1][j - 1] + changed, cell[i - 1][j] + 1, cell[i][j - 1] + 1});
            cell[i][j] = static_cast<std::uint16_t>(best);
        }
    }
    return cell;
}

/// From the end backwards: match or substitution before deletion before insertion.
std::vector<EditOperation> script(const std::vector<Row>& cell, const WordList& hypothesis,
                                  const WordList& reference) {
    std::vector<EditOperation> operations;
    std::size_t i = hypothesis.size(), j = reference.size();
    while (i > 0 || j > 0) {
        const bool is_match = i > 0 && j > 0 && hypothesis[i - 1] == reference[j - 1];
        if (i > 0 && j > 0 && cell[i][j] == cell[i - 1][j - 1] + (is_match ? 0 : 1)) {
            operations.push_back(is_match ? EditOperation::match : EditOperation::substitution);
            --i, --j;
        } else if (i > 0 && cell[i][j] == cell[i - 1][j] + 1) {
            operations.push_back(EditOperation::deletion);
            --i;
        } else {
            operations.push_back(EditOperation::insertion);
            --j;
        }
    }
    std::reverse(operations.begin(), operations.end());
    return operations;
}

std::size_t cder(const WordList& hypothesis, const WordList& reference) {
    const std::size_t n = hypothesis.size();
    std::vector<std::size_t> row(n + 1, 1), next(n + 1);
    row[0] = 0;
    for (const std::int32_t word : reference) {
        for (std::size_t i = 0; i <= n; ++i) {
            next[i] = row[i] + 1;
            if (i == 0) continue;
            const std::size_t changed = hypothesis[i - 1] != word ? 1 : 0;
            next[i] = std::min({next[i], row[i - 1] + changed, next[i - 1] + 1});
        }
        const std::size_t jump = *std::min_element(next.begin(), next.end()) + 1;
        for (std::size_t i = 0; i <= n; ++i) row[i] = std::min(next[i], jump);
    }
    return row[n];
}

void check_distances(std::size_t size, std::size_t alphabet, Generator& generator) {
    StringDistanceWorkspace workspace;
    const WordList reference = random_words(size, alphabet, generator);
    const WordList hypothesis = damaged(reference, alphabet, generator);
    const std::vector<Row> cell = distances(hypothesis, reference);
    CHECK(levenshtein_distance(hypothesis, reference, workspace) == cell.back().back());
    CHECK(levenshtein_operations(hypothesis, reference, workspace) ==
          script(cell, hypothesis, reference));
    CHECK(cder_distance(hypothesis, reference, workspace) == cder(hypothesis, reference));
}

void check_ter(std::size_t size, std::size_t alphabet, Generator& generator) {
    TranslationEditWorkspace workspace;
    const WordList reference = random_words(size, alphabet, generator);
    for (const WordList& hypothesis :
         {damaged(reference, alphabet, generator),
          random_words(below(2 * size, generator) + 1, alphabet, generator)}) {
        const naive_ter::Result expected = naive_ter::ter(hypothesis, reference);
        const TranslationEdits found = translation_edits(hypothesis, reference, workspace);
        CHECK(found.edits == expected.edits);
        CHECK(found.operations == expected.operations);
        CHECK(found.shifts.size() == expected.steps.size());
        CHECK(translation_edit_count(hypothesis, reference, workspace) == expected.edits);
    }
}

void check_suffixes(std::size_t size, std::size_t alphabet, Generator& generator) {
    WordList symbols(size);
    for (std::int32_t& symbol : symbols) {
        symbol = static_cast<std::int32_t>(below(std::min(alphabet, size), generator));
    }
    SuffixOrder order;
    order.build(symbols);
    CHECK(order.starts().size() == size);
    for (std::size_t k = 1; k < size; ++k) {
        const auto one = symbols.begin() + order.starts()[k - 1];
        const auto other = symbols.begin() + order.starts()[k];
        CHECK(std::lexicographical_compare(one, symbols.end(), other, symbols.end()));
        const auto end = std::mismatch(one, symbols.end(), other, symbols.end()).first;
        CHECK(order.shared()[k] == end - one);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t divisor = argc > 1 ? 2 : 1;
    static_cast<void>(argv);
    Generator generator(11);
    for (const std::size_t alphabet : {1u, 3u, 100u, 100000u}) {
        check_masks(5000, alphabet, generator);
        check_masks(70, alphabet, generator);
        check_distances(4500 / divisor, alphabet, generator);
        check_suffixes(700, alphabet, generator);
        check_ter(400, alphabet, generator);
    }
    check_distances(8500, 20, generator);
    check_ter(700 / divisor, 40, generator);
}

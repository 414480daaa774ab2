#include "inversion_search.hpp"

#include <algorithm>

#include "hyperbaton/runtime/cancellation.hpp"
#include "hyperbaton/text/string_distances.hpp"

namespace hyperbaton {

using Buffers = InversionWorkspace::Buffers;

void renumber_words(std::span<const std::int32_t> hypothesis,
                    std::span<const std::int32_t> reference, Buffers& buffers) {
    WordClasses& classes = buffers.strings.classes;
    classes.clear(hypothesis.size() + reference.size());
    const auto number = [&classes](std::int32_t word) {
        return static_cast<std::int32_t>(classes.insert(word)) - 1;
    };
    buffers.reference.resize(reference.size());
    buffers.hypothesis.resize(hypothesis.size());
    std::transform(reference.begin(), reference.end(), buffers.reference.begin(), number);
    std::transform(hypothesis.begin(), hypothesis.end(), buffers.hypothesis.begin(), number);
    buffers.types = static_cast<int>(classes.size());
}

int common_words(Buffers& buffers) {
    const std::size_t longer = std::max(buffers.hypothesis.size(), buffers.reference.size());
    return static_cast<int>(longer - position_independent_distance(
                                         buffers.hypothesis, buffers.reference, buffers.strings));
}

int set_ends_aside(Buffers& buffers) {
    std::vector<std::int32_t>& h = buffers.hypothesis;
    std::vector<std::int32_t>& r = buffers.reference;
    std::vector<std::int32_t>& copies = buffers.type_counts;
    copies.assign(static_cast<std::size_t>(buffers.types), 0);
    for (const std::int32_t word : h) ++copies[static_cast<std::size_t>(word)];
    for (const std::int32_t word : r) ++copies[static_cast<std::size_t>(word)];
    // Two copies in all: one on each side.
    const auto match = [&copies](std::int32_t a, std::int32_t b) {
        return a == b && copies[static_cast<std::size_t>(a)] == 2;
    };
    const auto head = std::mismatch(h.begin(), h.end(), r.begin(), r.end(), match).first;
    const std::ptrdiff_t front = head - h.begin();
    const auto tail =
        std::mismatch(h.rbegin(), h.rend() - front, r.rbegin(), r.rend() - front, match).first;
    const std::size_t back = static_cast<std::size_t>(tail - h.rbegin());
    for (std::vector<std::int32_t>* words : {&h, &r}) {
        words->resize(words->size() - back);
        words->erase(words->begin(), words->begin() + front);
    }
    return static_cast<int>(front);
}

int unit_levenshtein(Buffers& buffers) {
    return static_cast<int>(
        levenshtein_distance(buffers.hypothesis, buffers.reference, buffers.strings));
}

void fill_costs_of_prefixes(Buffers& buffers) {
    const std::vector<std::int32_t>& h = buffers.hypothesis;
    const std::vector<std::int32_t>& r = buffers.reference;
    const std::size_t columns = r.size() + 1;
    buffers.prefix_cost.resize((h.size() + 1) * columns);
    std::int32_t* row = buffers.prefix_cost.data();
    for (std::size_t j = 0; j < columns; ++j) row[j] = static_cast<std::int32_t>(j);
    for (const std::int32_t word : h) {
        const std::int32_t* above = row;
        row += columns;
        row[0] = above[0] + 1;
        for (std::size_t j = 1; j < columns; ++j) {
            const std::int32_t paired = above[j - 1] + (word == r[j - 1] ? 0 : 1);
            row[j] = std::min(paired, std::min(above[j], row[j - 1]) + 1);
        }
    }
}

void fill_costs_of_suffixes(Buffers& buffers) {
    const std::vector<std::int32_t>& h = buffers.hypothesis;
    const std::vector<std::int32_t>& r = buffers.reference;
    const std::size_t columns = r.size() + 1;
    buffers.suffix_cost.resize((h.size() + 1) * columns);
    std::int32_t* row = buffers.suffix_cost.data() + h.size() * columns;
    for (std::size_t j = 0; j < columns; ++j) row[j] = static_cast<std::int32_t>(r.size() - j);
    for (std::size_t i = h.size(); i-- > 0;) {
        const std::int32_t* below = row;
        row -= columns;
        row[r.size()] = below[r.size()] + 1;
        for (std::size_t j = r.size(); j-- > 0;) {
            const std::int32_t paired = below[j + 1] + (h[i] == r[j] ? 0 : 1);
            row[j] = std::min(paired, std::min(below[j], row[j + 1]) + 1);
        }
    }
}

double position_independent_cost(std::size_t hypothesis_words, std::size_t reference_words,
                                 int common, const InversionCosts& costs) {
    const double extra = static_cast<double>(hypothesis_words) - common;
    const double missing = static_cast<double>(reference_words) - common;
    const double paired = std::min(extra, missing);
    return paired * std::min(costs.substitution, costs.deletion + costs.insertion) +
           (extra - paired) * costs.deletion + (missing - paired) * costs.insertion;
}

double weighted_levenshtein(const Buffers& buffers, const InversionCosts& costs) {
    const std::size_t columns = buffers.reference.size();
    std::vector<double> row(columns + 1);
    for (std::size_t j = 0; j <= columns; ++j) row[j] = static_cast<double>(j) * costs.insertion;
    Checkpoint checkpoint;
    for (const std::int32_t word : buffers.hypothesis) {
        checkpoint.pass(columns);
        double diagonal = row[0];
        row[0] += costs.deletion;
        for (std::size_t j = 1; j <= columns; ++j) {
            const double paired =
                diagonal + (word == buffers.reference[j - 1] ? 0.0 : costs.substitution);
            diagonal = row[j];
            row[j] = std::min({paired, row[j] + costs.deletion, row[j - 1] + costs.insertion});
        }
    }
    return row[columns];
}

}  // namespace hyperbaton

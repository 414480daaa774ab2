#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <tuple>
#include <vector>

#include "hyperbaton/text/edit_operation.hpp"
#include "tests/random_words.hpp"

/// TER's definition, without any shortcut: every cell, every shift, every round from scratch.
namespace naive_ter {

using hyperbaton::EditOperation;
using Index = std::ptrdiff_t;

struct Path {
    Index distance = 0;
    std::vector<EditOperation> operations;
};

struct Cell {
    Index cost = std::numeric_limits<Index>::max() / 2;
    EditOperation operation = EditOperation::insertion;
};

inline void improve(Cell& cell, Index cost, EditOperation operation) {
    if (cost < cell.cost) {
        cell = Cell{cost, operation};
    }
}

inline Path read_back(const std::vector<std::vector<Cell>>& cells) {
    std::size_t i = cells.size() - 1;
    std::size_t j = cells[0].size() - 1;
    Path path{cells[i][j].cost, {}};
    while (i > 0 || j > 0) {
        const EditOperation operation = cells[i][j].operation;
        path.operations.push_back(operation);
        i -= operation != EditOperation::insertion ? 1 : 0;
        j -= operation != EditOperation::deletion ? 1 : 0;
    }
    std::reverse(path.operations.begin(), path.operations.end());
    return path;
}

/// Edit distance with a beam around the diagonal; cells outside it are infinite.
inline Path beam_distance(const WordList& hypothesis, const WordList& reference) {
    const std::size_t n = hypothesis.size();
    const std::size_t m = reference.size();
    const double ratio = n == 0 ? 1.0 : static_cast<double>(m) / static_cast<double>(n);
    const auto beam = static_cast<Index>(ratio / 2 > 25 ? std::ceil(ratio / 2 + 25) : 25);
    std::vector<std::vector<Cell>> cells(n + 1, std::vector<Cell>(m + 1));
    for (std::size_t j = 0; j <= m; ++j) {
        cells[0][j].cost = static_cast<Index>(j);
    }
    for (std::size_t i = 1; i <= n; ++i) {
        const auto diagonal = static_cast<Index>(std::floor(static_cast<double>(i) * ratio));
        for (std::size_t j = 0; j <= m; ++j) {
            const Index offset = static_cast<Index>(j) - diagonal;
            if (offset < -beam || (offset >= beam && i < n)) {
                continue;
            }
            Cell& cell = cells[i][j];
            if (j > 0) {
                const bool match = hypothesis[i - 1] == reference[j - 1];
                improve(cell, cells[i - 1][j - 1].cost + (match ? 0 : 1),
                        match ? EditOperation::match : EditOperation::substitution);
            }
            improve(cell, cells[i - 1][j].cost + 1, EditOperation::deletion);
            if (j > 0) {
                improve(cell, cells[i][j - 1].cost + 1, EditOperation::insertion);
            }
        }
    }
    return read_back(cells);
}

/// The hypothesis position aligned to every reference position, and which words are wrong.
struct Alignment {
    std::vector<Index> position;
    std::vector<bool> hypothesis_wrong;
    std::vector<bool> reference_wrong;
};

inline Alignment align(const Path& path) {
    Alignment alignment;
    Index position = -1;
    for (const EditOperation operation : path.operations) {
        const bool wrong = operation != EditOperation::match;
        if (operation != EditOperation::insertion) {
            ++position;
            alignment.hypothesis_wrong.push_back(wrong);
        }
        if (operation != EditOperation::deletion) {
            alignment.position.push_back(position);
            alignment.reference_wrong.push_back(wrong);
        }
    }
    return alignment;
}

inline WordList shifted(const WordList& words, Index start, Index length, Index target) {
    const WordList block(words.begin() + start, words.begin() + start + length);
    WordList rest(words.begin(), words.begin() + start);
    rest.insert(rest.end(), words.begin() + start + length, words.end());
    Index destination = target;
    if (target > start + length) {
        destination = target - length;
    }
    destination = std::min(destination, static_cast<Index>(rest.size()));
    rest.insert(rest.begin() + destination, block.begin(), block.end());
    return rest;
}

inline bool any(const std::vector<bool>& flags, Index first, Index length) {
    return std::find(flags.begin() + first, flags.begin() + first + length, true) !=
           flags.begin() + first + length;
}

struct Round {
    WordList words;
    Index gain = 0;
    std::size_t considered = 0;
};

/// Tries every shift of every pair of matching words in the order of the definition.
inline Round best_shift(const WordList& words, const WordList& reference, std::size_t considered) {
    const Path path = beam_distance(words, reference);
    const Alignment alignment = align(path);
    const auto n = static_cast<Index>(words.size());
    const auto m = static_cast<Index>(reference.size());
    using Rank = std::tuple<Index, Index, Index, Index>;
    Rank best{std::numeric_limits<Index>::min(), 0, 0, 0};
    Round round{words, 0, considered};
    for (Index start = 0; start < n; ++start) {
        for (Index match = 0; match < m; ++match) {
            for (Index length = 1; length <= 10 && std::abs(start - match) <= 50; ++length) {
                if (start + length > n || match + length > m ||
                    !std::equal(words.begin() + start, words.begin() + start + length,
                                reference.begin() + match)) {
                    break;
                }
                const Index aligned = alignment.position[static_cast<std::size_t>(match)];
                if (!any(alignment.hypothesis_wrong, start, length) ||
                    !any(alignment.reference_wrong, match, length) ||
                    (start <= aligned && aligned < start + length)) {
                    continue;
                }
                Index previous = -1;
                for (Index at = match - 1; at < match + length; ++at) {
                    const Index target =
                        at < 0 ? 0 : alignment.position[static_cast<std::size_t>(at)] + 1;
                    if (target == previous) {
                        continue;
                    }
                    previous = target;
                    ++round.considered;
                    const WordList candidate = shifted(words, start, length, target);
                    const Index gain = path.distance - beam_distance(candidate, reference).distance;
                    const Rank rank{gain, length, -start, -target};
                    if (rank > best) {
                        best = rank;
                        round.words = candidate;
                        round.gain = gain;
                    }
                }
                if (round.considered >= 1000) {
                    return round;
                }
            }
        }
    }
    return round;
}

struct Result {
    std::vector<WordList> steps;  // the hypothesis after each shift
    std::vector<EditOperation> operations;
    std::size_t edits = 0;
};

inline Result ter(const WordList& hypothesis, const WordList& reference) {
    Result result;
    WordList words = hypothesis;
    std::size_t considered = 0;
    while (!reference.empty()) {
        const Round round = best_shift(words, reference, considered);
        considered = round.considered;
        if (considered >= 1000 || round.gain <= 0) {
            break;
        }
        words = round.words;
        result.steps.push_back(words);
    }
    const Path path = beam_distance(words, reference);
    result.operations = path.operations;
    result.edits = result.steps.size() + static_cast<std::size_t>(path.distance);
    return result;
}

}  // namespace naive_ter

// The edit grid: exchanges of blocks, rows that are kept, and paths, without and within a band,
// against a table of all cells.
#include <limits>

#include "fuzz/input.hpp"
#include "hyperbaton/text/edit_grid.hpp"
#include "tests/text/string_distance_checks.hpp"

using namespace hyperbaton;

namespace {

using Classes = std::vector<std::uint32_t>;

// The distance along cells that lie within the band.
std::size_t distance_within(const WordList& words, const WordList& reference,
                            const EditBand& band) {
    constexpr std::size_t far = std::numeric_limits<std::size_t>::max() / 2;
    std::vector<std::size_t> row(reference.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= words.size(); ++i) {
        std::vector<std::size_t> next(row.size(), far);
        for (std::size_t j = band.first[i]; j < band.past[i]; ++j) {
            next[j] = row[j] + 1;
            if (j == 0) continue;
            const std::size_t changed = words[i - 1] != reference[j - 1] ? 1 : 0;
            next[j] = std::min({next[j], row[j - 1] + changed, next[j - 1] + 1});
        }
        row = next;
    }
    return row.back();
}

// A band along the diagonal, as TER's, only narrower.
EditBand some_band(std::size_t hypothesis, std::size_t reference, Input& input) {
    EditBand band{{0}, {reference + 1}};
    const std::size_t per_row = hypothesis == 0 ? 0 : reference / hypothesis;
    const std::size_t beam = per_row + 2 + input.below(30);
    for (std::size_t i = 1; i <= hypothesis; ++i) {
        const std::size_t diagonal = i * reference / hypothesis;
        band.first.push_back(diagonal - std::min(beam, diagonal));
        band.past.push_back(i == hypothesis ? reference + 1
                                            : std::min(diagonal + beam, reference + 1));
    }
    return band;
}

WordList swapped(WordList words, std::size_t begin, std::size_t middle, std::size_t end) {
    const auto at = [&](std::size_t k) { return words.begin() + static_cast<std::ptrdiff_t>(k); };
    std::rotate(at(begin), at(middle), at(end));
    return words;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static EditGrid grid;
    Input input(data, size);
    const auto [hypothesis, reference] = input.pair(input.flag() ? 30 : 150);
    MatchMasks masks;
    masks.assign(reference, reference.size());
    const auto classes_of = [&](const WordList& words) {
        Classes classes;
        for (const std::int32_t word : words) classes.push_back(masks.class_of(word));
        return classes;
    };
    const bool is_banded = input.flag();
    EditBand band{{}, {}};
    if (is_banded) {
        band = some_band(hypothesis.size(), reference.size(), input);
    } else {
        band.first.assign(hypothesis.size() + 1, 0);
        band.past.assign(hypothesis.size() + 1, reference.size() + 1);
    }
    grid.reset(masks, reference.size(), is_banded ? &band : nullptr);

    Classes classes = classes_of(hypothesis);
    grid.fill(classes, 0);
    CHECK(grid.distance() == distance_within(hypothesis, reference, band));
    CHECK(grid.unrestricted_distance(classes) == naive_levenshtein(hypothesis, reference));

    std::size_t cuts[3] = {input.below(hypothesis.size() + 1), input.below(hypothesis.size() + 1),
                           input.below(hypothesis.size() + 1)};
    std::sort(cuts, cuts + 3);
    const WordList moved = swapped(hypothesis, cuts[0], cuts[1], cuts[2]);
    const std::size_t expected = distance_within(moved, reference, band);
    CHECK(grid.distance_after_swap(classes, cuts[0], cuts[1], cuts[2]) == expected);
    classes = classes_of(moved);
    grid.fill(classes, cuts[0]);
    CHECK(grid.distance() == expected);
    std::vector<EditOperation> operations;
    grid.trace(classes, operations);
    CHECK(is_script(operations, moved, reference, expected));

    grid.reset(masks, reference.size(), nullptr);
    std::vector<EditOperation> traced;
    grid.fill_and_trace(classes, traced);
    CHECK(is_script(traced, moved, reference, naive_levenshtein(moved, reference)));
    CHECK(is_banded || traced == operations);
    return 0;
}

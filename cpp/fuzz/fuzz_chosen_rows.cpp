// Rows chosen from a flat array, as often as they are named, against copying one after the other.
#include "fuzz/input.hpp"
#include "hyperbaton/text/chosen_rows.hpp"
#include "tests/check.hpp"

using namespace hyperbaton;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    std::vector<std::int32_t> values;
    std::vector<std::int64_t> offsets{0};
    std::vector<WordList> rows(1 + input.below(12));
    for (WordList& row : rows) {
        row = input.words(9, 256);
        values.insert(values.end(), row.begin(), row.end());
        offsets.push_back(static_cast<std::int64_t>(values.size()));
    }
    std::vector<std::int64_t> chosen(input.below(30));
    std::vector<std::int32_t> expected;
    std::vector<std::int64_t> ends{0};
    for (std::int64_t& row : chosen) {
        row = static_cast<std::int64_t>(input.below(rows.size()));
        const WordList& words = rows[static_cast<std::size_t>(row)];
        expected.insert(expected.end(), words.begin(), words.end());
        ends.push_back(static_cast<std::int64_t>(expected.size()));
    }
    const auto found = chosen_rows<std::int32_t>(values.data(), offsets, chosen);
    CHECK(found.offsets == ends);
    CHECK(std::equal(expected.begin(), expected.end(), found.values.data(),
                     found.values.data() + found.values.size()));
    return 0;
}

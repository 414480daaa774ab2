// Which numbers are permutations, by their definition.
#include <limits>

#include "fuzz/input.hpp"
#include "hyperbaton/permutation/permutations.hpp"
#include "tests/check.hpp"

using namespace hyperbaton;

namespace {

// Whether sorting gives first, first + 1, …
bool counts_from(std::int64_t first, std::vector<std::int64_t> values) {
    std::sort(values.begin(), values.end());
    for (const std::int64_t value : values) {
        if (value != first++) return false;
    }
    return true;
}

std::int64_t some_value(Input& input) {
    constexpr std::int64_t corners[] = {std::numeric_limits<std::int64_t>::min(),
                                        std::numeric_limits<std::int64_t>::max(),
                                        std::int64_t{1} << 32, -1};
    const std::size_t kind = input.below(40);
    return kind < 4 ? corners[kind] : static_cast<std::int64_t>(input.below(12));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    std::vector<std::vector<std::int64_t>> all(input.below(5));
    std::vector<std::int64_t> raw, offsets{0};
    for (std::vector<std::int64_t>& values : all) {
        if (input.flag()) {
            for (const std::int32_t value : input.permutation(12)) values.push_back(value + 1);
        }
        for (std::size_t more = input.below(8); more > 0; --more) {
            values.push_back(some_value(input));
        }
        raw.insert(raw.end(), values.begin(), values.end());
        offsets.push_back(static_cast<std::int64_t>(raw.size()));
    }
    std::vector<std::int32_t> values(raw.size());
    std::vector<std::int8_t> bases(all.size());
    const std::int64_t wrong =
        validate_permutations(raw.data(), offsets.data(), static_cast<std::int64_t>(all.size()),
                              values.data(), bases.data());
    for (std::size_t k = 0; k < all.size(); ++k) {
        const bool is_valid = counts_from(0, all[k]) || counts_from(1, all[k]);
        if (static_cast<std::int64_t>(k) == wrong) {
            CHECK(!is_valid);
            return 0;
        }
        CHECK(is_valid);
        const std::int64_t base = counts_from(1, all[k]) ? 1 : 0;
        CHECK(bases[k] == base);
        for (std::size_t i = 0; i < all[k].size(); ++i) {
            CHECK(values[static_cast<std::size_t>(offsets[k]) + i] == all[k][i] - base);
        }
    }
    CHECK(wrong == -1);
    return 0;
}

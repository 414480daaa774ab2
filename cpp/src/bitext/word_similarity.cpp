#include <algorithm>
#include <vector>

#include "hyperbaton/bitext/word_aligner.hpp"
#include "hyperbaton/text/string_distances.hpp"

namespace hyperbaton {

namespace {

constexpr std::size_t shortest = 3;       // letters of words that are compared
constexpr std::size_t common_prefix = 4;  // from here on a common beginning counts

bool is_digit(std::int32_t letter) { return letter >= '0' && letter <= '9'; }

// The digits of a word without leading zeros; false if it has none.
bool digits_of(Sequence word, std::vector<std::int32_t>& digits) {
    digits.clear();
    bool any = false;
    for (const std::int32_t letter : word) {
        if (!is_digit(letter)) continue;
        any = true;
        if (letter != '0' || !digits.empty()) digits.push_back(letter);
    }
    return any;
}

}  // namespace

float word_similarity(Sequence a, Sequence b) {
    if (std::ranges::equal(a, b)) return 1.0F;
    thread_local std::vector<std::int32_t> digits, other_digits;
    const bool number = digits_of(a, digits), other_number = digits_of(b, other_digits);
    if (number || other_number) return number && other_number && digits == other_digits ? 1.0F : 0;
    const std::size_t longer = std::max(a.size(), b.size()), shorter = std::min(a.size(), b.size());
    if (shorter < shortest || longer > 2 * shorter) return 0.0F;
    thread_local StringDistanceWorkspace workspace;
    const auto letters = static_cast<float>(longer);
    const auto distance = static_cast<float>(levenshtein_distance(a, b, workspace));
    const auto end = std::ranges::mismatch(a, b).in1;
    const auto prefix = static_cast<std::size_t>(end - a.begin());
    const float alike =
        prefix < common_prefix ? 0.0F : 0.5F + 0.5F * static_cast<float>(prefix) / letters;
    return std::max(1.0F - distance / letters, alike);
}

}  // namespace hyperbaton

#include "flat_kernels.hpp"

#if defined(_MSC_VER)
#include <intrin.h>
#endif

namespace hyperbaton::HYPERBATON_SIMD {

namespace {

using Word = std::uint64_t;
constexpr int word_bits = 64;
constexpr int max_words = FlatKernels::max_length / word_bits;

inline std::int64_t ones(Word word) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_popcountll(word);
#elif defined(_MSC_VER) && defined(__AVX2__)  // where the processor was asked for it
    return static_cast<std::int64_t>(__popcnt64(word));
#else
    word -= (word >> 1) & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + ((word >> 2) & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return static_cast<std::int64_t>((word * 0x0101010101010101u) >> 56);
#endif
}

std::int64_t inversions_one_word(const std::int32_t* values, std::int64_t n) {
    Word seen = 0;
    std::int64_t inversions = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        const Word value = static_cast<Word>(values[i]) % word_bits;
        inversions += ones(seen >> value);  // earlier and larger; the value itself is unseen
        seen |= Word{1} << value;
    }
    return inversions;
}

std::int64_t inversions(const std::int32_t* values, std::int64_t n) {
    if (n <= word_bits) return inversions_one_word(values, n);
    Word seen[max_words] = {};
    std::int64_t inversions = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        const Word value = static_cast<Word>(values[i]) % FlatKernels::max_length;
        const Word word = value / word_bits, bit = value % word_bits;
        inversions += ones(seen[word] >> bit);
        for (Word w = word + 1; w < max_words; ++w) inversions += ones(seen[w]);
        seen[word] |= Word{1} << bit;
    }
    return inversions;
}

// Bit-parallel longest common subsequence (Crochemore et al. 2001) of the identity and the
// permutation: each symbol matches in one place, so its match mask is a single bit. A zero in
// `open` stands for one more symbol in the longest subsequence ending there.
std::int64_t longest_increasing_one_word(const std::int32_t* values, std::int64_t n) {
    Word open = ~Word{0};
    for (std::int64_t i = 0; i < n; ++i) {
        const Word match = open & (Word{1} << static_cast<Word>(values[i]) % word_bits);
        open = (open + match) | (open - match);
    }
    const Word used = n == word_bits ? ~Word{0} : (Word{1} << n) - 1;
    return ones(~open & used);
}

std::int64_t longest_increasing(const std::int32_t* values, std::int64_t n) {
    if (n <= word_bits) return longest_increasing_one_word(values, n);
    Word open[max_words];
    for (Word& word : open) word = ~Word{0};
    for (std::int64_t i = 0; i < n; ++i) {
        const Word value = static_cast<Word>(values[i]) % FlatKernels::max_length;
        const Word first = value / word_bits;
        const Word match = open[first] & (Word{1} << value % word_bits);
        Word carry = match;
        Word cleared = match;
        for (Word w = first; w < max_words && carry != 0; ++w) {
            const Word before = open[w];
            const Word sum = before + carry;
            carry = sum < before ? 1 : 0;
            open[w] = sum | (before - cleared);
            cleared = 0;
        }
    }
    std::int64_t length = 0;
    for (std::int64_t w = 0; w * word_bits < n; ++w) {
        const std::int64_t left = n - w * word_bits;
        const Word used = left >= word_bits ? ~Word{0} : (Word{1} << left) - 1;
        length += ones(~open[w] & used);
    }
    return length;
}

// The sum of term(i) over i = 0 .. n - 1, in 32 bits, which compilers turn into vectors.
template <class Term>
inline std::int64_t sum_of(std::int64_t n, Term term) {
    const auto count = static_cast<std::int32_t>(n);
    std::int32_t sum = 0;
    for (std::int32_t i = 0; i < count; ++i) sum += term(i);
    return sum;
}

std::int64_t squared_displacements(const std::int32_t* values, std::int64_t n) {
    return sum_of(n, [=](std::int32_t i) { return (values[i] - i) * (values[i] - i); });
}

std::int64_t absolute_displacements(const std::int32_t* values, std::int64_t n) {
    return sum_of(n, [=](std::int32_t i) { return values[i] < i ? i - values[i] : values[i] - i; });
}

std::int64_t fixed_points(const std::int32_t* values, std::int64_t n) {
    return sum_of(n, [=](std::int32_t i) { return values[i] == i ? 1 : 0; });
}

std::int64_t adjacencies(const std::int32_t* values, std::int64_t n) {
    return sum_of(n - 1, [=](std::int32_t i) { return values[i + 1] == values[i] + 1 ? 1 : 0; });
}

}  // namespace

const FlatKernels flat_kernels{
    inversions,   longest_increasing, squared_displacements, absolute_displacements,
    fixed_points, adjacencies};

}  // namespace hyperbaton::HYPERBATON_SIMD

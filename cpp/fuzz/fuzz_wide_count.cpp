// Counts of 128 bits against those of the compiler.
#include <stdexcept>

#include "fuzz/input.hpp"
#include "hyperbaton/permutation/wide_count.hpp"
#include "tests/check.hpp"

using namespace hyperbaton;

namespace {

__extension__ typedef unsigned __int128 Wide;

Wide as_wide(WideCount count) { return Wide{count.high} << 64 | count.low; }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const WideCount a{input.bits() >> input.below(64), input.bits() >> input.below(64)};
    const WideCount b{input.bits() >> input.below(64), input.bits() >> input.below(64)};
    const std::uint64_t factor = input.bits() >> 32;

    WideCount sum = a;
    sum += b;
    CHECK(as_wide(sum) == as_wide(a) + as_wide(b));
    const bool a_is_larger = as_wide(a) >= as_wide(b);
    const WideCount difference = a_is_larger ? a - b : b - a;
    CHECK(as_wide(difference) == (a_is_larger ? as_wide(a) - as_wide(b) : as_wide(b) - as_wide(a)));
    if (factor == 0 || as_wide(a) <= ~Wide{0} / factor) {
        CHECK(as_wide(WideCount::product(a, factor)) == as_wide(a) * factor);
    }
    CHECK(a.to_double() == static_cast<double>(as_wide(a)));
    try {
        CHECK(Wide(static_cast<std::uint64_t>(a.to_int64())) == as_wide(a));
        CHECK(as_wide(a) >> 63 == 0);
    } catch (const std::overflow_error&) {
        CHECK(as_wide(a) >> 63 != 0);
    }
    return 0;
}

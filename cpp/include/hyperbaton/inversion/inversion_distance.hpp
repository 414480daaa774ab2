#pragma once
// Inversion edit distance (Leusch, Ueffing & Ney 2003), exact.
//
// The cheapest way to derive a hypothesis and a reference together with a bracketing
// transduction grammar: words are matched, substituted, inserted or deleted, and two adjacent
// blocks may change places at a constant cost. Where the paper's prose and its recursion
// differ, the recursion (equation 2) counts, with the minimum taken everywhere: a single pair
// of words costs min(substitution, deletion + insertion).
//
// Which algorithm runs when:
//  1. Bounds. P, the position-independent distance, is never more than the answer; L, the
//     Levenshtein distance, is never less. A derivation without inversions costs at least L,
//     any other at least P + inversion. So L <= P + inversion settles the pair: L is exact.
//     Equal strings, strings without a common word and repetitions of one word end here at any
//     length. Time O(I * J / 64) with unit costs, O(I * J) otherwise.
//  2. All four costs equal: words at the ends that pair off are set aside, and walks along both
//     sentences, which count how often the word order turns back, raise P. If that does not meet
//     L, a pruned search over boxes follows, for all reference ends at once, a bit each. Worst
//     case O(I^3 J^3) time; on MT output far less: 0.02 ms, 0.5 ms and 5 ms a pair at 25, 50 and
//     80 words. Up to max_search_words words a side.
//  3. Other costs: the same recurrences without bounds, in doubles. O(I^2 J^2) memory, up to
//     max_general_boxes pairs of spans (83 words on both sides).
// Beyond those lengths, or when the work budget is spent, the result carries the bounds known
// so far and exact = false.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hyperbaton {

// Finite and non-negative. A deletion drops a hypothesis word, an insertion adds a reference
// word.
struct InversionCosts {
    double insertion = 1.0;
    double deletion = 1.0;
    double substitution = 1.0;
    double inversion = 1.0;

    bool uniform() const {
        return insertion == deletion && insertion == substitution && insertion == inversion;
    }
    bool unit() const { return uniform() && insertion == 1.0; }
};

struct InversionLimits {
    // Inner steps (rows of boxes evaluated, pairs of blocks tried), not wall-clock time: the
    // same input ends the same way on every machine. 5e7 to 1e8 steps a second.
    std::uint64_t max_steps = 1'000'000'000;
    // Rows of 256 bits whatever the length, for tests: it changes no result.
    bool wide_rows = false;
};

struct InversionDistance {
    double cost = 0.0;   // the distance, or the best upper bound if not exact
    double lower = 0.0;  // equals cost if exact
    bool exact = true;
    std::uint64_t steps = 0;
};

enum class InversionOperation : std::uint8_t {
    match,
    substitution,
    insertion,
    deletion,
    straight,
    inverted
};

// Spans are half-open. Children tile the spans of their parent: left to right on both sides
// under `straight`; left to right in the hypothesis and right to left in the reference under
// `inverted`.
struct DerivationNode {
    InversionOperation operation;
    std::int32_t hypothesis_begin, hypothesis_end;
    std::int32_t reference_begin, reference_end;
    std::int32_t child_count;   // 2 under inverted, >= 2 under straight, else 0
    std::int32_t next_sibling;  // index, or -1; the first child follows its parent directly
};

struct InversionDerivation {
    InversionDistance distance;         // cost is the cost of `nodes`
    std::vector<DerivationNode> nodes;  // pre-order, root first; empty for two empty strings
};

// Longest side the exact search takes (unit costs). Its tables then need 7 MB, its lists at most
// max_list_bytes; a search that would need more ends with exact = false.
inline constexpr std::size_t max_search_words = 250;
inline constexpr std::size_t max_list_bytes = std::size_t{512} << 20;
inline constexpr std::size_t max_general_boxes = 12'500'000;
// inversion_derivation() throws std::length_error above this many pairs of positions that
// remain after equal words at both ends are set aside.
inline constexpr std::size_t max_derivation_cells = std::size_t{1} << 26;

// Buffers of one thread. They grow with the longest pair seen and are reused.
class InversionWorkspace {
public:
    InversionWorkspace();
    ~InversionWorkspace();
    InversionWorkspace(InversionWorkspace&&) noexcept;
    InversionWorkspace& operator=(InversionWorkspace&&) noexcept;

    std::size_t bytes() const;
    void release();  // gives the memory back

    struct Buffers;
    Buffers& buffers() { return *buffers_; }

private:
    std::unique_ptr<Buffers> buffers_;
};

// Words are compared by id only. Throws std::invalid_argument for a negative or non-finite cost.
InversionDistance inversion_distance(std::span<const std::int32_t> hypothesis,
                                     std::span<const std::int32_t> reference,
                                     const InversionCosts& costs, InversionWorkspace& workspace,
                                     const InversionLimits& limits = {});

// One derivation of that cost. If the distance is not exact, the best derivation found.
InversionDerivation inversion_derivation(std::span<const std::int32_t> hypothesis,
                                         std::span<const std::int32_t> reference,
                                         const InversionCosts& costs, InversionWorkspace& workspace,
                                         const InversionLimits& limits = {});

}  // namespace hyperbaton

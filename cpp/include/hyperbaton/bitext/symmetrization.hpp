// One word alignment from two that were made in opposite directions (Koehn et al. 2005).
#pragma once

#include <cstdint>

namespace hyperbaton {

// The links of many sentence pairs. Those of pair k are offsets[k] .. offsets[k + 1] - 1, each
// once, sorted by source position, then by target position.
struct LinkBatch {
    const std::int32_t* source;
    const std::int32_t* target;
    const std::int64_t* offsets;
    std::int64_t count;
};

// The growing methods start from the intersection. Over and over until nothing changes, target
// words outermost, each link adds those of its eight neighbours in the union that join a word not
// linked yet. A final step then adds remaining links, those of the forward direction first, if
// either of their words is not linked yet, or with `and` only if both are not.
enum class Symmetrization : std::int32_t {
    intersection,
    set_union,
    grow_diag,
    grow_diag_final,
    grow_diag_final_and,
};

// Writes the links of pair k, in the order of a LinkBatch, to source and target from index
// forward.offsets[k] + reverse.offsets[k] on, where there is room for the union, and their number
// to counts[k]. O(links * log links) per pair and round of growing.
void symmetrize(const LinkBatch& forward, const LinkBatch& reverse, Symmetrization method,
                int threads, std::int32_t* source, std::int32_t* target, std::int64_t* counts);

}  // namespace hyperbaton

// Segments: each one hypothesis and one or more references, all as word ids.
#pragma once

#include <cstdint>

#include "hyperbaton/runtime/sequences.hpp"

namespace hyperbaton {

// References of segment k are references[groups[k]] .. references[groups[k + 1] - 1].
struct SegmentBatch {
    SequenceBatch hypotheses;
    SequenceBatch references;
    const std::int64_t* groups;

    std::int64_t count() const { return hypotheses.count; }
};

// Calls body(k, workspace) for every segment; see for_each_index.
template <class Workspace, class Body>
void for_each_segment(const SegmentBatch& segments, int threads, Body body, Sharing sharing = {}) {
    const std::int64_t elements = segments.hypotheses.elements() + segments.references.elements();
    for_each_index<Workspace>(segments.count(), elements, threads, body, sharing);
}

// Calls body(hypothesis, reference, r, workspace) for every reference r, with the hypothesis of
// its segment.
template <class Workspace, class Body>
void for_each_pair(const SegmentBatch& segments, int threads, Body body, Sharing sharing = {}) {
    const auto pairs_of_segment = [&](std::int64_t k, Workspace& workspace) {
        for (std::int64_t r = segments.groups[k]; r < segments.groups[k + 1]; ++r) {
            body(segments.hypotheses[k], segments.references[r], r, workspace);
        }
    };
    for_each_segment<Workspace>(segments, threads, pairs_of_segment, sharing);
}

}  // namespace hyperbaton

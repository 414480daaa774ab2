// The alignment that METEOR 1.5 itself finds, search errors included.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "hyperbaton/alignment/aligner.hpp"
#include "hyperbaton/alignment/match_candidates.hpp"

namespace hyperbaton {

struct MeteorBuffers;

/// Buffers of align_like_meteor. One per thread; what is in it between calls has no meaning.
class MeteorWorkspace {
public:
    MeteorWorkspace();
    ~MeteorWorkspace();
    MeteorWorkspace(MeteorWorkspace&&) noexcept;
    MeteorWorkspace& operator=(MeteorWorkspace&&) noexcept;
    MeteorBuffers& buffers() { return *buffers_; }

private:
    std::unique_ptr<MeteorBuffers> buffers_;
};

/// As align, but found by the beam search of METEOR 1.5 (Denkowski & Lavie 2014), whose behaviour
/// was read off its program. It differs from what is published in three ways:
///
///   - Partial alignments are compared by words covered, chunks and distance; but every match adds
///     its words times its weight, rounded down each time. The weights are 1 for equal words and
///     0.5 for all others, whatever weights are used for scores. So a single word that is not
///     equal counts for nothing, and is matched where that needs no further chunk.
///   - The distance of a match is added to the alignments that are tried after it at the same
///     word, not to the one that contains it.
///   - A matcher is not asked at all if the sentences are equal, the first one excepted.
///
/// The search goes along the reference. A candidate that is the only one of all its words is taken
/// beforehand. `exact` is false: nothing is proven. Candidates for the same two spans all count.
/// O(beam · (candidates + ref_words · (hyp_words + ref_words) / 64)) time. Candidates have to lie
/// within the sentences; throws std::invalid_argument if the beam is below 1.
AlignmentResult align_like_meteor(std::span<const Match> candidates, std::int32_t hyp_words,
                                  std::int32_t ref_words, std::int32_t beam,
                                  MeteorWorkspace& workspace);

}  // namespace hyperbaton

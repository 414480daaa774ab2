#include "hyperbaton/alignment/aligner.hpp"

#include <stdexcept>

#include "alignment_problem.hpp"
#include "alignment_summary.hpp"
#include "candidate_groups.hpp"
#include "group_alignment.hpp"
#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

struct AlignerBuffers {
    CandidateGroups groups;
    AlignmentProblem problem;
    GroupAlignment group;
    std::vector<std::int32_t> arcs;
};

AlignerWorkspace::AlignerWorkspace() : buffers_(std::make_unique<AlignerBuffers>()) {}
AlignerWorkspace::~AlignerWorkspace() = default;
AlignerWorkspace::AlignerWorkspace(AlignerWorkspace&&) noexcept = default;
AlignerWorkspace& AlignerWorkspace::operator=(AlignerWorkspace&&) noexcept = default;

AlignmentResult align(std::span<const Match> candidates, std::int32_t hyp_words,
                      std::int32_t ref_words, AlignerWorkspace& workspace,
                      const AlignmentLimits& limits) {
    if (limits.max_states < 1 || limits.beam < 1) {
        throw std::invalid_argument("max_states and beam have to be at least 1");
    }
    AlignerBuffers& buffers = workspace.buffers();
    buffers.groups.build(candidates, hyp_words, ref_words);
    AlignmentResult result;
    result.chosen.reserve(buffers.groups.fixed().size() + 8);
    result.chosen.assign(buffers.groups.fixed().begin(), buffers.groups.fixed().end());
    Checkpoint checkpoint;
    for (std::int32_t g = 0; g < buffers.groups.count(); ++g) {
        checkpoint.pass(16);
        buffers.problem.build(buffers.groups, g, candidates);
        const bool exact = buffers.group.solve(buffers.problem, limits, buffers.arcs);
        result.exact = result.exact && exact;
        for (const std::int32_t a : buffers.arcs) {
            result.chosen.push_back(buffers.problem.arcs[a].source);
        }
    }
    summarize(candidates, result);
    return result;
}

}  // namespace hyperbaton

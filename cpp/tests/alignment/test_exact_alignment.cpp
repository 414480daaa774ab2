// The exact search with bounds against the one without, and the beam search against both.

#include <algorithm>

#include "alignment/group_alignment.hpp"
#include "check.hpp"
#include "random_pairs.hpp"

using namespace hyperbaton;

namespace {

struct Searches {
    CandidateGroups groups;
    AlignmentProblem problem;
    WordMatching matching;
    ExactAlignment exact;
    BeamAlignment beam;
};

constexpr std::int64_t unlimited = 1 << 22;

AlignmentCost cost_of(const AlignmentProblem& problem, std::vector<std::int32_t>& arcs) {
    std::sort(arcs.begin(), arcs.end());
    AlignmentCost cost;
    for (std::size_t k = 0; k < arcs.size(); ++k) {
        const Arc& arc = problem.arcs[arcs[k]];
        bool continues = false;
        if (k > 0) {
            const Arc& previous = problem.arcs[arcs[k - 1]];
            continues =
                previous.step_end == arc.step_begin && previous.continued_at == arc.bit_begin;
        }
        cost = cost.with(arc, continues);
    }
    return cost;
}

bool covers_most(const AlignmentProblem& problem, const std::vector<std::int32_t>& arcs) {
    std::vector<std::int32_t> uncovered(problem.components.size(), 0);
    for (const Step& step : problem.steps) ++uncovered[step.component];
    for (const std::int32_t a : arcs) --uncovered[problem.arcs[a].component];
    for (std::size_t c = 0; c < uncovered.size(); ++c) {
        if (problem.components[c].words_only && uncovered[c] != problem.components[c].slack) {
            return false;
        }
    }
    return true;
}

/// Number of groups that were compared.
int check_groups(const Matches& matches, std::int32_t hyp_words, std::int32_t ref_words,
                 Searches& searches) {
    int compared = 0;
    searches.groups.build(matches, hyp_words, ref_words);
    for (std::int32_t g = 0; g < searches.groups.count(); ++g) {
        AlignmentProblem& problem = searches.problem;
        problem.build(searches.groups, g, matches);
        find_slack(problem, searches.matching);
        std::vector<std::int32_t> plain, bounded, rough;
        CHECK(searches.exact.solve(problem, unlimited, nullptr, plain));
        const AlignmentCost best = cost_of(problem, plain);
        CHECK(covers_most(problem, plain));
        for (const std::int32_t width : {1, 3, 40}) {
            searches.beam.solve(problem, width, nullptr, rough);
            if (!covers_most(problem, rough)) continue;
            const AlignmentCost known = cost_of(problem, rough);
            CHECK(!(known < best));
            CHECK(searches.exact.solve(problem, unlimited, &known, bounded));
            std::sort(bounded.begin(), bounded.end());
            CHECK(bounded == plain);
            searches.beam.solve(problem, width, &searches.exact.bound(), rough);
            CHECK(!covers_most(problem, rough) || !(cost_of(problem, rough) < best));
            ++compared;
        }
        CHECK(searches.exact.solve(problem, unlimited, &best, bounded));
        std::sort(bounded.begin(), bounded.end());
        CHECK(bounded == plain);
    }
    return compared;
}

}  // namespace

int main(int argc, char** argv) {
    const int n_pairs = 6000 / (argc > 1 ? std::max(1, std::atoi(argv[1])) : 1);
    Generator generator(11);
    Searches searches;
    MatchWorkspace workspace;
    int compared = 0;
    for (int k = 0; k < n_pairs; ++k) {
        const std::int32_t size = 2 + below(16, generator);
        const Words h = zipf_sentence(size, 12, generator);
        const Words r = zipf_sentence(2 + below(16, generator), 12, generator);
        const auto n_ref = static_cast<std::int32_t>(r.size());
        Matches matches;
        exact_matches(h, r, 0, 1.0f, workspace, matches);
        for (std::int32_t n = k % 3 == 0 ? 0 : 5; n > 0; --n) {
            matches.push_back({below(size, generator), 1, below(n_ref, generator), 1, 1, 0.5f});
        }
        for (std::int32_t n = k % 3 == 2 ? 4 : 0; n > 0; --n) {
            matches.push_back(random_phrase(size, n_ref, generator));
        }
        compared += check_groups(matches, size, n_ref, searches);
    }
    CHECK(compared > n_pairs);
    std::printf("exact alignment: ok (%d comparisons)\n", compared);
}

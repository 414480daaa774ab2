// Inversions, displacements and the like against quadratic versions; scores within their range.
#include "fuzz/input.hpp"
#include "hyperbaton/permutation/flat_scores.hpp"
#include "tests/permutation/flat_measure_checks.hpp"

using namespace hyperbaton;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static FlatWorkspace workspace;
    Input input(data, size);
    const std::vector<std::int32_t> values = input.permutation(input.flag() ? 40 : 300);
    check_flat_measures(values, workspace);
    const bool is_identity = std::is_sorted(values.begin(), values.end());
    for (const double score :
         {kendall_score(values, workspace, false), kendall_score(values, workspace, true),
          spearman_score(values, workspace), footrule_score(values, workspace),
          hamming_score(values, workspace), ulam_score(values, workspace),
          fuzzy_score(values, workspace, false), fuzzy_score(values, workspace, true)}) {
        CHECK(score >= 0.0 && score <= 1.0);
        CHECK(!is_identity || score == (values.empty() ? 0.0 : 1.0));
    }
    return 0;
}

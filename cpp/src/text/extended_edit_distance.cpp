#include "hyperbaton/text/extended_edit_distance.hpp"

#include <algorithm>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

double extended_edit_rate(std::span<const std::int32_t> hypothesis,
                          std::span<const std::int32_t> reference, const ExtendedEditCosts& costs,
                          ExtendedEditWorkspace& workspace) {
    auto& [row, next, visits] = workspace;
    const std::size_t places = hypothesis.size() + 1;
    row.assign(places, 1.0);
    row[0] = 0.0;
    next.resize(places);
    visits.assign(places, 0);
    Checkpoint checkpoint;
    for (const std::int32_t character : reference) {
        checkpoint.pass(places);
        next[0] = row[0] + 1.0;
        for (std::size_t i = 1; i < places; ++i) {
            const double kept = row[i - 1] + (hypothesis[i - 1] == character ? 0.0 : 1.0);
            next[i] = std::min({next[i - 1] + costs.deletion, kept, row[i] + costs.insertion});
        }
        const auto cheapest = std::min_element(next.begin(), next.end());
        ++visits[static_cast<std::size_t>(cheapest - next.begin())];
        if (character == ' ') {
            const double jumped = costs.jump + *cheapest;
            for (double& cost : next) cost = std::min(cost, jumped);
        }
        row.swap(next);
    }
    std::int64_t uncovered = 0;
    for (const std::int64_t count : visits) uncovered += count > 0 ? count - 1 : 1;
    const double coverage = costs.coverage * static_cast<double>(uncovered);
    const double most = static_cast<double>(reference.size()) + coverage;
    return most > 0.0 ? std::min(1.0, (row.back() + coverage) / most) : 0.0;
}

}  // namespace hyperbaton

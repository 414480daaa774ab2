// Entry point: checks the costs, tries the bounds, chooses the search.

#include "hyperbaton/inversion/inversion_distance.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "inversion_search.hpp"

namespace hyperbaton {
namespace {

using Buffers = InversionWorkspace::Buffers;
using Words = std::span<const std::int32_t>;

// Above this many 64-word steps even the bit-parallel Levenshtein distance is left out.
constexpr std::size_t max_levenshtein_steps = std::size_t{1} << 30;

void check_cost(const char* name, double cost) {
    if (std::isfinite(cost) && cost >= 0.0) return;
    throw std::invalid_argument(std::string("inversion_distance: cost of ") + name +
                                " must be finite and not negative, got " + std::to_string(cost));
}

void check_costs(const InversionCosts& costs) {
    check_cost("insertion", costs.insertion);
    check_cost("deletion", costs.deletion);
    check_cost("substitution", costs.substitution);
    check_cost("inversion", costs.inversion);
}

InversionDistance settled(double cost) { return {cost, cost, true, 0}; }

InversionDistance unit_distance(const InversionLimits& limits, Buffers& buffers) {
    const std::size_t longest = std::max(buffers.hypothesis.size(), buffers.reference.size());
    const int lower = static_cast<int>(longest) - common_words(buffers);
    if (lower == static_cast<int>(longest)) return settled(lower);
    const std::size_t blocks = buffers.reference.size() / 64 + 1;
    const bool feasible = buffers.hypothesis.size() <= max_levenshtein_steps / blocks;
    const int upper = feasible ? unit_levenshtein(buffers) : static_cast<int>(longest);
    if (upper <= lower + 1) return settled(upper);
    // Fewer edits than `upper` need an inversion, so the distance is at least lower + 1.
    if (longest > max_search_words) return {double(upper), double(lower + 1), false, 0};
    return search_unit_costs(lower, upper, limits, buffers);
}

InversionDistance general_distance(const InversionCosts& costs, const InversionLimits& limits,
                                   Buffers& buffers) {
    const std::size_t rows = buffers.hypothesis.size();
    const std::size_t columns = buffers.reference.size();
    const double lower = position_independent_cost(rows, columns, common_words(buffers), costs);
    const bool feasible = rows <= max_levenshtein_steps / (columns + 1);
    const double nothing_matched = position_independent_cost(rows, columns, 0, costs);
    const double upper = feasible ? weighted_levenshtein(buffers, costs) : nothing_matched;
    if (upper <= lower + costs.inversion) return settled(upper);
    const double proven = std::min(upper, lower + costs.inversion);
    if (general_box_count(rows, columns) > max_general_boxes) return {upper, proven, false, 0};
    return search_general_costs(proven, upper, costs, limits, buffers);
}

InversionDistance scaled(InversionDistance distance, double factor) {
    distance.cost *= factor;
    distance.lower *= factor;
    return distance;
}

double cost_of(const std::vector<DerivationNode>& nodes, const InversionCosts& costs) {
    double total = 0.0;
    for (const DerivationNode& node : nodes) {
        switch (node.operation) {
            case InversionOperation::substitution:
                total += costs.substitution;
                break;
            case InversionOperation::insertion:
                total += costs.insertion;
                break;
            case InversionOperation::deletion:
                total += costs.deletion;
                break;
            case InversionOperation::inverted:
                total += costs.inversion;
                break;
            case InversionOperation::match:
            case InversionOperation::straight:
                break;
        }
    }
    return total;
}

}  // namespace

InversionWorkspace::InversionWorkspace() : buffers_(std::make_unique<Buffers>()) {}
InversionWorkspace::~InversionWorkspace() = default;
InversionWorkspace::InversionWorkspace(InversionWorkspace&&) noexcept = default;
InversionWorkspace& InversionWorkspace::operator=(InversionWorkspace&&) noexcept = default;

std::size_t InversionWorkspace::bytes() const { return buffers_->bytes(); }
void InversionWorkspace::release() { *buffers_ = Buffers(); }

std::size_t InversionWorkspace::Buffers::bytes() const {
    const auto size = [](const auto&... vectors) {
        return (... + (vectors.capacity() * sizeof(vectors[0])));
    };
    return size(hypothesis, reference, type_counts, prefix_cost, suffix_cost, boxes, pending_costs,
                pieces) +
           narrow.bytes() + middle.bytes() + wide.bytes();
}

InversionDistance inversion_distance(Words hypothesis, Words reference, const InversionCosts& costs,
                                     InversionWorkspace& workspace, const InversionLimits& limits) {
    check_costs(costs);
    Buffers& buffers = workspace.buffers();
    buffers.pieces.clear();
    if (costs.uniform() && costs.insertion == 0.0) return settled(0.0);
    renumber_words(hypothesis, reference, buffers);
    // Equal costs are unit costs times a factor, and only those have the fast search.
    if (costs.uniform()) return scaled(unit_distance(limits, buffers), costs.insertion);
    return general_distance(costs, limits, buffers);
}

InversionDerivation inversion_derivation(Words hypothesis, Words reference,
                                         const InversionCosts& costs, InversionWorkspace& workspace,
                                         const InversionLimits& limits) {
    InversionDerivation derivation;
    workspace.buffers().wants_pieces = true;
    derivation.distance = inversion_distance(hypothesis, reference, costs, workspace, limits);
    workspace.buffers().wants_pieces = false;
    if (costs.uniform()) {
        for (InvertedPiece& piece : workspace.buffers().pieces) piece.cost *= costs.insertion;
    }
    derivation.nodes = trace_derivation(hypothesis, reference, costs, workspace.buffers().pieces);
    // An interrupted search may not have combined all it had found.
    if (!derivation.distance.exact) {
        derivation.distance.cost = cost_of(derivation.nodes, costs);
    }
    return derivation;
}

}  // namespace hyperbaton

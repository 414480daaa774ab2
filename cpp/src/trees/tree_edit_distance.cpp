#include "hyperbaton/trees/tree_edit_distance.hpp"

#include <algorithm>
#include <numeric>

#include "keyroots.hpp"
#include "mapping_rows.hpp"
#include "mapping_tables.hpp"
#include "simd/dispatch.hpp"

namespace hyperbaton {

// What deleting or inserting a node costs, and its label.
struct CostOfNode {
    double cost;
    std::int32_t label;
};

struct TreeEditWorkspace::Buffers {
    SidedForest a, b;
    MappingRows rows;
    MappingTables<std::int32_t> counts;
    MappingTables<double> gains;
    std::vector<CostOfNode> a_nodes, b_nodes;
    std::vector<std::int32_t> buffer;
};

TreeEditWorkspace::TreeEditWorkspace() : buffers(std::make_unique<Buffers>()) {}
TreeEditWorkspace::~TreeEditWorkspace() = default;

std::size_t TreeEditWorkspace::bytes() const {
    return buffers->a.bytes() + buffers->b.bytes() + buffers->rows.bytes() +
           buffers->counts.bytes() + buffers->gains.bytes() +
           buffers->buffer.capacity() * sizeof(std::int32_t) +
           (buffers->a_nodes.capacity() + buffers->b_nodes.capacity()) * sizeof(CostOfNode);
}

namespace {

using Buffers = TreeEditWorkspace::Buffers;

// Up to so many nodes looking for subtrees of the same shape takes longer than it saves.
constexpr std::size_t few_nodes = 64;

// Which side is less work, or neither if both are beyond the limits.
enum class Side { left, right, neither };

Side choose_side(Forest a, Forest b, const TreeEditLimits& limits, Buffers& buffers) {
    const auto cells = static_cast<double>(a.size()) * static_cast<double>(b.size());
    if (cells > static_cast<double>(limits.cells)) return Side::neither;
    const double left = static_cast<double>(keyroot_size_left(a, buffers.buffer)) *
                        static_cast<double>(keyroot_size_left(b, buffers.buffer));
    const double right =
        static_cast<double>(keyroot_size_right(a)) * static_cast<double>(keyroot_size_right(b));
    if (std::min(left, right) > static_cast<double>(limits.steps)) return Side::neither;
    return left <= right ? Side::left : Side::right;
}

// Chooses the side and turns both forests to it; false beyond the limits.
bool turn(Forest a, Forest b, const TreeEditLimits& limits, Buffers& buffers) {
    const Side side = choose_side(a, b, limits, buffers);
    if (side == Side::neither) return false;
    buffers.a.assign(a, side == Side::right);
    buffers.b.assign(b, side == Side::right);
    return true;
}

// Gains of nodes of the forests as they were turned.
class LabelGain {
public:
    LabelGain(const LabelledForest& a, const LabelledForest& b, const TreeEditCosts& costs,
              Buffers& buffers)
        : rename_(costs.rename), columns_(costs.columns) {
        take(a, buffers.a, costs.deletion, buffers.a_nodes);
        take(b, buffers.b, costs.insertion, buffers.b_nodes);
        a_ = buffers.a_nodes.data();
        b_ = buffers.b_nodes.data();
    }

    double operator()(std::int32_t i, std::int32_t j) const {
        return a_[i].cost + b_[j].cost - rename_[a_[i].label * columns_ + b_[j].label];
    }

private:
    static void take(const LabelledForest& forest, const SidedForest& turned, const double* costs,
                     std::vector<CostOfNode>& nodes) {
        nodes.clear();
        for (const std::int32_t node : turned.node) {
            const std::int32_t label = forest.labels[static_cast<std::size_t>(node)];
            nodes.push_back({costs[label], label});
        }
    }

    const double* rename_;
    std::int64_t columns_;
    const CostOfNode* a_;
    const CostOfNode* b_;
};

double total(Sequence labels, const double* costs) {
    return std::accumulate(labels.begin(), labels.end(), 0.0,
                           [costs](double sum, std::int32_t label) { return sum + costs[label]; });
}

double without_mapping(const LabelledForest& a, const LabelledForest& b,
                       const TreeEditCosts& costs) {
    return total(a.labels, costs.deletion) + total(b.labels, costs.insertion);
}

}  // namespace

std::int32_t largest_mapping(Forest a, Forest b, TreeEditWorkspace& workspace,
                             const TreeEditLimits& limits) {
    Buffers& buffers = *workspace.buffers;
    if (a.empty() || b.empty()) return 0;
    if (!turn(a, b, limits, buffers)) return too_large;
    if (a.size() + b.size() > few_nodes) {
        buffers.a.find_twins();
        buffers.b.find_twins();
    }
    if (buffers.rows.fit(buffers.a, buffers.b)) {
        static const MappingKernels& kernels = HYPERBATON_CHOOSE_KERNELS(mapping_kernels);
        return buffers.rows.largest(buffers.a, buffers.b, kernels);
    }
    return buffers.counts.largest(buffers.a, buffers.b, [](auto, auto) { return 1; });
}

double tree_edit_distance(const LabelledForest& a, const LabelledForest& b,
                          const TreeEditCosts& costs, TreeEditWorkspace& workspace,
                          const TreeEditLimits& limits) {
    Buffers& buffers = *workspace.buffers;
    if (!turn(a.sizes, b.sizes, limits, buffers)) return too_large;
    const LabelGain gain(a, b, costs, buffers);
    return without_mapping(a, b, costs) - buffers.gains.largest(buffers.a, buffers.b, gain);
}

TreeMapping tree_edit_mapping(const LabelledForest& a, const LabelledForest& b,
                              const TreeEditCosts& costs, TreeEditWorkspace& workspace,
                              const TreeEditLimits& limits) {
    Buffers& buffers = *workspace.buffers;
    if (!turn(a.sizes, b.sizes, limits, buffers)) return {too_large, {}, {}};
    const LabelGain gain(a, b, costs, buffers);
    const double gained = buffers.gains.largest(buffers.a, buffers.b, gain);
    std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
    buffers.gains.trace(buffers.a, buffers.b, gain, [&](std::int32_t i, std::int32_t j) {
        pairs.emplace_back(buffers.a.node[static_cast<std::size_t>(i)],
                           buffers.b.node[static_cast<std::size_t>(j)]);
    });
    std::sort(pairs.begin(), pairs.end());
    TreeMapping result{without_mapping(a, b, costs) - gained, {}, {}};
    for (const auto& [first, second] : pairs) {
        result.first.push_back(first);
        result.second.push_back(second);
    }
    return result;
}

}  // namespace hyperbaton

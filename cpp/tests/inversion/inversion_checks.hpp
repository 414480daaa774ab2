// The inversion edit distance and its derivations against the literal recursion of the paper.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hyperbaton/inversion/inversion_distance.hpp"
#include "tests/check.hpp"

namespace hyperbaton {

using Sentence = std::vector<std::int32_t>;

bool close(double a, double b) { return std::abs(a - b) < 1e-9; }

// Equation 2, every split of every box. The slow obvious version.
class Recursion {
public:
    Recursion(const Sentence& h, const Sentence& r, const InversionCosts& costs)
        : h_(h),
          r_(r),
          c_(costs),
          hyp_words_(static_cast<int>(h.size())),
          ref_words_(static_cast<int>(r.size())),
          table_(static_cast<std::size_t>((hyp_words_ + 1) * (hyp_words_ + 1) * (ref_words_ + 1) *
                                          (ref_words_ + 1))) {
        for (int a = 0; a <= hyp_words_; ++a) {
            for (int b = 0; b <= ref_words_; ++b) fill(a, b);
        }
    }
    double distance() { return at(0, hyp_words_, 0, ref_words_); }

private:
    double& at(int i0, int i1, int j0, int j1) {
        return table_[static_cast<std::size_t>(
            ((i0 * (hyp_words_ + 1) + i1) * (ref_words_ + 1) + j0) * (ref_words_ + 1) + j1)];
    }
    void fill(int a, int b) {
        for (int i0 = 0; i0 + a <= hyp_words_; ++i0) {
            for (int j0 = 0; j0 + b <= ref_words_; ++j0)
                at(i0, i0 + a, j0, j0 + b) = cost(i0, a, j0, b);
        }
    }
    double cost(int i0, int a, int j0, int b) {
        if (a == 0 || b == 0) return a * c_.deletion + b * c_.insertion;
        const int i1 = i0 + a;
        const int j1 = j0 + b;
        double best = 1e300;
        if (a == 1 && b == 1) {
            const bool same = h_[static_cast<std::size_t>(i0)] == r_[static_cast<std::size_t>(j0)];
            best = same ? 0.0 : c_.substitution;
        }
        for (int i = i0; i <= i1; ++i) {
            for (int j = j0; j <= j1; ++j) {
                if ((i != i0 || j != j0) && (i != i1 || j != j1)) {
                    best = std::min(best, at(i0, i, j0, j) + at(i, i1, j, j1));
                }
                if ((i != i0 || j != j1) && (i != i1 || j != j0)) {
                    best = std::min(best, at(i0, i, j, j1) + at(i, i1, j0, j) + c_.inversion);
                }
            }
        }
        return best;
    }
    const Sentence& h_;
    const Sentence& r_;
    const InversionCosts c_;
    const int hyp_words_, ref_words_;
    std::vector<double> table_;
};

// Walks the nodes, checks every span and sums the costs.
class DerivationCheck {
public:
    DerivationCheck(const InversionDerivation& derivation, const Sentence& h, const Sentence& r,
                    const InversionCosts& costs)
        : nodes_(derivation.nodes), h_(h), r_(r), c_(costs) {}

    double cost() {
        if (nodes_.empty()) {
            CHECK(h_.empty() && r_.empty());
            return 0.0;
        }
        const DerivationNode& root = nodes_[0];
        CHECK(root.hypothesis_begin == 0 && root.reference_begin == 0);
        CHECK(root.hypothesis_end == static_cast<int>(h_.size()));
        CHECK(root.reference_end == static_cast<int>(r_.size()));
        const double total = visit(0);
        CHECK(next_ == static_cast<int>(nodes_.size()));
        CHECK(yield_h_ == h_);
        return total;
    }

private:
    double visit(int index) {
        CHECK(index == next_);
        ++next_;
        const DerivationNode node = nodes_[static_cast<std::size_t>(index)];
        const int a = node.hypothesis_end - node.hypothesis_begin;
        const int b = node.reference_end - node.reference_begin;
        if (node.operation == InversionOperation::straight) return children(node, false);
        if (node.operation == InversionOperation::inverted) {
            CHECK(node.child_count == 2);
            return c_.inversion + children(node, true);
        }
        CHECK(node.child_count == 0);
        if (a == 1) yield_h_.push_back(h_[static_cast<std::size_t>(node.hypothesis_begin)]);
        switch (node.operation) {
            case InversionOperation::insertion:
                CHECK(a == 0 && b == 1);
                return c_.insertion;
            case InversionOperation::deletion:
                CHECK(a == 1 && b == 0);
                return c_.deletion;
            case InversionOperation::match:
                CHECK(a == 1 && b == 1);
                CHECK(same(node));
                return 0;
            default:
                CHECK(a == 1 && b == 1);
                CHECK(!same(node));
                return c_.substitution;
        }
    }
    bool same(const DerivationNode& node) const {
        return h_[static_cast<std::size_t>(node.hypothesis_begin)] ==
               r_[static_cast<std::size_t>(node.reference_begin)];
    }
    double children(const DerivationNode& parent, bool inverted) {
        CHECK(parent.child_count >= 2);
        int h_at = parent.hypothesis_begin;
        int r_at = inverted ? parent.reference_end : parent.reference_begin;
        int child = next_;
        double total = 0.0;
        for (int k = 0; k < parent.child_count; ++k) {
            CHECK(child > 0);
            if (child <= 0) return 1e300;
            const DerivationNode node = nodes_[static_cast<std::size_t>(child)];
            CHECK(inverted || node.operation != InversionOperation::straight);
            CHECK(node.hypothesis_begin == h_at);
            CHECK((inverted ? node.reference_end : node.reference_begin) == r_at);
            total += visit(child);
            h_at = node.hypothesis_end;
            r_at = inverted ? node.reference_begin : node.reference_end;
            child = node.next_sibling;
        }
        CHECK(child == -1);
        CHECK(h_at == parent.hypothesis_end);
        CHECK(r_at == (inverted ? parent.reference_begin : parent.reference_end));
        return total;
    }
    const std::vector<DerivationNode>& nodes_;
    const Sentence& h_;
    const Sentence& r_;
    const InversionCosts c_;
    int next_ = 0;
    Sentence yield_h_;
};

inline void check_derivation(const Sentence& h, const Sentence& r, const InversionCosts& costs,
                             double expected, InversionWorkspace& workspace) {
    const InversionDerivation derivation = inversion_derivation(h, r, costs, workspace);
    CHECK(derivation.distance.exact);
    CHECK(close(derivation.distance.cost, expected));
    CHECK(close(DerivationCheck(derivation, h, r, costs).cost(), expected));
}

inline void check_unit_paths(const Sentence& h, const Sentence& r, double expected,
                             InversionWorkspace& workspace) {
    for (const bool wide : {false, true}) {
        InversionLimits limits;
        limits.wide_rows = wide;
        const InversionDistance found = inversion_distance(h, r, {}, workspace, limits);
        CHECK(found.exact && found.cost == expected && found.lower == expected);
    }
    CHECK(inversion_distance(r, h, {}, workspace).cost == expected);
    InversionLimits tight;
    tight.max_steps = 40;
    const InversionDistance bounds = inversion_distance(h, r, {}, workspace, tight);
    CHECK(bounds.lower <= expected && expected <= bounds.cost);
    CHECK(!bounds.exact || bounds.cost == expected);
}

inline void check_pair(const Sentence& h, const Sentence& r, const InversionCosts& costs,
                       InversionWorkspace& workspace) {
    const double expected = Recursion(h, r, costs).distance();
    const InversionDistance found = inversion_distance(h, r, costs, workspace);
    CHECK(found.exact && close(found.cost, expected) && found.lower == found.cost);
    if (costs.unit()) check_unit_paths(h, r, expected, workspace);
    check_derivation(h, r, costs, expected, workspace);
}

}  // namespace hyperbaton

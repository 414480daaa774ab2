// The largest sum of gains of a mapping, for any gains: the recurrence of Zhang & Shasha (1989).
//
// M(i, j) is the largest sum for the nodes up to i and up to j of two keyroots' subtrees, T(i, j)
// that for the subtrees of i and j:
//
//     M(i, j) = max of M(i-1, j), M(i, j-1) and
//               M(i-1, j-1) + gain(i, j)                    if both lie on the keyroots' paths
//               M(first(i)-1, first(j)-1) + T(i, j)         otherwise
//
// and M(i, j) = T(i, j) on the paths. In terms of costs this is the forest distance less the
// deletions and insertions of everything, so that the inner loop is a running maximum.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "hyperbaton/runtime/cancellation.hpp"
#include "keyroots.hpp"

namespace hyperbaton {

// row[c] = the largest over c' <= c of above[c'] and before[first[c'] - offset] + trees[c'].
inline void write_row(const std::int32_t* above, const std::int32_t* before,
                      const std::int32_t* first, std::int32_t offset, const std::int32_t* trees,
                      std::int32_t length, std::int32_t* row) {
    std::int32_t running = 0;
    for (std::int32_t c = 0; c < length; ++c) {
        const std::int32_t mapped = before[first[c] - offset] + trees[c];
        row[c] = running = std::max(running, std::max(above[c], mapped));
    }
}
void write_row(const double* above, const double* before, const std::int32_t* first,
               std::int32_t offset, const double* trees, std::int32_t length, double* row);

template <class Value>
class MappingTables {
public:
    // The largest sum for the whole forests. Twins, where looked for, are computed once.
    template <class Gain>
    Value largest(const SidedForest& a, const SidedForest& b, Gain gain) {
        if (a.count() == 0 || b.count() == 0) return 0;
        prepare(a, b);
        map_leaves(a, b, gain);
        for (const Keyroot& k : a.keyroots) {
            if (k.twin != 0) {
                copy_rows(a, k);
                continue;
            }
            for (const Keyroot& l : b.keyroots) {
                if (l.twin != 0) {
                    copy_columns(a, b, k, l);
                } else {
                    fill(a, b, k, l, gain);
                }
            }
        }
        return prefixes_[at(a.count()) * width_ + at(b.count())];
    }

    // Calls mapped(i, j) for the pairs of a largest mapping, after `largest`, with the same gains.
    template <class Gain, class Mapped>
    void trace(const SidedForest& a, const SidedForest& b, Gain gain, Mapped mapped) {
        if (a.count() == 0 || b.count() == 0) return;
        waiting_.assign(1, {a.keyroots.back(), b.keyroots.back()});
        while (!waiting_.empty()) {
            const auto [k, l] = waiting_.back();
            waiting_.pop_back();
            fill(a, b, k, l, gain);
            trace_back(a, b, k, l, gain, mapped);
        }
    }

    std::size_t bytes() const { return (prefixes_.capacity() + trees_.capacity()) * sizeof(Value); }

private:
    static std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

    void prepare(const SidedForest& a, const SidedForest& b) {
        width_ = at(b.count()) + 1;
        columns_ = at(b.count());
        if (prefixes_.size() < (at(a.count()) + 1) * width_) {
            prefixes_.resize((at(a.count()) + 1) * width_);
        }
        if (trees_.size() < at(a.count()) * columns_) trees_.resize(at(a.count()) * columns_);
        std::fill_n(prefixes_.begin(), width_, Value{0});
        for (std::size_t i = 0; i <= at(a.count()); ++i) prefixes_[i * width_] = 0;
    }

    // T where one side is a leaf: the best gain it has with any node of the other subtree.
    template <class Gain>
    void map_leaves(const SidedForest& a, const SidedForest& b, Gain gain) {
        find_leaves_and_parents(b);
        best_.resize(columns_ + 1);
        for (std::int32_t i = 0; i < a.count(); ++i) {
            Value* row = trees_.data() + at(i) * columns_;
            checkpoint_.pass(columns_);
            if (a.sizes[at(i)] == 1) {
                std::fill(best_.begin(), best_.end(), Value{0});
                for (std::int32_t j = 0; j < b.count(); ++j) {
                    row[j] = std::max(best_[at(j)], static_cast<Value>(gain(i, j)));
                    Value& of_parent = best_[at(parents_[at(j)])];
                    of_parent = std::max(of_parent, row[j]);
                }
                continue;
            }
            for (const std::int32_t j : leaves_) {
                row[j] = std::max(Value{0}, static_cast<Value>(gain(i, j)));
            }
            for (std::int32_t c = i - 1; c >= a.first[at(i)]; c -= a.sizes[at(c)]) {
                checkpoint_.pass(leaves_.size());
                const Value* child = trees_.data() + at(c) * columns_;
                for (const std::int32_t j : leaves_) row[j] = std::max(row[j], child[j]);
            }
        }
    }

    void find_leaves_and_parents(const SidedForest& b) {
        leaves_.clear();
        parents_.assign(columns_, b.count());
        for (std::int32_t j = 0; j < b.count(); ++j) {
            if (b.sizes[at(j)] == 1) leaves_.push_back(j);
            for (std::int32_t c = j - 1; c >= b.first[at(j)]; c -= b.sizes[at(c)]) {
                parents_[at(c)] = j;
            }
        }
    }

    // Row r of the table belongs to node k.begin + r - 1, column c to node l.begin + c - 1.
    template <class Gain>
    void fill(const SidedForest& a, const SidedForest& b, const Keyroot& k, const Keyroot& l,
              Gain gain) {
        const std::int32_t* first = b.first.data() + l.begin;
        for (std::int32_t i = k.begin; i < k.end; ++i) {
            checkpoint_.pass(l.end - l.begin);
            Value* row = prefixes_.data() + at(i - k.begin + 1) * width_ + 1;
            const Value* above = row - width_;
            Value* trees = trees_.data() + at(i) * columns_ + at(l.begin);
            const std::int32_t jump = a.first[at(i)] - k.begin;
            const Value* before = prefixes_.data() + at(jump) * width_;
            if (jump == 0) {
                for (std::int32_t j = l.begin; j >= 0 && j < l.end; j = b.up[at(j)]) {
                    trees[j - l.begin] = above[j - l.begin - 1] + gain(i, j);
                }
            }
            write_row(above, before, first, l.begin, trees, l.end - l.begin, row);
            if (jump == 0) {
                for (std::int32_t j = l.begin; j >= 0 && j < l.end; j = b.up[at(j)]) {
                    trees[j - l.begin] = row[j - l.begin];
                }
            }
        }
    }

    void copy_rows(const SidedForest& a, const Keyroot& k) {
        for (std::int32_t i = k.begin; i >= 0; i = a.up[at(i)]) {
            checkpoint_.pass(columns_);
            const Value* twin = trees_.data() + at(i - k.twin) * columns_;
            std::copy_n(twin, columns_, trees_.data() + at(i) * columns_);
        }
    }

    void copy_columns(const SidedForest& a, const SidedForest& b, const Keyroot& k,
                      const Keyroot& l) {
        for (std::int32_t i = k.begin; i >= 0; i = a.up[at(i)]) {
            Value* trees = trees_.data() + at(i) * columns_;
            for (std::int32_t j = l.begin; j >= 0; j = b.up[at(j)]) trees[j] = trees[j - l.twin];
        }
    }

    template <class Gain, class Mapped>
    void trace_back(const SidedForest& a, const SidedForest& b, const Keyroot& k, const Keyroot& l,
                    Gain gain, Mapped mapped) {
        std::int32_t i = k.end - 1;
        std::int32_t j = l.end - 1;
        const auto table = [&](std::int32_t row, std::int32_t column) {
            return prefixes_[at(row - k.begin + 1) * width_ + at(column - l.begin + 1)];
        };
        while (i >= k.begin && j >= l.begin) {
            const std::int32_t fi = a.first[at(i)];
            const std::int32_t fj = b.first[at(j)];
            const bool on_paths = fi == k.begin && fj == l.begin;
            const Value gained = on_paths ? gain(i, j) : trees_[at(i) * columns_ + at(j)];
            const Value before = on_paths ? table(i - 1, j - 1) : table(fi - 1, fj - 1);
            if (gained > 0 && table(i, j) == before + gained) {
                if (on_paths) {
                    mapped(i, j);
                    --i, --j;
                } else {
                    waiting_.push_back({{fi, i + 1, 0}, {fj, j + 1, 0}});
                    i = fi - 1, j = fj - 1;
                }
            } else if (table(i, j) == table(i - 1, j)) {
                --i;
            } else {
                --j;
            }
        }
    }

    std::vector<Value> prefixes_, trees_, best_;
    std::vector<std::int32_t> leaves_, parents_;  // of the second forest
    std::size_t width_ = 0, columns_ = 0;
    Checkpoint checkpoint_;
    std::vector<std::pair<Keyroot, Keyroot>> waiting_;
};

}  // namespace hyperbaton

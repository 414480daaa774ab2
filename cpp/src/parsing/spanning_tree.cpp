#include "hyperbaton/parsing/spanning_tree.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

constexpr double never = -std::numeric_limits<double>::infinity();

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

// Some node on a cycle of `heads`, which leads from nodes 1 … to node 0; 0 if there is none.
// Nodes that are not `alive` are left out.
std::int32_t node_on_cycle(const std::vector<std::int32_t>& heads, const std::vector<char>& alive) {
    std::vector<std::int32_t> reached_from(heads.size(), 0);
    for (std::int32_t start = 1; start < static_cast<std::int32_t>(heads.size()); ++start) {
        std::int32_t node = start;
        while (node != 0 && alive[at(node)] && reached_from[at(node)] == 0) {
            reached_from[at(node)] = start;
            node = heads[at(node)];
        }
        if (node != 0 && alive[at(node)] && reached_from[at(node)] == start) return node;
    }
    return 0;
}

// Chu-Liu/Edmonds on nodes 0 (above the root) to n. A cycle is contracted into one of its nodes,
// whose edges remember between which words they are.
class Edmonds {
public:
    Edmonds(const float* scores, std::int64_t stride, std::int32_t words)
        : size_(at(words) + 1),
          edges_(size_ * size_),
          best_(size_, 0),
          alive_(size_, 1),
          inside_(size_) {
        float lowest = 0.0f, highest = 0.0f;
        for (std::int32_t d = 0; d < words; ++d) {
            const auto [low, high] =
                std::minmax_element(scores + d * stride, scores + d * stride + words + 1);
            lowest = std::min(lowest, *low);
            highest = std::max(highest, *high);
        }
        const double penalty = (double{highest} - double{lowest} + 1.0) * (words + 1);
        for (std::int32_t node = 1; node <= words; ++node) {
            inside_[at(node)] = {node};
            for (std::int32_t h = 0; h <= words; ++h) {
                const double score = double{scores[(node - 1) * stride + h]};
                edge(node, h) = {h == node ? never : h == 0 ? score - penalty : score, node, h};
            }
        }
    }

    void solve(std::int32_t* heads) {
        for (std::size_t node = 1; node < size_; ++node) choose(static_cast<std::int32_t>(node));
        while (const std::int32_t node = node_on_cycle(best_, alive_)) {
            check_cancellation();
            contract(node);
        }
        std::vector<Edge> chosen(size_);
        for (std::size_t node = 1; node < size_; ++node) {
            if (alive_[node]) chosen[node] = edge(static_cast<std::int32_t>(node), best_[node]);
        }
        for (auto cycle = cycles_.rbegin(); cycle != cycles_.rend(); ++cycle) {
            const Edge entering = chosen[at(cycle->nodes[0])];
            for (std::size_t k = 0; k < cycle->nodes.size(); ++k) {
                const auto& words = cycle->inside[k];
                const bool entered =
                    std::find(words.begin(), words.end(), entering.dependent) != words.end();
                chosen[at(cycle->nodes[k])] = entered ? entering : cycle->edges[k];
            }
        }
        for (std::size_t node = 1; node < size_; ++node) {
            heads[chosen[node].dependent - 1] = chosen[node].head;
        }
    }

private:
    struct Edge {
        double score = never;
        std::int32_t dependent = 0, head = 0;  // words
    };
    struct Cycle {
        std::vector<std::int32_t> nodes;  // contracted into the first
        std::vector<Edge> edges;          // of the cycle, by the node they lead to
        std::vector<std::vector<std::int32_t>> inside;
    };

    Edge& edge(std::int32_t node, std::int32_t head) { return edges_[at(node) * size_ + at(head)]; }

    void choose(std::int32_t node) {
        std::int32_t best = 0;
        for (std::int32_t head = 0; head < static_cast<std::int32_t>(size_); ++head) {
            if (head == node || !alive_[at(head)]) continue;
            if (edge(node, head).score > edge(node, best).score) best = head;
        }
        best_[at(node)] = best;
    }

    void contract(std::int32_t first) {
        Cycle cycle;
        std::int32_t node = first;
        do {
            cycle.nodes.push_back(node);
            cycle.edges.push_back(edge(node, best_[at(node)]));
            cycle.inside.push_back(inside_[at(node)]);
            node = best_[at(node)];
        } while (node != first);
        for (const std::int32_t member : cycle.nodes) alive_[at(member)] = 0;
        for (std::int32_t other = 0; other < static_cast<std::int32_t>(size_); ++other) {
            if (!alive_[at(other)]) continue;
            Edge in, out;
            for (std::size_t k = 0; k < cycle.nodes.size(); ++k) {
                // Entering the cycle at a node gives up the edge of the cycle that leads there.
                Edge candidate = edge(cycle.nodes[k], other);
                candidate.score -= cycle.edges[k].score;
                if (candidate.score > in.score) in = candidate;
                if (other != 0 && edge(other, cycle.nodes[k]).score > out.score) {
                    out = edge(other, cycle.nodes[k]);
                }
            }
            edge(first, other) = in;
            if (other != 0) edge(other, first) = out;
        }
        alive_[at(first)] = 1;
        inside_[at(first)].clear();
        for (const auto& words : cycle.inside) {
            inside_[at(first)].insert(inside_[at(first)].end(), words.begin(), words.end());
        }
        choose(first);
        for (std::int32_t other = 1; other < static_cast<std::int32_t>(size_); ++other) {
            if (alive_[at(other)] && (!alive_[at(best_[at(other)])] || best_[at(other)] == first)) {
                choose(other);
            }
        }
        cycles_.push_back(std::move(cycle));
    }

    std::size_t size_;
    std::vector<Edge> edges_;                        // by node and head
    std::vector<std::int32_t> best_;                 // head of each node
    std::vector<char> alive_;                        // not contracted into another
    std::vector<std::vector<std::int32_t>> inside_;  // words of each node
    std::vector<Cycle> cycles_;
};

}  // namespace

void spanning_tree(const float* scores, std::int64_t stride, std::int32_t words,
                   std::int32_t* heads) {
    std::vector<std::int32_t> best(at(words) + 1, 0);
    std::int32_t roots = 0;
    for (std::int32_t d = 0; d < words; ++d) {
        const float* const row = scores + d * stride;
        std::int32_t head = 0;
        for (std::int32_t h = 1; h <= words; ++h) {
            if (h != d + 1 && row[h] > row[head]) head = h;
        }
        best[at(d + 1)] = head;
        roots += head == 0 ? 1 : 0;
    }
    if (roots == 1 && node_on_cycle(best, std::vector<char>(best.size(), 1)) == 0) {
        std::copy(best.begin() + 1, best.end(), heads);
    } else if (words > 0) {
        Edmonds(scores, stride, words).solve(heads);
    }
}

}  // namespace hyperbaton

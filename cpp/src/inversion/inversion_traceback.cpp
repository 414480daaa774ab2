#include "inversion_search.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {
namespace {

using Words = std::span<const std::int32_t>;
using Operation = InversionOperation;

constexpr double never = std::numeric_limits<double>::infinity();

// How a chain reached a cell; non-negative: through the piece of that index.
constexpr std::int32_t from_start = -1;
constexpr std::int32_t by_deletion = -2;
constexpr std::int32_t by_insertion = -3;
constexpr std::int32_t by_pairing = -4;

std::size_t size_of(int n) { return static_cast<std::size_t>(n); }

struct Box {
    int i0, i1, j0, j1;
};

// One link of a straight chain: a single edit, or the inverted box of index `piece`.
struct ChainLink {
    Box box;
    std::int32_t piece;  // -1: an edit
};

class NodeWriter {
public:
    NodeWriter(Words hypothesis, Words reference) : h_(hypothesis), r_(reference) {}

    int open(Operation operation, const Box& box, int children) {
        nodes_.push_back({operation, box.i0, box.i1, box.j0, box.j1, children, -1});
        return static_cast<int>(nodes_.size()) - 1;
    }

    int edit(const Box& box) {
        if (box.i0 == box.i1) return open(Operation::insertion, box, 0);
        if (box.j0 == box.j1) return open(Operation::deletion, box, 0);
        const bool same = h_[size_of(box.i0)] == r_[size_of(box.j0)];
        return open(same ? Operation::match : Operation::substitution, box, 0);
    }

    void join(int earlier, int later) { nodes_[size_of(earlier)].next_sibling = later; }

    std::vector<DerivationNode> take() { return std::move(nodes_); }

private:
    Words h_, r_;
    std::vector<DerivationNode> nodes_;
};

// Writes a chain as one node, or as a straight node over several; `write` writes one link.
template <class WriteLink>
int write_chain(const Box& box, const std::vector<ChainLink>& chain, NodeWriter& writer,
                const WriteLink& write) {
    if (chain.size() == 1) return write(chain[0]);
    const int node = writer.open(Operation::straight, box, static_cast<int>(chain.size()));
    int earlier = -1;
    for (const ChainLink& link : chain) {
        const int child = write(link);
        if (earlier >= 0) writer.join(earlier, child);
        earlier = child;
    }
    return node;
}

// Derivations with inversions. Sides are short here (max_search_words), so tables are square.
class PieceTracer {
public:
    PieceTracer(Words hypothesis, Words reference, const InversionCosts& costs,
                std::span<const InvertedPiece> pieces)
        : h_(hypothesis),
          r_(reference),
          c_(costs),
          pieces_(pieces),
          hyp_words_(static_cast<int>(hypothesis.size())),
          ref_words_(static_cast<int>(reference.size())),
          writer_(hypothesis, reference) {
        first_at_.assign(cell(hyp_words_ + 1, 0), -1);
        next_at_.resize(pieces.size());
        for (std::size_t k = 0; k < pieces.size(); ++k) {
            std::int32_t& head = first_at_[cell(pieces[k].i0, pieces[k].j0)];
            next_at_[k] = head;
            head = static_cast<std::int32_t>(k);
        }
        reach_.resize(cell(hyp_words_ + 1, 0));
        came_.resize(cell(hyp_words_ + 1, 0));
    }

    std::vector<DerivationNode> trace() {
        write_box({0, hyp_words_, 0, ref_words_});
        return writer_.take();
    }

private:
    std::size_t cell(int i, int j) const {
        return size_of(i) * size_of(ref_words_ + 1) + size_of(j);
    }

    void offer(int i, int j, double cost, std::int32_t how) {
        if (cost < reach_[cell(i, j)]) {
            reach_[cell(i, j)] = cost;
            came_[cell(i, j)] = how;
        }
    }

    // reach_(i, j) for all (i, j) in the box: cost of the cheapest chain from its first corner.
    void run_chains(const Box& box) {
        for (int i = box.i0; i <= box.i1; ++i) {
            std::fill(reach_.begin() + static_cast<std::ptrdiff_t>(cell(i, box.j0)),
                      reach_.begin() + static_cast<std::ptrdiff_t>(cell(i, box.j1) + 1), never);
        }
        offer(box.i0, box.j0, 0.0, from_start);
        for (int i = box.i0; i <= box.i1; ++i) {
            checkpoint_.pass(box.j1 - box.j0 + 1);
            for (int j = box.j0; j <= box.j1; ++j) extend_chain(box, i, j);
        }
    }

    void extend_chain(const Box& box, int i, int j) {
        const double cost = reach_[cell(i, j)];
        const bool more_h = i < box.i1;
        const bool more_r = j < box.j1;
        if (more_h && more_r) {
            const bool same = h_[size_of(i)] == r_[size_of(j)];
            offer(i + 1, j + 1, cost + (same ? 0.0 : c_.substitution), by_pairing);
        }
        if (more_h) offer(i + 1, j, cost + c_.deletion, by_deletion);
        if (more_r) offer(i, j + 1, cost + c_.insertion, by_insertion);
        for (std::int32_t k = first_at_[cell(i, j)]; k >= 0; k = next_at_[size_of(k)]) {
            const InvertedPiece& piece = pieces_[size_of(k)];
            checkpoint_.pass(1);
            if (piece.i1 > box.i1 || piece.j1 > box.j1) continue;
            offer(piece.i1, piece.j1, cost + piece.cost, k);
        }
    }

    std::vector<ChainLink> chain_of(const Box& box) {
        run_chains(box);
        std::vector<ChainLink> chain;
        int i = box.i1;
        int j = box.j1;
        while (i != box.i0 || j != box.j0) {
            const std::int32_t how = came_[cell(i, j)];
            Box link{i, i, j, j};
            if (how >= 0) {
                link.i0 = pieces_[size_of(how)].i0;
                link.j0 = pieces_[size_of(how)].j0;
            } else {
                link.i0 -= how == by_insertion ? 0 : 1;
                link.j0 -= how == by_deletion ? 0 : 1;
            }
            chain.push_back({link, how >= 0 ? how : -1});
            i = link.i0;
            j = link.j0;
        }
        std::reverse(chain.begin(), chain.end());
        return chain;
    }

    int write_box(const Box& box) {
        return write_chain(box, chain_of(box), writer_, [this](const ChainLink& link) {
            return link.piece < 0 ? writer_.edit(link.box) : write_inverted(link.box);
        });
    }

    int write_inverted(const Box& box) {
        const auto [i, j] = best_split(box);
        const int node = writer_.open(Operation::inverted, box, 2);
        const int first = write_box({box.i0, i, j, box.j1});
        const int second = write_box({i, box.i1, box.j0, j});
        writer_.join(first, second);
        return node;
    }

    // Where an inverted box divides. Costs of all first children (box.i0, i, j, box.j1) and of
    // all second children (i, box.i1, box.j0, j), one set of chains for each j and each i.
    std::pair<int, int> best_split(const Box& box) {
        std::vector<double> total(cell(hyp_words_ + 1, 0), 0.0);
        for (int j = box.j0 + 1; j < box.j1; ++j) {
            run_chains({box.i0, box.i1, j, box.j1});
            for (int i = box.i0 + 1; i < box.i1; ++i) total[cell(i, j)] = reach_[cell(i, box.j1)];
        }
        for (int i = box.i0 + 1; i < box.i1; ++i) {
            run_chains({i, box.i1, box.j0, box.j1});
            for (int j = box.j0 + 1; j < box.j1; ++j) total[cell(i, j)] += reach_[cell(box.i1, j)];
        }
        std::pair<int, int> best{box.i0 + 1, box.j0 + 1};
        for (int i = box.i0 + 1; i < box.i1; ++i) {
            for (int j = box.j0 + 1; j < box.j1; ++j) {
                if (total[cell(i, j)] < total[cell(best.first, best.second)]) best = {i, j};
            }
        }
        return best;
    }

    Words h_, r_;
    const InversionCosts c_;
    std::span<const InvertedPiece> pieces_;
    const int hyp_words_, ref_words_;
    NodeWriter writer_;
    std::vector<std::int32_t> first_at_, next_at_;  // pieces by (i0, j0)
    std::vector<double> reach_;
    std::vector<std::int32_t> came_;
    Checkpoint checkpoint_;
};

// The Levenshtein chain of [begin, end) on both sides: one byte for each cell. Equal words at
// both ends are matched first, which is exact as long as nothing is inverted.
class LevenshteinTracer {
public:
    LevenshteinTracer(Words hypothesis, Words reference, const InversionCosts& costs)
        : h_(hypothesis),
          r_(reference),
          c_(costs),
          hyp_words_(static_cast<int>(hypothesis.size())),
          ref_words_(static_cast<int>(reference.size())) {
        while (head_ < std::min(hyp_words_, ref_words_) && same(head_, head_)) ++head_;
        while (tail_ < std::min(hyp_words_, ref_words_) - head_ &&
               same(hyp_words_ - 1 - tail_, ref_words_ - 1 - tail_))
            ++tail_;
    }

    std::vector<ChainLink> chain() {
        fill_directions();
        std::vector<ChainLink> links;
        int i = hyp_words_;
        int j = ref_words_;
        while (i > 0 || j > 0) {
            const std::int32_t how = direction(i, j);
            const Box link{how == by_insertion ? i : i - 1, i, how == by_deletion ? j : j - 1, j};
            links.push_back({link, -1});
            i = link.i0;
            j = link.j0;
        }
        std::reverse(links.begin(), links.end());
        return links;
    }

private:
    bool same(int i, int j) const { return h_[size_of(i)] == r_[size_of(j)]; }

    std::size_t cell(int i, int j) const {
        return size_of(i - head_) * size_of(ref_words_ - tail_ - head_ + 1) + size_of(j - head_);
    }

    std::int32_t direction(int i, int j) const {
        if (i > hyp_words_ - tail_ || (i <= head_ && j <= head_)) return by_pairing;
        return directions_[cell(i, j)];
    }

    void fill_directions() {
        const int rows = hyp_words_ - tail_ - head_;
        const int columns = ref_words_ - tail_ - head_;
        const std::size_t cells = size_of(rows + 1) * size_of(columns + 1);
        if (cells > max_derivation_cells) {
            throw std::length_error("inversion_derivation: " + std::to_string(cells) +
                                    " pairs of positions, at most " +
                                    std::to_string(max_derivation_cells) + " are accepted");
        }
        directions_.assign(cells, static_cast<std::int8_t>(from_start));
        std::vector<double> row(size_of(columns + 1));
        for (int j = 1; j <= columns; ++j) {
            row[size_of(j)] = j * c_.insertion;
            directions_[size_of(j)] = static_cast<std::int8_t>(by_insertion);
        }
        for (int i = head_ + 1; i <= hyp_words_ - tail_; ++i) fill_row(i, row);
    }

    void fill_row(int i, std::vector<double>& row) {
        checkpoint_.pass(row.size());
        double diagonal = row[0];
        row[0] += c_.deletion;
        directions_[cell(i, head_)] = static_cast<std::int8_t>(by_deletion);
        for (int j = head_ + 1; j <= ref_words_ - tail_; ++j) {
            const std::size_t column = size_of(j - head_);
            const double paired = diagonal + (same(i - 1, j - 1) ? 0.0 : c_.substitution);
            const double deleted = row[column] + c_.deletion;
            const double inserted = row[column - 1] + c_.insertion;
            const double best = std::min({paired, deleted, inserted});
            diagonal = row[column];
            row[column] = best;
            directions_[cell(i, j)] = static_cast<std::int8_t>(best == paired    ? by_pairing
                                                               : best == deleted ? by_deletion
                                                                                 : by_insertion);
        }
    }

    Words h_, r_;
    const InversionCosts c_;
    const int hyp_words_, ref_words_;
    int head_ = 0;
    int tail_ = 0;
    std::vector<std::int8_t> directions_;
    Checkpoint checkpoint_;
};

}  // namespace

std::vector<DerivationNode> trace_derivation(Words hypothesis, Words reference,
                                             const InversionCosts& costs,
                                             std::span<const InvertedPiece> pieces) {
    if (hypothesis.empty() && reference.empty()) return {};
    if (!pieces.empty()) return PieceTracer(hypothesis, reference, costs, pieces).trace();
    NodeWriter writer(hypothesis, reference);
    const Box whole{0, static_cast<int>(hypothesis.size()), 0, static_cast<int>(reference.size())};
    write_chain(whole, LevenshteinTracer(hypothesis, reference, costs).chain(), writer,
                [&writer](const ChainLink& link) { return writer.edit(link.box); });
    return writer.take();
}

}  // namespace hyperbaton

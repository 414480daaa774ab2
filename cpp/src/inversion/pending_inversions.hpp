#pragma once
// Inversions whose children are known and whose corner is still to come, in a list for each j0.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hyperbaton/inversion/inversion_distance.hpp"

namespace hyperbaton {

// Where a box ends, and what it costs.
struct BoxEnd {
    std::uint8_t i1, j1;  // below 256: max_search_words is 250
    std::uint16_t cost;
};

class PendingInversions {
public:
    void reset(int ref_words) {
        heads_.assign(static_cast<std::size_t>(ref_words), none);
        nodes_.clear();
        full_ = false;
    }

    // Forgets the entries of lists that were all taken.
    void forget_taken() { nodes_.clear(); }

    void add(int j0, const BoxEnd& end) {
        if (nodes_.size() == most) {
            full_ = true;
            return;
        }
        std::int32_t& head = heads_[static_cast<std::size_t>(j0)];
        nodes_.push_back({end, head});
        head = static_cast<std::int32_t>(nodes_.size()) - 1;
    }

    // Visits the inversions that start at j0, the latest first, and empties their list.
    template <class Visit>
    void take(int j0, Visit visit) {
        std::int32_t& head = heads_[static_cast<std::size_t>(j0)];
        for (std::int32_t at = head; at != none; at = nodes_[static_cast<std::size_t>(at)].next) {
            visit(nodes_[static_cast<std::size_t>(at)].end);
        }
        head = none;
    }

    // Whether an inversion was left out for want of memory.
    bool full() const { return full_; }
    std::size_t bytes() const {
        return heads_.capacity() * sizeof(std::int32_t) + nodes_.capacity() * sizeof(Node);
    }

private:
    struct Node {
        BoxEnd end;
        std::int32_t next;
    };
    static constexpr std::int32_t none = -1;
    // Its share; a vector may take twice as much.
    static constexpr std::size_t most = max_list_bytes / 32 / sizeof(Node);

    std::vector<std::int32_t> heads_;
    std::vector<Node> nodes_;
    bool full_ = false;
};

}  // namespace hyperbaton

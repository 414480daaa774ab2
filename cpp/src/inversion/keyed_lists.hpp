#pragma once
// Many short lists, one for each key, in one array. The latest entry of a list comes first.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hyperbaton/inversion/inversion_distance.hpp"

namespace hyperbaton {

template <class Entry>
class KeyedLists {
public:
    // Empty lists for the keys below `keys`.
    void reset(int keys) {
        heads_.assign(static_cast<std::size_t>(keys), none);
        nodes_.clear();
        full_ = false;
    }

    // Forgets the entries of lists that were all taken.
    void forget_taken() { nodes_.clear(); }

    void add(int key, const Entry& entry) {
        if (nodes_.size() == most) {
            full_ = true;
            return;
        }
        std::int32_t& head = heads_[static_cast<std::size_t>(key)];
        nodes_.push_back({entry, head});
        head = static_cast<std::int32_t>(nodes_.size()) - 1;
    }

    bool empty(int key) const { return heads_[static_cast<std::size_t>(key)] == none; }

    template <class Visit>
    void each(int key, Visit visit) const {
        for (std::int32_t at = heads_[static_cast<std::size_t>(key)]; at != none;) {
            const Node& node = nodes_[static_cast<std::size_t>(at)];
            at = node.next;
            visit(node.entry);
        }
    }

    // The same, and empties the list.
    template <class Visit>
    void take(int key, Visit visit) {
        each(key, visit);
        heads_[static_cast<std::size_t>(key)] = none;
    }

    template <class Visit>
    void each_entry(Visit visit) const {
        for (const Node& node : nodes_) visit(node.entry);
    }

    std::size_t size() const { return nodes_.size(); }
    // Whether an entry was left out for want of memory.
    bool full() const { return full_; }
    std::size_t bytes() const {
        return heads_.capacity() * sizeof(std::int32_t) + nodes_.capacity() * sizeof(Node);
    }

private:
    struct Node {
        Entry entry;
        std::int32_t next;
    };
    static constexpr std::int32_t none = -1;
    static constexpr std::size_t most = max_list_bytes / 32 / sizeof(Node);

    std::vector<std::int32_t> heads_;
    std::vector<Node> nodes_;
    bool full_ = false;
};

}  // namespace hyperbaton

#include "keyroots.hpp"

#include <algorithm>
#include <numeric>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

}  // namespace

void SidedForest::assign(Forest forest, bool mirrored) {
    if (mirrored) {
        mirror_forest(forest, sizes, node, buffer_);
    } else {
        sizes.assign(forest.begin(), forest.end());
        node.resize(forest.size());
        std::iota(node.begin(), node.end(), 0);
    }
    find_keyroots();
}

// Written without branches on the shape of the forest, which no processor can predict.
void SidedForest::find_keyroots() {
    const std::size_t n = sizes.size();
    first.resize(n);
    up.resize(n);
    highest_.resize(n);
    if (found_.size() < n + 1) found_.resize(n + 1);
    for (std::int32_t i = 0; i < count(); ++i) {
        const std::int32_t leaf = first_leaf(sizes, i);
        first[at(i)] = leaf;
        highest_[at(i)] = i;  // matters for leaves only
        up[at(highest_[at(leaf)])] = i;
        up[at(i)] = -1;
        highest_[at(leaf)] = i;
    }
    std::size_t count_found = 0;
    for (std::int32_t i = 0; i < count(); ++i) {
        const std::int32_t leaf = first[at(i)];
        found_[count_found] = {leaf, i + 1};
        count_found += static_cast<std::size_t>(leaf != 0) & static_cast<std::size_t>(leaf != i) &
                       static_cast<std::size_t>(up[at(i)] < 0);
    }
    if (n > 0) found_[count_found++] = {0, count()};
    keyroots = {found_.data(), count_found};
}

void SidedForest::find_twins() {
    std::vector<std::int32_t>& distinct = buffer_;  // keyroots that are the first of their shape
    distinct.clear();
    Checkpoint checkpoint;
    for (std::size_t k = 0; k < keyroots.size(); ++k) {
        Keyroot& keyroot = keyroots[k];
        const auto begin = sizes.begin() + keyroot.begin;
        for (const std::int32_t d : distinct) {
            const Keyroot& other = keyroots[at(d)];
            checkpoint.pass(1);
            if (other.end - other.begin == keyroot.end - keyroot.begin &&
                std::equal(begin, sizes.begin() + keyroot.end, sizes.begin() + other.begin)) {
                keyroot.twin = keyroot.begin - other.begin;
                checkpoint.pass(keyroot.end - keyroot.begin);
                break;
            }
        }
        if (keyroot.twin == 0) distinct.push_back(static_cast<std::int32_t>(k));
    }
}

std::size_t SidedForest::bytes() const {
    return (sizes.capacity() + node.capacity() + first.capacity() + up.capacity() +
            highest_.capacity() + buffer_.capacity()) *
               sizeof(std::int32_t) +
           found_.capacity() * sizeof(Keyroot);
}

}  // namespace hyperbaton

#pragma once
// Boxes that may be the second child of an inversion, filed under their first hypothesis word and
// their reference end, where the first child lies against them, and by how much they save over
// substituting all their words: 0, 1, or 2 and more.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hyperbaton/inversion/inversion_distance.hpp"

namespace hyperbaton {

struct SecondChild {
    std::uint16_t i1, j0, cost;
    std::uint16_t file;  // within its layer
};

class SecondChildren {
public:
    static constexpr int most_saved = 2;  // and more

    // No children, and a last layer without any.
    void reset(int hyp_words, int ref_words) {
        files_ = (most_saved + 1) * (ref_words + 1);
        starts_.resize(static_cast<std::size_t>((hyp_words + 1) * (files_ + 1)));
        children_.clear();
        layer_.clear();
        full_ = false;
        close_layer(hyp_words);
    }

    // Of the layer that is open.
    void add(int i1, int j0, int j1, int cost, int saving) {
        if (children_.size() + layer_.size() == most) {
            full_ = true;
            return;
        }
        layer_.push_back({static_cast<std::uint16_t>(i1), static_cast<std::uint16_t>(j0),
                          static_cast<std::uint16_t>(cost),
                          static_cast<std::uint16_t>(file_of(j1, saving))});
    }

    // Files the children that start with hypothesis word i0, which were added last.
    void close_layer(int i0) {
        std::uint32_t* starts = layer_starts(i0);
        for (int file = 0; file <= files_; ++file) starts[file] = 0;
        for (const SecondChild& child : layer_) ++starts[child.file];
        std::uint32_t end = static_cast<std::uint32_t>(children_.size());
        for (int file = 0; file <= files_; ++file) starts[file] = end += starts[file];
        children_.resize(children_.size() + layer_.size());
        for (const SecondChild& child : layer_) children_[--starts[child.file]] = child;
        layer_.clear();
    }

    // Children that start with word i, end at j and save at least so much.
    std::span<const SecondChild> saving(int i, int j, int least) const {
        const std::uint32_t* starts = layer_starts(i);
        const std::uint32_t begin = starts[file_of(j, most_saved)];
        const std::uint32_t end = starts[file_of(j, least) + 1];
        return {children_.data() + begin, end - begin};
    }

    bool full() const { return full_; }
    std::size_t bytes() const {
        return (children_.capacity() + layer_.capacity()) * sizeof(SecondChild) +
               starts_.capacity() * sizeof(std::uint32_t);
    }

private:
    // Its share; two vectors may take four times as much.
    static constexpr std::size_t most = max_list_bytes / 8 / sizeof(SecondChild);

    static int file_of(int j1, int saving) { return (most_saved + 1) * j1 + most_saved - saving; }
    std::uint32_t* layer_starts(int i0) { return starts_.data() + i0 * (files_ + 1); }
    const std::uint32_t* layer_starts(int i0) const { return starts_.data() + i0 * (files_ + 1); }

    int files_ = 0;
    std::vector<SecondChild> children_;  // by layer, file
    std::vector<SecondChild> layer_;     // of the open layer, as they came
    std::vector<std::uint32_t> starts_;  // by layer and file: into children_
    bool full_ = false;
};

}  // namespace hyperbaton

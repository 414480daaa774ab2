#include "hyperbaton/bitext/symmetrization.hpp"

#include <algorithm>
#include <compare>
#include <vector>

#include "hyperbaton/runtime/cancellation.hpp"
#include "hyperbaton/runtime/sequences.hpp"

namespace hyperbaton {

namespace {

constexpr std::uint8_t in_forward = 1, in_reverse = 2, in_both = 3;

struct Place {
    std::int32_t target, source;

    auto operator<=>(const Place&) const = default;
    Place operator+(Place step) const { return {target + step.target, source + step.source}; }
};

// In the order of the published pseudo-code; the result can depend on it.
constexpr Place neighbours[] = {{-1, 0},  {0, -1}, {1, 0},  {0, 1},
                                {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};

struct UnionLink {
    Place place;
    std::uint8_t directions;  // those that have it
    bool kept;
};

// One sentence pair on its way. The links of the union lie in the order in which the pseudo-code
// visits the cells of its matrix: by target word, then by source word.
class Growth {
public:
    void start(const LinkBatch& forward, const LinkBatch& reverse, std::int64_t pair) {
        links_.clear();
        collect(forward, pair, in_forward);
        collect(reverse, pair, in_reverse);
        const auto by_place = [](const UnionLink& a, const UnionLink& b) {
            return a.place < b.place;
        };
        std::sort(links_.begin(), links_.end(), by_place);
        merge_doubles();
        Place longest{-1, -1};
        for (const UnionLink& link : links_) {
            longest.target = std::max(longest.target, link.place.target);
            longest.source = std::max(longest.source, link.place.source);
        }
        target_linked_.assign(static_cast<std::size_t>(longest.target + 1), 0);
        source_linked_.assign(static_cast<std::size_t>(longest.source + 1), 0);
    }

    void keep_all() {
        for (UnionLink& link : links_) keep(link);
    }

    void keep_intersection() {
        for (UnionLink& link : links_) {
            if (link.directions == in_both) keep(link);
        }
    }

    void grow() {
        bool grown = true;
        while (grown) {
            grown = false;
            for (const UnionLink& link : links_) {
                checkpoint_.pass(8);
                if (link.kept) grown |= add_neighbours(link.place);
            }
        }
    }

    void finish(std::uint8_t direction, bool both_free) {
        for (UnionLink& link : links_) {
            if ((link.directions & direction) == 0) continue;
            const bool target_free = !target_linked(link), source_free = !source_linked(link);
            const bool fits = both_free ? target_free && source_free : target_free || source_free;
            if (fits) keep(link);
        }
    }

    std::int64_t write(std::int32_t* source, std::int32_t* target) {
        std::erase_if(links_, [](const UnionLink& link) { return !link.kept; });
        std::sort(links_.begin(), links_.end(), [](const UnionLink& a, const UnionLink& b) {
            return a.place.source != b.place.source ? a.place.source < b.place.source
                                                    : a.place.target < b.place.target;
        });
        for (const UnionLink& link : links_) {
            *source++ = link.place.source;
            *target++ = link.place.target;
        }
        return static_cast<std::int64_t>(links_.size());
    }

private:
    void collect(const LinkBatch& batch, std::int64_t pair, std::uint8_t direction) {
        for (std::int64_t link = batch.offsets[pair]; link < batch.offsets[pair + 1]; ++link) {
            links_.push_back({{batch.target[link], batch.source[link]}, direction, false});
        }
    }

    void merge_doubles() {
        std::size_t size = 0;
        for (const UnionLink& link : links_) {
            if (size > 0 && links_[size - 1].place == link.place) {
                links_[size - 1].directions |= link.directions;
            } else {
                links_[size++] = link;
            }
        }
        links_.resize(size);
    }

    bool target_linked(const UnionLink& link) const {
        return target_linked_[static_cast<std::size_t>(link.place.target)] != 0;
    }
    bool source_linked(const UnionLink& link) const {
        return source_linked_[static_cast<std::size_t>(link.place.source)] != 0;
    }

    void keep(UnionLink& link) {
        link.kept = true;
        target_linked_[static_cast<std::size_t>(link.place.target)] = 1;
        source_linked_[static_cast<std::size_t>(link.place.source)] = 1;
    }

    bool add_neighbours(Place place) {
        bool added = false;
        for (const Place step : neighbours) {
            const Place wanted = place + step;
            const auto next =
                std::lower_bound(links_.begin(), links_.end(), wanted,
                                 [](const UnionLink& link, Place p) { return link.place < p; });
            if (next == links_.end() || next->place != wanted) continue;
            if (target_linked(*next) && source_linked(*next)) continue;
            keep(*next);
            added = true;
        }
        return added;
    }

    std::vector<UnionLink> links_;
    Checkpoint checkpoint_;
    std::vector<std::uint8_t> target_linked_, source_linked_;
};

void choose(Growth& growth, Symmetrization method) {
    if (method == Symmetrization::set_union) return growth.keep_all();
    growth.keep_intersection();
    if (method == Symmetrization::intersection) return;
    growth.grow();
    if (method == Symmetrization::grow_diag) return;
    for (const std::uint8_t direction : {in_forward, in_reverse}) {
        growth.finish(direction, method == Symmetrization::grow_diag_final_and);
    }
}

std::int64_t link_count(const LinkBatch& batch) { return batch.offsets[batch.count]; }

}  // namespace

void symmetrize(const LinkBatch& forward, const LinkBatch& reverse, Symmetrization method,
                int threads, std::int32_t* source, std::int32_t* target, std::int64_t* counts) {
    for_each_index<Growth>(forward.count, link_count(forward) + link_count(reverse), threads,
                           [&](std::int64_t pair, Growth& growth) {
                               growth.start(forward, reverse, pair);
                               choose(growth, method);
                               const std::int64_t at =
                                   forward.offsets[pair] + reverse.offsets[pair];
                               counts[pair] = growth.write(source + at, target + at);
                           });
}

}  // namespace hyperbaton

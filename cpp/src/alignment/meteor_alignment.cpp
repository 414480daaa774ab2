#include "hyperbaton/alignment/meteor_alignment.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "alignment_summary.hpp"
#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

namespace {

constexpr std::int32_t none = -1;

/// A way to align the reference up to some word.
struct Path {
    std::int64_t counted_hyp = 0;  // words covered times weights, rounded down at every match
    std::int64_t counted_ref = 0;
    std::int32_t chunks = 0;
    std::int64_t distance = 0;
    std::int32_t next_ref = 0;      // where the next match may start
    std::int32_t chunk_end = none;  // in the hypothesis, of a chunk that can still go on
    std::int32_t last_step = none;  // of its chosen candidates, the last first
    std::int32_t used = 0;          // which set of used words
};

struct ChosenStep {
    std::int32_t candidate;
    std::int32_t before;
};

bool is_better(const Path& a, const Path& b) {
    const std::int64_t words_a = a.counted_hyp + a.counted_ref;
    const std::int64_t words_b = b.counted_hyp + b.counted_ref;
    if (words_a != words_b) return words_a > words_b;
    if (a.chunks != b.chunks) return a.chunks < b.chunks;
    return a.distance < b.distance;
}

}  // namespace

struct MeteorBuffers {
    std::span<const Match> candidates;
    std::size_t hyp_words = 0;
    std::size_t blocks = 0;                 // of 64 words, hypothesis and reference together
    std::vector<std::int32_t> first, list;  // candidates by ref_start, in the order given
    std::vector<std::int32_t> coverage;     // candidates of every word, hypothesis first
    std::vector<std::int32_t> fixed;        // by ref_start
    std::vector<Path> paths, next;
    std::vector<std::uint64_t> used, next_used;
    std::vector<ChosenStep> steps;
    Checkpoint checkpoint;

    void start(std::span<const Match> given, std::size_t hyp, std::size_t ref);
    void take(Path& path, std::int32_t candidate) const;
    void prune(std::int32_t beam);
    void advance(std::size_t ref_word);

private:
    void index_candidates(std::size_t ref);
    void fix_candidates(std::size_t hyp, std::size_t ref);
    template <class Visit>
    void for_words(const Match& match, Visit visit) const;
    bool is_used(const Path& path, std::size_t word) const;
    bool is_free(const Path& path, const Match& match) const;
    void keep(Path path, const Match* added);
    void expand(Path path, std::size_t ref_word);
};

void MeteorBuffers::start(std::span<const Match> given, std::size_t hyp, std::size_t ref) {
    candidates = given;
    hyp_words = hyp;
    blocks = (hyp + ref + 63) / 64;
    steps.clear();
    paths.assign(1, Path{});
    used.assign(blocks, 0);
    index_candidates(ref);
    fix_candidates(hyp, ref);
}

void MeteorBuffers::index_candidates(std::size_t ref) {
    first.assign(ref + 2, 0);
    for (const Match& match : candidates) ++first[static_cast<std::size_t>(match.ref_start) + 2];
    for (std::size_t j = 2; j < first.size(); ++j) first[j] += first[j - 1];
    list.resize(candidates.size());
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        const auto j = static_cast<std::size_t>(candidates[k].ref_start);
        list[static_cast<std::size_t>(first[j + 1]++)] = static_cast<std::int32_t>(k);
    }
}

/// Takes beforehand what is the only candidate of all its words.
void MeteorBuffers::fix_candidates(std::size_t hyp, std::size_t ref) {
    coverage.assign(hyp + ref, 0);
    for (const Match& match : candidates) {
        for_words(match, [&](std::size_t word) { ++coverage[word]; });
    }
    fixed.assign(ref, none);
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        bool alone = true;
        for_words(candidates[k], [&](std::size_t word) { alone &= coverage[word] == 1; });
        if (!alone) continue;
        fixed[static_cast<std::size_t>(candidates[k].ref_start)] = static_cast<std::int32_t>(k);
        for_words(candidates[k], [&](std::size_t word) { used[word / 64] |= 1ull << word % 64; });
    }
}

/// Calls visit for all words of a match, those of the reference counted after the hypothesis.
template <class Visit>
void MeteorBuffers::for_words(const Match& match, Visit visit) const {
    for (std::int32_t i = 0; i < match.hyp_length; ++i) {
        visit(static_cast<std::size_t>(match.hyp_start + i));
    }
    for (std::int32_t j = 0; j < match.ref_length; ++j) {
        visit(hyp_words + static_cast<std::size_t>(match.ref_start + j));
    }
}

bool MeteorBuffers::is_used(const Path& path, std::size_t word) const {
    return used[static_cast<std::size_t>(path.used) * blocks + word / 64] >> word % 64 & 1;
}

bool MeteorBuffers::is_free(const Path& path, const Match& match) const {
    bool free = true;
    for_words(match, [&](std::size_t word) { free &= !is_used(path, word); });
    return free;
}

/// What a match adds to a path, its distance excepted.
void MeteorBuffers::take(Path& path, std::int32_t candidate) const {
    const Match& match = candidates[static_cast<std::size_t>(candidate)];
    const auto counted = [&](std::int64_t before, std::int32_t words) {
        return static_cast<std::int64_t>(static_cast<double>(before) +
                                         words * static_cast<double>(match.weight));
    };
    path.counted_hyp = counted(path.counted_hyp, match.hyp_length);
    path.counted_ref = counted(path.counted_ref, match.ref_length);
    if (path.chunk_end != none && path.chunk_end != match.hyp_start) ++path.chunks;
    path.next_ref = match.ref_start + match.ref_length;
    path.chunk_end = match.hyp_start + match.hyp_length;
}

/// Keeps a path for the next word, with the words of a match, if any, as used.
void MeteorBuffers::keep(Path path, const Match* added) {
    const std::size_t from = static_cast<std::size_t>(path.used) * blocks, to = next_used.size();
    checkpoint.pass(blocks + 1);
    next_used.resize(to + blocks);
    std::copy_n(used.begin() + static_cast<std::ptrdiff_t>(from), blocks,
                next_used.begin() + static_cast<std::ptrdiff_t>(to));
    if (added) {
        for_words(*added,
                  [&](std::size_t word) { next_used[to + word / 64] |= 1ull << word % 64; });
    }
    path.used = static_cast<std::int32_t>(next.size());
    next.push_back(path);
}

void MeteorBuffers::expand(Path path, std::size_t ref_word) {
    const auto begin = static_cast<std::size_t>(first[ref_word]);
    const auto end = static_cast<std::size_t>(first[ref_word + 1]);
    for (std::size_t k = begin; k < end; ++k) {
        const Match& match = candidates[static_cast<std::size_t>(list[k])];
        checkpoint.pass(match.hyp_length + match.ref_length);
        if (!is_free(path, match)) continue;
        Path longer = path;
        take(longer, list[k]);
        longer.last_step = static_cast<std::int32_t>(steps.size());
        steps.push_back({list[k], path.last_step});
        keep(longer, &match);
        path.distance += std::abs(match.hyp_start - match.ref_start);
    }
    if (path.chunk_end != none) {
        ++path.chunks;
        path.chunk_end = none;
    }
    ++path.next_ref;
    keep(path, nullptr);
}

void MeteorBuffers::prune(std::int32_t beam) {
    std::stable_sort(paths.begin(), paths.end(), is_better);
    if (paths.size() > static_cast<std::size_t>(beam)) paths.resize(static_cast<std::size_t>(beam));
}

void MeteorBuffers::advance(std::size_t ref_word) {
    next.clear();
    next_used.clear();
    for (Path path : paths) {
        if (!is_used(path, hyp_words + ref_word)) {
            expand(path, ref_word);
        } else if (static_cast<std::int32_t>(ref_word) < path.next_ref) {
            keep(path, nullptr);
        } else if (const std::int32_t k = fixed[ref_word]; k != none) {
            const Match& match = candidates[static_cast<std::size_t>(k)];
            take(path, k);
            path.distance += std::abs(match.hyp_start - match.ref_start);
            keep(path, nullptr);
        }
    }
    if (next.empty()) keep(paths.front(), nullptr);
    paths.swap(next);
    used.swap(next_used);
}

MeteorWorkspace::MeteorWorkspace() : buffers_(std::make_unique<MeteorBuffers>()) {}
MeteorWorkspace::~MeteorWorkspace() = default;
MeteorWorkspace::MeteorWorkspace(MeteorWorkspace&&) noexcept = default;
MeteorWorkspace& MeteorWorkspace::operator=(MeteorWorkspace&&) noexcept = default;

AlignmentResult align_like_meteor(std::span<const Match> candidates, std::int32_t hyp_words,
                                  std::int32_t ref_words, std::int32_t beam,
                                  MeteorWorkspace& workspace) {
    if (beam < 1) throw std::invalid_argument("beam has to be at least 1");
    MeteorBuffers& buffers = workspace.buffers();
    const auto ref = static_cast<std::size_t>(ref_words);
    buffers.start(candidates, static_cast<std::size_t>(hyp_words), ref);
    for (std::size_t j = 0; j < ref; ++j) {
        buffers.prune(beam);
        buffers.advance(j);
    }
    buffers.prune(beam);
    for (Path& path : buffers.paths) path.chunks += path.chunk_end == none ? 0 : 1;
    const Path best = *std::min_element(buffers.paths.begin(), buffers.paths.end(), is_better);
    AlignmentResult result;
    result.exact = false;
    for (const std::int32_t k : buffers.fixed) {
        if (k != none) result.chosen.push_back(k);
    }
    for (std::int32_t s = best.last_step; s != none;) {
        const ChosenStep& step = buffers.steps[static_cast<std::size_t>(s)];
        result.chosen.push_back(step.candidate);
        s = step.before;
    }
    summarize(candidates, result);
    return result;
}

}  // namespace hyperbaton

#include "hyperbaton/alignment/soft_matches.hpp"

#include <algorithm>
#include <limits>

#include "hyperbaton/runtime/cancellation.hpp"
#include "simd/dispatch.hpp"
#include "simd/similarity_kernels.hpp"

namespace hyperbaton {

namespace {

constexpr std::size_t lanes = SimilarityKernels::lane_count;
constexpr std::size_t rows_at_once = SimilarityKernels::row_count;
constexpr float nothing = -std::numeric_limits<float>::infinity();
// What no word and no stem of the other sentence equals.
constexpr std::int32_t no_column_word = -1, no_column_stem = -1, no_row_stem = -2;

const SimilarityKernels& kernels() { return HYPERBATON_CHOOSE_KERNELS(similarity_kernels); }

class PairMatching {
public:
    PairMatching(Sequence hypothesis, Sequence reference, const SoftVocabulary& vocabulary,
                 const SoftOptions& options, SoftWorkspace& workspace, const SoftResult& result)
        : hypothesis_(hypothesis),
          reference_(reference),
          vocabulary_(vocabulary),
          options_(options),
          workspace_(workspace),
          result_(result),
          tiles_((reference.size() + lanes - 1) / lanes),
          stride_((tiles_ + 1) * lanes) {}

    std::int64_t run() {
        find_excess();
        set_columns();
        fill_tiles();
        read_rows();
        write_columns();
        return write_links();
    }

private:
    std::size_t width() const { return tiles_ * lanes; }

    const float* vector_of(std::int32_t word) const {
        return vocabulary_.vectors + word * vocabulary_.dimensions;
    }

    void find_excess() {
        WordClasses& classes = workspace_.classes;
        std::vector<std::int32_t>& left = workspace_.counts;
        classes.clear(reference_.size() + hypothesis_.size());
        left.assign(reference_.size() + hypothesis_.size() + 1, 0);
        for (const std::int32_t word : reference_) ++left[classes.insert(word)];
        const std::size_t known = classes.size();
        workspace_.excess.resize(hypothesis_.size());
        for (std::size_t i = 0; i < hypothesis_.size(); ++i) {
            const std::uint32_t word = classes.insert(hypothesis_[i]);
            const std::int32_t allowed = word > known ? 1 : 0;  // of a word of its own, one copy
            workspace_.excess[i] = left[word]-- + allowed <= 0;
        }
    }

    // Places are multiples of 1 / (2 n m): integers, whose distances are exact where they are below
    // 2^24.
    float place(std::size_t position, std::size_t other_length) const {
        return static_cast<float>(2 * position + 1) * static_cast<float>(other_length);
    }

    void set_columns() {
        SoftWorkspace& w = workspace_;
        w.words.assign(width(), no_column_word);
        w.stems.assign(width(), no_column_stem);
        w.places.assign(width(), 0.0f);
        w.best.assign(width(), nothing);
        w.best_row.assign(width(), -1);
        w.nearest.assign(width(), nothing);
        w.nearest_row.assign(width(), -1);
        w.adjacent.assign(width(), 0.0f);
        for (std::size_t j = 0; j < reference_.size(); ++j) {
            const std::int32_t stem = vocabulary_.stems[reference_[j]];
            w.words[j] = reference_[j];
            w.stems[j] = stem < 0 ? no_column_stem : stem;
            w.places[j] = place(j, hypothesis_.size());
        }
        columns_ = {static_cast<std::int32_t>(tiles_),
                    w.words.data(),
                    w.stems.data(),
                    w.places.data(),
                    w.best.data(),
                    w.best_row.data(),
                    w.nearest.data(),
                    w.nearest_row.data(),
                    w.adjacent.data()};
    }

    void fill_tiles() {
        const auto dimensions = static_cast<std::size_t>(vocabulary_.dimensions);
        workspace_.tiles.resize(width() * dimensions);
        Checkpoint checkpoint;
        for (std::size_t j = 0; j < width(); ++j) {
            float* const column =
                workspace_.tiles.data() + j / lanes * lanes * dimensions + j % lanes;
            const float* const vector = j < reference_.size() ? vector_of(reference_[j]) : nullptr;
            for (std::size_t d = 0; d < dimensions; ++d) {
                column[d * lanes] = vector == nullptr ? 0.0f : vector[d];
            }
            checkpoint.pass(dimensions);
        }
    }

    // Row 0 is the last one of the block before.
    float* row(std::size_t index) { return workspace_.rows.data() + index * stride_; }

    void read_rows() {
        const std::size_t n = hypothesis_.size();
        workspace_.rows.assign((rows_at_once + 1) * stride_, nothing);
        workspace_.nearest_column.assign(n, -1);
        workspace_.nearest_similarity.assign(n, 0.0f);
        Checkpoint checkpoint;
        for (std::size_t begin = 0; begin < n; begin += rows_at_once) {
            const std::size_t end = std::min(n, begin + rows_at_once);
            multiply(begin, end);
            for (std::size_t i = begin; i < end; ++i) read_row(i, row(i - begin + 1));
            std::copy_n(row(end - begin), stride_, row(0));
            checkpoint.pass(width() * static_cast<std::size_t>(vocabulary_.dimensions) + 1);
        }
    }

    void multiply(std::size_t begin, std::size_t end) {
        const float* vectors[rows_at_once];
        for (std::size_t r = 0; r < rows_at_once; ++r) {
            vectors[r] = vector_of(hypothesis_[std::min(begin + r, end - 1)]);
        }
        kernels().multiply(vectors, workspace_.tiles.data(), columns_.tiles, vocabulary_.dimensions,
                           row(1), static_cast<std::int64_t>(stride_));
    }

    void read_row(std::size_t i, float* values) {
        const std::int32_t stem = vocabulary_.stems[hypothesis_[i]];
        const std::size_t n = hypothesis_.size(), m = reference_.size();
        const float per_distance =
            options_.nearness / (2.0f * static_cast<float>(n) * static_cast<float>(m));
        const SimilarityRow word{static_cast<std::int32_t>(i),
                                 hypothesis_[i],
                                 stem < 0 ? no_row_stem : stem,
                                 place(i, m),
                                 per_distance,
                                 options_.stem_similarity};
        kernels().compare(columns_, word, values);
        std::fill_n(values + m, stride_ - m, nothing);
        const SimilarityBest best = kernels().take(columns_, word, values);
        const bool counts = best.column >= 0 && !workspace_.excess[i];
        result_.hypothesis_best[i] = counts ? best.column : -1;
        result_.hypothesis_similarity[i] = counts ? std::max(0.0f, best.similarity) : 0.0f;
        workspace_.nearest_column[i] = best.nearest_column;
        if (best.nearest_column >= 0) {
            workspace_.nearest_similarity[i] = values[best.nearest_column];
        }
        if (i > 0) {
            result_.hypothesis_adjacent[i - 1] =
                kernels().take_diagonals(columns_, values - stride_, values);
        }
    }

    void write_columns() {
        const std::size_t m = reference_.size();
        std::copy_n(workspace_.best_row.data(), m, result_.reference_best);
        std::transform(workspace_.best.data(), workspace_.best.data() + m,
                       result_.reference_similarity, [](float x) { return std::max(0.0f, x); });
        if (m > 0) std::copy_n(workspace_.adjacent.data(), m - 1, result_.reference_adjacent);
    }

    std::int64_t write_links() {
        std::int64_t count = 0;
        for (std::size_t i = 0; i < hypothesis_.size(); ++i) {
            const std::int32_t j = workspace_.nearest_column[i];
            const float similarity = workspace_.nearest_similarity[i];
            if (j < 0 || similarity < options_.minimum) continue;
            const auto column = static_cast<std::size_t>(j);
            if (workspace_.nearest_row[column] != static_cast<std::int32_t>(i)) continue;
            result_.links[2 * count] = static_cast<std::int32_t>(i);
            result_.links[2 * count + 1] = j;
            result_.link_similarity[count++] = similarity;
        }
        return count;
    }

    const Sequence hypothesis_, reference_;
    const SoftVocabulary& vocabulary_;
    const SoftOptions& options_;
    SoftWorkspace& workspace_;
    const SoftResult& result_;
    const std::size_t tiles_, stride_;
    SimilarityColumns columns_{};
};

}  // namespace

std::int64_t match_softly(Sequence hypothesis, Sequence reference, const SoftVocabulary& vocabulary,
                          const SoftOptions& options, SoftWorkspace& workspace,
                          const SoftResult& result) {
    return PairMatching(hypothesis, reference, vocabulary, options, workspace, result).run();
}

}  // namespace hyperbaton

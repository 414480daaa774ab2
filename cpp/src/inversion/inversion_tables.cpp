#include "inversion_tables.hpp"

#include <algorithm>
#include <numeric>

namespace hyperbaton {
namespace {

using Buffers = InversionWorkspace::Buffers;

std::size_t size_of(int n) { return static_cast<std::size_t>(n); }

std::uint16_t narrow(int value) { return static_cast<std::uint16_t>(value); }

// Works on one pair; the members are the dimensions every table shares.
class TableBuilder {
public:
    explicit TableBuilder(Buffers& buffers)
        : b_(buffers),
          hyp_words_(static_cast<int>(buffers.hypothesis.size())),
          ref_words_(static_cast<int>(buffers.reference.size())),
          columns_(size_of(ref_words_ + 1)),
          stride_((ref_words_ + 2 + detail::lane_count - 1) / detail::lane_count *
                  detail::lane_count) {}

    detail::SearchTables build() {
        list_occurrences();
        frame_occurrences();
        count_words_after();
        count_outside_matches();
        fill_prefix_levenshtein();
        fill_suffix_levenshtein();
        fill_prefix_bound();
        fill_suffix_bound();
        return pointers();
    }

private:
    int hypothesis(int i) const { return b_.hypothesis[size_of(i)]; }
    int reference(int j) const { return b_.reference[size_of(j)]; }
    bool shared(int i) const { return hypothesis(i) < b_.reference_types; }
    std::size_t at(int i, int j) const { return size_of(i) * columns_ + size_of(j); }

    void list_occurrences() {
        auto& starts = b_.type_occurrence_start;
        starts.assign(size_of(b_.reference_types + 2), 0);
        for (const std::int32_t word : b_.reference) ++starts[size_of(word + 2)];
        std::partial_sum(starts.begin(), starts.end(), starts.begin());
        b_.occurrences.resize(size_of(ref_words_));
        for (int j = 0; j < ref_words_; ++j) {
            b_.occurrences[starts[size_of(reference(j) + 1)]++] = narrow(j);
        }
    }

    // The lists as the kernel reads them: the index is clamped instead of tested.
    void frame_occurrences() {
        b_.framed_occurrences.clear();
        for (int word = 0; word < b_.reference_types; ++word) {
            const int first = first_occurrence(word);
            const int last = last_occurrence(word);
            b_.framed_occurrences.push_back(narrow(last - first));
            b_.framed_occurrences.push_back(0);
            for (int k = first; k < last; ++k) {
                b_.framed_occurrences.push_back(narrow(b_.occurrences[size_of(k)] + 1));
            }
            b_.framed_occurrences.push_back(narrow(ref_words_ + 1));
        }
    }

    int first_occurrence(int word) const {
        return static_cast<int>(b_.type_occurrence_start[size_of(word)]);
    }
    int last_occurrence(int word) const {
        return static_cast<int>(b_.type_occurrence_start[size_of(word + 1)]);
    }

    void count_words_after() {
        b_.type_counts.assign(size_of(b_.types), 0);
        for (const std::int32_t word : b_.hypothesis) ++b_.type_counts[size_of(word)];
        b_.hypothesis_count.resize(size_of(hyp_words_));
        b_.occurrence_start.assign(size_of(hyp_words_), 0);
        b_.reference_after.assign(size_of(hyp_words_) * columns_, 0);
        b_.shared_positions.clear();
        for (int i = 0; i < hyp_words_; ++i) {
            b_.hypothesis_count[size_of(i)] = narrow(b_.type_counts[size_of(hypothesis(i))]);
            if (!shared(i)) continue;
            b_.shared_positions.push_back(narrow(i));
            const int first = first_occurrence(hypothesis(i));
            const int last = last_occurrence(hypothesis(i));
            // Each earlier type has three entries besides its positions, see frame_occurrences().
            b_.occurrence_start[size_of(i)] = static_cast<std::uint32_t>(first + 3 * hypothesis(i));
            std::uint16_t* after = b_.reference_after.data() + at(i, 0);
            for (int k = first; k < last; ++k) {
                const int position = b_.occurrences[size_of(k)];
                for (int j = 0; j <= position; ++j) after[j] = narrow(after[j] + 1);
            }
        }
    }

    // Common words of the whole hypothesis and the reference without [j0, j1).
    void count_outside_matches() {
        b_.outside_matches.assign(columns_ * size_of(stride_), 0);
        std::vector<std::int32_t>& copies = b_.type_counts;  // still those of the hypothesis
        int common = 0;
        for (int word = 0; word < b_.reference_types; ++word) {
            const int here = last_occurrence(word) - first_occurrence(word);
            common += std::min<int>(copies[size_of(word)], here);
            // From here on: copies that the hypothesis has more than the reference.
            copies[size_of(word)] -= here;
        }
        b_.balance.assign(copies.begin(), copies.end());
        for (int j1 = 0; j1 <= ref_words_; ++j1) {
            std::uint16_t* row = b_.outside_matches.data() + size_of(j1) * size_of(stride_);
            int matches = common;
            row[j1] = narrow(matches);
            for (int j0 = j1 - 1; j0 >= 0; --j0) {
                if (copies[size_of(reference(j0))]++ >= 0) --matches;
                row[j0] = narrow(matches);
            }
            for (int j0 = 0; j0 < j1; ++j0) --copies[size_of(reference(j0))];
        }
    }

    void fill_prefix_levenshtein() {
        auto& table = b_.prefix_levenshtein;
        table.resize(size_of(hyp_words_ + 1) * columns_);
        for (int j = 0; j <= ref_words_; ++j) table[at(0, j)] = j;
        for (int i = 1; i <= hyp_words_; ++i) {
            const std::int32_t* above = table.data() + at(i - 1, 0);
            std::int32_t* row = table.data() + at(i, 0);
            const int word = hypothesis(i - 1);
            row[0] = i;
            for (int j = 1; j <= ref_words_; ++j) {
                const int paired = above[j - 1] + (word != reference(j - 1));
                row[j] = std::min(paired, std::min(above[j], row[j - 1]) + 1);
            }
        }
    }

    void fill_suffix_levenshtein() {
        auto& table = b_.suffix_cost;
        table.resize(size_of(hyp_words_ + 1) * columns_);
        for (int j = 0; j <= ref_words_; ++j) table[at(hyp_words_, j)] = ref_words_ - j;
        for (int i = hyp_words_ - 1; i >= 0; --i) {
            const std::int32_t* below = table.data() + at(i + 1, 0);
            std::int32_t* row = table.data() + at(i, 0);
            const int word = hypothesis(i);
            row[ref_words_] = hyp_words_ - i;
            for (int j = ref_words_ - 1; j >= 0; --j) {
                const int paired = below[j + 1] + (word != reference(j));
                row[j] = std::min(paired, std::min(below[j], row[j + 1]) + 1);
            }
        }
    }

    // min(Levenshtein, 1 + bag) of each prefix pair. The k-th copy of a word in the hypothesis
    // adds a match to every reference prefix that holds k copies.
    void fill_prefix_bound() {
        b_.prefix_bound.resize(size_of(hyp_words_ + 1) * columns_);
        b_.row_matches.assign(columns_, 0);
        b_.type_counts.assign(size_of(b_.types), 0);
        for (int i = 0; i <= hyp_words_; ++i) {
            if (i > 0 && shared(i - 1)) {
                const int word = hypothesis(i - 1);
                const int copy = first_occurrence(word) + b_.type_counts[size_of(word)]++;
                const int from = copy < last_occurrence(word) ? b_.occurrences[size_of(copy)] + 1
                                                              : ref_words_ + 1;
                for (int j = from; j <= ref_words_; ++j) ++b_.row_matches[size_of(j)];
            }
            std::uint16_t* bound = b_.prefix_bound.data() + at(i, 0);
            const std::int32_t* exact = b_.prefix_levenshtein.data() + at(i, 0);
            for (int j = 0; j <= ref_words_; ++j) {
                const int bag = std::max(i, j) - b_.row_matches[size_of(j)];
                bound[j] = narrow(std::min(exact[j], 1 + bag));
            }
        }
    }

    void fill_suffix_bound() {
        b_.suffix_bound.resize(size_of(hyp_words_ + 1) * columns_);
        b_.row_matches.assign(columns_, 0);
        b_.type_counts.assign(size_of(b_.types), 0);
        for (int i = hyp_words_; i >= 0; --i) {
            if (i < hyp_words_ && shared(i)) {
                const int word = hypothesis(i);
                const int copy = last_occurrence(word) - 1 - b_.type_counts[size_of(word)]++;
                const int to = copy >= first_occurrence(word) ? b_.occurrences[size_of(copy)] : -1;
                for (int j = 0; j <= to; ++j) ++b_.row_matches[size_of(j)];
            }
            const std::int32_t* exact = b_.suffix_cost.data() + at(i, 0);
            for (int j = 0; j <= ref_words_; ++j) {
                const int bag =
                    std::max(hyp_words_ - i, ref_words_ - j) - b_.row_matches[size_of(j)];
                b_.suffix_bound[at(i, j)] = narrow(std::min(exact[j], 1 + bag));
            }
        }
    }

    detail::SearchTables pointers() {
        return {
            .hypothesis_words = hyp_words_,
            .reference_words = ref_words_,
            .stride = stride_,
            .hypothesis = b_.hypothesis.data(),
            .reference = b_.reference.data(),
            .prefix_bound = b_.prefix_bound.data(),
            .suffix_bound = b_.suffix_bound.data(),
            .prefix_levenshtein = b_.prefix_levenshtein.data(),
            .suffix_cost = b_.suffix_cost.data(),
            .outside_matches = b_.outside_matches.data(),
            .reference_after = b_.reference_after.data(),
            .hypothesis_count = b_.hypothesis_count.data(),
            .occurrence_start = b_.occurrence_start.data(),
            .occurrences = b_.framed_occurrences.data(),
            .shared_positions = b_.shared_positions.data(),
            .shared_count = static_cast<int>(b_.shared_positions.size()),
            .reference_types = b_.reference_types,
        };
    }

    Buffers& b_;
    const int hyp_words_, ref_words_;
    const std::size_t columns_;
    const int stride_;
};

}  // namespace

detail::SearchTables build_search_tables(Buffers& buffers) { return TableBuilder(buffers).build(); }

}  // namespace hyperbaton

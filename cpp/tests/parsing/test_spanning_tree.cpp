// Spanning trees against all trees, one by one, and on large random scores.
// Usage: test [divisor]; the divisor shortens the random runs (for sanitizers).
#include "hyperbaton/parsing/spanning_tree.hpp"

#include <cstdlib>
#include <limits>
#include <vector>

#include "check.hpp"
#include "random_words.hpp"

using namespace hyperbaton;

namespace {

using Heads = std::vector<std::int32_t>;

struct Scores {
    std::int32_t words;
    std::vector<float> values;

    Scores(std::int32_t count, std::size_t levels, Generator& generator) : words(count) {
        values.resize(static_cast<std::size_t>(count * (count + 1)));
        for (float& value : values) value = static_cast<float>(below(levels, generator)) - 8.0f;
    }

    double of(const Heads& heads) const {
        double sum = 0.0;
        for (std::int32_t d = 0; d < words; ++d) {
            sum += double{values[static_cast<std::size_t>(d * (words + 1) +
                                                          heads[static_cast<std::size_t>(d)])]};
        }
        return sum;
    }

    Heads best() const {
        Heads heads(static_cast<std::size_t>(words), -1);
        spanning_tree(values.data(), words + 1, words, heads.data());
        return heads;
    }
};

bool is_tree_with_one_root(const Heads& heads) {
    int roots = 0;
    for (std::size_t start = 0; start < heads.size(); ++start) {
        roots += heads[start] == 0 ? 1 : 0;
        std::int32_t word = static_cast<std::int32_t>(start) + 1;
        for (std::size_t steps = 0; word != 0; ++steps) {
            if (steps > heads.size()) return false;
            word = heads[static_cast<std::size_t>(word - 1)];
        }
    }
    return roots == 1;
}

double best_of_all(const Scores& scores, Heads& heads, std::size_t word) {
    if (word == heads.size()) {
        const bool counts = is_tree_with_one_root(heads);
        return counts ? scores.of(heads) : -std::numeric_limits<double>::infinity();
    }
    double best = -std::numeric_limits<double>::infinity();
    for (std::int32_t head = 0; head <= scores.words; ++head) {
        heads[word] = head;
        best = std::max(best, best_of_all(scores, heads, word + 1));
    }
    return best;
}

}  // namespace

int main(int argc, char** argv) {
    const int divisor = argc > 1 ? std::atoi(argv[1]) : 1;
    Generator generator(1);
    for (int run = 0; run < 3000 / divisor; ++run) {
        const auto words = static_cast<std::int32_t>(1 + below(5, generator));
        // Few levels: many cycles and ties.
        const Scores scores(words, 2 + below(16, generator), generator);
        const Heads found = scores.best();
        CHECK(is_tree_with_one_root(found));
        Heads heads(static_cast<std::size_t>(words));
        CHECK(scores.of(found) == best_of_all(scores, heads, 0));
    }
    for (int run = 0; run < 30 / divisor; ++run) {
        const Scores scores(static_cast<std::int32_t>(100 + below(200, generator)), 50, generator);
        CHECK(is_tree_with_one_root(scores.best()));
    }
    Heads none;
    spanning_tree(nullptr, 1, 0, none.data());
    return 0;
}

// N-gram, skip-bigram and RIBES counts against versions with maps and nested loops.
#include <cstdio>
#include <map>

#include "alignment/context_checks.hpp"
#include "text/ngram_checks.hpp"
#include "text/skip_bigram_checks.hpp"

using namespace hyperbaton;

namespace {

OwnedSegments random_segments(std::size_t alphabet, Generator& generator) {
    OwnedSegments segments;
    for (std::size_t count = below(5, generator); count > 0; --count) {
        const bool repeats = !segments.hypotheses.empty() && below(3, generator) == 0;
        segments.hypotheses.push_back(
            repeats ? WordList(segments.hypotheses.back())
                    : random_words(below(25, generator), alphabet, generator));
        segments.references.emplace_back();
        for (std::size_t more = 1 + below(3, generator); more > 0; --more) {
            segments.references.back().push_back(
                damaged(segments.hypotheses.back(), alphabet, generator));
        }
    }
    return segments;
}

void check_table(Generator& generator) {
    NgramTable table;
    for (int use = 0; use < 3; ++use) {
        table.clear();
        std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> expected;
        for (int k = 0; k < 3000; ++k) {
            const auto prefix = static_cast<std::int32_t>(below(60, generator));
            const std::int32_t symbol = random_words(1, 60, generator)[0];
            const auto known = expected.find({prefix, symbol});
            CHECK(table.find(prefix, symbol) ==
                  (known == expected.end() ? NgramTable::absent : known->second));
            const auto next = static_cast<std::int32_t>(expected.size()) + 1;
            const std::int32_t number = expected.try_emplace({prefix, symbol}, next).first->second;
            CHECK(table.insert(prefix, symbol) == number);
        }
        CHECK(table.size() == static_cast<std::int32_t>(expected.size()));
    }
}

}  // namespace

int main() {
    Generator generator(7);
    check_table(generator);
    RibesWorkspace ribes;
    SkipBigramWorkspace skip;
    for (int k = 0; k < 300; ++k) {
        const std::size_t alphabet = 1 + below(20, generator);
        const OwnedSegments segments = random_segments(alphabet, generator);
        for (const std::int64_t order : {1, 4, 7}) {
            check_bleu(segments, order);
            check_overlaps(segments, order);
            check_nist(segments, order);
        }
        for (std::size_t s = 0; s < segments.hypotheses.size(); ++s) {
            check_contexts(segments.hypotheses[s], segments.references[s][0], ribes);
            check_skip_bigrams(segments.hypotheses[s], segments.references[s][0], skip);
        }
    }
    const WordList many = random_words(400, 900, generator);
    check_contexts(many, damaged(many, 900, generator), ribes);
    check_skip_bigrams(many, damaged(many, 900, generator), skip);
    std::puts("n-grams: ok");
}

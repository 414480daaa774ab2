// Every long computation ends with Cancelled soon after its token is set.
#include <atomic>
#include <cstdio>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "batches.hpp"
#include "check.hpp"
#include "hyperbaton/alignment/ribes.hpp"
#include "hyperbaton/alignment/segment_alignment.hpp"
#include "hyperbaton/alignment/soft_matches.hpp"
#include "hyperbaton/bitext/link_parser.hpp"
#include "hyperbaton/inversion/inversion_distance.hpp"
#include "hyperbaton/permutation/tree_scores.hpp"
#include "hyperbaton/runtime/cancellable_mutex.hpp"
#include "hyperbaton/runtime/cancellation.hpp"
#include "hyperbaton/runtime/parallel.hpp"
#include "hyperbaton/text/lower_case.hpp"
#include "hyperbaton/text/ngrams.hpp"
#include "hyperbaton/text/skip_bigrams.hpp"
#include "hyperbaton/text/string_distances.hpp"
#include "hyperbaton/text/translation_edits.hpp"
#include "hyperbaton/text/utf8.hpp"
#include "hyperbaton/text/vocabulary.hpp"
#include "hyperbaton/text/word_splitting.hpp"
#include "hyperbaton/trees/tree_edit_distance.hpp"

using namespace hyperbaton;

namespace {

using Ids = std::vector<std::int32_t>;

std::mt19937 generator(7);

template <class Work>
bool is_cancelled(Work work) {
    try {
        work();
    } catch (const Cancelled&) {
        return true;
    }
    return false;
}

// What `work` does under a token that is set already: long loops must notice by themselves.
template <class Work>
void check_cancels(const char* name, Work work) {
    CancellationToken token;
    const CancellationScope scope(&token);
    token.request();
    const bool cancelled = is_cancelled(work);
    if (!cancelled) std::fprintf(stderr, "%s went on\n", name);
    CHECK(cancelled);
}

Ids random_ids(std::size_t n, std::int32_t vocabulary) {
    std::uniform_int_distribution<std::int32_t> id(0, vocabulary - 1);
    Ids ids(n);
    for (std::int32_t& value : ids) value = id(generator);
    return ids;
}

// A chain of nodes with a leaf alternately to the left and to the right: costly on both sides.
Ids zigzag(std::int32_t levels) {
    Ids sizes;
    for (std::int32_t i = 0; i < levels; i += 2) sizes.push_back(1);
    sizes.push_back(1);
    std::int32_t size = 1;
    for (std::int32_t i = levels - 1; i >= 0; --i) {
        if (i % 2 == 1) sizes.push_back(1);
        sizes.push_back(size += 2);
    }
    return sizes;
}

void test_scopes() {
    CHECK(!cancellation_requested());
    check_cancellation();
    CancellationToken outer, inner;
    const CancellationScope scope(&outer);
    {
        const CancellationScope nested(&inner);
        inner.request();
        CHECK(cancellation_requested());
        CHECK(CancellationScope::current_token() == &inner);
    }
    CHECK(!cancellation_requested());
    CHECK(is_cancelled([&] {
        outer.request();
        check_cancellation();
    }));
}

std::atomic<int> polls{0};

void test_polling() {
    CancellationToken token;
    const CancellationScope scope(&token, [] { return ++polls == 2; });
    CHECK(!cancellation_requested());
    CHECK(polls == 0);  // not before an interval has passed
    while (!cancellation_requested()) {
    }
    CHECK(polls == 2);
    CHECK(token.requested());
}

void test_distances() {
    const Ids a = random_ids(100000, 50), b = random_ids(100000, 50);
    StringDistanceWorkspace strings;
    check_cancels("levenshtein", [&] { levenshtein_distance(a, b, strings); });
    check_cancels("operations", [&] { levenshtein_operations(a, b, strings); });
    check_cancels("cder", [&] { cder_distance(a, b, strings); });
    TranslationEditWorkspace edits;
    check_cancels("ter", [&] { translation_edit_count(a, b, edits); });
    check_cancels("translation edits", [&] { translation_edits(a, b, edits); });
    SkipBigramWorkspace pairs;
    check_cancels("skip-bigrams", [&] { common_skip_bigrams(a, b, -1, pairs); });
    NgramMatcher ngrams;
    check_cancels("n-grams", [&] { ngrams.set_hypothesis(a, 4); });
    RibesWorkspace ribes;
    check_cancels("ribes", [&] { aligned_order(a, b, ribes); });
}

void test_inversion() {
    const Ids h = shuffled(200, generator), r = shuffled(200, generator);
    InversionWorkspace workspace;
    const InversionCosts unit, dear{1.0, 1.5, 1.0, 1.0};
    check_cancels("unit costs", [&] { inversion_distance(h, r, unit, workspace); });
    check_cancels("derivation", [&] { inversion_derivation(h, r, unit, workspace); });
    const Ids short_h = shuffled(80, generator), short_r = shuffled(80, generator);
    check_cancels("any costs", [&] { inversion_distance(short_h, short_r, dear, workspace); });
    const Ids long_h = random_ids(3000, 40), long_r = random_ids(3000, 40);
    check_cancels("bounds", [&] { inversion_distance(long_h, long_r, dear, workspace); });

    // A search that was cancelled leaves a workspace behind that the next one can use.
    check_cancels("unit costs", [&] { inversion_distance(h, r, unit, workspace); });
    InversionWorkspace fresh;
    const double expected = inversion_distance(short_h, short_r, unit, fresh).cost;
    CHECK(inversion_distance(short_h, short_r, unit, workspace).cost == expected);
}

void test_alignment() {
    const Ids h = random_ids(2000, 20), r = random_ids(2000, 20);
    const std::vector<Matcher> matchers{Matcher{WordMatcher{1.0f, {}, false}, {}, false}};
    SegmentAlignmentWorkspace workspace;
    SegmentAlignmentOptions options;
    check_cancels("alignment", [&] { align_pair(h, r, 0, matchers, options, workspace); });
    options.search = AlignmentSearch::meteor;
    check_cancels("meteor", [&] { align_pair(h, r, 0, matchers, options, workspace); });
}

void test_soft_matches() {
    const Ids h = random_ids(2000, 20), r = random_ids(2000, 20);
    const std::vector<float> vectors(20 * 64, 0.125f);
    const Ids stems(20, 0);
    Ids positions(4000);
    std::vector<float> similarities(2000);
    const SoftResult result{positions.data(),    similarities.data(), positions.data(),
                            similarities.data(), similarities.data(), similarities.data(),
                            positions.data(),    similarities.data()};
    const SoftVocabulary vocabulary{vectors.data(), stems.data(), 64};
    SoftWorkspace workspace;
    check_cancels("soft matches",
                  [&] { match_softly(h, r, vocabulary, {0.8f, 0.3f, 0.45f}, workspace, result); });
}

void test_trees() {
    const Ids a = zigzag(600), b = zigzag(590);
    TreeEditWorkspace workspace;
    check_cancels("mapping", [&] { largest_mapping(a, b, workspace); });
    const Ids large = zigzag(4000), small = zigzag(100);
    check_cancels("mapping in bytes", [&] { largest_mapping(large, small, workspace); });
    const double one[] = {1.0}, free[] = {0.0};
    const Ids a_labels(a.size(), 0), b_labels(b.size(), 0);
    const TreeEditCosts costs{one, one, free, 1};
    check_cancels("distance",
                  [&] { tree_edit_distance({a, a_labels}, {b, b_labels}, costs, workspace); });
}

void test_permutations() {
    const Ids shuffle = shuffled(1 << 20, generator);
    FlatWorkspace flat;
    check_cancels("inversions", [&] { count_inversions(shuffle, flat); });
    check_cancels("increasing", [&] { longest_increasing_subsequence(shuffle, flat); });
    check_cancels("squares", [&] { sum_of_squared_displacements(shuffle, flat); });
    check_cancels("distances", [&] { sum_of_absolute_displacements(shuffle, flat); });
    check_cancels("fixed points", [&] { count_fixed_points(shuffle, flat); });
    check_cancels("adjacencies", [&] { count_adjacencies(shuffle, flat); });

    Ids pairs_swapped = identity(1 << 18);
    for (std::size_t i = 0; i < pairs_swapped.size(); i += 2) {
        std::swap(pairs_swapped[i], pairs_swapped[i + 1]);
    }
    OwnedBatch batch;
    batch.add(pairs_swapped);
    OwnedTrees trees(batch);
    PermutationTreeBuilder builder;
    check_cancels("tree", [&] {
        PermutationTree tree = trees.view().nodes(0, 0);
        builder.build(batch.view()[0], tree);
    });
    build_trees(batch.view(), trees.view(), 1);
    const PermutationTree tree = trees.view().nodes(0, 0);
    ForestScorer scorer({0.6, 0.2});
    check_cancels("forest", [&] { scorer.pef_score(tree, 1 << 18); });
}

void test_links() {
    std::string text;
    for (int k = 0; k < 100000; ++k) text += "0-0 1-1\n";
    check_cancels("links", [&] { parse_links(text); });
}

// Another thread has the last item, which never ends by itself; the calling one waits and polls.
void test_texts() {
    const std::string text(1 << 20, 'a');
    std::string words, greek;
    for (int k = 0; k < 1 << 19; ++k) {
        words += "a ";
        greek += "\xCE\xB1";
    }
    const std::vector<std::int64_t> ends{0, 1 << 20};
    const auto of = [&](const std::string& data) { return TextBatch{data.data(), ends.data(), 1}; };
    std::vector<char> out(longest_lower_case(text.size()));
    check_cancels("lower case", [&] { write_lower_case(text, out.data()); });
    check_cancels("lower case beyond ASCII", [&] { write_lower_case(greek, out.data()); });
    check_cancels("validation", [&] { first_invalid_utf8(of(greek)); });
    check_cancels("scripts", [&] { first_with_unspaced_script(of(greek)); });
    check_cancels("splitting", [&] { words_of(words, Tokenizer::unicode); });
    std::vector<std::int64_t> letters(1 << 20);
    std::iota(letters.begin(), letters.end(), std::int64_t{0});
    const TextBatch each{words.data(), letters.data(), (1 << 20) - 1};
    check_cancels("numbering", [&] { Vocabulary().number_words(each); });
}

// Whoever waits for a mutex can be cancelled; the mutex is as it was.
void test_waiting_for_a_mutex() {
    CancellableMutex mutex;
    mutex.lock();
    std::thread waiting([&] { check_cancels("waiting", [&] { mutex.lock(); }); });
    waiting.join();
    mutex.unlock();
    mutex.lock();
    mutex.unlock();
}

void test_waiting_thread_polls() {
    polls = 0;
    CancellationToken token;
    const CancellationScope scope(&token, [] { return ++polls == 3; });
    std::atomic<bool> taken{false};
    const std::thread::id caller = std::this_thread::get_id();
    CHECK(is_cancelled([&] {
        run_workers(2, 1, 2, [&](BlockQueue& queue) {
            std::int64_t begin, end;
            if (std::this_thread::get_id() == caller) {
                while (!taken) std::this_thread::yield();
                while (queue.take(begin, end)) {
                }
                return;
            }
            queue.take(begin, end);
            taken = true;
            for (;;) check_cancellation();
        });
    }));
    CHECK(polls == 3);
}

}  // namespace

int main() {
    test_scopes();
    test_polling();
    test_distances();
    test_inversion();
    test_alignment();
    test_soft_matches();
    test_trees();
    test_permutations();
    test_links();
    test_texts();
    test_waiting_for_a_mutex();
    test_waiting_thread_polls();
}

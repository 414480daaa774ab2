// bench_aligner REFERENCES HYPOTHESES...: pairs per second and share solved exactly.
//
// Files hold one segment a line; words are lower-cased and split at white space. Processor time of
// one thread, the best of three runs, with and without making the candidates. Candidate sets:
// "exact" are equal words; "stems" adds words with the same first four letters; "many" adds words
// that share one of two artificial classes (first letter and length; first letter and last), which
// makes far more candidates than WordNet would; "phrases" is "stems" and random phrases.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "hyperbaton/aligner.hpp"

using namespace hyperbaton;

namespace {

using Ids = std::map<std::string, std::int32_t>;

std::int32_t id_of(const std::string& word, Ids& ids) {
    return ids.emplace(word, static_cast<std::int32_t>(ids.size())).first->second;
}

struct Sentence {
    std::vector<std::int32_t> words, stems, classes;
    std::vector<std::int64_t> offsets{0};

    SequenceBatch sets() const {
        return {classes.data(), offsets.data(), static_cast<std::int64_t>(words.size())};
    }
    std::int32_t size() const { return static_cast<std::int32_t>(words.size()); }
};

Sentence read_sentence(std::string line, Ids& ids) {
    for (char& c : line) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    std::istringstream stream(line);
    Sentence sentence;
    for (std::string word; stream >> word;) {
        sentence.words.push_back(id_of(word, ids));
        sentence.stems.push_back(word.size() > 4 ? id_of(word.substr(0, 4) + "*", ids) : -1);
        const std::string first = word.substr(0, 1);
        if (word.size() > 3) {
            sentence.classes.push_back(id_of(first + std::to_string(word.size()), ids));
            sentence.classes.push_back(id_of(first + "-" + word.back(), ids));
        }
        sentence.offsets.push_back(static_cast<std::int64_t>(sentence.classes.size()));
    }
    return sentence;
}

std::vector<Sentence> read_file(const char* path, Ids& ids) {
    std::vector<Sentence> sentences;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) sentences.push_back(read_sentence(line, ids));
    return sentences;
}

struct Pair {
    const Sentence* hypothesis;
    const Sentence* reference;
};

enum class Candidates { exact, stems, many, phrases };

void add_phrases(const Pair& pair, std::size_t number, std::vector<Match>& matches) {
    std::mt19937 generator(static_cast<std::uint32_t>(number));
    for (int k = 0; k < pair.hypothesis->size() / 4; ++k) {
        const std::int32_t h = 1 + static_cast<std::int32_t>(generator() % 3);
        const std::int32_t r = 1 + static_cast<std::int32_t>(generator() % 3);
        const std::int32_t h_places = pair.hypothesis->size() - h + 1;
        const std::int32_t r_places = pair.reference->size() - r + 1;
        if (h_places < 1 || r_places < 1) continue;
        const auto h_start =
            static_cast<std::int32_t>(generator() % static_cast<std::uint32_t>(h_places));
        matches.push_back({h_start, h, std::min(h_start, r_places - 1), r, 3, 0.6f});
    }
}

void make_candidates(const Pair& pair, std::size_t number, Candidates kind,
                     MatchWorkspace& workspace, std::vector<Match>& matches) {
    matches.clear();
    const Sentence& h = *pair.hypothesis;
    const Sentence& r = *pair.reference;
    exact_matches(h.words, r.words, 0, 1.0f, workspace, matches);
    if (kind != Candidates::exact) {
        class_matches(h.stems, r.stems, 1, 0.6f, workspace, matches);
    }
    if (kind == Candidates::many) {
        class_matches(h.sets(), r.sets(), 2, 0.8f, workspace, matches);
    }
    if (kind == Candidates::phrases) add_phrases(pair, number, matches);
}

double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void measure(const char* name, Candidates kind, const std::vector<Pair>& pairs) {
    AlignerWorkspace aligner;
    MatchWorkspace workspace;
    std::vector<Match> matches;
    double best = 1e300, best_candidates = 1e300, slowest = 0;
    std::size_t exact = 0, n_candidates = 0;
    std::int64_t covered = 0, chunks = 0, distance = 0;
    for (int run = 0; run < 3; ++run) {
        exact = n_candidates = 0;
        covered = chunks = distance = 0;
        const double begin = now();
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            make_candidates(pairs[k], k, kind, workspace, matches);
            n_candidates += matches.size();
        }
        const double middle = now();
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            make_candidates(pairs[k], k, kind, workspace, matches);
            const AlignmentResult result =
                align(matches, pairs[k].hypothesis->size(), pairs[k].reference->size(), aligner);
            exact += result.exact ? 1 : 0;
            covered += result.covered;
            chunks += result.chunks;
            distance += result.distance;
        }
        best_candidates = std::min(best_candidates, middle - begin);
        best = std::min(best, now() - middle);
    }
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        make_candidates(pairs[k], k, kind, workspace, matches);
        const double begin = now();
        align(matches, pairs[k].hypothesis->size(), pairs[k].reference->size(), aligner);
        slowest = std::max(slowest, now() - begin);
    }
    const auto count = static_cast<double>(pairs.size());
    std::printf(
        "%-8s %5.1f candidates a pair  %8.0f pairs/s  %8.0f aligned/s  exact %.4f%% "
        "(%zu not)  slowest %.1f ms  covered %lld chunks %lld distance %lld\n",
        name, static_cast<double>(n_candidates) / count, count / best,
        count / (best - best_candidates), 100.0 * static_cast<double>(exact) / count,
        pairs.size() - exact, 1e3 * slowest, static_cast<long long>(covered),
        static_cast<long long>(chunks), static_cast<long long>(distance));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: bench_aligner REFERENCES HYPOTHESES...\n");
        return 2;
    }
    Ids ids;
    const std::vector<Sentence> references = read_file(argv[1], ids);
    std::vector<std::vector<Sentence>> systems;
    for (int k = 2; k < argc; ++k) systems.push_back(read_file(argv[k], ids));
    std::vector<Pair> pairs;
    std::int64_t words = 0;
    for (const std::vector<Sentence>& system : systems) {
        if (system.size() != references.size()) {
            std::fprintf(stderr, "a system has %zu segments, not %zu\n", system.size(),
                         references.size());
            return 1;
        }
        for (std::size_t k = 0; k < system.size(); ++k) {
            pairs.push_back({&system[k], &references[k]});
            words += system[k].size();
        }
    }
    std::printf("%zu pairs, %.1f hypothesis words each\n", pairs.size(),
                static_cast<double>(words) / static_cast<double>(pairs.size()));
    measure("exact", Candidates::exact, pairs);
    measure("stems", Candidates::stems, pairs);
    measure("many", Candidates::many, pairs);
    measure("phrases", Candidates::phrases, pairs);
}

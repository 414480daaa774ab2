// bench_aligner HYPOTHESES REFERENCES: how fast alignments are found, and how many of them exactly.
//
// Both files hold one sentence of words separated by spaces a line. For each set of candidates
// prints a line "set candidates-per-pair pairs-per-second exact-share", candidates included:
// "exact" are equal words; "stems" adds words with the same first four letters; "many" adds words
// that share one of two artificial classes (first letter and length; first letter and last), which
// makes far more candidates than WordNet would.
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "hyperbaton/alignment/aligner.hpp"
#include "stopwatch.hpp"

using namespace hyperbaton;

namespace {

constexpr int runs = 3;
constexpr std::size_t stem_length = 4;

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

Sentence read_sentence(const std::string& line, Ids& ids) {
    std::istringstream stream(line);
    Sentence sentence;
    for (std::string word; stream >> word;) {
        sentence.words.push_back(id_of(word, ids));
        const bool is_long = word.size() > stem_length;
        sentence.stems.push_back(is_long ? id_of(word.substr(0, stem_length) + "*", ids) : -1);
        if (is_long) {
            const std::string first = word.substr(0, 1);
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

enum class Candidates { exact, stems, many };

void find_candidates(const Sentence& h, const Sentence& r, Candidates kind,
                     MatchWorkspace& workspace, std::vector<Match>& matches) {
    matches.clear();
    exact_matches(h.words, r.words, 0, 1.0f, workspace, matches);
    if (kind != Candidates::exact) class_matches(h.stems, r.stems, 1, 0.6f, workspace, matches);
    if (kind == Candidates::many) class_matches(h.sets(), r.sets(), 2, 0.8f, workspace, matches);
}

void measure(const char* name, Candidates kind, const std::vector<Sentence>& hypotheses,
             const std::vector<Sentence>& references) {
    AlignerWorkspace aligner;
    MatchWorkspace workspace;
    std::vector<Match> matches;
    std::size_t exact = 0, candidates = 0;
    const double seconds = best_seconds(runs, [&] {
        exact = candidates = 0;
        for (std::size_t k = 0; k < hypotheses.size(); ++k) {
            const Sentence &h = hypotheses[k], &r = references[k];
            find_candidates(h, r, kind, workspace, matches);
            candidates += matches.size();
            exact += align(matches, h.size(), r.size(), aligner).exact ? 1 : 0;
        }
    });
    const auto count = static_cast<double>(hypotheses.size());
    std::printf("%s %.2f %.0f %.6f\n", name, static_cast<double>(candidates) / count,
                count / seconds, static_cast<double>(exact) / count);
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) return 2;
    Ids ids;
    const std::vector<Sentence> hypotheses = read_file(arguments[1], ids);
    const std::vector<Sentence> references = read_file(arguments[2], ids);
    if (hypotheses.empty() || hypotheses.size() != references.size()) return 2;
    measure("exact", Candidates::exact, hypotheses, references);
    measure("stems", Candidates::stems, hypotheses, references);
    measure("many", Candidates::many, hypotheses, references);
}

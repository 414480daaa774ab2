// bench_inversion HYPOTHESES REFERENCES: the inversion edit distance by length of sentence.
//
// Both files hold one sentence of words separated by spaces a line. For each length prints a line
// "words pairs-per-second chart-pairs-per-second settled-share workspace-bytes pairs different";
// the chart of the paper sees as many pairs as fit into its time, at least one, and none beyond 80
// words. `different` counts pairs on which the two disagree.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "hyperbaton/inversion/inversion_distance.hpp"
#include "reference/inversion/inversion_chart.hpp"

using namespace hyperbaton;

namespace {

constexpr double seconds_per_length = 3.0;
constexpr int longest_chart = 80;

using Sentence = std::vector<std::int32_t>;
struct Pair {
    Sentence hypothesis, reference;
};

// Processor time: the machine may be shared.
double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

Sentence ids_of(const std::string& line, std::map<std::string, std::int32_t>& ids) {
    std::istringstream stream(line);
    Sentence result;
    for (std::string word; stream >> word;) {
        result.push_back(ids.emplace(word, static_cast<std::int32_t>(ids.size())).first->second);
    }
    return result;
}

std::vector<Pair> read_pairs(const char* hypotheses, const char* references) {
    std::map<std::string, std::int32_t> ids;
    std::vector<Pair> pairs;
    std::ifstream h(hypotheses), r(references);
    std::string h_line, r_line;
    while (std::getline(h, h_line) && std::getline(r, r_line)) {
        pairs.push_back({ids_of(h_line, ids), ids_of(r_line, ids)});
    }
    return pairs;
}

// Pairs of about that many words on both sides.
std::vector<Pair> of_length(const std::vector<Pair>& pairs, int words) {
    const int slack = std::max(1, words / 16);
    const auto fits = [words, slack](const Sentence& s) {
        return std::abs(static_cast<int>(s.size()) - words) <= slack;
    };
    std::vector<Pair> result;
    for (const Pair& pair : pairs) {
        if (fits(pair.hypothesis) && fits(pair.reference)) result.push_back(pair);
    }
    return result;
}

// Where the corpus has no sentence that long: neighbouring ones joined.
std::vector<Pair> joined(const std::vector<Pair>& pairs, int words) {
    std::vector<Pair> result;
    Pair sum;
    for (const Pair& pair : pairs) {
        sum.hypothesis.insert(sum.hypothesis.end(), pair.hypothesis.begin(), pair.hypothesis.end());
        sum.reference.insert(sum.reference.end(), pair.reference.begin(), pair.reference.end());
        if (static_cast<int>(sum.reference.size()) < words - words / 16) continue;
        result.push_back(sum);
        sum = {};
    }
    return of_length(result, words);
}

// Pairs per second: whole passes while time lasts, or as much of one as fits into it.
template <class Distance>
double rate(const std::vector<Pair>& pairs, std::size_t& done, Distance distance) {
    const double start = now();
    double taken = 0.0;
    done = 0;
    do {
        for (const Pair& pair : pairs) {
            distance(pair);
            ++done;
            taken = now() - start;
            if (taken > seconds_per_length) return static_cast<double>(done) / taken;
        }
    } while (taken < seconds_per_length / 2);
    return static_cast<double>(done) / taken;
}

void report(const std::vector<Pair>& pairs, int words) {
    std::vector<Pair> chosen = of_length(pairs, words);
    if (chosen.empty()) chosen = joined(pairs, words);
    if (chosen.empty()) return;
    InversionWorkspace workspace;
    std::size_t done = 0, settled = 0, charted = 0, different = 0;
    const double ours = rate(chosen, done, [&](const Pair& pair) {
        const auto found = inversion_distance(pair.hypothesis, pair.reference, {}, workspace);
        settled += found.steps == 0 ? 1 : 0;
    });
    std::vector<int> distances;
    const double charts =
        words > longest_chart ? 0.0 : rate(chosen, charted, [&](const Pair& pair) {
            InversionChart chart;
            distances.push_back(chart.distance(pair.hypothesis, pair.reference));
        });
    for (std::size_t k = 0; k < distances.size(); ++k) {
        const Pair& pair = chosen[k % chosen.size()];
        const auto found = inversion_distance(pair.hypothesis, pair.reference, {}, workspace);
        different += static_cast<int>(found.cost) != distances[k] ? 1 : 0;
    }
    std::printf("%d %.3f %.5f %.4f %zu %zu %zu\n", words, ours, charts,
                static_cast<double>(settled) / static_cast<double>(done), workspace.bytes(),
                chosen.size(), different);
    std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) return 2;
    const std::vector<Pair> pairs = read_pairs(arguments[1], arguments[2]);
    for (const int words : {12, 25, 35, 50, 80, 100}) report(pairs, words);
}

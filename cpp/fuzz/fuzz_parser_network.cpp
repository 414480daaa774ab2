// Small networks of any numbers: refused, or every sentence gets a tree. Spanning trees of any
// scores.
#include <cmath>
#include <stdexcept>

#include "fuzz/input.hpp"
#include "hyperbaton/parsing/parser_network.hpp"
#include "hyperbaton/parsing/spanning_tree.hpp"
#include "tests/check.hpp"

using namespace hyperbaton;

namespace {

void check_tree(const std::int32_t* heads, std::int64_t words) {
    int roots = 0;
    for (std::int64_t start = 0; start < words; ++start) {
        std::int64_t word = start + 1;
        for (std::int64_t steps = 0; word != 0; ++steps) {
            CHECK(steps <= words);
            word = heads[word - 1];
            CHECK(word >= 0 && word <= words);
        }
        roots += heads[start] == 0 ? 1 : 0;
    }
    CHECK(words == 0 || roots == 1);
}

// Bytes repeated to any length.
std::vector<std::int8_t> some_bytes(std::size_t size, Input& input) {
    std::int8_t some[8];
    for (std::int8_t& byte : some) byte = static_cast<std::int8_t>(input.byte());
    std::vector<std::int8_t> bytes(size);
    for (std::size_t k = 0; k < size; ++k) bytes[k] = some[k * k % 7];
    return bytes;
}

std::vector<float> some_floats(std::size_t size, Input& input) {
    std::vector<float> values(size);
    float scale = std::ldexp(1.0f, input.small(40) - 25);
    if (input.small(50) == 0) scale = std::nanf("");
    for (std::size_t k = 0; k < size; ++k) {
        values[k] = scale * static_cast<float>(static_cast<int>(k * 7919 % 255) - 127);
    }
    return values;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::int64_t width = 16, labels = 1 + input.small(5), tags = 1 + input.small(4);
    std::string layers;
    for (std::size_t k = input.below(4); k > 0; --k) layers += "crx"[input.below(40) / 13 % 3];
    std::int64_t weights = 2 * width * 24, values = 6 * width;
    for (const char kind : layers) {
        weights += (kind == 'c' ? 6 : 3) * width * width;
        values += (kind == 'c' ? 6 : 8) * width;
    }
    const std::int64_t outputs = 16 + 8 + tags;
    weights += width * outputs + 4 * labels + input.small(2);
    values += 2 * outputs + 2 * labels + 8 + 4 + 65;
    const auto at = [](std::int64_t k) { return static_cast<std::size_t>(k); };
    std::vector<std::uint64_t> vocabulary{input.bits(), ~std::uint64_t{0}};
    const auto words = some_bytes(24, input), affixes = some_bytes(8 * 4, input);
    const auto matrices = some_bytes(at(weights), input);
    const auto scales = some_floats(3, input), others = some_floats(8, input);
    const auto numbers = some_floats(at(values), input);
    // Words of any bytes, in two sentences.
    const std::string_view text = input.text();
    std::vector<std::int64_t> offsets{0};
    for (std::size_t k = 1; k < text.size(); ++k) {
        if (text[k] == ' ') offsets.push_back(static_cast<std::int64_t>(k));
    }
    offsets.push_back(static_cast<std::int64_t>(text.size()));
    const auto count = static_cast<std::int64_t>(offsets.size()) - 1;
    const TextBatch batch{text.data(), offsets.data(), count};
    const std::int64_t sentences[] = {0, count / 3, count};
    std::vector<std::int32_t> numbers_of_words(at(count));
    for (std::int32_t k = 0; k < count; ++k)
        numbers_of_words[at(k)] = k * 7 % static_cast<std::int32_t>(count);
    std::vector<std::int32_t> heads(at(count)), relations(at(count)), parts(at(count));
    try {
        const ParserNetwork network({layers, width, 8, 4, labels, tags, vocabulary, 8, 4, words,
                                     scales, affixes, others, matrices, numbers});
        network.parse(batch, {numbers_of_words.data(), sentences, 2}, 1,
                      {heads.data(), relations.data(), parts.data()});
        check_tree(heads.data(), sentences[1]);
        check_tree(heads.data() + sentences[1], count - sentences[1]);
        for (const std::int32_t label : relations) CHECK(label >= 0 && label < labels);
        for (const std::int32_t tag : parts) CHECK(tag >= 0 && tag < tags);
    } catch (const std::invalid_argument&) {
    }
    const std::int32_t nodes = std::min<std::int32_t>(12, static_cast<std::int32_t>(text.size()));
    std::vector<float> scores(at(nodes * (nodes + 1)));
    for (std::size_t k = 0; k < scores.size(); ++k) {
        scores[k] = static_cast<float>(text[k % text.size()] % 16);
    }
    heads.assign(at(nodes), -1);
    spanning_tree(scores.data(), nodes + 1, nodes, heads.data());
    check_tree(heads.data(), nodes);
    return 0;
}

#include "hyperbaton/parsing/parser_network.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>

#include "hyperbaton/parsing/spanning_tree.hpp"
#include "hyperbaton/runtime/parallel.hpp"
#include "hyperbaton/text/lower_case.hpp"
#include "hyperbaton/text/unicode.hpp"
#include "hyperbaton/text/utf8.hpp"
#include "simd/dispatch.hpp"
#include "simd/network_kernels.hpp"
#include "simd/similarity_kernels.hpp"

namespace hyperbaton {

namespace {

constexpr std::int64_t affix_tables = 4;
constexpr std::int64_t farthest = 32;       // distances to heads that are told apart
constexpr std::int64_t most_inputs = 1032;  // of a matrix, so that sums fit into 32 bits
constexpr std::int64_t largest_size = 1 << 20;
constexpr float largest_value = 1e4f;  // in the file, so that no score overflows
constexpr std::int64_t words_at_once = 256;
constexpr float step_size = 1.0f / 512.0f;  // of quantised values

const NetworkKernels& kernels() { return HYPERBATON_CHOOSE_WIDE_KERNELS(network_kernels); }
const SimilarityKernels& float_kernels() { return HYPERBATON_CHOOSE_KERNELS(similarity_kernels); }

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

std::int64_t tiles_of(std::int64_t outputs) {
    return (outputs + NetworkKernels::tile_width - 1) / NetworkKernels::tile_width;
}

void require(bool satisfied, const char* what) {
    if (!satisfied) throw std::invalid_argument(what);
}

void require_in_range(std::span<const float> values) {
    const bool in_range = std::all_of(values.begin(), values.end(), [](float value) {
        return value >= -largest_value && value <= largest_value;
    });
    require(in_range, "the model has numbers out of range");
}

// FNV-1a.
std::uint64_t hash_of(std::string_view text) {
    std::uint64_t value = 0xCBF29CE484222325u;
    for (const char byte : text) {
        value = (value ^ static_cast<unsigned char>(byte)) * 0x100000001B3u;
    }
    return value;
}

// The first characters of a text, at most so many.
std::string_view first_characters(std::string_view text, int count) {
    std::size_t end = 0;
    for (; count > 0 && end < text.size(); --count) {
        end += decode(text.data() + end, text.data() + text.size()).size;
    }
    return text.substr(0, end);
}

// The last characters of a text, at most so many.
std::string_view last_characters(std::string_view text, int count) {
    std::size_t begin = text.size();
    for (; count > 0 && begin > 0; --count) {
        --begin;
        while (begin > 0 && continues_character(text.data() + begin)) --begin;
    }
    return text.substr(begin);
}

// Case and digits of a word, runs of more than three shortened: X is a capital, x another letter
// or character beyond ASCII, d a digit; other characters are themselves.
std::string_view shape_of(std::string_view word, char* out) {
    std::size_t size = 0;
    const char* place = word.data();
    const char* const end = place + word.size();
    while (place < end) {
        const DecodedCharacter character = decode(place, end);
        place += character.size;
        const std::uint32_t point = character.point;
        char kind = 'x';
        if (simple_lower_case(point) != point) {
            kind = 'X';
        } else if (point >= '0' && point <= '9') {
            kind = 'd';
        } else if (point < 128 && !(point >= 'a' && point <= 'z')) {
            kind = static_cast<char>(point);
        }
        const bool run =
            size >= 3 && out[size - 1] == kind && out[size - 2] == kind && out[size - 3] == kind;
        if (!run) out[size++] = kind;
    }
    return {out, size};
}

void dequantise(const std::int8_t* row, float scale, std::int64_t width, float* out) {
    for (std::int64_t k = 0; k < width; ++k) out[k] = static_cast<float>(row[k]) * scale;
}

}  // namespace

// Takes matrices and vectors from the file in their order.
class ParserNetwork::Reader {
public:
    explicit Reader(const NetworkFile& file) : weights_(file.weights), values_(file.values) {}

    Linear linear(std::int64_t inputs, std::int64_t outputs) {
        require(inputs % 2 == 0 && inputs <= most_inputs, "a width of the model is not accepted");
        const auto matrix = take(weights_, inputs * outputs);
        Linear linear{inputs, outputs, tiles_of(outputs), {}, vector(outputs), vector(outputs)};
        const std::int64_t padded = linear.tiles * NetworkKernels::tile_width;
        linear.weights.assign(at(inputs * padded), 0);
        for (float& scale : linear.scales) scale *= step_size;
        linear.scales.resize(at(padded), 0.0f);
        linear.biases.resize(at(padded), 0.0f);
        for (std::int64_t j = 0; j < outputs; ++j) {
            constexpr std::int64_t wide = NetworkKernels::tile_width;
            std::int16_t* const tile =
                linear.weights.data() + j / wide * wide * inputs + j % wide * 2;
            for (std::int64_t i = 0; i < inputs; ++i) {
                tile[i / 2 * 2 * wide + i % 2] = matrix[at(j * inputs + i)];
            }
        }
        return linear;
    }

    Norm norm(std::int64_t width) {
        std::vector<float> gains = vector(width);
        return {std::move(gains), vector(width)};
    }

    std::vector<float> vector(std::int64_t size) {
        const auto found = take(values_, size);
        return {found.begin(), found.end()};
    }

    bool at_end() const { return weights_.empty() && values_.empty(); }

private:
    template <class T>
    static std::span<const T> take(std::span<const T>& from, std::int64_t size) {
        require(from.size() >= at(size), "the model has too few weights");
        const auto taken = from.first(at(size));
        from = from.subspan(at(size));
        return taken;
    }

    std::span<const std::int8_t> weights_;
    std::span<const float> values_;
};

// Sentences lie one after the other with an empty row before each and after the last.
struct ParserNetwork::Workspace {
    std::vector<std::int64_t> begins;  // the row of each sentence's first word, and behind the last
    std::vector<float> states, next, projected, means, scores, tiles;
    std::vector<std::int16_t> inputs;
    std::vector<char> letters;

    std::int64_t rows() const { return begins.back(); }
    std::int64_t end(std::int64_t sentence) const { return begins[at(sentence + 1)] - 1; }

    // What a matrix makes of rows of inputs, in `next`.
    void multiply(const Linear& linear, const std::int16_t* first, std::int64_t stride,
                  std::int64_t count) {
        const std::int64_t width = linear.tiles * NetworkKernels::tile_width;
        if (next.size() < at(count * width)) next.resize(at(count * width));
        kernels().multiply(first, stride, count, linear.weights.data(), linear.inputs, linear.tiles,
                           linear.scales.data(), linear.biases.data(), next.data());
    }
};

ParserNetwork::ParserNetwork(const NetworkFile& file) : file_(file) {
    const std::int64_t width = file.width;
    for (const std::int64_t size : {width, file.arc_width, file.label_width, file.labels, file.tags,
                                    file.word_width, file.affix_width}) {
        require(size > 0 && size <= largest_size, "a size of the model is not accepted");
    }
    require(width % 16 == 0 && file.arc_width % 8 == 0, "a width of the model is not accepted");
    require(!file.layers.empty() && file.layers.size() <= 64, "the model has no layers");
    require(std::is_sorted(file.vocabulary.begin(), file.vocabulary.end()),
            "the model's vocabulary is not sorted");
    require(file.word_scales.size() == file.vocabulary.size() + 1 &&
                file.words.size() == file.word_scales.size() * at(file.word_width),
            "the model's words do not fit its vocabulary");
    require(!file.affix_scales.empty() && file.affix_scales.size() % affix_tables == 0 &&
                file.affixes.size() == file.affix_scales.size() * at(file.affix_width),
            "the model's affixes do not fit");
    for (const auto numbers : {file.values, file.word_scales, file.affix_scales}) {
        require_in_range(numbers);
    }
    Reader reader(file);
    mixing_.linear = reader.linear(file.word_width + affix_tables * file.affix_width, 2 * width);
    mixing_.norm = reader.norm(width);
    for (const char kind : file.layers) {
        require(kind == 'c' || kind == 'r', "the model has a layer of an unknown kind");
        Linear linear =
            kind == 'c' ? reader.linear(3 * width, 2 * width) : reader.linear(width, 3 * width);
        layers_.push_back({kind, std::move(linear), reader.norm(width)});
    }
    projections_ = reader.linear(width, 2 * file.arc_width + 2 * file.label_width + file.tags);
    labels_ = reader.linear(file.label_width, file.labels);
    root_ = reader.vector(file.arc_width);
    label_root_ = reader.vector(file.label_width);
    distances_ = reader.vector(2 * farthest + 1);
    require(reader.at_end(), "the model has too many weights");
}

void ParserNetwork::parse(const TextBatch& vocabulary, const SequenceBatch& sentences, int threads,
                          ParsedWords out) const {
    const std::vector<float> mixed = mixed_features(vocabulary, threads);
    const std::int64_t* const offsets = sentences.offsets;
    std::vector<std::int64_t> groups{0};  // of whole sentences
    for (std::int64_t k = 0; k < sentences.count; ++k) {
        if (offsets[k + 1] - offsets[groups.back()] > words_at_once && k > groups.back()) {
            groups.push_back(k);
        }
    }
    if (sentences.count > 0) groups.push_back(sentences.count);
    const auto count = static_cast<std::int64_t>(groups.size()) - 1;
    run_workers(count, 1, threads, [&](BlockQueue& queue) {
        Workspace workspace;
        std::int64_t begin, end;
        while (queue.take(begin, end)) {
            const std::int64_t first = groups[at(begin)], last = groups[at(end)];
            run(mixed.data(), {sentences.values, offsets + first, last - first}, out, workspace);
        }
    });
}

// The states of words before their neighbours are looked at, by their numbers.
std::vector<float> ParserNetwork::mixed_features(const TextBatch& vocabulary, int threads) const {
    const std::int64_t width = file_.width, inputs = mixing_.linear.inputs;
    std::vector<float> mixed(at(vocabulary.count * width));
    run_workers(vocabulary.count, words_at_once, threads, [&](BlockQueue& queue) {
        Workspace workspace;
        std::vector<float> features(at(inputs));
        workspace.inputs.resize(at(words_at_once * inputs));
        std::int64_t begin, end;
        while (queue.take(begin, end)) {
            for (std::int64_t word = begin; word < end; ++word) {
                look_up(vocabulary[word], features.data(), workspace.letters);
                kernels().quantise(features.data(), inputs,
                                   workspace.inputs.data() + (word - begin) * inputs);
            }
            workspace.multiply(mixing_.linear, workspace.inputs.data(), inputs, end - begin);
            for (std::int64_t word = begin; word < end; ++word) {
                float* const state = mixed.data() + word * width;
                kernels().maxout(workspace.next.data() + (word - begin) * 2 * width, width, state);
                kernels().normalise(mixing_.norm.gains.data(), mixing_.norm.biases.data(), width,
                                    state);
            }
        }
    });
    return mixed;
}

void ParserNetwork::look_up(std::string_view word, float* out, std::vector<char>& letters) const {
    const std::size_t most = longest_lower_case(word.size()) + 4;
    if (letters.size() < 2 * most) letters.resize(2 * most);
    const char* const end = write_lower_case(word, letters.data());
    const std::string_view lower(letters.data(), at(end - letters.data()));
    const std::uint64_t hash = hash_of(lower);
    const auto found = std::lower_bound(file_.vocabulary.begin(), file_.vocabulary.end(), hash);
    const bool known = found != file_.vocabulary.end() && *found == hash;
    const std::int64_t row = known ? found - file_.vocabulary.begin() + 1 : 0;
    dequantise(file_.words.data() + row * file_.word_width, file_.word_scales[at(row)],
               file_.word_width, out);
    out += file_.word_width;
    const std::array<std::string_view, affix_tables> affixes{
        first_characters(lower, 3), last_characters(lower, 3), last_characters(lower, 2),
        shape_of(word, letters.data() + most)};
    const std::size_t rows = file_.affix_scales.size() / affix_tables;
    for (std::size_t table = 0; table < affix_tables; ++table) {
        const std::size_t place = table * rows + hash_of(affixes[table]) % rows;
        dequantise(file_.affixes.data() + place * at(file_.affix_width), file_.affix_scales[place],
                   file_.affix_width, out);
        out += file_.affix_width;
    }
}

void ParserNetwork::run(const float* mixed, const SequenceBatch& sentences, ParsedWords out,
                        Workspace& workspace) const {
    const std::int64_t width = file_.width;
    workspace.begins.assign(1, 1);
    for (std::int64_t k = 0; k < sentences.count; ++k) {
        const auto words = static_cast<std::int64_t>(sentences[k].size());
        workspace.begins.push_back(workspace.begins[at(k)] + words + 1);
    }
    // Rows between sentences stay 0 through all layers.
    workspace.states.assign(at(workspace.rows() * width), 0.0f);
    workspace.inputs.resize(at(workspace.rows() * std::max(width, file_.label_width)));
    float* state = workspace.states.data() + width;
    for (std::int64_t k = 0; k < sentences.count; ++k, state += width) {
        for (const std::int32_t word : sentences[k]) {
            state = std::copy_n(mixed + word * width, width, state);
        }
    }
    const auto quantise = [&] {
        kernels().quantise(workspace.states.data(), workspace.rows() * width,
                           workspace.inputs.data());
    };
    quantise();
    for (const Layer& layer : layers_) {
        check_cancellation();
        if (layer.kind == 'r') {
            recur(layer, workspace);
        } else {
            convolve(layer, workspace);
        }
        for (std::int64_t k = 0; k < sentences.count; ++k) {
            std::fill_n(workspace.states.data() + (workspace.begins[at(k)] - 1) * width, width,
                        0.0f);
            for (std::int64_t row = workspace.begins[at(k)]; row < workspace.end(k); ++row) {
                kernels().normalise(layer.norm.gains.data(), layer.norm.biases.data(), width,
                                    workspace.states.data() + row * width);
            }
        }
        std::fill_n(workspace.states.end() - width, width, 0.0f);
        quantise();
    }
    decode(sentences, out, workspace);
}

void ParserNetwork::convolve(const Layer& layer, Workspace& workspace) const {
    const std::int64_t width = file_.width;
    // Neighbours lie beside each other, so that a row with its neighbours is one longer row.
    workspace.multiply(layer.linear, workspace.inputs.data(), width, workspace.rows() - 2);
    workspace.means.resize(at(width));
    for (std::int64_t row = 0; row < workspace.rows() - 2; ++row) {
        kernels().maxout(workspace.next.data() + row * 2 * width, width, workspace.means.data());
        kernels().add(workspace.means.data(), width, workspace.states.data() + (row + 1) * width);
    }
}

void ParserNetwork::recur(const Layer& layer, Workspace& workspace) const {
    const std::int64_t width = file_.width, half = width / 2;
    workspace.multiply(layer.linear, workspace.inputs.data(), width, workspace.rows());
    workspace.means.resize(at(width));
    float* const mean = workspace.means.data();
    float* const shown = mean + half;
    const auto pass = [&](std::int64_t row, std::int64_t side) {
        const float* const gates = workspace.next.data() + row * 3 * width + side;
        kernels().step(gates, gates + width, gates + 2 * width, half, mean, shown);
        kernels().add(shown, half, workspace.states.data() + row * width + side);
    };
    for (std::int64_t k = 0; k + 1 < static_cast<std::int64_t>(workspace.begins.size()); ++k) {
        const std::int64_t begin = workspace.begins[at(k)], end = workspace.end(k);
        std::fill_n(mean, half, 0.0f);
        for (std::int64_t row = begin; row < end; ++row) pass(row, 0);
        std::fill_n(mean, half, 0.0f);
        for (std::int64_t row = end; row-- > begin;) pass(row, half);
    }
}

void ParserNetwork::decode(const SequenceBatch& sentences, ParsedWords out,
                           Workspace& workspace) const {
    const std::int64_t arcs = file_.arc_width, labels = file_.label_width;
    workspace.multiply(projections_, workspace.inputs.data(), file_.width, workspace.rows());
    std::swap(workspace.next, workspace.projected);
    const std::int64_t stride = projections_.tiles * NetworkKernels::tile_width;
    const std::int64_t label_stride = labels_.tiles * NetworkKernels::tile_width;
    constexpr std::int64_t lanes = SimilarityKernels::lane_count;
    constexpr std::int64_t rows_at_once = SimilarityKernels::row_count;
    std::vector<float>& hidden = workspace.means;
    hidden.resize(at(labels));
    std::int16_t* input = workspace.inputs.data();
    for (std::int64_t k = 0; k < sentences.count; ++k) {
        const auto count = static_cast<std::int64_t>(sentences[k].size());
        const std::int64_t place = sentences.offsets[k];
        const float* const first = workspace.projected.data() + workspace.begins[at(k)] * stride;
        // Heads in tiles of eight, the root first.
        const std::int64_t tiles = (count + 1 + lanes - 1) / lanes, columns = tiles * lanes;
        workspace.tiles.assign(at(columns * arcs), 0.0f);
        for (std::int64_t h = 0; h <= count; ++h) {
            const float* const head = h == 0 ? root_.data() : first + (h - 1) * stride + arcs;
            float* const tile = workspace.tiles.data() + h / lanes * lanes * arcs + h % lanes;
            for (std::int64_t d = 0; d < arcs; ++d) tile[d * lanes] = head[d];
        }
        workspace.scores.resize(at((count + rows_at_once) * columns));
        for (std::int64_t d = 0; d < count; d += rows_at_once) {
            const float* dependents[rows_at_once];
            for (std::int64_t r = 0; r < rows_at_once; ++r) {
                dependents[r] = first + std::min(d + r, count - 1) * stride;
            }
            float_kernels().multiply(dependents, workspace.tiles.data(),
                                     static_cast<std::int32_t>(tiles), arcs,
                                     workspace.scores.data() + d * columns, columns);
        }
        for (std::int64_t d = 0; d < count; ++d) {
            float* const scores = workspace.scores.data() + d * columns;
            for (std::int64_t h = 1; h <= count; ++h) {
                scores[h] += distances_[at(std::clamp(h - 1 - d, -farthest, farthest) + farthest)];
            }
        }
        check_cancellation();
        std::int32_t* const heads = out.heads + place;
        spanning_tree(workspace.scores.data(), columns, static_cast<std::int32_t>(count), heads);
        // Inputs for relations to these heads, and parts of speech.
        for (std::int64_t d = 0; d < count; ++d, input += labels) {
            const float* const dependent = first + d * stride + 2 * arcs;
            const float* const head = heads[d] == 0
                                          ? label_root_.data()
                                          : first + (heads[d] - 1) * stride + 2 * arcs + labels;
            kernels().positive_sum(dependent, head, labels, hidden.data());
            kernels().quantise(hidden.data(), labels, input);
            const float* const tags = dependent + 2 * labels;
            out.tags[place + d] =
                static_cast<std::int32_t>(std::max_element(tags, tags + file_.tags) - tags);
        }
    }
    workspace.multiply(labels_, workspace.inputs.data(), labels, sentences.elements());
    for (std::int64_t word = 0; word < sentences.elements(); ++word) {
        const float* const scores = workspace.next.data() + word * label_stride;
        out.labels[sentences.offsets[0] + word] =
            static_cast<std::int32_t>(std::max_element(scores, scores + file_.labels) - scores);
    }
}

}  // namespace hyperbaton

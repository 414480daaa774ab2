// Word alignments between a sentence and its translation.
#include <vector>

#include "arrays.hpp"
#include "hyperbaton/bitext/frozen_aligner.hpp"
#include "hyperbaton/bitext/link_parser.hpp"
#include "hyperbaton/bitext/word_aligner.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hyperbaton;

namespace {

// Source positions, target positions, sure or not, offsets, and the first byte of what is no link.
std::tuple<Out<std::int32_t>, Out<std::int32_t>, Out<std::uint8_t>, Out<std::int64_t>, std::int64_t>
parsed_links(const nb::bytes& text) {
    ParsedLinks links = unlocked([&] { return parse_links({text.c_str(), text.size()}); });
    return {to_python(std::move(links.source)), to_python(std::move(links.target)),
            to_python(std::move(links.sure)), to_python(std::move(links.offsets)), links.wrong};
}

// Letters and their offsets, and the classes of each word.
using VocabularyIn = std::tuple<Values, Offsets, Values>;

class CheckedVocabulary {
public:
    explicit CheckedVocabulary(const VocabularyIn& in)
        : letters_(std::get<0>(in), std::get<1>(in), "offsets of letters"),
          classes_(std::get<2>(in)) {
        require(classes_.size() == letters_.count() * class_levels,
                "there have to be two classes for each word");
        // The core numbers classes anew, by tables as long as their numbers are high.
        check_range(classes_, static_cast<std::int64_t>(letters_.count()) + 1, "classes");
    }

    std::int64_t count() const { return static_cast<std::int64_t>(letters_.count()); }
    BitextVocabulary vocabulary() const { return {letters_.batch(), classes_.data()}; }

private:
    CheckedSequences letters_;
    Input<std::int32_t> classes_;
};

// Source words, target words, how often each pair of them is linked; and jumps and fertilities of
// both directions, one after the other.
using ModelIn = std::tuple<Values, Values, Input<float>::Array, Input<float>::Array>;
using ModelOut = std::tuple<Out<std::int32_t>, Out<std::int32_t>, Out<float>, Out<float>>;

template <class Rows>
float* copy_rows(Rows& rows, float* out) {
    for (auto& row : rows) out = std::copy(row.begin(), row.end(), out);
    return out;
}

AlignerModel checked_model(const ModelIn& in, std::int64_t sources, std::int64_t targets) {
    const Input<std::int32_t> source(std::get<0>(in)), target(std::get<1>(in));
    const Input<float> count(std::get<2>(in)), order(std::get<3>(in));
    AlignerModel model;
    require(source.size() == count.size() && target.size() == count.size(),
            "a model has to have a count for each pair of words");
    require(order.size() == 2 * (jump_widths + fertilities),
            "a model has to have jumps and fertilities of two directions");
    for (std::size_t k = 0; k < count.size(); ++k) {
        require(source.data()[k] >= -1 && source.data()[k] < sources && target.data()[k] >= -1 &&
                    target.data()[k] < targets,
                "a model has to have words of the vocabularies");
        require(count.data()[k] >= 0, "counts of a model are not negative");
    }
    for (const float each : std::span<const float>(order)) {
        require(each >= 0, "counts of a model are not negative");
    }
    model.source.assign(source.data(), source.data() + source.size());
    model.target.assign(target.data(), target.data() + target.size());
    model.count.assign(count.data(), count.data() + count.size());
    const float* from = order.data();
    for (auto& row : model.jumps) {
        std::copy_n(from, row.size(), row.begin());
        from += row.size();
    }
    for (auto& row : model.fertility) {
        std::copy_n(from, row.size(), row.begin());
        from += row.size();
    }
    return model;
}

// Source and target positions, posteriors and offsets of links, and the model with what it learned.
std::tuple<Out<std::int32_t>, Out<std::int32_t>, Out<float>, Out<std::int64_t>, ModelOut>
aligned_words(const std::tuple<Values, Offsets>& source, const std::tuple<Values, Offsets>& target,
              const VocabularyIn& source_words, const VocabularyIn& target_words,
              const ModelIn& known, std::int32_t chains, std::int32_t sweeps, float threshold,
              std::int32_t seed, int threads) {
    const CheckedSequences ours(std::get<0>(source), std::get<1>(source), "source offsets");
    const CheckedSequences theirs(std::get<0>(target), std::get<1>(target), "target offsets");
    const CheckedVocabulary our_words(source_words), their_words(target_words);
    require(ours.count() == theirs.count(), "there has to be one translation for each sentence");
    check_range(ours.values(), our_words.count(), "source words");
    check_range(theirs.values(), their_words.count(), "target words");
    require(chains >= 1 && chains <= 1000 && sweeps >= 1 && sweeps <= 10000,
            "chains and sweeps have to be at least 1");
    AlignerModel model = checked_model(known, our_words.count(), their_words.count());
    AlignerSettings settings;
    settings.chains = chains;
    settings.fertility_sweeps = sweeps;
    settings.threshold = threshold;
    settings.seed = static_cast<std::uint32_t>(seed);
    LearnedLinks links = unlocked([&] {
        return align_words(ours.batch(), theirs.batch(), our_words.vocabulary(),
                           their_words.vocabulary(), settings, threads, model);
    });
    Column<float> order(2 * (jump_widths + fertilities));
    copy_rows(model.fertility, copy_rows(model.jumps, order.data.get()));
    return {to_python(std::move(links.source)),
            to_python(std::move(links.target)),
            to_python(std::move(links.posterior)),
            to_python(std::move(links.offsets)),
            {to_python(std::move(model.source)), to_python(std::move(model.target)),
             to_python(std::move(model.count)), order.to_python()}};
}

// Letters and their offsets, and the number of each word in the model, with its classes.
class CheckedModelWords {
public:
    CheckedModelWords(const VocabularyIn& in, std::span<const std::int64_t> sizes)
        : letters_(std::get<0>(in), std::get<1>(in), "offsets of letters"),
          numbers_(std::get<2>(in)) {
        constexpr std::size_t columns = ModelWords::columns;
        require(numbers_.size() == letters_.count() * columns,
                "there have to be a number and two classes for each word");
        for (std::size_t k = 0; k < numbers_.size(); ++k) {
            require(numbers_.data()[k] >= -1 && numbers_.data()[k] < sizes[k % columns],
                    "numbers of words have to be those of the model");
        }
    }
    std::int64_t count() const { return static_cast<std::int64_t>(letters_.count()); }
    ModelWords words() const { return {letters_.batch(), numbers_.data()}; }

private:
    CheckedSequences letters_;
    Input<std::int32_t> numbers_;
};

void make_frozen_aligner(FrozenAligner* place, const ModelIn& known, const Values& source_classes,
                         const Values& target_classes) {
    const Input<std::int32_t> ours(source_classes), theirs(target_classes);
    for (const Input<std::int32_t>* each : {&ours, &theirs}) {
        require(each->size() % class_levels == 0, "there have to be two classes for each word");
        check_range(*each, static_cast<std::int64_t>(each->size()), "classes");
    }
    const auto words = [](const Input<std::int32_t>& classes) {
        return static_cast<std::int64_t>(classes.size()) / class_levels;
    };
    const AlignerModel model = checked_model(known, words(ours), words(theirs));
    unlocked([&] {
        new (place) FrozenAligner(model, sequence_of(ours), sequence_of(theirs));
        return 0;
    });
}

// Source and target positions, posteriors and offsets of links.
std::tuple<Out<std::int32_t>, Out<std::int32_t>, Out<float>, Out<std::int64_t>> align_frozen(
    const FrozenAligner& aligner, const std::tuple<Values, Offsets>& source,
    const std::tuple<Values, Offsets>& target, const VocabularyIn& source_words,
    const VocabularyIn& target_words, float threshold, int threads) {
    const CheckedSequences ours(std::get<0>(source), std::get<1>(source), "source offsets");
    const CheckedSequences theirs(std::get<0>(target), std::get<1>(target), "target offsets");
    const CheckedModelWords our_words(source_words, aligner.sizes(0));
    const CheckedModelWords their_words(target_words, aligner.sizes(1));
    require(ours.count() == theirs.count(), "there has to be one translation for each sentence");
    check_range(ours.values(), our_words.count(), "source words");
    check_range(theirs.values(), their_words.count(), "target words");
    LearnedLinks links = unlocked([&] {
        return aligner.align(ours.batch(), theirs.batch(), our_words.words(), their_words.words(),
                             threshold, threads);
    });
    return {to_python(std::move(links.source)), to_python(std::move(links.target)),
            to_python(std::move(links.posterior)), to_python(std::move(links.offsets))};
}

}  // namespace

namespace hyperbaton {

void bind_bitext(nb::module_& m) {
    m.def("parse_links", parsed_links, "links"_a);
    m.def(
        "word_similarity",
        [](const Values& a, const Values& b) {
            const Input<std::int32_t> one(a), other(b);
            return word_similarity(sequence_of(one), sequence_of(other));
        },
        "a"_a, "b"_a);
    m.def("align_words", aligned_words, "source"_a, "target"_a, "source_words"_a, "target_words"_a,
          "model"_a, "chains"_a, "sweeps"_a, "threshold"_a, "seed"_a, "threads"_a);
    nb::class_<FrozenAligner>(m, "FrozenAligner")
        .def("__init__", make_frozen_aligner, "model"_a, "source_classes"_a, "target_classes"_a)
        .def("align", align_frozen, "source"_a, "target"_a, "source_words"_a, "target_words"_a,
             "threshold"_a, "threads"_a);
}

}  // namespace hyperbaton

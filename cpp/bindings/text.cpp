// Texts in UTF-8: words, their numbers, lower case and characters.
#include <nanobind/stl/string.h>

#include <algorithm>
#include <span>
#include <string>

#include "arrays.hpp"
#include "hyperbaton/text/chosen_rows.hpp"
#include "hyperbaton/text/text_forms.hpp"
#include "hyperbaton/text/unicode.hpp"
#include "hyperbaton/text/utf8.hpp"
#include "hyperbaton/text/vocabulary.hpp"
#include "hyperbaton/text/word_splitting.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hyperbaton;

namespace {

using WordList = nb::typed<nb::list, nb::str>;
template <class T>
using ListsOut = std::tuple<Out<T>, Out<std::int64_t>>;

template <class T>
ListsOut<T> lists_to_python(Lists<T>&& lists) {
    const std::size_t size = lists.values.size();
    Column<T> values(size, lists.values.release());
    return {values.to_python(), to_python(std::move(lists.offsets))};
}

template <class T>
ListsOut<T> choose_rows(const Input<T>& all, const Offsets& ends, const Offsets& chosen) {
    check_offsets(ends, all.size(), "ends");
    return lists_to_python(unlocked([&] {
        const auto count = static_cast<std::int64_t>(ends.size()) - 1;
        const std::span numbers(chosen.data(), chosen.size());
        const bool known =
            std::ranges::all_of(numbers, [&](std::int64_t row) { return 0 <= row && row < count; });
        require(known, "chosen have to lie below the number of chosen");
        return chosen_rows(all.data(), std::span(ends.data(), ends.size()), numbers);
    }));
}

ListsOut<std::uint8_t> lower_texts(const Bytes& data, const Offsets& offsets, int threads) {
    const CheckedTexts texts(data, offsets);
    return lists_to_python(unlocked([&] { return lowered(texts.batch(), threads); }));
}

ListsOut<std::int32_t> characters_of(const Bytes& data, const Offsets& offsets, int threads) {
    const CheckedTexts texts(data, offsets);
    return lists_to_python(unlocked([&] { return characters(texts.batch(), threads); }));
}

std::int64_t first_invalid(const Bytes& data, const Offsets& offsets) {
    const CheckedTexts texts(data, offsets);
    return unlocked([&] { return first_invalid_utf8(texts.batch()); });
}

std::int64_t first_unspaced(const Bytes& data, const Offsets& offsets) {
    const CheckedTexts texts(data, offsets);
    return unlocked([&] { return first_with_unspaced_script(texts.batch()); });
}

// Bytes as Python's text. Those that are not UTF-8 become U+FFFD, surrogates stay.
nb::str decoded(std::string_view word) {
    const auto size = static_cast<Py_ssize_t>(word.size());
    PyObject* text = PyUnicode_DecodeUTF8(word.data(), size, "surrogatepass");
    if (text == nullptr && PyErr_ExceptionMatches(PyExc_UnicodeDecodeError)) {
        PyErr_Clear();
        text = PyUnicode_DecodeUTF8(word.data(), size, "replace");
    }
    if (text == nullptr) nb::raise_python_error();
    return nb::steal<nb::str>(text);
}

// Python's text as bytes, surrogates included.
nb::bytes encoded(const nb::str& text) {
    PyObject* const bytes = PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass");
    if (bytes == nullptr) nb::raise_python_error();
    return nb::steal<nb::bytes>(bytes);
}

WordList words_of_text(const nb::str& text, const std::string& tokenizer) {
    const Tokenizer chosen = tokenizer_named(tokenizer);
    const nb::bytes bytes = encoded(text);
    const std::string_view view(bytes.c_str(), bytes.size());
    WordList found;
    for (const std::string_view word : unlocked([&] { return words_of(view, chosen); })) {
        found.append(decoded(word));
    }
    return found;
}

WordList words_numbered(const Vocabulary& self, std::int64_t begin, std::int64_t end) {
    const Lists<char> words = unlocked([&] { return self.words(begin, end); });
    const TextBatch batch{words.values.data(), words.offsets.data(),
                          static_cast<std::int64_t>(words.offsets.size()) - 1};
    WordList found;
    for (std::int64_t k = 0; k < batch.count; ++k) found.append(decoded(batch[k]));
    return found;
}

ListsOut<std::int32_t> number_texts(Vocabulary& self, const Bytes& data, const Offsets& offsets,
                                    const std::string& tokenizer, int threads) {
    const CheckedTexts texts(data, offsets);
    const Tokenizer chosen = tokenizer_named(tokenizer);
    return lists_to_python(
        unlocked([&] { return self.number_texts(texts.batch(), chosen, threads); }));
}

Out<std::int32_t> number_words(Vocabulary& self, const Bytes& data, const Offsets& offsets) {
    const CheckedTexts words(data, offsets);
    return to_python(unlocked([&] { return self.number_words(words.batch()); }));
}

Out<std::int32_t> number_vocabulary(Vocabulary& self, const Vocabulary& words, std::int64_t begin) {
    return to_python(unlocked([&] { return self.number_vocabulary(words, begin); }));
}

Out<std::int32_t> number_plain_forms(Vocabulary& self, const Vocabulary& words,
                                     std::int64_t begin) {
    return to_python(unlocked([&] { return self.number_plain_forms(words, begin); }));
}

void make_vocabulary(Vocabulary* self, Vocabulary* known) {
    const Unlocked scope;
    new (self) Vocabulary(known);
}

}  // namespace

namespace hyperbaton {

void bind_text(nb::module_& m) {
    m.attr("unicode_version") = unicode_version;
    m.def("split_words", words_of_text, "text"_a, "tokenizer"_a);
    m.def("lowered", lower_texts, "data"_a, "offsets"_a, "threads"_a);
    m.def("characters", characters_of, "data"_a, "offsets"_a, "threads"_a);
    m.def("chosen_bytes", choose_rows<std::uint8_t>, "data"_a, "offsets"_a, "rows"_a);
    m.def("chosen_numbers", choose_rows<std::int32_t>, "values"_a, "offsets"_a, "rows"_a);
    m.def("first_invalid_utf8", first_invalid, "data"_a, "offsets"_a);
    m.def("first_with_unspaced_script", first_unspaced, "data"_a, "offsets"_a);

    nb::class_<Vocabulary>(m, "Vocabulary")
        .def("__init__", make_vocabulary, "known"_a.none() = nb::none(), nb::keep_alive<1, 2>())
        .def("__len__", &Vocabulary::size)
        .def("words", words_numbered, "begin"_a, "end"_a)
        .def("number_texts", number_texts, "data"_a, "offsets"_a, "tokenizer"_a, "threads"_a)
        .def("number_words", number_words, "data"_a, "offsets"_a)
        .def("number_vocabulary", number_vocabulary, "words"_a, "begin"_a)
        .def("number_plain_forms", number_plain_forms, "words"_a, "begin"_a);
}

}  // namespace hyperbaton

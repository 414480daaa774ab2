// The tokenizer `unicode`, rule by rule over a list of characters; what `13a` does, by regular
// expressions; and words numbered by a map.
#pragma once

#include <cstdint>
#include <regex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hyperbaton/text/unicode.hpp"
#include "hyperbaton/text/utf8.hpp"

namespace hyperbaton::naive {

class Splitter {
public:
    explicit Splitter(std::string_view text) {
        const char* const end = text.data() + text.size();
        for (const char* at = text.data(); at < end;) {
            const DecodedCharacter character = decode(at, end);
            characters_.emplace_back(at, character.size);
            points_.push_back(character.point);
            at += character.size;
        }
        split();
    }

    std::vector<std::string> words() const { return words_; }

private:
    bool is(std::size_t k, unsigned classes) const {
        return k < points_.size() && (class_of(points_[k]) & classes) != 0;
    }
    bool is_letter(std::size_t k) const {
        return is(k, letter_class | mark_class | number_class) && !is(k, unspaced_class);
    }
    bool is_one_of(std::size_t k, std::u32string_view points) const {
        return k < points_.size() && points.find(points_[k]) != std::u32string_view::npos;
    }

    // Each rule gives the end of what it finds at k, or k.
    std::size_t unspaced(std::size_t k) const {
        if (!is(k, unspaced_class)) return k;
        for (++k; is(k, mark_class);) ++k;
        return k;
    }
    std::size_t numbers(std::size_t k) const {
        while (is(k, number_class)) ++k;
        return k;
    }
    std::size_t joined_numbers(std::size_t k) const {
        const std::size_t first = numbers(k);
        std::size_t last = first;
        while (first > k && is_one_of(last, U".,:") && numbers(last + 1) > last + 1) {
            last = numbers(last + 1);
        }
        return last == first ? k : last;
    }
    std::size_t letters(std::size_t k) const {
        while (is_letter(k)) ++k;
        return k;
    }
    std::size_t joined_letters(std::size_t k) const {
        std::size_t last = letters(k);
        while (last > k && is_one_of(last, U"'-\u00B7\u2010\u2019") && is_letter(last + 1)) {
            last = letters(last + 1);
        }
        return last;
    }
    std::size_t other(std::size_t k) const { return is(k, separator_class) ? k : k + 1; }

    void split() {
        for (std::size_t k = 0; k < points_.size();) {
            std::size_t end = unspaced(k);
            if (end == k) end = joined_numbers(k);
            if (end == k) end = joined_letters(k);
            if (end == k) end = other(k);
            std::string word;
            for (std::size_t c = k; c < end; ++c) word += characters_[c];
            if (end > k) words_.push_back(word);
            k = end > k ? end : k + 1;
        }
    }

    std::vector<std::string_view> characters_;
    std::vector<std::uint32_t> points_;
    std::vector<std::string> words_;
};

// Of a text without white space at its end.
inline std::string set_apart_13a(std::string text) {
    using Rule = std::pair<std::regex, const char*>;
    static const Rule clean[] = {
        {std::regex("<skipped>"), ""}, {std::regex("-\\n"), ""},  {std::regex("&quot;"), "\""},
        {std::regex("&amp;"), "&"},    {std::regex("&lt;"), "<"}, {std::regex("&gt;"), ">"},
    };
    static const Rule set_apart[] = {
        {std::regex("([{-~[-` -&(-+:-@/])"), " $1 "},
        {std::regex("([^0-9])([.,])"), "$1 $2 "},
        {std::regex("([.,])([^0-9])"), " $1 $2"},
        {std::regex("([0-9])(-)"), "$1 $2 "},
    };
    for (const auto& [pattern, by] : clean) text = std::regex_replace(text, pattern, by);
    text = " " + text + " ";
    for (const auto& [pattern, by] : set_apart) text = std::regex_replace(text, pattern, by);
    return text;
}

class Vocabulary {
public:
    std::int32_t number(const std::string& word) {
        return numbers_.emplace(word, static_cast<std::int32_t>(numbers_.size())).first->second;
    }
    std::size_t size() const { return numbers_.size(); }

private:
    std::unordered_map<std::string, std::int32_t> numbers_;
};

}  // namespace hyperbaton::naive

"""The tokenizer `unicode` as one regular expression."""

import regex

# Scripts written without spaces.
UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}ー\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Bopomofo}"
_LETTER = rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{UNSPACED}]]"
_WORDS = (
    rf"[{UNSPACED}]\p{{M}}*"  # one character, with its vowel signs and tones
    r"|\p{N}+(?:[.,:]\p{N}+)+"  # 3.5, 1,000, 6:15
    rf"|{_LETTER}+(?:['’\-‐·]{_LETTER}+)*"  # a word, also don't and well-known
    r"|[^\s\p{Cc}]"  # any other mark stands alone; control characters separate
)

unicode_words = regex.compile(_WORDS, regex.V1).findall

"""Words as in UD English EWT, the treebank that the English parser learnt from.

Clitics are words (`do n't`, `dogs '`), and hyphens between words; web addresses, emoticons,
abbreviations and runs of one mark (`!!!`) are words as a whole.
"""

from __future__ import annotations

import re

# What stands before a hyphen without being a word of its own.
_PREFIX = re.compile(
    r"(?i)anti|arch|co|counter|cross|e|ex|extra|inter|intra|mega|meta|micro|mid|mini|mis|multi|neo"
    r"|non|over|pan|para|post|pre|pro|pseudo|quasi|re|semi|socio|sub|super|trans|ultra|un|under|vice|x"
)
_IN_ADDRESSES = frozenset("/:@")
_HYPHENS = re.compile(r"([-‐])")
_CLITIC = re.compile(r"(?i)(.+?)(n['’]t|['’](?:s|m|d|re|ve|ll))")
# Words that are two, though no mark says so.
_JOINED = re.compile(
    r"(?i)(can)(not)|(gon|wan)(na)|(got|out)(ta)|(a)(lot)|(i)(m|ve)"
    r"|(do|does|did|ca|wo|is|was|have|has|could|would|should|are|were)(nt)"
    r"|(that|what|there|he|she)(s)|(they|you)(re|ve)"
)

_ENDINGS = (
    r"com|org|net|edu|gov|info|biz|html?|pdf|docx?|xls|uk|co|ca|ru|tv|exe|jpe?g|gif|txt|zip|ppt"
)
_ABBREVIATIONS = (
    r"mrs?|ms|dr|st|jr|sr|prof|gen|lt|col|sgt|capt|rev|hon|sens?|reps?|govs?|messrs|vs|inc|ltd|etc"
    r"|corps?|co|bros|fig|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thurs?|fri"
    r"|ave?|blvd|ft|mt|approx|dept|est|ext|tel|univ|assn|ph\.d|eds?|pp|vol|cf|al|attn|adm|maj"
)
_UNITS = r"[ap]\.?m|[pckm]?m|mm|kg|lbs?|mph|hrs?|ft|k"
_WORD = re.compile(
    rf"""
    (?:mailto:|(?:https?|ftp)://|www\.)\S*[^\s.,;:!?)\]>"'’]      # addresses
    | (?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)*
    | [#@](?=[^\W\d])[\w-]+(?:\.[\w-]+)*
    | (?<![\w.-])(?:[\w-]+(?:\.[\w-]+)*)?\.(?:{_ENDINGS})(?:/\S*[^\s.,;:!?)\]>"'])?(?!\w)
    | [:;=8][-'^o]?[)(\]\[DPpO/|\\*]+(?!\w) | <3 | \^_*\^        # emoticons
    | (?<!\w)(?:[a-z]/[a-z](?!\w)|w/(?:o(?!\w))?)
    | (?:[^\W\d_]\.)+[^\W\d_](?=\.\s*\Z)                        # abbreviations
    | (?:[^\W\d_]\.){{2,}}(?:[^\W\d_](?![\w'’]))?
    | (?:{_ABBREVIATIONS})\.(?!\w|\s*\Z) | (?-i:[A-Z])\.(?![\w.]) | no\.(?=\s*\d)
    | (?:1-)?(?:\d{{3}}-){{1,2}}\d{{4}}(?!\w) | [+.,]\d+              # numbers
    | \d++(?:/\d++){{1,2}}(?!\w)
    | \d++(?:[.,:]\d++){{0,9}}+(?:(?:st|nd|rd|th|s)(?!\w)|(?![^\W\d_])|(?=(?:{_UNITS})(?!\w)))
    | (?:[^\W_]|[\u0300-\u036f])+(?:[-‐'’&._][^\W_]+)*           # words
    | [!?.]*[!?][!?.]* | ‘’ | [`'’]s(?!\w) | ([^\w\s]|_)\1*
    """,
    re.VERBOSE | re.IGNORECASE,
)


def treebank_words(text: str) -> list[str]:
    """The words of a text.

    >>> words = treebank_words("Mr. Gray doesn't e-mail well-known editors!!! See example.org.")
    >>> " ".join(words)
    "Mr. Gray does n't e-mail well - known editors !!! See example.org ."
    """
    return [part for match in _WORD.finditer(text) for part in split_word(match[0])]


def split_word(word: str) -> list[str]:
    """The parts of one word; most have one.

    >>> split_word("brother-in-law's"), split_word("cannot"), split_word("pre-war")
    (['brother', '-', 'in', '-', 'law', "'s"], ['can', 'not'], ['pre-war'])
    """
    if word.isalpha():
        match = _JOINED.fullmatch(word)
        return [part for part in match.groups() if part] if match else [word]
    match = _CLITIC.fullmatch(word)
    stem, clitics = (match[1], [match[2]]) if match else (word, [])
    return [*_split_hyphens(stem), *clitics]


def _split_hyphens(word: str) -> list[str]:
    """Parts of compounds of letters (`1990-95` is one word), with the hyphens between them."""
    parts = _HYPHENS.split(word)
    names = parts[::2]
    compound = word[0].isalpha() and all(name[:1].isalnum() for name in names)
    if len(names) < 2 or not compound or not _IN_ADDRESSES.isdisjoint(word):
        return [word]
    if _PREFIX.fullmatch(names[0]):
        return ["".join(parts[:3]), *parts[3:]]
    return parts

"""The words of UD English EWT: `don't` is two of them, `well-known` three.

A parser that learnt from the treebank expects its words. Those of other tokenizers are split as
the treebank would, and the tree of the parts is contracted to a tree of the words that were given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hyperbaton.trees import DependencyTree

# Typographic apostrophes and quotation marks, which are rare in the treebank.
_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})

_CLITIC = re.compile(r"(?i)(.+?)(n't|'(?:s|m|d|re|ve|ll))")
_CANNOT = re.compile(r"(?i)(can)(not)")
_HYPHENS = re.compile(r"([-‐])")

# What stands before a hyphen without being a word of its own.
_PREFIX = re.compile(
    r"(?i)anti|arch|co|counter|cross|e|ex|extra|inter|intra|mega|meta|micro|mid|mini|multi|neo|non"
    r"|over|pan|para|post|pre|pro|pseudo|quasi|re|semi|socio|sub|super|trans|ultra|un|under|vice|x"
)


def split_words(words: Sequence[str]) -> tuple[list[str], list[int]]:
    """The treebank's words, and for each of them which of the given words it is part of.

    >>> split_words(["They", "don't", "e-mail", "well-known", "editors"])[0]
    ['They', 'do', "n't", 'e-mail', 'well', '-', 'known', 'editors']
    """
    parts: list[str] = []
    owners: list[int] = []
    for owner, word in enumerate(words):
        pieces = split_word(word.translate(_PLAIN))
        parts += pieces
        owners += [owner] * len(pieces)
    return parts, owners


def split_word(word: str) -> list[str]:
    """The parts of one word; most have one.

    >>> split_word("brother-in-law's"), split_word("cannot"), split_word("pre-war")
    (['brother', '-', 'in', '-', 'law', "'s"], ['can', 'not'], ['pre-war'])
    """
    if word.isalpha():
        match = _CANNOT.fullmatch(word)
        return list(match.groups()) if match else [word]
    match = _CLITIC.fullmatch(word)
    stem, clitics = (match[1], [match[2]]) if match else (word, [])
    return [*_split_hyphens(stem), *clitics]


def contract(tree: DependencyTree, owners: Sequence[int], words: Sequence[str]) -> DependencyTree:
    """The tree of words from that of their parts.

    A word takes the head, relation and part of speech of its highest part, the leftmost of
    several. No cycle can come of it: the head of the highest part is a part nearer to the root,
    so the height of the highest part grows from each word to its head.

    Args:
        tree: the tree of the parts.
        owners: the word of each part, counted from 0 and rising.
        words: the words.
    """
    if len(tree) == len(words):
        return DependencyTree(tuple(words), tree.heads, tree.deprels, tree.upos)
    depths = _depths(tree)
    highest: dict[int, int] = {}
    for part, owner in enumerate(owners):
        if owner not in highest or depths[part] < depths[highest[owner]]:
            highest[owner] = part
    tops = [highest[word] for word in range(len(words))]
    heads = [tree.heads[top] for top in tops]
    return DependencyTree(
        tuple(words),
        tuple(owners[head - 1] + 1 if head else 0 for head in heads),
        tuple(tree.deprels[top] for top in tops),
        tuple(tree.upos[top] for top in tops),
    )


def _split_hyphens(word: str) -> list[str]:
    """Parts of compounds of letters (`1990-95` is one word), with the hyphens between them."""
    parts = _HYPHENS.split(word)
    names = parts[::2]
    if len(names) < 2 or not all(name[:1].isalpha() for name in names):
        return [word]
    if _PREFIX.fullmatch(names[0]):
        return ["".join(parts[:3]), *parts[3:]]
    return parts


def _depths(tree: DependencyTree) -> list[int]:
    """How many heads stand above each word."""
    depths = [0] * len(tree)
    below = list(tree.roots)
    children = tree.children
    while below:
        word = below.pop()
        for child in children[word]:
            depths[child - 1] = depths[word - 1] + 1
            below.append(child)
    return depths

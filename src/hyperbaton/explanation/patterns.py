"""Kinds of moves: where a block went, and with dependency trees what sort of words it is.

Every move has one pattern, the first that applies:

    mark moved              the block has no letter and no digit
    neighbours swapped      two words; with trees `adjective after noun`, as in the output
    halves swapped          two blocks of at least two words that make up the whole sentence
    long phrases swapped    two blocks of at least four words; with trees `clause swapped`
    word to the end         it comes too late, and no word follows it
    word to the front       it comes too early, and no word precedes it
    word far too early      it passed ten words or more
    word too early          … or late

Longer blocks are a `phrase` in place of a `word`. With trees both are called by the part of speech
of their head: `verb to the end`, `prepositional phrase too early`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hyperbaton.explanation.segment import Explanation, PricedMove
from hyperbaton.trees.dependency import UNKNOWN, DependencyTree

ARTICLE = re.compile(r"(?:^|(?<= and ))(?:the|an?) ")
LONG_PHRASE = 4  # words
FAR = 10  # words passed
WORDS = {
    "ADJ": "adjective",
    "ADP": "preposition",
    "ADV": "adverb",
    "AUX": "verb",
    "CCONJ": "conjunction",
    "DET": "determiner",
    "INTJ": "interjection",
    "NOUN": "noun",
    "NUM": "number",
    "PART": "particle",
    "PRON": "pronoun",
    "PROPN": "noun",
    "SCONJ": "conjunction",
    "VERB": "verb",
}
PHRASES = {
    "adjective": "adjective phrase",
    "adverb": "adverb phrase",
    "noun": "noun phrase",
    "pronoun": "noun phrase",
    "verb": "clause",
}


@dataclass(frozen=True)
class MoveKind:
    """What sort of move it is.

    Attributes:
        pattern: the pattern, like `word to the end`.
        tag: the part of speech of the block's head; None without a tree.
        relation: what the block is in the grammar of the reference, such as `object`, or `other`
            where it is several things; None without a tree.
    """

    pattern: str
    tag: str | None = None
    relation: str | None = None


def kinds_of(explanation: Explanation) -> tuple[MoveKind, ...]:
    """The kind of every move of a segment, in the order of the moves."""
    tree = _tagged(explanation)
    wordy = [any(map(str.isalnum, token)) for token in explanation.hypothesis_tokens]
    found = []
    for move in explanation.moves:
        pattern = _pattern(move, wordy, tree)
        if tree is None:
            found.append(MoveKind(pattern))
        else:
            found.append(MoveKind(pattern, tree.upos[_head(tree, *move.tokens)], _relation(move)))
    return tuple(found)


def _relation(move: PricedMove) -> str:
    """The role of a block without its first article: `verb of a clause`."""
    return "other" if move.role is None else ARTICLE.sub("", move.role)


def _tagged(explanation: Explanation) -> DependencyTree | None:
    """The tree of the hypothesis; None where there is none, or it has other words or no tags."""
    if explanation.trees is None:
        return None
    tree = explanation.trees.hypothesis
    same = len(tree) == len(explanation.hypothesis_tokens)
    return tree if same and not set(tree.upos) <= {UNKNOWN} else None


def _head(tree: DependencyTree, begin: int, end: int) -> int:
    """The first word of a stretch whose head lies outside it."""
    return next(k for k in range(begin, end) if not begin < tree.heads[k] <= end)


def _name(tree: DependencyTree, begin: int, end: int) -> str | None:
    """What a stretch of words is called; None where its head's tag says nothing."""
    word = WORDS.get(tree.upos[_head(tree, begin, end)])
    if end - begin == 1 or word is None:
        return word
    if word == "noun" and tree.upos[begin] == "ADP":
        return "prepositional phrase"
    return PHRASES.get(word, "phrase")


def _pattern(move: PricedMove, wordy: Sequence[bool], tree: DependencyTree | None) -> str:
    if not any(wordy[slice(*move.tokens)]):
        return "mark moved"
    words = move.stop - move.start
    if words == move.distance == 1:
        return _neighbours(move, tree)
    others = move.distance if _meet(move) else 0  # words of the neighbour, where nothing is between
    if min(words, others) >= 2 and _whole(move, wordy):
        return "halves swapped"
    name = None if tree is None else _name(tree, *move.tokens)
    if min(words, others) >= LONG_PHRASE:
        return "clause swapped" if name == "clause" else "long phrases swapped"
    return f"{name or ('word' if words == 1 else 'phrase')} {_place(move, wordy)}"


def _neighbours(move: PricedMove, tree: DependencyTree | None) -> str:
    if tree is not None:
        first, second = sorted([move.tokens, move.neighbour])
        before, after = _name(tree, *first), _name(tree, *second)
        if before and after:
            return f"{after} after {before}"
    return "neighbours swapped"


def _meet(move: PricedMove) -> bool:
    """Whether no token is between the block and its neighbour."""
    return move.tokens[1] == move.neighbour[0] or move.neighbour[1] == move.tokens[0]


def _whole(move: PricedMove, wordy: Sequence[bool]) -> bool:
    """Whether block and neighbour hold all words of the sentence."""
    (begin, _), (_, end) = sorted([move.tokens, move.neighbour])
    return not any(wordy[:begin]) and not any(wordy[end:])


def _place(move: PricedMove, wordy: Sequence[bool]) -> str:
    begin, end = move.tokens
    if move.after and not any(wordy[:begin]):
        return "to the front"
    if not move.after and not any(wordy[end:]):
        return "to the end"
    far = "far " if move.distance >= FAR else ""
    return f"{far}too {'early' if move.after else 'late'}"

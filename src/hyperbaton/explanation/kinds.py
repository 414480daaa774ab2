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

A role, like `the object`, is a block's place in the tree of the reference, which is more often
parsed well than an output with its words out of order. Relations are those of Universal
Dependencies.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

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
ROLES = {
    "acl": "a clause about a noun",
    "acl:relcl": "a relative clause",
    "advcl": "an adverbial clause",
    "advmod": "an adverb",
    "amod": "an adjective",
    "appos": "an apposition",
    "aux": "an auxiliary",
    "case": "a preposition",
    "cc": "a conjunction",
    "ccomp": "a clause as object",
    "compound": "part of a compound",
    "compound:prt": "the particle of a verb",
    "conj": "a coordinated part",
    "cop": "a linking verb",
    "csubj": "a clause as subject",
    "det": "a determiner",
    "discourse": "an interjection",
    "expl": "an expletive",
    "fixed": "part of a fixed phrase",
    "flat": "part of a name",
    "iobj": "the indirect object",
    "mark": "a conjunction",
    "nmod": "an attribute of a noun",
    "nmod:poss": "a possessive",
    "nsubj": "the subject",
    "nummod": "a number",
    "obj": "the object",
    "obl": "an adverbial",
    "obl:agent": "the agent",
    "parataxis": "a side remark",
    "root": "the predicate",
    "vocative": "a form of address",
    "xcomp": "a complement",
}
CLAUSES = ("acl", "advcl", "ccomp", "csubj", "conj", "parataxis", "xcomp")
VERBS = ("VERB", "AUX")
MOST_NAMED = 2


class MoveKind(NamedTuple):
    """What sort of move it is.

    Attributes:
        pattern: the pattern, like `word to the end`.
        relation: what the block is in the grammar of the reference, such as `object`, or `other`
            where it is several things; None without trees.
        tag: the part of speech of its head in the output, such as `noun`; None without tags.
    """

    pattern: str
    relation: str | None = None
    tag: str | None = None


def kinds_of(explanation: Explanation) -> list[MoveKind]:
    """The kind of every move of a segment, in the order of the moves."""
    tokens, trees = explanation.hypothesis.tokens, explanation.trees
    wordy = [any(map(str.isalnum, token)) for token in tokens]
    tree = None if trees is None else trees.hypothesis
    if tree and (len(tree) != len(tokens) or set(tree.upos) <= {UNKNOWN}):
        tree = None
    return [
        MoveKind(
            _pattern(move, wordy, tree),
            ARTICLE.sub("", move.role or "other") if trees else None,
            (_part_of_speech(tree, *move.tokens) or "other") if tree else None,
        )
        for move in explanation.moves
    ]


def _pattern(move: PricedMove, wordy: Sequence[bool], tree: DependencyTree | None) -> str:
    begin, end = move.tokens
    if not any(wordy[begin:end]):
        return "mark moved"
    words = move.stop - move.start
    first, second = sorted([move.tokens, move.neighbour])
    if words == move.distance == 1:
        before, after = (tree and _name(tree, *each) for each in (first, second))
        return f"{after} after {before}" if before and after else "neighbours swapped"
    others = move.distance if first[1] == second[0] else 0  # of the neighbour, if they meet
    if min(words, others) >= 2 and not any(wordy[: first[0]]) and not any(wordy[second[1] :]):
        return "halves swapped"
    name = tree and _name(tree, begin, end)
    if min(words, others) >= LONG_PHRASE:
        return "clause swapped" if name == "clause" else "long phrases swapped"
    name = name or ("word" if words == 1 else "phrase")
    if move.after and not any(wordy[:begin]):
        return f"{name} to the front"
    if not move.after and not any(wordy[end:]):
        return f"{name} to the end"
    far = "far " if move.distance >= FAR else ""
    return f"{name} {far}too {'early' if move.after else 'late'}"


def _name(tree: DependencyTree, begin: int, end: int) -> str | None:
    """What a stretch of words is called; None where its head's tag says nothing."""
    word = _part_of_speech(tree, begin, end)
    if end - begin == 1 or word is None:
        return word
    if word == "noun" and tree.upos[begin] == "ADP":
        return "prepositional phrase"
    return PHRASES.get(word, "phrase")


def _part_of_speech(tree: DependencyTree, begin: int, end: int) -> str | None:
    head = next(k for k in range(begin, end) if not begin < tree.heads[k] <= end)
    return WORDS.get(tree.upos[head])


def role_of(tree: DependencyTree, begin: int, end: int) -> str | None:
    """What a stretch of words is in its sentence; None if unknown, or if it is several things."""
    tops = [k for k in range(begin, end) if not begin < tree.heads[k] <= end]
    heads = [k for k in tops if tree.deprels[k] != "punct"]
    if not heads and end > begin:
        return "punctuation" if "punct" in tree.deprels[begin:end] else None
    names = [_role_of_word(tree, k, begin, end) for k in heads]
    known = list(dict.fromkeys(name for name in names if name))
    if len(heads) > MOST_NAMED or None in names:
        return None
    return " and ".join(known)


def _role_of_word(tree: DependencyTree, word: int, begin: int, end: int) -> str | None:
    relation = tree.deprels[word]
    general = relation.partition(":")[0]
    if tree.upos[word] in VERBS and not _has_arguments(tree, word, begin, end):
        if general == "root":
            return "the main verb"
        if general in CLAUSES:
            return "the verb of a clause"
    return ROLES.get(relation) or ROLES.get(general)


def _has_arguments(tree: DependencyTree, word: int, begin: int, end: int) -> bool:
    """Whether a stretch has a dependent of the word that is more than an auxiliary or a mark."""
    dependents = (k - 1 for k in tree.children[word + 1])
    slight = ("aux", "cop", "mark", "cc", "punct", "compound", "advmod")
    return any(
        begin <= k < end and tree.deprels[k].partition(":")[0] not in slight for k in dependents
    )

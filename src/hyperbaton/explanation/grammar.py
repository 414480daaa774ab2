"""What moved in the words of grammar: `the object`, `an adverb`, `the verb of a clause`.

A stretch of words is named after its place in the dependency tree of the reference, which is more
often parsed well than an output with its words out of order. Relations are those of Universal
Dependencies.
"""

from __future__ import annotations

from collections.abc import Iterator

from hyperbaton.trees.dependency import DependencyTree

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


def role_of(tree: DependencyTree, begin: int, end: int) -> str | None:
    """What a stretch of words is in its sentence; None if unknown, or if it is several things."""
    heads = [k for k in _tops(tree, begin, end) if tree.deprels[k] != "punct"]
    if not heads and end > begin:
        return "punctuation" if "punct" in tree.deprels[begin:end] else None
    names = [_name(tree, k, begin, end) for k in heads]
    known = list(dict.fromkeys(name for name in names if name))
    if len(heads) > MOST_NAMED or None in names:
        return None
    return " and ".join(known)


def _tops(tree: DependencyTree, begin: int, end: int) -> Iterator[int]:
    """The words of a stretch whose heads lie outside it."""
    return (k for k in range(begin, end) if not begin < tree.heads[k] <= end)


def _name(tree: DependencyTree, word: int, begin: int, end: int) -> str | None:
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

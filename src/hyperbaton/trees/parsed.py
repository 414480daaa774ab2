"""Dependency trees from what parsers return: spaCy, Stanza and UDPipe.

Only attributes of the results are read, so none of these packages is needed here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any

from hyperbaton.trees.conllu import parse_conllu
from hyperbaton.trees.dependency import ROOT, UNKNOWN, DependencyTree


def from_spacy(document: Any) -> tuple[DependencyTree, ...]:
    """The sentences of a spaCy `Doc`, without the tokens that are only space.

    What depends on such a token depends on its head instead. spaCy's `ROOT` is Universal
    Dependencies' `root`.
    """
    return tuple(_from_spacy_sentence(list(sentence)) for sentence in document.sents)


def from_stanza(document: Any) -> tuple[DependencyTree, ...]:
    """The sentences of a Stanza `Document`, by syntactic words."""
    return tuple(
        _tree(
            (word.text, word.head, word.deprel, getattr(word, "upos", None))
            for word in sentence.words
        )
        for sentence in document.sentences
    )


def from_udpipe(output: str | Iterable[Any]) -> tuple[DependencyTree, ...]:
    """The sentences of UDPipe: its output in CoNLL-U, or `ufal.udpipe.Sentence` objects.

    Raises:
        InputError: the text is not CoNLL-U.
    """
    if isinstance(output, str):
        return tuple(sentence.tree for sentence in parse_conllu(output, "UDPipe's output"))
    sentences: Iterable[Any] = output
    return tuple(
        # The first word is the root that UDPipe adds.
        _tree((word.form, word.head, word.deprel, word.upostag) for word in list(parsed.words)[1:])
        for parsed in sentences
    )


def _from_spacy_sentence(tokens: Sequence[Any]) -> DependencyTree:
    words = [token for token in tokens if not token.is_space]
    number = {token.i: k for k, token in enumerate(words, start=1)}

    def head(token: Any) -> int:
        while token.head.i != token.i:  # a root is its own head
            token = token.head
            if token.i in number:
                return number[token.i]
        return ROOT

    return _tree(
        (token.text, head(token), "root" if token.dep_ == "ROOT" else token.dep_, token.pos_)
        for token in words
    )


def _tree(rows: Iterable[tuple[str, int, str | None, str | None]]) -> DependencyTree:
    # Labels are few: each is kept as one object, whatever the number of words.
    found = list(rows)
    return DependencyTree(
        tuple(word for word, _, _, _ in found),
        tuple(head for _, head, _, _ in found),
        tuple(sys.intern(relation or UNKNOWN) for _, _, relation, _ in found),
        tuple(sys.intern(tag or UNKNOWN) for _, _, _, tag in found),
    )

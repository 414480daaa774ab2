"""Results of parsers as small stand-ins with the attributes that are read."""

from types import SimpleNamespace

import pytest

from hyperbaton.errors import InputError
from hyperbaton.trees import DependencyTree
from hyperbaton.trees.parsed import from_spacy, from_stanza, from_udpipe

FIRST = DependencyTree(("she", "sang"), (2, 0), ("nsubj", "root"), ("PRON", "VERB"))
SECOND = DependencyTree(("bravo",), (0,), ("root",), ("INTJ",))


def spacy_document(rows, sentences):
    """Tokens of text, head counted from 0, relation and part of speech."""
    tokens = [
        SimpleNamespace(i=i, text=text, dep_=relation, pos_=tag, is_space=text.isspace())
        for i, (text, _, relation, tag) in enumerate(rows)
    ]
    for token, (_, head, _, _) in zip(tokens, rows, strict=True):
        token.head = tokens[head]
    return SimpleNamespace(sents=[tokens[begin:end] for begin, end in sentences])


def test_spacy():
    rows = [
        ("she", 1, "nsubj", "PRON"),
        ("sang", 1, "ROOT", "VERB"),
        ("bravo", 2, "root", "INTJ"),
    ]
    assert from_spacy(spacy_document(rows, [(0, 2), (2, 3)])) == (FIRST, SECOND)


def test_spacy_tokens_of_space_are_left_out():
    rows = [
        ("she", 2, "nsubj", "PRON"),
        ("\n", 0, "", "SPACE"),
        ("sang", 2, "root", "VERB"),
        ("well", 1, "", ""),  # on the space, which is on "she"
    ]
    (tree,) = from_spacy(spacy_document(rows, [(0, 4)]))
    assert tree == DependencyTree(
        ("she", "sang", "well"), (2, 0, 1), ("nsubj", "root", "_"), ("PRON", "VERB", "_")
    )
    (root,) = from_spacy(spacy_document([(" ", 0, "", ""), ("a", 0, "x", "X")], [(0, 2)]))
    assert root.heads == (0,)


def test_stanza():
    def words(*rows):
        names = ("text", "head", "deprel", "upos")
        return SimpleNamespace(
            words=[SimpleNamespace(**dict(zip(names, row, strict=True))) for row in rows]
        )

    document = SimpleNamespace(
        sentences=[
            words(("she", 2, "nsubj", "PRON"), ("sang", 0, "root", "VERB")),
            words(("bravo", 0, "root", "INTJ")),
        ]
    )
    assert from_stanza(document) == (FIRST, SECOND)


def test_udpipe_objects():
    def words(*rows):
        names = ("form", "head", "deprel", "upostag")
        root = SimpleNamespace(form="<root>", head=-1, deprel="", upostag="")
        return SimpleNamespace(
            words=[root, *(SimpleNamespace(**dict(zip(names, row, strict=True))) for row in rows)]
        )

    sentences = [
        words(("she", 2, "nsubj", "PRON"), ("sang", 0, "root", "VERB")),
        words(("bravo", 0, "root", "INTJ")),
    ]
    assert from_udpipe(sentences) == (FIRST, SECOND)
    assert from_udpipe([words()]) == (DependencyTree((), ()),)


def test_udpipe_text():
    row = "{}\t{}\t_\t{}\t_\t_\t{}\t{}\t_\t_\n"
    text = (
        row.format(1, "she", "PRON", 2, "nsubj")
        + row.format(2, "sang", "VERB", 0, "root")
        + "\n"
        + row.format(1, "bravo", "INTJ", 0, "root")
    )
    assert from_udpipe(text) == (FIRST, SECOND)
    with pytest.raises(InputError, match="UDPipe's output:1: expected 10 tab-separated columns"):
        from_udpipe("she sang\n")

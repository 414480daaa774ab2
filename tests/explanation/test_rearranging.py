"""Pieces of texts: they hold the whole text, and in any order they stay the same words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import Preparation
from hyperbaton.explanation.rescoring import pieces_of, rearranged

split = Preparation().split
WORDS = ["we", "met", "Don't", "3.5", "well-known", "é", "日", "本", "ひ", "שלום", "سلام", "x2"]
MARKS = [".", ",", "'", '"', "(", ")", "-", "“", "”", "。", "、", "?"]
texts = st.lists(
    st.tuples(st.sampled_from([*WORDS, *MARKS]), st.sampled_from(["", " "])), max_size=12
).map(lambda parts: "".join(word + space for word, space in parts))


@given(texts)
def test_pieces_are_the_text(text):
    pieces = pieces_of(text, split(text))
    assert [piece.text for piece in pieces] == split(text)
    assert rearranged(pieces, range(len(pieces))) == text.strip()


@given(texts)
def test_pieces_keep_the_case_of_the_text(text):
    tokens = Preparation(lowercase=True).split(text)
    pieces = pieces_of(text, tokens)
    assert "".join(piece.text for piece in pieces) == "".join(text.split())


@given(texts, st.randoms())
def test_words_stay_what_they_are_in_any_order(text, random):
    tokens = split(text)
    order = list(range(len(tokens)))
    random.shuffle(order)
    moved = split(rearranged(pieces_of(text, tokens), order))
    assert moved == [tokens[k] for k in order]


@pytest.mark.parametrize(
    ("text", "tokens", "order", "expected"),
    [
        ("he (often) sang", "he ( often ) sang", (0, 2, 1, 3, 4), "he often () sang"),
        ("he (often) sang", "he ( often ) sang", (4, 1, 2, 3, 0), "sang (often) he"),
        ("so.'tis cold", "so . ' tis cold", (4, 2, 3, 0, 1), "cold 'tis so."),
        ("私は本を読む。", "私 は 本 を 読 む 。", (2, 3, 0, 1, 4, 5, 6), "本を私は読む。"),
        ("it's", "it is", (1, 0), "is it"),  # a tokenizer rewrote the words
        ("a b", "a", (0,), "a"),
        ("İstanbul x", "İstanbul x", (1, 0), "x İstanbul"),
    ],
)
def test_brackets_and_text_without_spaces(text, tokens, order, expected):
    assert rearranged(pieces_of(text, tokens.split()), order) == expected

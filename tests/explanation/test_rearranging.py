"""Pieces of texts: they hold the whole text, and in any order they stay the same words."""

from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import Preparation
from hyperbaton.explanation.rescoring import Piece, pieces_of, rearranged

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


def test_words_leave_their_brackets():
    pieces = pieces_of("he (often) sang", ["he", "(", "often", ")", "sang"])
    assert rearranged(pieces, [0, 2, 1, 3, 4]) == "he often () sang"
    assert rearranged(pieces, [4, 1, 2, 3, 0]) == "sang (often) he"


def test_a_bracket_takes_its_word_along():
    pieces = pieces_of("so.'tis cold", ["so", ".", "'", "tis", "cold"])
    assert rearranged(pieces, [4, 2, 3, 0, 1]) == "cold 'tis so."


def test_text_without_spaces_stays_without():
    pieces = pieces_of("私は本を読む。", list("私は本を読む。"))
    assert rearranged(pieces, [2, 3, 0, 1, 4, 5, 6]) == "本を私は読む。"


def test_words_that_a_tokenizer_rewrote_are_the_pieces():
    assert pieces_of("it's", ["it", "is"]) == [Piece("it", True), Piece("is", True)]
    assert pieces_of("a b", ["a"]) == [Piece("a", True)]
    assert pieces_of("", []) == []


def test_lower_case_of_another_length_is_no_obstacle():
    assert [piece.text for piece in pieces_of("İstanbul x", ["İstanbul", "x"])] == ["İstanbul", "x"]

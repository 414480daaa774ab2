"""What is done to text before it is scored."""

import pytest

from hyperbaton.errors import OptionError
from hyperbaton.text.preprocessing import Preprocessing, TextOptions


def test_signature_says_what_was_done():
    assert Preprocessing().signature == "tok:unicode|case:mixed"
    lowered = Preprocessing("13a", lowercase=True, join_subwords="bpe")
    assert lowered.signature == "tok:13a|case:lower|join:bpe"
    assert lowered.text_signature == "case:lower|join:bpe"


@pytest.mark.parametrize(
    ("join", "text", "expected"),
    [
        ("bpe", "un@@ believ@@ able sto@@ ry", "unbelievable story"),
        ("bpe", "cut@@", "cut"),
        ("sentencepiece", "▁Hello ▁wor ld !", "Hello world!"),
        ("sentencepiece", "▁ a", "a"),
        (None, "a@@ b", "a@@ b"),
    ],
)
def test_subwords_are_joined(join, text, expected):
    assert Preprocessing(join_subwords=join).clean(text) == expected
    assert Preprocessing("none", join_subwords=join).split(text) == expected.split()


def test_unknown_way_to_join():
    with pytest.raises(OptionError, match="bpe or sentencepiece, got 'wordpiece'"):
        Preprocessing(join_subwords="wordpiece")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tokenize": "13b"}, "no tokenizer '13b'; did you mean 13a"),
        ({"tokenize": 13}, "got 13; did you mean '13a'"),
        ({"tokenize": ["13a"]}, r"got \['13a'\]; did you mean '13a'"),
        ({"lowercase": 1}, "lowercase: expected True or False, got 1"),
        ({"lowercase": "yes"}, "lowercase: expected True or False, got 'yes'"),
        ({"join_subwords": True}, "join_subwords: expected bpe or sentencepiece, got True"),
    ],
)
@pytest.mark.parametrize("kind", [Preprocessing, TextOptions])
def test_wrong_options_are_named(kind, options, message):
    with pytest.raises(OptionError, match=message):
        kind(**options)


def test_meteors_tokenizer_sees_capitals_before_they_are_folded():
    """A full stop inside `U.S.` is no end of a sentence; in lower case it would be split off."""
    raw = Preprocessing("meteor").split("the U.S. is here.")
    assert Preprocessing("meteor", lowercase=True).split("the U.S. is here.") == [
        word.lower() for word in raw
    ]
    assert Preprocessing("none", lowercase=True).split("The End") == ["the", "end"]


def test_what_the_user_leaves_open_the_metric_decides():
    own = Preprocessing("13a", lowercase=True)
    assert TextOptions().completed(own) == own
    assert TextOptions(tokenize="char").completed(own) == Preprocessing("char", lowercase=True)
    assert TextOptions(lowercase=False).completed(own) == Preprocessing("13a")
    joined = TextOptions(join_subwords="bpe").completed(own)
    assert joined == Preprocessing("13a", lowercase=True, join_subwords="bpe")

"""Tokenizers of the user's own."""

import pickle

import pytest
from text import own

import hyperbaton
from hyperbaton import Preparation, metrics
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Need

HYPOTHESES, REFERENCES = ["a c b", "b a"], ["a b c", "b a"]
BY_LETTERS = ("letters", own.by_letters)


def test_a_function_scores_as_the_tokenizer_that_does_the_same():
    names = ["wer", "pef", "bleu"]
    ours = hyperbaton.score(HYPOTHESES, [REFERENCES], names, tokenize=("blanks", str.split))
    theirs = hyperbaton.score(HYPOTHESES, [REFERENCES], names, tokenize="none")
    assert [each.score for each in ours.systems[0]] == [each.score for each in theirs.systems[0]]


def test_everywhere_a_tokenizer_is_chosen():
    assert float(hyperbaton.score(["ab"], [["a b"]], "wer", tokenize=BY_LETTERS)["wer"]) == 0
    assert hyperbaton.explain("ba", "ab", tokenize=BY_LETTERS).hypothesis.tokens == ("b", "a")
    assert float(metrics.Wer().corpus_score(["ab"], [["a b"]], tokenize=BY_LETTERS)) == 0
    preparation = Preparation(BY_LETTERS)
    assert preparation.split("cab") == ["c", "a", "b"]
    assert preparation.signature({Need.TEXT, Need.TOKENS}) == "tok:letters|case:mixed"
    assert pickle.loads(pickle.dumps(preparation)) == preparation


def test_it_sees_capitals_and_its_words_are_put_in_lower_case():
    split = Preparation(("capitals", own.only_capitals), lowercase=True).split
    assert split("the House of Lords") == ["house", "lords"]


@pytest.mark.parametrize("returned", [[1], ["a", None], [""], ["a b"]], ids=repr)
def test_what_it_returns_is_checked(returned):
    with pytest.raises(InputError, match=r"references: segment 1: tokenize: own returns .*words"):
        hyperbaton.score(["x"], [["x"]], "wer", tokenize=("own", lambda text: returned))


@pytest.mark.parametrize("value", [3, ["none"], str.split, ("", str.split), ("a|b", str.split)])
def test_what_is_no_tokenizer(value):
    with pytest.raises(OptionError, match=r"tokenize: expected .* name"):
        Preparation(value)

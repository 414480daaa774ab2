"""Tokenizers of the user's own."""

import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from text import own

import hyperbaton
from hyperbaton import Preparation, metrics
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Need

HYPOTHESES, REFERENCES = ["a c b", "b a"], ["a b c", "b a"]


def words(tokenize, text="a Bc", **options):
    return Preparation(tokenize, **options).split(text)


def test_a_function_scores_as_the_tokenizer_that_does_the_same():
    ours = hyperbaton.score(HYPOTHESES, [REFERENCES], ["wer", "pef", "bleu"], tokenize=str.split)
    theirs = hyperbaton.score(HYPOTHESES, [REFERENCES], ["wer", "pef", "bleu"], tokenize="none")
    assert [each.score for each in ours.systems[0]] == [each.score for each in theirs.systems[0]]


def test_everywhere_a_tokenizer_is_chosen():
    assert float(hyperbaton.score(["ab"], [["a b"]], "wer", tokenize=own.by_letters)["wer"]) == 0
    assert hyperbaton.explain("ba", "ab", tokenize=own.by_letters).hypothesis.tokens == ("b", "a")
    wer = metrics.Wer()
    assert float(wer.corpus_score(["ab"], [["a b"]], tokenize=own.by_letters)) == 0
    assert float(wer.sentence_score("ab", ["a b"], tokenize=own.by_letters)) == 0
    assert Preparation(own.by_letters).split("cab") == ["c", "a", "b"]


@pytest.mark.parametrize(
    ("tokenize", "name"),
    [
        (str.split, "builtins.str.split"),
        (own.by_blanks, "text.own.by_blanks"),
        (own.Cut(2).method, "text.own.Cut.method"),
        (("cut-2", own.Cut(2)), "cut-2"),
        (lambda text: [text], f"{__name__}.<lambda>"),
    ],
)
def test_signatures_name_it(tokenize, name):
    assert Preparation(tokenize).signature({Need.TEXT, Need.TOKENS}) == f"tok:{name}|case:mixed"


def test_it_sees_capitals_and_its_words_are_put_in_lower_case():
    assert words(own.only_capitals, "the House of Lords", lowercase=True) == ["house", "lords"]


@pytest.mark.parametrize(
    "returned", [None, "a b", [1], ["a", None], [""], ["a b"], {"a"}], ids=repr
)
def test_what_it_returns_is_checked(returned):
    with pytest.raises(InputError, match=r"references: segment 1: tokenize: .*list of words"):
        hyperbaton.score(["x"], [["x"]], "wer", tokenize=lambda text: returned)


def test_errors_in_it_are_passed_on_with_their_segment():
    with pytest.raises(IndexError) as caught:
        hyperbaton.score(["a b", "a"], [["a b"] * 2], "wer", tokenize=own.fails)
    given, segment = caught.value.__notes__
    assert given.endswith("was given the text 'a'")
    assert segment == "hypotheses: segment 2"


@pytest.mark.parametrize("value", [3, b"a", ["none"], str, object(), own.Cut(2)])
def test_what_is_no_tokenizer(value):
    with pytest.raises(OptionError, match=r"tokenize: .* name"):
        Preparation(value)


@pytest.mark.parametrize("name", ["", "a b", "a|b"])
def test_names_that_would_break_signatures(name):
    with pytest.raises(OptionError, match="name without white space"):
        Preparation((name, own.Cut(2)))


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_it_travels_as_far_as_the_function_does(method):
    preparation = Preparation(own.by_blanks)
    assert pickle.loads(pickle.dumps(preparation)) == preparation
    with ProcessPoolExecutor(1, mp_context=get_context(method)) as pool:
        assert pool.submit(own.word_errors, own.by_blanks).result(60) == own.word_errors(
            own.by_blanks
        )
        cut = ("cut-2", own.Cut(2))
        assert pool.submit(own.word_errors, cut).result(60) == own.word_errors(cut)

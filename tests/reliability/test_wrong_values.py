"""Values that people pass to public functions by mistake: each is refused with what fits."""

import pickle

import pytest

import hyperbaton
from hyperbaton import Resampling, metrics
from hyperbaton.errors import HyperbatonError, InputError, NotationError, OptionError

HYPOTHESES = ["in the lobby at noon", "he has a book read"]
REFERENCES = [["at noon in the lobby", "he has read a book"]]
HALF = "a \ud800"  # half of a character


def score(hypotheses=HYPOTHESES, references=REFERENCES, chosen="wer", **options):
    return hyperbaton.score(hypotheses, references, chosen, **options)


REFUSED = [
    # texts
    (lambda: score(["a", None]), InputError, "segment 2"),
    (lambda: score([b"a", b"b"]), InputError, "segment 1"),
    (lambda: score({"a", "b"}), InputError, "hypotheses"),
    (lambda: score(["a", HALF]), InputError, "segment 2"),
    (lambda: score(references=[["a", HALF]]), InputError, "segment 2"),
    (lambda: metrics.Wer().sentence_score("a", "a"), InputError, "write \\[text\\]"),
    # metrics, aligners, parsers
    (
        lambda: score(chosen="pef(beta=7)"),
        NotationError,
        "beta must be a number from 0",
    ),
    (lambda: score(chosen=["wer", "wer"]), OptionError, "duplicate wer"),
    (lambda: score(chosen=metrics.Wer), TypeError, "metrics: expected Metric or str"),
    (lambda: metrics.Kendall(sqrt=2), NotationError, "sqrt must be true or false, got 2"),
    # options
    (lambda: score(threads=0), OptionError, "threads: expected a whole number from 1 to 1024"),
    (lambda: Resampling(samples=3), OptionError, "samples: expected a whole number from 40"),
    (lambda: Resampling(paired="t-test"), OptionError, "paired"),
    (lambda: Resampling(seed=-1), OptionError, "seed: expected a whole number from 0"),
    # permutations
    (lambda: hyperbaton.score_permutations([[1, 1]], "kendall"), InputError, "permutation 1"),
    (lambda: hyperbaton.score_permutations([[0, 1], [0, 5]], "kendall"), InputError, "n 2: 5"),
    (lambda: hyperbaton.score_permutations([[0, 1]], "bleu"), HyperbatonError, "bleu"),
    # candidates
    (lambda: hyperbaton.mbr("ab", "wer"), InputError, "candidates"),
    (lambda: hyperbaton.mbr([["a", "b"], []], "wer"), InputError, "segment 2"),
    # lookups
    (lambda: score()["bleu"], KeyError, "bleu.*there are wer"),
    (lambda: score({"a": HYPOTHESES, "b": HYPOTHESES})["wer"], KeyError, "system"),
]


@pytest.mark.parametrize(("act", "kind", "message"), REFUSED, ids=[each[2] for each in REFUSED])
def test_a_wrong_value_is_refused(act, kind, message):
    with pytest.raises(kind, match=message) as caught:
        act()
    assert isinstance(caught.value, HyperbatonError | TypeError)
    assert len(str(caught.value).splitlines()) <= 3
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def of_generators(references):
    return ((text for text in stream) for stream in references)


@pytest.mark.parametrize("made", ["tuple", "generator", "array", "series", "arrow"])
def test_texts_may_come_in_anything_with_an_order(made):
    import numpy as np

    make = {"tuple": tuple, "generator": iter, "array": np.array}.get(made)
    if made == "series":
        make = pytest.importorskip("pandas", reason="needs pandas").Series
    if made == "arrow":
        make = pytest.importorskip("pyarrow", reason="needs pyarrow").array
    expected = score(chosen=["wer", "kendall"])
    found = score(make(HYPOTHESES), [make(stream) for stream in REFERENCES], ["wer", "kendall"])
    assert found.to_dict() == expected.to_dict()
    streams = score(make(HYPOTHESES), of_generators(REFERENCES), iter(["wer"]))
    assert float(streams["wer"]) == float(expected["wer"])

"""The metric hyperbaton against those who would cheat it."""

from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from attacks import (
    OF_THE_OUTPUT,
    OF_THE_REFERENCE,
    Case,
    backwards,
    constant,
    each_word_twice,
    everything_twice,
    first_half,
    reference_shuffled,
    shared_word_five_times_more,
    shuffled,
    with_frequent_words,
)

from hyperbaton import score
from hyperbaton.metrics.hyperbaton import Hyperbaton

METRIC = Hyperbaton()

DEMO = Path(__file__).parents[2] / "demo"
SEEDS = range(5)

# An attack with the reference's own words beats an output that a reader could hardly use; one that
# scores this much is worth more than any heap of keywords.
DECENT = 0.7
HARDLY_ANYTHING = 0.2  # what an output may get that has little to do with the reference


def lines(path):
    return path.read_text(encoding="utf-8").splitlines()


@cache
def cases(system, folder="en"):
    """The outputs of a bundled system, without blank lines."""
    columns = (lines(DEMO / folder / f"{name}.txt") for name in (system, "reference", "source"))
    return [Case(*row) for row in zip(*columns, strict=True) if row[0]]


def scores(hypotheses, references, language="en"):
    return score(hypotheses, [references], METRIC, language=language)[str(METRIC)].segments


def honest_scores(system, folder="en", language="en"):
    known = cases(system, folder)
    return scores([case.honest for case in known], [case.reference for case in known], language)


def attacked(attack, known, language="en"):
    """Scores and texts, the attacks of all seeds one after the other."""
    texts = [attack(case, random) for random in map(Random, SEEDS) for case in known]
    return texts, scores(texts, [case.reference for _ in SEEDS for case in known], language)


@pytest.mark.parametrize("system", ["reference", "reference2", "loom"])
@pytest.mark.parametrize("attack", OF_THE_OUTPUT.values(), ids=OF_THE_OUTPUT)
def test_what_is_made_of_a_good_output_scores_less(attack, system):
    known = cases(system)
    texts, found = attacked(attack, known)
    honest = np.tile(honest_scores(system), len(SEEDS))
    own = [case.honest for _ in SEEDS for case in known]
    changed = np.array([text != before for text, before in zip(texts, own, strict=True)])
    assert changed.sum() > 0.8 * len(texts)
    assert (found[changed] < honest[changed]).all()
    assert honest.mean() - found.mean() > 0.05


IN_ANY_LANGUAGE = (
    shuffled,
    backwards,
    each_word_twice,
    everything_twice,
    shared_word_five_times_more,
    first_half,
)


@pytest.mark.parametrize("attack", IN_ANY_LANGUAGE, ids=lambda attack: attack.__name__)
def test_nor_in_a_language_without_vectors(attack):
    """Words of a decent output; others may well stand elsewhere, where none has a counterpart."""
    for system in ("reference", "loom"):
        known = cases(system, "de")
        texts, found = attacked(attack, known, "cy")
        honest = np.tile(honest_scores(system, "de", "cy"), len(SEEDS))
        own = [case.honest for _ in SEEDS for case in known]
        gains = [
            text
            for text, before, new, old in zip(texts, own, found, honest, strict=True)
            if text != before and old >= DECENT and new >= old
        ]
        assert not gains


@pytest.mark.parametrize("attack", OF_THE_REFERENCE.values(), ids=OF_THE_REFERENCE)
@pytest.mark.parametrize("system", ["reference2", "loom", "calque"])
def test_words_of_the_reference_do_not_beat_a_decent_output(attack, system):
    known = cases(system)
    texts, found = attacked(attack, known)
    honest = np.tile(honest_scores(system), len(SEEDS))
    references = [case.reference for _ in SEEDS for case in known]
    changed = np.array([text != own for text, own in zip(texts, references, strict=True)])
    decent = changed & (honest >= DECENT)
    assert decent.sum() >= 40
    # All words of the reference in a random order: that of a short one may come out nearly right.
    allowed = 0.02 if attack is reference_shuffled else 0
    assert (found >= honest)[decent].mean() <= allowed
    assert found[decent].mean() < honest[decent].mean() - 0.1


@pytest.mark.parametrize("attack", [with_frequent_words, constant], ids=lambda each: each.__name__)
def test_an_enormous_output_is_worth_hardly_anything(attack):
    _, found = attacked(attack, cases("loom"))
    assert found.mean() < HARDLY_ANYTHING


def test_a_text_in_another_language_is_worth_hardly_anything():
    known = cases("loom")
    references = [case.reference for case in known]
    assert scores([case.foreign for case in known], references).mean() < HARDLY_ANYTHING
    assert (scores([""] * len(known), references) == 0).all()


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("monday", "tuesday"),
        ("two", "three"),
        ("he", "she"),
        ("good", "bad"),
        ("win", "lose"),
        ("1984", "1985"),
        ("germany", "france"),
        ("up", "down"),
        ("china", "japan"),
        ("smith", "miller"),
        ("before", "after"),
    ],
)
def test_words_that_mean_something_else_have_little_credit(word, other):
    (found,) = credits(word, other)
    assert found < 0.7


@pytest.mark.parametrize(("word", "other"), [("film", "movie"), ("buy", "purchase")])
def test_synonyms_have_much_credit(word, other):
    (found,) = credits(word, other)
    assert found > 0.7


def credits(word, other):
    found = METRIC.sentence_score(word, [other]).evidence
    return [row["credit"] for row in found["hypothesis_words"]]

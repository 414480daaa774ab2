"""The metric hyperbaton against those who would cheat it."""

from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from hyperbaton import score
from hyperbaton.metrics.hyperbaton import Hyperbaton
from hyperbaton.text.languages import function_words
from hyperbaton.vectors import vectors_of_language

METRIC = Hyperbaton()
DEMO = Path(__file__).parents[2] / "demo"
SEEDS = range(5)

# An attack with the reference's own words beats an output that a reader could hardly use; one that
# scores this much is worth more than any heap of keywords.
DECENT = 0.7
HARDLY_ANYTHING = 0.2  # what an output may get that has little to do with the reference


class Case(NamedTuple):
    """An honest output, what it is held against, and a text in another language."""

    honest: str
    reference: str
    foreign: str


def drawn(words, random):
    return random.sample(words, len(words))


def shared_word_five_times_more(case, _):
    """The longest word that the reference has, too, is appended."""
    ours, theirs = case.honest.lower().split(), case.reference.lower().split()
    best = max(ours, key=lambda word: (word in theirs, len(word)))
    return [case.honest, *[best] * 5]


def with_frequent_words(case, random):
    """An enormous output: it has everything."""
    return [case.honest, *random.choices(vectors_of_language("en").words[:2000], k=500)]


def content_words(text):
    words = [word.strip(".,!?;:“”\"'()") for word in text.split()]
    return [word for word in words if word and word.lower() not in function_words("en")]


# Made of the honest output alone, or of nothing: they never gain.
OF_THE_OUTPUT = {
    "shuffled": lambda case, random: drawn(case.honest.split(), random),
    "backwards": lambda case, _: case.honest.split()[::-1],
    "each word twice": lambda case, _: [f"{word} {word}" for word in case.honest.split()],
    "everything twice": lambda case, _: [case.honest, case.honest],
    "shared word five times more": shared_word_five_times_more,
    "with frequent words": with_frequent_words,
    "first half": lambda case, _: case.honest.split()[: len(case.honest.split()) // 2],
    "without function words": lambda case, _: content_words(case.honest) or ["-"],
    "empty": lambda case, _: [],
    "foreign": lambda case, _: [case.foreign],
    "frequent words alone": lambda case, _: vectors_of_language("en").words[:300],
}
# Made of the reference's words, which no honest system knows: they beat terrible outputs only.
OF_THE_REFERENCE = {
    "keywords in random order": lambda case, random: drawn(content_words(case.reference), random),
    "keywords in alphabetical order": lambda case, _: sorted(content_words(case.reference)),
    "keywords in order": lambda case, _: content_words(case.reference),
    "shuffled": lambda case, random: drawn(case.reference.split(), random),
}


@cache
def cases(system, folder="en"):
    """The outputs of a bundled system, without blank lines."""
    columns = (
        (DEMO / folder / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        for name in (system, "reference", "source")
    )
    return [Case(*row) for row in zip(*columns, strict=True) if row[0]]


def scores(hypotheses, references, language="en"):
    return score(hypotheses, [references], METRIC, language=language)[str(METRIC)].segments


def attacked(attack, known, language="en"):
    """Attacks of all seeds one after the other, their scores, and those of the honest outputs."""
    texts = [" ".join(attack(case, random)) for random in map(Random, SEEDS) for case in known]
    references = [case.reference for case in known]
    honest = np.tile(scores([case.honest for case in known], references, language), len(SEEDS))
    return texts, scores(texts, references * len(SEEDS), language), honest


@pytest.mark.parametrize("system", ["reference", "reference2", "loom"])
@pytest.mark.parametrize("attack", OF_THE_OUTPUT.values(), ids=OF_THE_OUTPUT)
def test_what_is_made_of_a_good_output_scores_less(attack, system):
    known = cases(system)
    texts, found, honest = attacked(attack, known)
    changed = np.array(texts) != [case.honest for _ in SEEDS for case in known]
    assert changed.sum() > 0.8 * len(texts)
    assert (found[changed] < honest[changed]).all()
    assert honest.mean() - found.mean() > 0.05


@pytest.mark.parametrize("attack", list(OF_THE_OUTPUT)[:5])
def test_nor_in_a_language_without_vectors(attack):
    """Words of a decent output; others may well stand elsewhere, where none has a counterpart."""
    for system in ("reference", "loom"):
        known = cases(system, "de")
        texts, found, honest = attacked(OF_THE_OUTPUT[attack], known, "cy")
        changed = np.array(texts) != [case.honest for _ in SEEDS for case in known]
        assert not (changed & (honest >= DECENT) & (found >= honest)).any()


@pytest.mark.parametrize("attack", OF_THE_REFERENCE)
@pytest.mark.parametrize("system", ["reference2", "loom", "calque"])
def test_words_of_the_reference_do_not_beat_a_decent_output(attack, system):
    known = cases(system)
    texts, found, honest = attacked(OF_THE_REFERENCE[attack], known)
    changed = np.array(texts) != [case.reference for _ in SEEDS for case in known]
    decent = changed & (honest >= DECENT)
    assert decent.sum() >= 40
    # All words of the reference in a random order: that of a short one may come out nearly right.
    allowed = 0.02 if attack == "shuffled" else 0
    assert (found >= honest)[decent].mean() <= allowed
    assert found[decent].mean() < honest[decent].mean() - 0.1


def test_what_has_little_to_do_with_the_reference_is_worth_hardly_anything():
    for attack in ("with frequent words", "frequent words alone", "foreign", "empty"):
        _, found, _ = attacked(OF_THE_OUTPUT[attack], cases("loom"))
        assert found.mean() < HARDLY_ANYTHING

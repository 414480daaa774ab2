"""Figures 1 to 4: automatic scores of sentences and systems over people's."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hyperbaton.metrics.base import Scores
from hyperbaton.tables.plots import Series
from hyperbaton_papers.figure import Figure
from hyperbaton_papers.leusch_et_al_2003.data import Experiments, Results
from hyperbaton_papers.leusch_et_al_2003.experiment import Experiment
from hyperbaton_papers.leusch_et_al_2003.measures import MEASURES, NAME

DRAWN = {"PER": 1.0, "invWER": 1.0, "WER": 1.0, "BLEU": 100.0}  # with the best score of each
WIDTH = 1.0  # of a class of manual scores


@dataclass(frozen=True)
class ScoreClass:
    """Sentences that people find about equally good.

    Attributes:
        centre: the manual score in the middle of the class.
        mean: of the automatic scores.
        deviation: their standard deviation.
        number: how many sentences there are.
    """

    centre: float
    mean: float
    deviation: float
    number: int


def score_classes(human: Scores, automatic: Scores, width: float = WIDTH) -> list[ScoreClass]:
    """Sentences by classes of manual scores, which are centred on multiples of a width."""
    numbers = np.floor(human / width + 0.5)
    found = []
    for number in np.unique(numbers).tolist():
        inside = automatic[numbers == number]
        found.append(
            ScoreClass(number * width, float(inside.mean()), float(inside.std()), len(inside))
        )
    return found


def figures(results: Results) -> tuple[Figure, ...]:
    """All four, on the language pair with the most systems."""
    if not results.a:
        return ()
    pair = drawn_pair(results.a)
    a, b = results.a[pair], results.b[pair]
    return (
        _sentences(1, f"Sentences of {pair}, experiment A", a),
        _systems(2, f"Systems of {pair}, experiment A", a),
        _systems(3, f"Systems of {pair}, experiment B", b),
        _sentences(4, f"Sentences of {pair}, experiment B", b),
    )


def drawn_pair(found: Experiments) -> str:
    """The language pair with the most systems; of several the first."""
    return max(found, key=lambda pair: found[pair].systems)


def _sentences(number: int, title: str, experiment: Experiment) -> Figure:
    """The mean and the standard deviation of automatic scores in each class of manual scores."""
    human = experiment.human[experiment.judged]
    series = {}
    for measure, best in DRAWN.items():
        scores = experiment.outputs[MEASURES.index(measure)][experiment.judged] / best
        classes = score_classes(human, scores)
        series[measure] = Series(
            [each.centre for each in classes],
            [each.mean for each in classes],
            [each.deviation for each in classes],
        )
    return _figure(number, title, series)


def _systems(number: int, title: str, experiment: Experiment) -> Figure:
    """One point per system and measure, sentences weighted by length."""
    scores = experiment.by_length
    order = np.argsort(scores.people, kind="stable")
    people = scores.people[order].tolist()
    series = {
        measure: Series(
            people, (scores.measures[MEASURES.index(measure)][order] / best).tolist(), joined=False
        )
        for measure, best in DRAWN.items()
    }
    return _figure(number, title, series)


def _figure(number: int, title: str, series: dict[str, Series]) -> Figure:
    return Figure(
        id=f"{NAME}-figure-{number}",
        title=title,
        x_label="manual score",
        y_label="automatic score",
        series=series,
    )

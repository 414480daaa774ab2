"""Scores of systems in the files of mt-metrics-eval: `SYSTEM SCORE` on each line.

A file of segments (`.seg.score`) has one line per segment for each system, in the order of the test
set; a file of systems (`.sys.score`) one line per system. `None` or `nan` stands for a score that
is not there. Higher scores are better.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from hyperbaton.errors import InputError
from hyperbaton.files import make_folder, write_lines
from hyperbaton.meta.agreement.metric_scores import MetricScores
from hyperbaton.meta.data.evaluation_set import EvaluationSet
from hyperbaton.meta.data.headed_tables import score
from hyperbaton.meta.data.omissions import Omissions
from hyperbaton.metrics.base import Scores
from hyperbaton.text.opening import read_text, split_lines

MISSING = "None"
ScoresBySystem = dict[str, list[float]]


def read_scores(path: str, data: EvaluationSet, omissions: Omissions) -> Scores:
    """Scores as an array with one row per system of the test set.

    It has one column per segment, or a single one where the file has one line per system. Systems
    that the file lacks score NaN.

    Raises:
        InputError: a line cannot be read, a system is unknown or has another number of scores.
    """
    found = _by_system(path)
    lengths = {name: len(values) for name, values in found.items()}
    width = 1 if set(lengths.values()) == {1} else len(data)
    for name in found:
        if name in data.outputs or name in data.left_out:
            continue
        omissions.add(
            "scores of an unknown system",
            f"{path}: {data.pair} has no system {name}; it has {', '.join(data.systems)}",
        )
    for name, length in lengths.items():
        if length != width and name in data.outputs:
            raise InputError(
                f"{path}: {name} has {length} scores; expected 1, or one per segment: {len(data)}"
            )
    nothing = [math.nan] * width
    return np.array([found.get(name, nothing) for name in data.systems])


def score_folder(folder: str, pair: str) -> Path:
    """Where scores of a language pair lie."""
    return Path(folder) / "metric-scores" / pair


def write_metric_scores(
    folder: str, data: EvaluationSet, metrics: Sequence[MetricScores]
) -> list[Path]:
    """Writes scores of segments and systems as `metric-scores/LP/NAME-REF.LEVEL.score`.

    Higher is better in these files, so error rates are negated. Returns the files written.

    Raises:
        InputError: a file cannot be written.
    """
    written = []
    for metric in metrics:
        name = re.sub(r"\W+", "_", metric.name).strip("_")
        stem = f"{name}-{'.'.join(data.reference_names)}"
        levels: dict[str, Scores] = {"sys": metric.system_scores[:, np.newaxis]}
        if metric.segments is not None:
            levels["seg"] = metric.segments
        for level, values in levels.items():
            path = score_folder(folder, data.pair) / f"{stem}.{level}.score"
            write_scores(path, dict(zip(metric.systems, values.tolist(), strict=True)))
            written.append(path)
    return written


def write_scores(path: Path, scores: Mapping[str, Sequence[float]]) -> None:
    """Writes scores by system; NaN becomes `None`. The file appears only when it is complete.

    Raises:
        InputError: the file cannot be written.
    """
    lines = [
        f"{system}\t{MISSING if math.isnan(value) else repr(float(value))}"
        for system, values in scores.items()
        for value in values
    ]
    make_folder(path.parent)
    write_lines(lines, path)


def _by_system(path: str) -> ScoresBySystem:
    found: ScoresBySystem = {}
    for line, text in enumerate(split_lines(read_text(path)), start=1):
        place = f"{path}:{line}"
        fields = text.split()
        if len(fields) != 2:
            raise InputError(f"{place}: {len(fields)} fields; expected a system and its score")
        name, written = fields
        found.setdefault(name, []).append(score(written, place, f"the score of {name}"))
    return found

"""Reports: scores with everything that moved, as one HTML file."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import chain, islice
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar

from hyperbaton import __version__, checks
from hyperbaton.errors import OptionError
from hyperbaton.evidence import Evidence, Need
from hyperbaton.explanation.explainer import Explainer, order_first
from hyperbaton.explanation.segment import as_shown
from hyperbaton.files import check_target, write_lines
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Statistics
from hyperbaton.report.comparison import TOTAL, Comparison, compared, opening
from hyperbaton.report.document import document, json_script, packed, packed_script
from hyperbaton.report.losses import Losses, SystemMoves, losses_of
from hyperbaton.report.overview import (
    Balance,
    ScoredSystem,
    ShownMetric,
    histogram,
    shown_metric,
    shown_score,
)
from hyperbaton.report.plots import write_plots
from hyperbaton.resources import progress
from hyperbaton.scoring.results import ScoredInputs, ScoreReport
from hyperbaton.scoring.score import Resampling, statistics_of
from hyperbaton.scoring.score import report_of as scores_of
from hyperbaton.tables.json_form import Undefinable, to_json

SCHEMA = "hyperbaton-report/1"
TITLE = "Word order report"
DEFAULT_METRICS = ("hyperbaton", "bleu", "chrf", "ter", "kendall", "pef")
CHUNK = 50  # segments
SAMPLES = 1000
SEED = 12345
PLACES = 6  # of numbers in the overview


@dataclass(frozen=True)
class SystemIndex:
    """What the list of segments shows of a system: columns with an entry per segment.

    Attributes:
        texts: the outputs.
        scores: by metric.
        moves: how many moves there are.
        farthest: the longest way of a move, in words.
        patterns: the patterns of moves, most costly first.
    """

    texts: tuple[str, ...]
    scores: tuple[tuple[Undefinable, ...], ...]
    moves: Sequence[int]
    farthest: Sequence[int]
    patterns: Sequence[Sequence[str]]


@dataclass(frozen=True)
class SegmentIndex:
    """What the list of segments shows: columns with an entry per segment.

    Attributes:
        sources: the sources, where they are known.
        references: the references of each.
        words: how long the first reference is.
        systems: outputs, scores and moves.
    """

    sources: tuple[str, ...] | None
    references: tuple[tuple[str, ...], ...]
    words: tuple[int, ...]
    systems: tuple[SystemIndex, ...]


@dataclass(frozen=True, eq=False)
class Report:
    """Scores with everything that moved; systems are in the order of the metric `hyperbaton`.

    Attributes:
        title: the title.
        sentence: what the report shows, in a sentence.
        references: how many references a segment has at most.
        scores: all systems, with intervals and tests against the first.
        order_metric: the metric of order that losses are measured by.
        balance: how the score of each system is made up.
        losses: by system, what word order costs, by kinds of moves.
        comparisons: all pairs of systems.
        index: what the list of segments shows, packed.
        chunks: the explanations of some segments each, as script elements with packed data.
    """

    JSON: ClassVar = (
        "schema hyperbaton title sentence segments references metrics systems distributions "
        "balance losses comparisons order_metric"
    )
    schema: ClassVar[str] = SCHEMA
    hyperbaton: ClassVar[str] = __version__

    title: str
    sentence: str
    references: int
    scores: ScoreReport
    order_metric: str
    balance: tuple[Balance, ...]
    losses: Mapping[str, Losses]
    comparisons: tuple[Comparison, ...]
    index: str
    chunks: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Everything but the segments, ready for JSON, by the schema `hyperbaton-report/1`."""
        found: dict[str, Any] = to_json(self, lambda number: round(number, PLACES))
        return found

    @property
    def segments(self) -> int:
        """The number of segments."""
        return len(self.scores.systems[0].scores[0].statistics)

    @property
    def metrics(self) -> tuple[ShownMetric, ...]:
        """The metrics."""
        return tuple(shown_metric(result) for result in self.scores.systems[0])

    @property
    def systems(self) -> tuple[ScoredSystem, ...]:
        """The systems as the page shows them."""
        return tuple(ScoredSystem(each.name, tuple(map(shown_score, each))) for each in self.scores)

    @property
    def distributions(self) -> dict[str, list[list[int]]]:
        """By system and metric, how many segments score how much: counts in bins of one width."""
        return {system.name: list(map(histogram, system)) for system in self.scores}

    def html(self) -> Iterator[str]:
        """The lines of the page, which shows sentence and scores before its script has run."""
        first = f"<h1>{escape(self.title)}</h1><p>{escape(self.sentence)}</p>"
        first += f"<pre>{escape(self.scores.to_text())}</pre>"
        data = [json_script("overview", self.to_dict()), packed_script('id="index"', self.index)]
        return document(self.title, first, [*data, *self.chunks])

    def write_plots(self, folder: str | PathLike[str], *, pdf: bool = False) -> list[Path]:
        """Writes a figure for papers; see `hyperbaton.report.plots`."""
        return write_plots(self, folder, pdf=pdf)


def write_report(
    scores: ScoreReport,
    path: str | PathLike[str],
    *,
    title: str | None = None,
    trees: bool = False,
) -> Report:
    """Explains every segment and writes one HTML file that needs nothing else.

    Args:
        scores: what `hyperbaton.score` returned.
        path: the file.
        title: the title of the page.
        trees: whether to parse all texts, for dependency trees and kinds of words that move; trees
            that are given are always used.

    Returns:
        The report, with losses by kind of move and comparisons of systems.

    Raises:
        OptionError: the scores do not know their texts, or word order is that of the source.
        InputError: the file cannot be written.
    """
    check_target(path)
    report = report_of(scores, title=title, trees=trees)
    write_lines(report.html(), path)
    return report


def report_of(
    scores: ScoreReport,
    *,
    title: str | None = None,
    trees: bool = False,
    samples: int = SAMPLES,
    seed: int = SEED,
) -> Report:
    """The report of scores, the best system by `hyperbaton` first; see `write_report`."""
    if scores.inputs is None:
        raise OptionError("a report needs scores that know their texts, as hyperbaton.score makes")
    samples, seed = checks.RESAMPLES.check(samples, "samples"), checks.SEED.check(seed, "seed")
    statistics, scores, inputs = _ranked(scores, scores.inputs)
    test_set, metrics = inputs.test_set, report_metrics(scores.metrics)
    explainers = {
        system.name: Explainer(
            system.name,
            inputs.outputs[system.name],
            test_set,
            metrics,
            inputs.preparation,
            inputs.threads,
            trees=trees or inputs.preparation.given_trees,
            known={result.metric.computed_as: result.statistics for result in system},
        )
        for system in scores
    }
    moves = {name: SystemMoves(metrics[0]) for name in explainers}
    chunks = tuple(_chunks(explainers, moves, len(test_set)))
    losses = losses_of(list(moves.values()), samples, seed)
    orders = {name: explainer.order_scores() for name, explainer in explainers.items()}
    comparisons = compared(statistics, orders, samples, seed)
    balance = tuple(Balance.of(name, rows) for name, rows in statistics.items())
    totals, first = {each.system: each.total for each in balance}, next(iter(moves.values()))
    rows = {system.name: [result.statistics for result in system] for system in scores}
    resampling = Resampling(True, "bootstrap", samples, seed)
    references = test_set.prepared(metrics[0].adapted(inputs.preparation).text)
    lengths = references.words.lengths[test_set.groups[:-1]].astype(int)
    index = SegmentIndex(
        None if test_set.source is None else tuple(test_set.source),
        tuple(map(tuple, test_set.texts)),
        tuple(lengths.tolist()),
        tuple(
            SystemIndex(
                tuple(inputs.outputs[system.name].texts),
                tuple(tuple(result.segments.tolist()) for result in system),
                moves[system.name].counts,
                moves[system.name].farthest,
                moves[system.name].patterns,
            )
            for system in scores
        ),
    )
    return Report(
        title=title or TITLE,
        sentence=opening(totals, len(test_set), sum(map(bool, first.counts)), comparisons),
        references=max(map(len, test_set.texts), default=0),
        scores=scores_of(rows, scores.metrics, scores.preparations, "", resampling),
        order_metric=str(metrics[0]),
        balance=balance,
        losses=dict(zip(moves, losses, strict=True)),
        comparisons=tuple(comparisons),
        index=packed(to_json(index, as_shown)),
        chunks=chunks,
    )


def _ranked(
    scores: ScoreReport, inputs: ScoredInputs
) -> tuple[dict[str, Statistics], ScoreReport, ScoredInputs]:
    """Systems from best to worst: their statistics of `hyperbaton`, scores and outputs."""
    if TOTAL in scores.metrics:
        found = [system[TOTAL].statistics for system in scores]
    else:
        settings = inputs.preparation, inputs.threads
        systems = (Evidence(inputs.test_set, each, *settings) for each in inputs.outputs.values())
        found = [statistics_of(evidence, [TOTAL])[0] for evidence in systems]
    totals = [float(TOTAL.scores(rows.sum(axis=0, keepdims=True))[0]) for rows in found]
    order = sorted(
        range(len(found)), key=lambda k: math.inf if math.isnan(totals[k]) else -totals[k]
    )
    ranked = tuple(scores.systems[k] for k in order)
    outputs = {system.name: inputs.outputs[system.name] for system in ranked}
    statistics = {system.name: found[k] for system, k in zip(ranked, order, strict=True)}
    return statistics, replace(scores, systems=ranked), replace(inputs, outputs=outputs)


def report_metrics(metrics: Sequence[Metric]) -> tuple[Metric, ...]:
    """The metrics by which a report prices moves: one of order first.

    Metrics of trees do not, for every changed text would have to be parsed.
    """
    return order_first([metric for metric in metrics if Need.TREES not in metric.needs])


def _chunks(
    explainers: Mapping[str, Explainer], moves: Mapping[str, SystemMoves], segments: int
) -> Iterator[str]:
    """Script elements, each of which the page unpacks when one of its segments is opened.

    They hold the explanations of all systems, whose moves are also collected.
    """
    found = zip(*(explainer.explained() for explainer in explainers.values()), strict=True)
    waiting, first = iter(progress(found, "explaining", "segments", segments)), 1
    while part := list(islice(waiting, CHUNK)):
        for explanation in chain.from_iterable(part):
            moves[explanation.system].add(explanation)
        numbers = f'class="chunk" data-first="{first}" data-last="{first + len(part) - 1}"'
        content = [[explanation.to_dict(rounded=True) for explanation in each] for each in part]
        yield packed_script(numbers, packed(content))
        first += len(part)

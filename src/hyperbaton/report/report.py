"""Reports: scores with everything that moved, as one HTML file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

from hyperbaton import limits
from hyperbaton.errors import OptionError
from hyperbaton.evidence import Need
from hyperbaton.explanation.explainer import Explainer, order_first
from hyperbaton.explanation.segment import Explanation
from hyperbaton.files import check_target, write_lines
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.base import Statistics
from hyperbaton.report.comparison import TOTAL, Comparison, compared
from hyperbaton.report.corpus import Losses, SystemMoves, losses_of
from hyperbaton.report.document import document, json_script, packed_script, table
from hyperbaton.report.overview import Overview
from hyperbaton.report.payload import Chunk, chunks_of, index_of, packed
from hyperbaton.report.plots import write_plots
from hyperbaton.resources import progress
from hyperbaton.scoring.results import ScoredInputs, ScoreReport
from hyperbaton.scoring.scorer import Scorer

TITLE = "Word order report"
DEFAULT_METRICS = ("hyperbaton", "bleu", "chrf", "ter", "kendall", "pef")
MOST_WITH_EDITS = 5000  # outputs; edit scripts of more would make the page too large
SAMPLES = 1000
SEED = 12345


@dataclass(frozen=True, eq=False)
class Report:
    """Scores with everything that moved.

    Attributes:
        overview: what it says about whole systems.
        index: what its list of segments shows, packed.
        chunks: the explanations of all segments, packed.
    """

    overview: Overview
    index: str
    chunks: tuple[Chunk, ...]

    @property
    def sentence(self) -> str:
        """What it shows, in a sentence."""
        return self.overview.sentence

    @property
    def losses(self) -> dict[str, Losses]:
        """By system, what word order costs, by kinds of moves."""
        return dict(self.overview.losses)

    @property
    def comparisons(self) -> list[Comparison]:
        """All pairs of systems."""
        return list(self.overview.comparisons)

    def html(self) -> Iterator[str]:
        """The lines of the page."""
        overview = self.overview.to_dict()
        yield from document(self.overview.title, _static(self.overview), self._data(overview))

    def write(self, path: str | PathLike[str]) -> None:
        """Writes the page to a file, which appears only when it is complete.

        Raises:
            InputError: the file cannot be written.
        """
        write_lines(self.html(), path)

    def write_plots(
        self, folder: str | PathLike[str], segments: Sequence[int] = (), *, pdf: bool = False
    ) -> list[Path]:
        """Writes figures for papers; see `hyperbaton.report.plots`."""
        return write_plots(self.overview, folder, segments, pdf=pdf)

    def _data(self, overview: dict[str, Any]) -> Iterator[str]:
        yield json_script("overview", overview)
        yield packed_script({"id": "index"}, self.index)
        for first, last, content in self.chunks:
            numbers = {"data-first": str(first), "data-last": str(last)}
            yield packed_script({"class": "chunk", **numbers}, content)


def _static(overview: Overview) -> str:
    """What the page shows before its script has run: sentence and table."""
    heading = f"<h1>{escape(overview.title)}</h1><p>{escape(overview.sentence)}</p>"
    return heading + table(overview.table(), overview.notes())


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
    report.write(path)
    return report


def report_of(
    scores: ScoreReport,
    *,
    title: str | None = None,
    trees: bool = False,
    samples: int = SAMPLES,
    seed: int = SEED,
) -> Report:
    """The report of scores; see `write_report`."""
    inputs = scores.inputs
    if inputs is None:
        raise OptionError("a report needs scores that know their texts, as hyperbaton.score makes")
    samples, seed = limits.RESAMPLES.check(samples, "samples"), limits.SEED.check(seed, "seed")
    metrics = report_metrics(scores.metrics)
    collected = {name: SystemMoves(metrics[0]) for name in inputs.outputs}
    explained = _explained(scores, inputs, metrics, trees, collected)
    chunks = tuple(chunks_of(explained))
    balance = dict(zip(inputs.outputs, _balance(scores, inputs), strict=True))
    test_set = inputs.test_set
    errors = {name: moves.errors for name, moves in collected.items()}
    overview = Overview(
        title=title or TITLE,
        scores=scores,
        order_metric=str(metrics[0]),
        moved={name: sum(map(bool, moves.counts)) for name, moves in collected.items()},
        balance=balance,
        losses=dict(
            zip(collected, losses_of(list(collected.values()), samples, seed), strict=True)
        ),
        comparisons=compared(balance, errors, samples, seed),
        references=max(map(len, test_set.texts), default=0),
        language=inputs.context.language,
        has_source=test_set.source is not None,
        samples=samples,
        seed=seed,
    )
    prepared = test_set.prepared(metrics[0].adapted(inputs.context).preprocessing).words
    words = prepared.lengths[test_set.groups[:-1]].astype(int).tolist()
    index = packed(index_of(test_set, inputs.outputs, scores, collected, words))
    return Report(overview, index, chunks)


def report_metrics(metrics: Sequence[TextMetric]) -> tuple[TextMetric, ...]:
    """The metrics by which a report prices moves: one of order first.

    Metrics of trees do not, for every changed text would have to be parsed.
    """
    return order_first([metric for metric in metrics if Need.TREES not in metric.needs])


def _explained(
    scores: ScoreReport,
    inputs: ScoredInputs,
    metrics: Sequence[TextMetric],
    trees: bool,
    collected: dict[str, SystemMoves],
) -> Iterator[list[Explanation]]:
    """For every segment the explanations of all systems, which are also collected."""
    given = inputs.context.given_trees
    explainers = [
        Explainer(
            name,
            output,
            inputs.test_set,
            metrics,
            inputs.context,
            inputs.resources,
            trees=trees or given,
            known=known,
            edits=len(inputs.test_set) * len(inputs.outputs) <= MOST_WITH_EDITS,
        ).explained()
        for (name, output), known in zip(inputs.outputs.items(), _known(scores), strict=True)
    ]
    number = len(inputs.test_set)
    for found in progress(zip(*explainers, strict=True), "explaining", "segments", number):
        for moves, explanation in zip(collected.values(), found, strict=True):
            moves.add(explanation)
        yield list(found)


def _known(scores: ScoreReport) -> Iterator[dict[TextMetric, Statistics]]:
    """For every system what is known of its segments by metric."""
    for system in scores:
        yield {result.metric.computed_as: result.statistics for result in system}


def _balance(scores: ScoreReport, inputs: ScoredInputs) -> list[Statistics]:
    """The statistics of the metric `hyperbaton`, of every system."""
    if TOTAL in scores.metrics:
        return [system[TOTAL].statistics for system in scores]
    scorer = Scorer(inputs.test_set, inputs.context, resources=inputs.resources)
    return [scorer.statistics(output, [TOTAL])[0] for output in inputs.outputs.values()]

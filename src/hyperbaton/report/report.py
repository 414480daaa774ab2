"""Reports: scores with everything that moved, as one HTML file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from hyperbaton import checks
from hyperbaton.errors import OptionError
from hyperbaton.evidence import Need, Output
from hyperbaton.explanation.explainer import Explainer, order_first
from hyperbaton.explanation.segment import Explanation, as_shown
from hyperbaton.files import check_target, write_lines
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Statistics
from hyperbaton.report.comparison import TOTAL, Comparison, compared
from hyperbaton.report.document import document, json_script, packed, packed_script, table
from hyperbaton.report.losses import Losses, SystemMoves, losses_of
from hyperbaton.report.overview import Overview
from hyperbaton.report.plots import write_plots
from hyperbaton.resources import progress
from hyperbaton.scoring.results import ScoredInputs, ScoreReport, SystemResult
from hyperbaton.scoring.score import Scorer
from hyperbaton.tables.json_form import Undefinable, to_json

TITLE = "Word order report"
DEFAULT_METRICS = ("hyperbaton", "bleu", "chrf", "ter", "kendall", "pef")
CHUNK = 50  # segments
MOST_WITH_EDITS = 5000  # outputs; edit scripts of more would make the page too large
SAMPLES = 1000
SEED = 12345


@dataclass(frozen=True)
class SystemIndex:
    """What the list of segments shows of a system: columns with an entry per segment.

    Attributes:
        texts: the outputs.
        scores: by metric.
        moves: how many moves there are.
        farthest: the longest way of a move, in words.
        moved_words: how many words stand in moved blocks.
        patterns: the patterns of moves, most costly first.
    """

    texts: tuple[str, ...]
    scores: tuple[tuple[Undefinable, ...], ...]
    moves: tuple[int, ...]
    farthest: tuple[int, ...]
    moved_words: tuple[int, ...]
    patterns: tuple[tuple[str, ...], ...]


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


class Chunk(NamedTuple):
    """Explanations of some segments, packed, which the page unpacks when one of them is opened."""

    first: int
    last: int
    content: str


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
        """The lines of the page, which shows sentence and table before its script has run."""
        title, sentence = escape(self.overview.title), escape(self.overview.sentence)
        first = f"<h1>{title}</h1><p>{sentence}</p>"
        first += table(self.overview.table(), self.overview.notes())
        return document(self.overview.title, first, self._data())

    def write(self, path: str | PathLike[str]) -> None:
        """Writes the page to a file, which appears only when it is complete.

        Raises:
            InputError: the file cannot be written.
        """
        write_lines(self.html(), path)

    def write_plots(self, folder: str | PathLike[str], *, pdf: bool = False) -> list[Path]:
        """Writes figures for papers; see `hyperbaton.report.plots`."""
        return write_plots(self.overview, folder, pdf=pdf)

    def _data(self) -> Iterator[str]:
        yield json_script("overview", self.overview.to_dict())
        yield packed_script('id="index"', self.index)
        for first, last, content in self.chunks:
            numbers = f'class="chunk" data-first="{first}" data-last="{last}"'
            yield packed_script(numbers, content)


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
    samples, seed = checks.RESAMPLES.check(samples, "samples"), checks.SEED.check(seed, "seed")
    metrics = report_metrics(scores.metrics)
    collected = {name: SystemMoves(metrics[0]) for name in inputs.outputs}
    chunks = tuple(_chunks(_explained(scores, inputs, metrics, trees, collected)))
    statistics = dict(zip(inputs.outputs, _balance(scores, inputs), strict=True))
    errors = {name: moves.errors for name, moves in collected.items()}
    losses = losses_of(list(collected.values()), samples, seed)
    test_set = inputs.test_set
    overview = Overview(
        title=title or TITLE,
        scores=scores,
        order_metric=str(metrics[0]),
        moved={name: sum(map(bool, moves.counts)) for name, moves in collected.items()},
        statistics=statistics,
        losses=dict(zip(collected, losses, strict=True)),
        comparisons=tuple(compared(statistics, errors, samples, seed)),
        references=max(map(len, test_set.texts), default=0),
        language=inputs.preparation.language_code,
        has_source=test_set.source is not None,
        samples=samples,
        seed=seed,
    )
    prepared = test_set.prepared(metrics[0].adapted(inputs.preparation).text).words
    index = SegmentIndex(
        None if test_set.source is None else tuple(test_set.source),
        tuple(map(tuple, test_set.texts)),
        tuple(prepared.lengths[test_set.groups[:-1]].astype(int).tolist()),
        tuple(
            _indexed(system, inputs.outputs[system.name], collected[system.name])
            for system in scores
        ),
    )
    return Report(overview, packed(to_json(index, as_shown)), chunks)


def _indexed(system: SystemResult, output: Output, moves: SystemMoves) -> SystemIndex:
    return SystemIndex(
        tuple(output.texts),
        tuple(tuple(result.segments.tolist()) for result in system),
        tuple(moves.counts),
        tuple(moves.farthest),
        tuple(moves.moved_words),
        tuple(map(tuple, moves.patterns)),
    )


def _chunks(segments: Iterable[Sequence[Explanation]]) -> Iterator[Chunk]:
    """Chunks of explanations, given for every segment those of all systems."""
    waiting = iter(segments)
    first = 1
    while part := list(islice(waiting, CHUNK)):
        # The index has the sources, and what moves cost together is left out.
        left_out = {"source": None, "interaction": None}
        content = [[{**e.to_dict(rounded=True), **left_out} for e in systems] for systems in part]
        yield Chunk(first, first + len(part) - 1, packed(content))
        first += len(part)


def report_metrics(metrics: Sequence[Metric]) -> tuple[Metric, ...]:
    """The metrics by which a report prices moves: one of order first.

    Metrics of trees do not, for every changed text would have to be parsed.
    """
    return order_first([metric for metric in metrics if Need.TREES not in metric.needs])


def _explained(
    scores: ScoreReport,
    inputs: ScoredInputs,
    metrics: Sequence[Metric],
    trees: bool,
    collected: dict[str, SystemMoves],
) -> Iterator[list[Explanation]]:
    """For every segment the explanations of all systems, which are also collected."""
    given = inputs.preparation.given_trees
    explainers = [
        Explainer(
            name,
            output,
            inputs.test_set,
            metrics,
            inputs.preparation,
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


def _known(scores: ScoreReport) -> Iterator[dict[Metric, Statistics]]:
    """For every system what is known of its segments by metric."""
    for system in scores:
        yield {result.metric.computed_as: result.statistics for result in system}


def _balance(scores: ScoreReport, inputs: ScoredInputs) -> list[Statistics]:
    """The statistics of the metric `hyperbaton`, of every system."""
    if TOTAL in scores.metrics:
        return [system[TOTAL].statistics for system in scores]
    scorer = Scorer(inputs.test_set, inputs.preparation, resources=inputs.resources)
    return [scorer.statistics(output, [TOTAL])[0] for output in inputs.outputs.values()]

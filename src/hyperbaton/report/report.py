"""Reports: scores with everything that moved, as one HTML file."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import NamedTuple

import numpy as np

from hyperbaton import checks
from hyperbaton.errors import OptionError
from hyperbaton.evidence import Need
from hyperbaton.evidence.texts import Side
from hyperbaton.explanation.explainer import Explainer, order_first
from hyperbaton.explanation.segment import Explanation, as_shown
from hyperbaton.files import check_target, write_lines
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Statistics
from hyperbaton.report.comparison import TOTAL, Comparison, compared, opening
from hyperbaton.report.document import document, json_script, packed, packed_script, table
from hyperbaton.report.losses import Losses, SystemMoves, losses_of
from hyperbaton.report.overview import Balance, Overview
from hyperbaton.report.plots import write_plots
from hyperbaton.resources import progress
from hyperbaton.scoring.results import ScoredInputs, ScoreReport
from hyperbaton.scoring.score import Resampling, Scorer
from hyperbaton.scoring.score import report_of as scores_of
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
        patterns: the patterns of moves, most costly first.
    """

    texts: tuple[str, ...]
    scores: tuple[tuple[Undefinable, ...], ...]
    moves: Sequence[int]
    farthest: Sequence[int]
    patterns: Sequence[Sequence[str]]


@dataclass(frozen=True)
class SourceLinks:
    """The words of sources and their links, as `0-1 2-0` for source and translation.

    Attributes:
        words: by segment, the words of the source.
        references: by segment, its links with each reference.
        outputs: by system and segment, its links with the output.
    """

    words: tuple[tuple[str, ...], ...]
    references: tuple[tuple[str, ...], ...]
    outputs: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class SegmentIndex:
    """What the list of segments shows: columns with an entry per segment.

    Attributes:
        sources: the sources, where they are known.
        links: the links with the source, where they are given.
        references: the references of each.
        words: how long the first reference is.
        systems: outputs, scores and moves.
    """

    sources: tuple[str, ...] | None
    links: SourceLinks | None
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
        scores = self.overview.scores
        first = f"<h1>{escape(self.overview.title)}</h1><p>{escape(self.sentence)}</p>"
        first += table(scores.table(), scores.notes())
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
    """The report of scores, the best system by `hyperbaton` first; see `write_report`."""
    if scores.inputs is None:
        raise OptionError("a report needs scores that know their texts, as hyperbaton.score makes")
    samples, seed = checks.RESAMPLES.check(samples, "samples"), checks.SEED.check(seed, "seed")
    statistics, scores, inputs = _ranked(scores, scores.inputs)
    metrics = report_metrics(scores.metrics)
    collected = {name: SystemMoves(metrics[0]) for name in statistics}
    chunks = tuple(_chunks(_explained(scores, inputs, metrics, trees, collected)))
    errors = {name: moves.errors for name, moves in collected.items()}
    losses = losses_of(list(collected.values()), samples, seed)
    comparisons = compared(statistics, errors, samples, seed)
    balance = tuple(Balance.of(name, rows) for name, rows in statistics.items())
    totals = {each.system: each.total for each in balance}
    test_set, first = inputs.test_set, next(iter(collected.values()))
    rows = {system.name: [result.statistics for result in system] for system in scores}
    resampling = Resampling(True, "bootstrap", samples, seed)
    overview = Overview(
        title=title or TITLE,
        sentence=opening(totals, len(test_set), sum(map(bool, first.counts)), comparisons),
        references=max(map(len, test_set.texts), default=0),
        scores=scores_of(rows, scores.metrics, scores.preparations, "", resampling),
        order_metric=str(metrics[0]),
        balance=balance,
        losses=dict(zip(collected, losses, strict=True)),
        comparisons=tuple(comparisons),
    )
    references = test_set.prepared(metrics[0].adapted(inputs.preparation).text)
    index = _index(scores, inputs, references, collected)
    return Report(overview, packed(to_json(index, as_shown)), chunks)


def _ranked(
    scores: ScoreReport, inputs: ScoredInputs
) -> tuple[dict[str, Statistics], ScoreReport, ScoredInputs]:
    """Systems from best to worst: their statistics of `hyperbaton`, scores and outputs."""
    if TOTAL in scores.metrics:
        found = [system[TOTAL].statistics for system in scores]
    else:
        scorer = Scorer(inputs.test_set, inputs.preparation, threads=inputs.threads)
        found = [scorer.statistics(output, [TOTAL])[0] for output in inputs.outputs.values()]
    totals = [float(TOTAL.scores(rows.sum(axis=0, keepdims=True))[0]) for rows in found]
    order = sorted(
        range(len(found)), key=lambda k: math.inf if math.isnan(totals[k]) else -totals[k]
    )
    systems = tuple(scores.systems[k] for k in order)
    outputs = {system.name: inputs.outputs[system.name] for system in systems}
    statistics = {system.name: found[k] for system, k in zip(systems, order, strict=True)}
    return statistics, replace(scores, systems=systems), replace(inputs, outputs=outputs)


def _index(
    scores: ScoreReport,
    inputs: ScoredInputs,
    references: Side,
    collected: dict[str, SystemMoves],
) -> SegmentIndex:
    test_set = inputs.test_set
    lengths = references.words.lengths[test_set.groups[:-1]].astype(int)
    systems = (
        SystemIndex(
            tuple(inputs.outputs[system.name].texts),
            tuple(tuple(result.segments.tolist()) for result in system),
            moves.counts,
            moves.farthest,
            moves.patterns,
        )
        for system, moves in zip(scores, collected.values(), strict=True)
    )
    sources = None if test_set.source is None else tuple(test_set.source)
    texts = tuple(map(tuple, test_set.texts))
    links = _source_links(inputs, references)
    return SegmentIndex(sources, links, texts, tuple(lengths.tolist()), tuple(systems))


def _source_links(inputs: ScoredInputs, references: Side) -> SourceLinks | None:
    """The links with the source; None unless they are given for all references and outputs."""
    test_set, outputs = inputs.test_set, inputs.outputs.items()
    if test_set.source_links is None or any(o.source_links is None for _, o in outputs):
        return None
    source, streams = test_set.linked_source(references)
    written = [alignments.to_pharaoh() for alignments in streams]
    by_segment: list[list[str]] = [[] for _ in range(len(test_set))]
    for segment, stream in zip(test_set.segment_of, test_set.stream_of, strict=True):
        by_segment[segment].append(written[stream][segment])
    of_outputs = []
    for name, output in outputs:
        side = Side(output.texts, references.preparation, name=name)
        lengths = np.diff(source.words.offsets), np.diff(side.words.offsets)
        if output.source_links is not None:
            of_outputs.append(tuple(output.source_links.alignments(*lengths).to_pharaoh()))
    words = tuple(map(tuple, source.words.tokens))
    return SourceLinks(words, tuple(map(tuple, by_segment)), tuple(of_outputs))


def _chunks(segments: Iterable[Sequence[Explanation]]) -> Iterator[Chunk]:
    """Chunks of explanations, given for every segment those of all systems."""
    waiting = iter(segments)
    first = 1
    while part := list(islice(waiting, CHUNK)):
        # The index has the sources.
        content = [[{**e.to_dict(rounded=True), "source": None} for e in each] for each in part]
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
    explainers = [
        Explainer(
            system.name,
            inputs.outputs[system.name],
            inputs.test_set,
            metrics,
            inputs.preparation,
            inputs.threads,
            trees=trees or inputs.preparation.given_trees,
            known={result.metric.computed_as: result.statistics for result in system},
            edits=len(inputs.test_set) * len(inputs.outputs) <= MOST_WITH_EDITS,
        ).explained()
        for system in scores
    ]
    number = len(inputs.test_set)
    for found in progress(zip(*explainers, strict=True), "explaining", "segments", number):
        for moves, explanation in zip(collected.values(), found, strict=True):
            moves.add(explanation)
        yield list(found)

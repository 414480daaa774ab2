"""What a paper needs to be reproduced, and tables of agreement put beside its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from hyperbaton.alignment import Aligner, WordAligner
from hyperbaton.evidence import Need, Preparation
from hyperbaton.meta import (
    Agreement,
    AgreementTable,
    JudgedSet,
    MetricScores,
    Protocol,
    run_study,
)
from hyperbaton.metrics import Metric, as_metric
from hyperbaton.metrics.base import Scores
from hyperbaton_papers.published import described, published_table, published_tables
from hyperbaton_papers.result import Cell, ComparedTable, Reproduction
from hyperbaton_papers.setup import Setup

MEAN = "mean"
Metrics = Mapping[str, Metric]  # by the paper's name


@dataclass(frozen=True)
class Paper:
    """A paper whose tables can be reproduced; `papers.toml` describes it.

    Attributes:
        name: like `stanojevic-simaan-2014`, by authors and year.
        authors: with the year.
        title: of the paper.
        test_sets: the folders that it needs, or one of which it needs.
        preparation: how text becomes evidence unless the user says otherwise.
        reproduce: makes the tables.
        ranks_systems: whether people's scores of systems can be chosen.
        has_figures: whether some of its figures can be drawn again.
    """

    name: str
    authors: str
    title: str
    test_sets: tuple[str, ...]
    preparation: Preparation
    reproduce: Callable[[Setup], Reproduction]
    ranks_systems: bool = False
    has_figures: bool = False

    @classmethod
    def of(cls, name: str, reproduce: Callable[[Setup], Reproduction]) -> Paper:
        """The paper of that name."""
        flags = ("ranks_systems", "has_figures")
        known = described(name)
        return cls(
            name,
            known["authors"],
            known["title"],
            tuple(known["test_sets"]),
            Preparation.of(**known["text"]),
            reproduce,
            **{flag: known.get(flag, False) for flag in flags},
        )

    @property
    def source(self) -> str:
        """Authors, year and title."""
        return f"{self.authors}, {self.title}"

    @property
    def published(self) -> tuple[str, ...]:
        """The ids of its tables."""
        return tuple(name for name in published_tables() if name.startswith(f"{self.name}-"))


def metrics_by_group(paper: str) -> Mapping[str, Metrics]:
    """The metrics of a paper, in the groups of `papers.toml`."""
    return {group: metrics_of(found) for group, found in described(paper)["metrics"].items()}


def notes_of(paper: str, groups: Sequence[str], setup: Setup, **values: object) -> tuple[str, ...]:
    """What differs in method, by groups of `papers.toml`, with values filled in."""
    values |= {"alignment": alignment_note(setup), "text": text_note(setup)}
    notes = described(paper)["notes"]
    return tuple(note.format(**values) for group in groups for note in notes[group])


def metrics_of(written: Mapping[str, str]) -> Metrics:
    """Metrics by the paper's names, from our strings for them."""
    return {name: as_metric(text) for name, text in written.items()}


def distinct(*groups: Metrics) -> list[Metric]:
    """The metrics of all groups, each once."""
    return list(dict.fromkeys(metric for group in groups for metric in group.values()))


def written(metrics: Metrics) -> dict[str, str]:
    """Our strings for metrics, by the paper's names."""
    return {name: str(metric) for name, metric in metrics.items()}


@dataclass(frozen=True)
class Campaign:
    """What metrics and people say of one test set.

    Attributes:
        sets: its language pairs.
        agreement: how far metrics agree with people.
        scores: by language pair, those of each metric.
        other: the label of a test set that is not the paper's own; empty for that.
    """

    sets: Sequence[JudgedSet]
    agreement: AgreementTable
    scores: Mapping[str, list[MetricScores]]
    other: str

    @property
    def pairs(self) -> list[str]:
        """The language pairs."""
        return [judged.pair for judged in self.sets]


def study(
    setup: Setup,
    test_sets: Sequence[str],
    pairs: Sequence[str],
    metrics: Sequence[Metric],
    protocol: Protocol,
    exclude: str = "",
    stand_ins: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> list[Campaign]:
    """Agreement on each test set that there is; the first of `test_sets` is the paper's own."""
    scoring, found = setup.scoring(metrics), []
    for label, sets in setup.campaigns(test_sets, pairs, exclude, stand_ins).items():
        result = run_study(sets, scoring, [protocol], setup.omissions)
        other = label if label.lower() in test_sets[1:] else ""
        found.append(Campaign(sets, result.tables[0], result.scores, other))
    return found


def signatures_of(scores: Mapping[str, Sequence[MetricScores]]) -> dict[str, str]:
    """Signatures by metric; where another language pair has another one, it is named too."""
    found: dict[str, str] = {}
    for pair, metrics in scores.items():
        for metric in metrics:
            if metric.name not in found:
                found[metric.name] = metric.signature
            elif metric.signature not in found.values():
                found[f"{metric.name} ({pair})"] = metric.signature
    return found


def campaign_signatures(campaigns: Sequence[Campaign]) -> dict[str, str]:
    """The same of several test sets."""
    return signatures_of(
        {f"{each.other} {pair}".strip(): s for each in campaigns for pair, s in each.scores.items()}
    )


def half_interval(agreement: Agreement, k: int) -> float | None:
    """Half of the 95 % bootstrap interval of a metric, if there was a bootstrap."""
    return agreement.intervals[k].radius if agreement.intervals else None


def compared(
    name: str,
    title: str,
    table: AgreementTable,
    metrics: Metrics,
    pairs: Sequence[str],
    margin: Callable[[Agreement, int], float | None] = half_interval,
) -> ComparedTable:
    """A published table beside ours, for some language pairs, with the mean over them.

    `margin` gives the ± of the metric at an index.
    """
    published = published_table(name)
    by_pair = {each.pair: each for each in table.agreements}

    def cell(metric: str, pair: str) -> Cell:
        agreement = by_pair[pair]
        k = agreement.metrics.index(str(metrics[metric]))
        return Cell(
            float(agreement.values[k]),
            published.value(metric, pair),
            margin(agreement, k),
            published.margin(metric, pair),
        )

    rows = {}
    for metric in metrics:
        cells = [cell(metric, pair) for pair in pairs]
        rows[metric] = (*cells, *([mean_cell(cells)] if len(cells) > 1 else []))
    columns = (*pairs, *([MEAN] if len(pairs) > 1 else []))
    return ComparedTable(name, title, columns, rows, written(metrics))


def mean_cell(cells: Sequence[Cell]) -> Cell:
    """The mean of cells; the paper's if it prints all of them."""
    theirs = [cell.published for cell in cells if isinstance(cell.published, float)]
    ours = [cell.ours for cell in cells if isinstance(cell.ours, float)]
    mean = float(np.mean(theirs)) if len(theirs) == len(cells) else None
    return Cell(float(np.mean(ours)), mean)


def as_variant(table: ComparedTable, kind: str = "", other: str = "") -> ComparedTable:
    """A table under an id of its own.

    Args:
        table: the table, with the id of a published one.
        kind: what is different about it.
        other: the test set that it was measured on, if not the paper's: its figures are left out.
    """
    suffixes = [part for part in (kind, other.lower()) if part]
    if not suffixes:
        return table
    rows, title = table.rows, table.title
    if other:
        title += f" on {other}"
        rows = {
            name: tuple(replace(cell, published=None, published_margin=None) for cell in cells)
            for name, cells in rows.items()
        }
    identity = "-".join([table.id, *suffixes])
    notes = () if other else table.notes
    return replace(table, id=identity, title=title, rows=rows, notes=notes, published=table.shown)


def direction(pair: str) -> int:
    """The number of the table that has a language pair: out of English in 1, into it in 2."""
    return 1 if pair.startswith("en-") else 2


def published_values(paper: str, metrics: Metrics, pairs: Sequence[str]) -> Scores:
    """What tables 1 and 2 print: a row per language pair, a column per metric; NaN for nothing."""
    tables = [published_table(f"{paper}-table-{direction(pair)}") for pair in pairs]
    rows = [
        [table.value(metric, pair) for metric in metrics]
        for table, pair in zip(tables, pairs, strict=True)
    ]
    return np.array(rows, np.float64).reshape(len(pairs), len(metrics))


def alignment_note(setup: Setup) -> str:
    """What took the place of METEOR's aligner."""
    aligner = setup.used.aligner
    if setup.used.over_source:
        return "Word order is that of the source words, by links that were given."
    if setup.used.given_links:
        return "Words are aligned by links that were given, not by METEOR's program here."
    lacking = ""
    if isinstance(aligner, Aligner) and not aligner.paraphrases:
        lacking = f"; use METEOR's table with --aligner '{aligner.name}(paraphrases=FILE)'"
    return (
        f"Words are aligned by hyperbaton (aligner {aligner.name}, {matchers_note(aligner)}), not "
        f"by METEOR's program{lacking}."
    )


def matchers_note(aligner: WordAligner) -> str:
    """The matchers in use, like `matchers exact, stem`."""
    chosen = aligner.language is not None or getattr(aligner, "matchers", None) is not None
    where = "" if chosen else " where the language has them"
    return f"matchers {', '.join(aligner.weights)}{where}"


def text_note(setup: Setup) -> str:
    """How text was prepared."""
    return setup.used.signature({Need.TOKENS})

"""Leusch, Ueffing & Ney 2003: error rates and BLEU against people's scores, on other data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hyperbaton.meta.measures import spearman
from hyperbaton.metrics.base import Scores
from hyperbaton_papers.charts import Series
from hyperbaton_papers.leusch_experiments import (
    BY_LENGTH,
    COLUMNS,
    EQUALLY,
    MEASURES,
    NAME,
    RANK,
    SENTENCE,
    TITLES,
    UNWEIGHTED,
    WEIGHTED,
    Experiment,
    Experiments,
    Results,
    most_words,
    run,
)
from hyperbaton_papers.paper import MEAN, Paper, notes_of, signatures_of, written
from hyperbaton_papers.published import published_table
from hyperbaton_papers.result import Cell, ComparedTable, Figure, Reproduction
from hyperbaton_papers.setup import Setup

VERBMOBIL, TIDES_A, TIDES_B = "Verbmobil de-en", "TIDES zh-en A", "TIDES zh-en B"
CORPORA = (VERBMOBIL, TIDES_A, TIDES_B)
CORRELATION_TABLES = {
    VERBMOBIL: f"{NAME}-table-1",
    TIDES_A: f"{NAME}-table-3A",
    TIDES_B: f"{NAME}-table-3B",
}
RANKING_TABLES = {VERBMOBIL: f"{NAME}-table-2", TIDES_B: f"{NAME}-table-4"}

DRAWN = {"PER": 1.0, "invWER": 1.0, "WER": 1.0, "BLEU": 100.0}  # with the best score of each
WIDTH = 1.0  # of a class of manual scores
RANKING = "systems from best to worst, numbered by people's ranking"
WITHOUT_WORST = (
    "The paper's correlations rise to between 0.75 and 0.82 for all measures. n/a: two systems are "
    "left, and any two have a correlation of 1 or -1."
)


def reproduce(setup: Setup) -> Reproduction:
    """Correlations and rankings of the kinds that tables 1 to 4 have, and figures 1 to 4."""
    results = run(setup)
    tables = [overview(kind, results) for kind in TITLES]
    if results.a:
        tables += [by_pair(kind, results) for kind in TITLES]
    tables += [table_2(), table_4(results.b)]
    if results.a:
        rankings = _table("rankings-A", f"{RANKING}, experiment A", _rankings(results.a))
        tables += [rankings, without_worst(results), apart(results)]
    return Reproduction(
        paper=PAPER,
        tables=tuple(tables),
        notes=_notes(setup, results),
        figures=figures(results),
        signatures=signatures_of(results.scores),
    )


def printed(kind: str, measure: str, corpus: str) -> float | None:
    """What the paper prints; None where it prints nothing."""
    tables = _tables_with(kind)
    if corpus not in tables:
        return None
    return published_table(tables[corpus]).value(measure, corpus if kind == RANK else kind)


def _tables_with(kind: str) -> dict[str, str]:
    """The ids of the published tables that have a kind of correlation, by corpus."""
    return RANKING_TABLES if kind == RANK else CORRELATION_TABLES


def _table(
    name: str,
    title: str,
    columns: Mapping[str, Sequence[Cell]],
    metrics: Mapping[str, str] = written(WEIGHTED),
    **more: Any,
) -> ComparedTable:
    """A table of columns, with a row for each measure."""
    rows = dict(zip(metrics, zip(*columns.values(), strict=True), strict=True))
    return ComparedTable(f"{NAME}-{name}", title, tuple(columns), rows, metrics, **more)


def overview(kind: str, results: Results) -> ComparedTable:
    """The paper's correlations of one kind for its corpora, then ours."""
    columns = {
        corpus: [Cell(None, printed(kind, measure, corpus)) for measure in MEASURES]
        for corpus in CORPORA
    }
    for letter, found in (("A", results.a), ("B", results.b)):
        if found:
            values = [each.correlations(kind) for each in found.values()]
            columns[f"{campaigns(found)} {letter}"] = _cells(_mean(values))
    for pair, each in results.wins.items():
        columns[f"{pair} (wins)"] = _cells(each.correlations(kind))
    shown = tuple(_tables_with(kind).values())
    return _table(_name(kind), TITLES[kind], columns, _metrics(kind), published=shown)


def by_pair(kind: str, results: Results) -> ComparedTable:
    """Our correlations of one kind on every rated language pair, in experiments A and B."""
    names = ["TIDES zh-en", *short_names(results.a), MEAN]
    columns: dict[str, list[Cell]] = {name: [] for name in names}
    for found, corpus in ((results.a, TIDES_A), (results.b, TIDES_B)):
        values = [each.correlations(kind) for each in found.values()]
        paper = [Cell(None, printed(kind, measure, corpus)) for measure in MEASURES]
        for name, cells in zip(names, [paper, *map(_cells, [*values, _mean(values)])], strict=True):
            columns[name] += cells
    metrics = {f"{letter} {name}": text for letter in "AB" for name, text in _metrics(kind).items()}
    shown = tuple(v for c, v in _tables_with(kind).items() if c in (TIDES_A, TIDES_B))
    title = f"{TITLES[kind]}, by language pair"
    return _table(f"{_name(kind)}-by-pair", title, columns, metrics, published=shown)


def without_worst(results: Results) -> ComparedTable:
    """Experiment B without the system that people find worst in each language pair."""
    values = [each.without_worst() for each in results.b.values()]
    names = [*short_names(results.b), MEAN]
    return _table(
        "without-worst",
        "Pearson's correlation of systems, sentences weighted by length, experiment B without the "
        "system that people find worst",
        dict(zip(names, map(_cells, [*values, _mean(values)]), strict=True)),
        notes=(WITHOUT_WORST,),
    )


def apart(results: Results) -> ComparedTable:
    """Experiment A with adequacy alone and with fluency alone, as means over language pairs."""
    columns = {
        f"{kind.partition(',')[0]}, {reading}": _cells(
            _mean(each.correlations(kind) for each in getattr(results, reading).values())
        )
        for kind in (SENTENCE, BY_LENGTH)
        for reading in COLUMNS
    }
    return _table(
        "adequacy-and-fluency",
        "Pearson's correlation with adequacy alone and with fluency alone, experiment A, systems "
        "weighted by length; means over language pairs",
        columns,
        notes=("The paper found no significant difference, and prints no figures.",),
    )


def rank_correlation(ranking: Sequence[int]) -> float:
    """Spearman's correlation of a ranking with people's: number k is the k-th best for people."""
    numbers = np.array(ranking, np.float64)
    return float(spearman(numbers, np.arange(len(numbers), dtype=np.float64)))


def table_2() -> ComparedTable:
    """The paper's rankings of 22 systems, with the rank correlation that follows from each."""
    published = published_table(RANKING_TABLES[VERBMOBIL])
    rows = {
        measure: (
            Cell(None, _text(ranking)),
            Cell(rank_correlation(ranking), printed(RANK, measure, VERBMOBIL)),
        )
        for measure, ranking in published.rankings.items()
    }
    title = f"{RANKING}, on {VERBMOBIL}, and the rank correlation that follows"
    return ComparedTable(published.id, title, ("ranking", "rank correlation"), rows)


def table_4(found: Experiments) -> ComparedTable:
    """The paper's rankings in experiment B, then ours."""
    rankings = published_table(RANKING_TABLES[TIDES_B]).rankings
    paper = [Cell(None, _text(rankings[m]) if m in rankings else None) for m in MEASURES]
    columns = {TIDES_B: paper, **_rankings(found)}
    return _table("table-4", f"{RANKING}, experiment B", columns)


def _rankings(found: Experiments) -> dict[str, list[Cell]]:
    """Our rankings by each measure, for every language pair."""
    return {
        pair: [Cell(_text(ranking)) for ranking in each.by_length.rankings()]
        for pair, each in zip(short_names(found), found.values(), strict=True)
    }


def _text(ranking: Sequence[int]) -> str:
    return " ".join(map(str, ranking))


def _name(kind: str) -> str:
    return kind.replace(", ", "-")


def _metrics(kind: str) -> dict[str, str]:
    return written(UNWEIGHTED if kind == EQUALLY else WEIGHTED)


def _cells(values: Scores) -> list[Cell]:
    return [Cell(value) for value in values.tolist()]


def _mean(values: Iterable[Scores]) -> Scores:
    """The mean over language pairs, of those that are defined."""
    stacked = np.array(list(values))
    defined = ~np.isnan(stacked)
    number = defined.sum(axis=0)
    total = np.where(defined, stacked, 0.0).sum(axis=0)
    return np.where(number == 0, np.nan, total / np.maximum(number, 1))


def campaigns(found: Experiments) -> str:
    """What the test sets have in common, like `WMT07` of WMT07-NC and WMT07-EP."""
    return "/".join(dict.fromkeys(pair.split()[0].partition("-")[0] for pair in found))


def short_names(found: Experiments) -> list[str]:
    """Names of language pairs without what the test sets have in common, like `NC de-en`."""
    prefix = f"{campaigns(found)}-"
    return [pair.removeprefix(prefix) for pair in found]


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


def _notes(setup: Setup, results: Results) -> tuple[str, ...]:
    groups = ["data", "rated" if results.a else "not-rated"]
    values: dict[str, object] = {"case": ", in experiment B with case" if results.a else ""}
    if results.a:
        rated, left = (sum(numbers) for numbers in zip(*results.segments.values(), strict=True))
        limit = most_words(setup)
        length = f"of at most {limit} words in every output and reference"
        values |= {"rated": rated, "left": left, "classes": _class_sizes(results)}
        values |= {"length": length if limit else "of any length", **_equal_outputs(results)}
    return notes_of(
        NAME, [*groups, *(["ranked"] if results.wins else []), "method"], setup, **values
    )


def _equal_outputs(results: Results) -> dict[str, str]:
    """How many outputs equal a reference, as the paper's footnote 1 counts them."""
    total, adequacy, fluency = 0, [], []
    for pair, experiment in results.a.items():
        equal = experiment.judged & (experiment.outputs[MEASURES.index("WER")] == 1.0)
        total += int(experiment.judged.sum())
        adequacy += results.adequacy[pair].human[equal].tolist()
        fluency += results.fluency[pair].human[equal].tolist()
    means = ""
    if adequacy:
        found = (sum(scores) / len(scores) for scores in (fluency, adequacy))
        means = ", rated {:.1f} in fluency and {:.1f} in adequacy".format(*found)
    return {"equal": f"{len(adequacy)} of {total}", "means": means}


def _class_sizes(results: Results) -> str:
    pair = drawn_pair(results.a)
    sizes = []
    for number, found in ((1, results.a), (4, results.b)):
        human = found[pair].human[found[pair].judged]
        counted = (f"{each.centre:g}: {each.number}" for each in score_classes(human, human))
        sizes.append(f"figure {number}: {', '.join(counted)}")
    return "; ".join(sizes)


PAPER = Paper.of(NAME, reproduce)

"""Leusch, Ueffing & Ney 2003: error rates and BLEU, on segments and systems of WMT13.

The texts and judgements of Verbmobil and TIDES are not freely available; the same correlations are
measured on WMT13 and stand beside the paper's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hyperbaton.evidence import Context
from hyperbaton.meta import JudgedSet, MetricScores, Protocol, evaluate
from hyperbaton.meta.agreement.correlation import pearson, spearman
from hyperbaton.meta.agreement.system_ranking import with_output_scores
from hyperbaton.meta.study import score_judged_set
from hyperbaton.metrics.base import Scores, divide
from hyperbaton.reproduction.paper import (
    Paper,
    distinct,
    metrics_of,
    signatures_of,
    text_note,
    written,
)
from hyperbaton.reproduction.published import published_table
from hyperbaton.reproduction.result import Cell, ComparedTable, Reproduction
from hyperbaton.reproduction.setup import Setup, label
from hyperbaton.text.preprocessing import TextOptions

NAME = "leusch-et-al-2003"
PAIRS = ("cs-en", "de-en", "es-en", "fr-en", "ru-en")
WEIGHTED = {
    "PER": "per",
    "WER": "wer",
    "invWER": "invwer",
    "BLEU": "bleu",
    "avgBLEU": "bleu(average=true,weighted=true)",
}
UNWEIGHTED = {
    "PER": "per(weighted=false)",
    "WER": "wer(weighted=false)",
    "invWER": "invwer(weighted=false)",
    "BLEU": "bleu",
    "avgBLEU": "bleu(average=true)",
}
CORPORA = {
    f"{NAME}-table-1": "Verbmobil de-en",
    f"{NAME}-table-3A": "TIDES zh-en A",
    f"{NAME}-table-3B": "TIDES zh-en B",
}
RANKS = f"{NAME}-tables-2-and-4"


@dataclass(frozen=True)
class Correlations:
    """What one language pair gives: for each metric a correlation of every kind."""

    sentence: Scores
    weighted: Scores
    unweighted: Scores
    rank: Scores


def reproduce(setup: Setup) -> Reproduction:
    """Correlations on WMT13 of the kinds that tables 1 to 4 have."""
    sets = setup.read(folder := setup.folder("wmt13"), PAIRS)
    weighted, unweighted = metrics_of(WEIGHTED), metrics_of(UNWEIGHTED)
    scoring = setup.scoring(distinct(weighted, unweighted))
    found, scores = {}, {}
    for judged in sets:
        scores[judged.pair] = score_judged_set(judged, scoring, setup.omissions)
        by_name = {metric.name: metric for metric in scores[judged.pair]}
        found[judged.pair] = _measured(
            setup,
            judged,
            [by_name[str(metric)] for metric in weighted.values()],
            [by_name[str(metric)] for metric in unweighted.values()],
        )
    ours = {
        kind: {f"{label(folder)} {pair}": getattr(each, kind) for pair, each in found.items()}
        for kind in ("sentence", "weighted", "unweighted", "rank")
    }
    tables = (
        _table("sentence", "Pearson's correlation of sentences", ours["sentence"], WEIGHTED),
        _table(
            "system, weighted",
            "Pearson's correlation of systems, sentences weighted by length",
            ours["weighted"],
            WEIGHTED,
        ),
        _table(
            "system, unweighted",
            "Pearson's correlation of systems, sentences not weighted",
            ours["unweighted"],
            UNWEIGHTED,
        ),
        _rank_table(ours["rank"]),
    )
    return Reproduction(
        paper=PAPER, tables=tables, notes=_notes(setup), signatures=signatures_of(scores)
    )


def _measured(
    setup: Setup,
    judged: JudgedSet,
    weighted: Sequence[MetricScores],
    unweighted: Sequence[MetricScores],
) -> Correlations:
    scored = with_output_scores(judged.judgements, "win-ratio")
    assert scored.scores is not None
    protocol = Protocol("segment", "pearson", samples=0)
    sentence = evaluate(judged.pair, scored, weighted, protocol, setup.omissions).values
    references = judged.data.make_test_set().prepared[setup.context.preprocessing]
    lengths = references.words.mean_lengths
    mask = judged.judgements.preferences.judged()
    compared = mask.any(axis=1)  # some systems were never judged

    def systems(metrics: Sequence[MetricScores]) -> Scores:
        return np.array([metric.judged_only(mask).system_scores[compared] for metric in metrics])

    by_length = mean_scores(scored.scores[compared], lengths)
    equally = mean_scores(scored.scores[compared], np.ones_like(lengths))
    return Correlations(
        sentence,
        pearson(by_length, systems(weighted)),
        pearson(equally, systems(unweighted)),
        spearman(by_length, systems(weighted)),
    )


def mean_scores(scores: Scores, weights: Scores) -> Scores:
    """The weighted mean of each system's scores, as far as people gave any."""
    given = ~np.isnan(scores)
    return divide(np.where(given, scores, 0.0) @ weights, given @ weights)


def _table(
    kind: str, title: str, ours: Mapping[str, Scores], metrics: Mapping[str, str]
) -> ComparedTable:
    """The paper's figures of one kind for its corpora, then ours for language pairs of WMT13."""
    rows = {
        name: (
            *(Cell(None, published_table(table).value(name, kind)) for table in CORPORA),
            *(Cell(float(values[k])) for values in ours.values()),
        )
        for k, name in enumerate(metrics)
    }
    return ComparedTable(
        f"{NAME}-{kind.replace(', ', '-')}",
        title,
        (*CORPORA.values(), *ours),
        rows,
        written(metrics_of(metrics)),
        published=tuple(CORPORA),
    )


def _rank_table(ours: Mapping[str, Scores]) -> ComparedTable:
    published = published_table(RANKS)
    rows = {
        name: (
            *(Cell(None, published.value(name, corpus)) for corpus in published.pairs),
            *(Cell(float(values[k])) for values in ours.values()),
        )
        for k, name in enumerate(WEIGHTED)
    }
    return ComparedTable(
        RANKS,
        "rank correlation of systems, sentences weighted by length",
        (*published.pairs, *ours),
        rows,
        written(metrics_of(WEIGHTED)),
    )


def _notes(setup: Setup) -> tuple[str, ...]:
    return (
        "The paper's corpora, Verbmobil and TIDES, are not freely available; ours are measured on "
        "WMT13, so that there is no difference to print.",
        "People ranked outputs and did not score them: the score of an output is the ratio of its "
        "wins on its segment, that of a system the mean over its judged outputs, weighted by the "
        "length of the reference or not.",
        "Judges cannot be normalised (experiment B), since rankings hold no scores of judges.",
        "The paper's rank correlation is Spearman's: its printed rankings give its printed figures "
        "to 0.006 (but 0.95 for PER on Verbmobil, where it prints 0.92).",
        f"There is one reference per segment. Text is prepared as {text_note(setup)}.",
    )


PAPER = Paper(
    NAME,
    "Leusch, Ueffing & Ney 2003",
    "A Novel String-to-String Distance Measure With Applications to Machine Translation Evaluation",
    ("wmt13",),
    (*CORPORA, RANKS),
    Context(TextOptions("unicode", lowercase=True)),
    reproduce,
)

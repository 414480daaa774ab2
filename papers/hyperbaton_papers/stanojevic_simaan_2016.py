"""Stanojević & Sima'an 2016: metrics of permutation complexity with F1, systems of WMT13."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.stats import ttest_1samp

from hyperbaton.meta import Agreement, AgreementTable, Protocol
from hyperbaton.meta.significance import SIGNIFICANT
from hyperbaton.metrics.base import Scores
from hyperbaton.scoring.resampling import usually_defined
from hyperbaton_papers.paper import (
    Metrics,
    Paper,
    as_variant,
    campaign_signatures,
    compared,
    direction,
    distinct,
    metrics_of,
    notes_of,
    published_values,
    study,
    written,
)
from hyperbaton_papers.published import described, published_table
from hyperbaton_papers.result import Cell, ComparedTable, Reproduction
from hyperbaton_papers.setup import Setup

NAME = "stanojevic-simaan-2016"
STAND_INS: dict[str, list[str]] = described(NAME)["stand_ins"]
ORDERS = described(NAME)["metrics"]["orders"]
WMT13_METRIC = "bleu"
PAIRS = tuple(pair for number in (2, 1) for pair in published_table(f"{NAME}-table-{number}").pairs)
RECORDS = f"{NAME}-table-3"
SAME = 1e-10  # of rounding, below which two correlations are the same


@dataclass(frozen=True)
class Record:
    """How often a new metric beats a baseline, over language pairs.

    Attributes:
        wins: pairs on which the new metric is significantly better.
        losses: pairs on which the baseline is.
        draws: pairs without a significant difference.
        undefined: pairs on which they cannot be compared.
    """

    wins: int
    losses: int
    draws: int
    undefined: int = 0

    def __str__(self) -> str:
        known = f"{self.wins}/{self.losses}/{self.draws}"
        return f"{known} ({self.undefined} undefined)" if self.undefined else known


def record(p_better: Sequence[float], p_worse: Sequence[float]) -> Record:
    """Counts wins, losses and draws from p-values that the new metric is better, or worse."""
    wins = sum(p < SIGNIFICANT for p in p_better)
    losses = sum(p < SIGNIFICANT for p in p_worse)
    undefined = sum(math.isnan(p) for p in p_better)
    return Record(wins, losses, len(p_better) - wins - losses - undefined, undefined)


def metrics() -> Metrics:
    """Order and F1 in equal parts, segments weighted by their references' length; and BLEU."""
    mixed = "full(order={},lexical=f1,alpha=0.5,weighted=true)"
    return metrics_of(
        {**{name: mixed.format(o) for name, o in ORDERS.items()}, "BLEU": WMT13_METRIC}
    )


def reproduce(setup: Setup) -> Reproduction:
    """Tables 1 to 3, for the language pairs that the data has."""
    ours = metrics()
    human = setup.human or "win-ratio"
    protocol = Protocol("system", "spearman", human, samples=setup.samples, seed=setup.seed)
    campaigns = study(setup, PAPER.test_sets, PAIRS, distinct(ours), protocol, stand_ins=STAND_INS)
    which = "bootstrap" if setup.samples else "without-bootstrap"
    return Reproduction(
        paper=PAPER,
        tables=tuple(
            as_variant(table, other=each.other)
            for each in campaigns
            for table in _tables(each.agreement, ours)
        ),
        notes=notes_of(NAME, ["method", which], setup, samples=setup.samples),
        signatures=campaign_signatures(campaigns),
    )


def _tables(agreement: AgreementTable, ours: Metrics) -> list[ComparedTable]:
    """Table 1 or 2 or both, and table 3."""
    shown = bootstrapped(agreement)
    pairs = [each.pair for each in agreement.agreements]
    tables = []
    for number in (1, 2):
        chosen = [pair for pair in pairs if direction(pair) == number]
        if chosen:
            name, title = f"{NAME}-table-{number}", "Spearman's correlation of systems"
            table = compared(name, title, shown, ours, chosen, deviation)
            tables.append(replace(table, notes=_margins_note(table)))
    return tables + _records(agreement, shown, ours)


def deviation(agreement: Agreement, k: int) -> float | None:
    """The standard deviation over resamples, if there was a bootstrap."""
    if agreement.samples is None:
        return None
    return float(np.nanstd(agreement.samples[k], ddof=1))


def _margins_note(table: ComparedTable) -> tuple[str, ...]:
    """How large the ± are on average, where both we and the paper have some."""
    cells = [cell for row in table.rows.values() for cell in row]
    margins = [
        (cell.margin, cell.published_margin)
        for cell in cells
        if cell.margin is not None and cell.published_margin is not None
    ]
    if not margins:
        return ()
    ours, theirs = np.mean(margins, axis=0)
    return (f"± is {ours:.4f} on average, the paper's {theirs:.4f}.",)


def bootstrapped(table: AgreementTable) -> AgreementTable:
    """The table with means over resamples in place of values; BLEU, from WMT13, stays as it is."""
    agreements = []
    for each in table.agreements:
        if each.samples is None:
            return table
        means = np.nanmean(each.samples, axis=1)
        kept = np.array([name == WMT13_METRIC for name in each.metrics])
        agreements.append(replace(each, values=np.where(kept, each.values, means)))
    return replace(table, agreements=tuple(agreements))


def _records(
    agreement: AgreementTable, shown: AgreementTable, ours: Metrics
) -> list[ComparedTable]:
    """Table 3 by the paper's test, by the printed figures alone, and by a permutation test.

    Without a bootstrap there are only the figures to count by.
    """
    pairs = [each.pair for each in agreement.agreements]
    known = [p for p in pairs if not np.isnan(published_values(NAME, ours, [p])).any()]
    values = shown.values[[pairs.index(pair) for pair in known]]
    printed = published_values(NAME, ours, known)

    def paper(new: str, old: str) -> str:
        table = published_table(RECORDS)
        return table.records[new][table.baselines.index(old)]

    def by_t_test(new: str, old: str) -> str:
        return str(t_test_record(agreement, str(ours[new]), str(ours[old])))

    def by_permutation(new: str, old: str) -> str:
        i, j = (agreement.metrics.index(str(ours[name])) for name in (new, old))
        tables = [each.p_values for each in agreement.agreements if each.p_values is not None]
        return str(record([table[i, j] for table in tables], [table[j, i] for table in tables]))

    def by_value(table: Scores) -> Callable[[str, str], str]:
        names = list(ours)

        def text(new: str, old: str) -> str:
            differences = table[:, names.index(new)] - table[:, names.index(old)]
            return str(sign_record(differences.tolist()))

        return text

    tables = []
    resampled = all(each.samples is not None for each in agreement.agreements)
    if resampled:
        title = f"N/B/D by the t-test, over {', '.join(pairs)}"
        tables.append(_record_table("", title, ours, by_t_test, paper))
    if known:
        title = f"N/B/D by the figures, whatever their significance, over {', '.join(known)}"
        tables.append(_record_table("-values", title, ours, by_value(values), by_value(printed)))
    if resampled:
        tables.append(_record_table("-permutation", "N/B/D by PERM-BOTH", ours, by_permutation))
    return tables


def _record_table(
    kind: str,
    title: str,
    ours: Metrics,
    record: Callable[[str, str], str],
    paper: Callable[[str, str], str | None] = lambda new, old: None,
) -> ComparedTable:
    published = published_table(RECORDS)
    columns = tuple(published.baselines)
    rows = {
        new: tuple(Cell(record(new, old), paper(new, old)) for old in columns)
        for new in published.records
    }
    notes = () if kind else ("The paper's figures are over ten language pairs.",)
    return ComparedTable(RECORDS + kind, title, columns, rows, written(ours), notes=notes)


def t_test_record(agreement: AgreementTable, new: str, old: str) -> Record:
    """N/B/D by Student's t-test on bootstrapped correlations, as in the paper."""
    signs = []
    for each in agreement.agreements:
        assert each.samples is not None
        first, second = (each.samples[each.metrics.index(name)] for name in (new, old))
        p_value = paired_t_test(first, second)
        different = p_value < SIGNIFICANT
        mean = math.nan if math.isnan(p_value) else float(np.nanmean(first - second))
        signs.append(mean if different or math.isnan(mean) else 0.0)
    return sign_record(signs)


def sign_record(differences: Sequence[float]) -> Record:
    """N/B/D by the signs of differences; NaN is one that is undefined."""
    wins = sum(difference > 0 for difference in differences)
    losses = sum(difference < 0 for difference in differences)
    undefined = sum(map(math.isnan, differences))
    return Record(wins, losses, len(differences) - wins - losses - undefined, undefined)


def paired_t_test(first: Scores, second: Scores) -> float:
    """The two-sided p-value of Student's t-test on differences of paired values.

    Applied to bootstrapped statistics it says whether their means differ (Stanojević & Sima'an
    2016); with many resamples that holds for nearly all metrics. NaN where more than a few of the
    differences are undefined.
    """
    differences = usually_defined(first - second)
    if differences is None or len(differences) < 2:
        return math.nan
    if np.abs(differences).max() <= SAME:
        return 1.0
    if float(differences.std()) <= SAME:
        return 0.0
    return float(ttest_1samp(differences, 0.0).pvalue)


PAPER = Paper.of(NAME, reproduce)

"""Stanojević & Sima'an 2014: metrics of order mixed with unigram BLEU, segments of WMT13."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hyperbaton.meta import JudgedSet, Protocol, TuningSet, tunable
from hyperbaton.meta.measures import (
    CONCORDANT,
    COUNT_STATISTICS,
    DISCORDANT,
    METRIC_TIES,
    Counts,
)
from hyperbaton.meta.significance import mean_ranks
from hyperbaton.meta.tuning import Tunable, linear_ends, mixture_counts
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Scores, divide
from hyperbaton_papers.charts import Series
from hyperbaton_papers.paper import (
    Campaign,
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
from hyperbaton_papers.result import Cell, ComparedTable, Figure, Reproduction
from hyperbaton_papers.setup import Setup

NAME = "stanojevic-simaan-2014"
STAND_INS: dict[str, list[str]] = described(NAME)["stand_ins"]
ORDERS, GAMMAS = described(NAME)["metrics"].values()


def _without_penalty(orders: Mapping[str, str]) -> dict[str, str]:
    return {
        name: f"{order[:-1]},bp=false)" if order.endswith(")") else f"{order}(bp=false)"
        for name, order in orders.items()
    }


WITHOUT_PENALTY = _without_penalty(ORDERS)
FIGURE_PAIR = "de-en"
POINTS = [k / 10 for k in range(11)]
CURVE_STATISTICS = ("tau", "tau-wmt14")  # the paper's, and one that does not drop metric ties


PAIRS = (*published_table(f"{NAME}-table-2").pairs, *published_table(f"{NAME}-table-1").pairs)


def full(orders: dict[str, str]) -> Metrics:
    """The paper's equation 2 with α = 0.5 for metrics of order."""
    return metrics_of(
        {name: f"full(order={order},lexical=bleu1,alpha=0.5)" for name, order in orders.items()}
    )


def reproduce(setup: Setup) -> Reproduction:
    """Tables 1 to 5 and figures 7 to 10, for the language pairs that the data has.

    Figures 7 and 8 come twice, the second time with a statistic that counts ties of the metric.
    """
    metrics = full(ORDERS)
    kinds = {
        "": metrics,
        "gamma": full(GAMMAS),
        "without-penalty": full(WITHOUT_PENALTY),
        "gamma-without-penalty": full(_without_penalty(GAMMAS)),
    }
    protocol = Protocol("segment", "tau", test="none", samples=setup.samples, seed=setup.seed)
    campaigns = study(
        setup, PAPER.test_sets, PAIRS, distinct(*kinds.values()), protocol, stand_ins=STAND_INS
    )
    sets = campaigns[0].sets
    shown = next((judged for judged in sets if judged.pair == FIGURE_PAIR), sets[0])
    curves = _curves(setup, shown, metrics)
    return Reproduction(
        paper=PAPER,
        tables=(
            *(table for each in campaigns for table in _tables(each, kinds)),
            *(each.ties() for each in curves),
        ),
        notes=notes_of(NAME, ["method"], setup),
        figures=(
            *(each.figure(name) for name in CURVE_STATISTICS for each in curves),
            *(
                _scaled_figure(number, each, metrics, pairs)
                for each in campaigns
                for number, pairs in _by_direction(each).items()
            ),
        ),
        signatures=campaign_signatures(campaigns),
    )


def _by_direction(campaign: Campaign) -> dict[int, list[str]]:
    """Language pairs by the table that has them."""
    tables = {number: [p for p in campaign.pairs if direction(p) == number] for number in (1, 2)}
    return {number: pairs for number, pairs in tables.items() if pairs}


def _tables(campaign: Campaign, kinds: Mapping[str, Metrics]) -> list[ComparedTable]:
    """Tables 1 to 5 of one test set."""
    tables = [
        as_variant(_averages(campaign, kinds[kind], campaign.pairs), kind, campaign.other)
        for kind in ("", "without-penalty")
    ]
    for number, pairs in _by_direction(campaign).items():
        for kind, table, title in (
            ("", number, "Kendall's tau of segments"),
            ("gamma", number + 3, "the same, with γ for inversions"),
            ("without-penalty", number, f"table {number} without the brevity penalty of order"),
            ("gamma-without-penalty", number + 3, f"table {number + 3} without the penalty"),
        ):
            name = f"{NAME}-table-{table}"
            found = compared(name, title, campaign.agreement, kinds[kind], pairs)
            variant = kind.removeprefix("gamma").removeprefix("-")
            tables.append(as_variant(found, variant, campaign.other))
    return sorted(tables, key=lambda table: table.id)


def _averages(campaign: Campaign, metrics: Metrics, pairs: Sequence[str]) -> ComparedTable:
    """Table 3: mean rank and mean tau, ours and the paper's over the same language pairs."""
    name = f"{NAME}-table-3"
    taus, printed = _taus(campaign, metrics, pairs), published_values(NAME, metrics, pairs)
    ours, theirs = ((mean_ranks(values), values.mean(axis=0)) for values in (taus, printed))
    cells = {
        metric: tuple(
            Cell(float(x[k]), None if np.isnan(y[k]) else float(y[k]))
            for x, y in zip(ours, theirs, strict=True)
        )
        for k, metric in enumerate(metrics)
    }
    rows = published_table(name).rows
    whole = "; ".join(f"{metric} {row[0]:g}, {row[1]:g}" for metric, row in rows.items())
    return ComparedTable(
        name,
        f"mean rank and mean tau over {', '.join(pairs)}",
        ("mean rank", "mean tau"),
        cells,
        written(metrics),
        notes=(f"The paper's own table is over ten language pairs of WMT13: {whole}.",),
    )


def scaled(taus: Scores) -> Scores:
    """Each row, of one language pair, moved so that its lowest value is 0 and its highest 1."""
    low, high = taus.min(axis=1, keepdims=True), taus.max(axis=1, keepdims=True)
    return divide(taus - low, np.broadcast_to(high - low, taus.shape))


def _scaled_figure(
    table: int, campaign: Campaign, metrics: Metrics, pairs: Sequence[str]
) -> Figure:
    """Figure 9 or 10: for each language pair, where metrics lie between the worst and the best."""
    number, other = table + 8, campaign.other
    ours = scaled(_taus(campaign, metrics, pairs))
    printed = scaled(published_values(NAME, metrics, pairs))
    known = not other and not np.isnan(printed).any()
    side = "out of" if number == 9 else "into"
    return Figure(
        id="-".join(part for part in (f"{NAME}-figure-{number}", other.lower()) if part),
        title=f"Scaled tau {side} English" + (f", {other}" if other else ""),
        x_label="language pair",
        y_label="scaled tau",
        series={
            name: Series(range(len(pairs)), ours[:, k].tolist()) for k, name in enumerate(metrics)
        },
        names=tuple(pairs),
        published={name: tuple(printed[:, k].tolist()) for k, name in enumerate(metrics) if known},
    )


def _taus(campaign: Campaign, metrics: Metrics, pairs: Sequence[str]) -> Scores:
    """Ours, one row per language pair and one column per metric."""
    columns = [campaign.agreement.metrics.index(str(metric)) for metric in metrics.values()]
    by_pair = {each.pair: each.values[columns] for each in campaign.agreement.agreements}
    return np.array([by_pair[pair] for pair in pairs])


@dataclass(frozen=True)
class Curves:
    """What people and metrics say of the same pairs, at every value of a parameter.

    Attributes:
        number: of the paper's figure.
        parameter: the paper's name for it.
        pair: the language pair.
        counts: by metric, the five counts of pairs at each of `POINTS`.
    """

    number: int
    parameter: str
    pair: str
    counts: Mapping[str, Counts]

    def figure(self, statistic: str) -> Figure:
        """A statistic over the parameter; that of the paper's figure is tau."""
        value = COUNT_STATISTICS[statistic]
        own = statistic == "tau"
        return Figure(
            id=f"{NAME}-figure-{self.number}" + ("" if own else f"-{statistic}"),
            title=f"Effect of {self.parameter} on {self.pair}" + ("" if own else f", {statistic}"),
            x_label=self.parameter,
            y_label=statistic,
            series={
                name: Series(POINTS, value(counts).tolist()) for name, counts in self.counts.items()
            },
        )

    def ties(self) -> ComparedTable:
        """The share of pairs that each metric ties, and that tau drops."""
        rows = {
            name: tuple(map(Cell, tied_share(counts).tolist()))
            for name, counts in self.counts.items()
        }
        title = f"share of pairs tied by the metric over {self.parameter}, {self.pair}"
        columns = tuple(f"{point:g}" for point in POINTS)
        return ComparedTable(f"{NAME}-figure-{self.number}-ties", title, columns, rows)


def tied_share(counts: Counts) -> Scores:
    """The share of pairs on which people have a preference and the metric has none."""
    metric_ties = counts[..., METRIC_TIES]
    return divide(metric_ties, counts[..., [CONCORDANT, DISCORDANT, METRIC_TIES]].sum(axis=-1))


def parameter_counts(
    metric: Metric, parameter: Tunable, data: TuningSet, values: Sequence[float]
) -> Counts:
    """The five counts of pairs at each value of a parameter, one row per value.

    All statistics of `COUNT_STATISTICS` follow from them.
    """
    ends = linear_ends(metric, parameter, data)
    if ends is not None:
        shares = np.array([parameter.share(value) for value in values])
        return mixture_counts(data.preferences, *ends).at(shares)
    metrics = [parameter.applied(metric, value) for value in values]
    return np.array([data.count_rows(each).sum(axis=0) for each in metrics])


def _curves(setup: Setup, judged: JudgedSet, metrics: Metrics) -> tuple[Curves, ...]:
    """Figures 7 and 8: over α for all metrics, and over β for PEFs and PETs."""
    data = TuningSet.of(judged, setup.scoring())

    def curves(number: int, parameter: str, path: str, names: Sequence[str]) -> Curves:
        counts = {}
        for name in names:
            metric = metrics[name]
            counts[name] = parameter_counts(metric, tunable(metric, path), data, POINTS)
        return Curves(number, parameter, judged.pair, counts)

    return (
        curves(7, "alpha", "alpha", list(metrics)),
        curves(8, "beta", "order.beta", ["PEFs", "PETs"]),
    )


PAPER = Paper.of(NAME, reproduce)

"""What scoring gives: a report of systems by metrics, with all ways of writing it down."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from hyperbaton import __version__
from hyperbaton.errors import HyperbatonError, NotFoundError, OptionError
from hyperbaton.evidence import Output, Preparation, TestSet
from hyperbaton.metrics import Metric, as_metric
from hyperbaton.metrics.base import Scores, Statistics
from hyperbaton.scoring.resampling import Interval
from hyperbaton.tables.layout import (
    Rows,
    aligned,
    decimal,
    folded,
    html,
    latex,
    latex_escaped,
    tab_separated,
    terminal_width,
)
from hyperbaton.tables.tabular import Record, Tabular, or_none

if TYPE_CHECKING:
    from hyperbaton.explanation.segment import Explanation

SEGMENT_DECIMALS = 4
MOST_LISTED = 8
SHARED_PARTS = ("refs:", "bs:", "paired:", "seed:", "hyperbaton:")
SIGNIFICANT = 0.05
SMALLEST_SHOWN = 0.001
NUMBERS = ("score", "order", "coverage", "low", "high", "difference", "p_value")
PRODUCT = "order of the aligned words × coverage of the reference by them = score"
NO_TEST = "a score is undefined, of either system or on more than 5 % of resamples"


@dataclass(frozen=True, eq=False)
class MetricResult:
    """The score of one system with one metric; `float(result)` is the number.

    Attributes:
        metric: the metric.
        signature: everything that determines the score.
        score: the score of the whole test set.
        statistics: one row per segment, from which scores of any part can be computed.
        interval: the bootstrap's confidence interval, if asked for.
        difference: to the first system, if a test was asked for; None for that system itself.
        p_value: of that difference; NaN where it is undefined.
    """

    metric: Metric
    signature: str
    score: float
    statistics: Statistics
    interval: Interval | None = None
    difference: float | None = None
    p_value: float | None = None

    @property
    def segments(self) -> Scores:
        """The scores of the single segments."""
        return self.metric.segment_scores(self.statistics)

    @property
    def weights(self) -> Scores | None:
        """How much each segment counts in the score; None where the metric does not say."""
        return self.metric.segment_weights(self.statistics)

    @property
    def parts(self) -> dict[str, float]:
        """What the score is the product of: `order` and `coverage` of a metric of permutations.

        Empty for other metrics; see `Metric.factors`.
        """
        sums = self.statistics.sum(axis=0, keepdims=True)
        return {name: float(values[0]) for name, values in self.metric.factors(sums).items()}

    @property
    def details(self) -> dict[str, Any]:
        """What is behind the score, by name: the precisions and brevity of BLEU, or the parts."""
        return dict(self.metric.details(self.statistics.sum(axis=0, keepdims=True)))

    @property
    def segment_parts(self) -> dict[str, Scores]:
        """The parts of the scores of the single segments."""
        return dict(self.metric.factors(self.statistics))

    @property
    def segment_columns(self) -> dict[str, Scores]:
        """All numbers of segments, by what follows the metric's name in a heading."""
        weights = {} if self.weights is None else {"weight": self.weights}
        return {"": self.segments, **self.segment_parts, **weights}

    def __float__(self) -> float:
        return self.score

    def __format__(self, spec: str) -> str:
        return format(self.score, spec) if spec else str(self)

    def __str__(self) -> str:
        return f"{self.metric} = {self.rounded}"

    def __repr__(self) -> str:
        count = len(self.statistics)
        return f"<{self} over {count} {'segment' if count == 1 else 'segments'}>"

    @property
    def rounded(self) -> str:
        """The score with as many places as are worth showing."""
        return decimal(self.score, self.metric.decimals)

    @property
    def cell(self) -> str:
        """The score with its interval, and with the p-value and direction of a difference."""
        text = self.rounded
        if self.interval is not None and not math.isnan(self.score):
            text += f" ± {decimal(self.interval.radius, self.metric.decimals)}"
        if self.p_value is None or self.difference is None:
            return text
        better = (self.difference > 0) == self.metric.higher_is_better
        mark = f"* {'▲' if better else '▼'}" if self.p_value < SIGNIFICANT else "   "
        return f"{text}{mark} {_p_value(self.p_value)}"

    @property
    def product(self) -> str:
        """The score with what it is the product of."""
        factors = (decimal(value, self.metric.decimals) for value in self.parts.values())
        return f"{' × '.join(factors)} = {self.rounded}"

    @property
    def numbers(self) -> dict[str, float]:
        """All numbers that there are, by name: the score, its parts, interval, difference and p."""
        found = {"score": self.score, **self.parts}
        if self.interval is not None:
            found |= {"low": self.interval.low, "high": self.interval.high}
        if self.difference is not None and self.p_value is not None:
            found |= {"difference": self.difference, "p_value": self.p_value}
        return found

    @property
    def reasons(self) -> list[str]:
        """Why something is undefined: the score, its interval or the test; mostly nothing is."""
        if math.isnan(self.score):
            return ["no segment has a score" if len(self.statistics) else "there are no segments"]
        found = [] if self.interval is None else [self.interval.note]
        if self.p_value is not None and math.isnan(self.p_value):
            found.append(f"no test: {NO_TEST}")
        return [reason for reason in found if reason]

    def to_dict(self, *, segments: bool = True) -> Record:
        """Everything, ready for JSON; what is undefined is None, with the reasons."""
        numbers = {name: or_none(value) for name, value in self.numbers.items()}
        record: Record = {"metric": str(self.metric), "signature": self.signature}
        record["score"] = numbers["score"]
        if self.parts:
            record["parts"] = {name: numbers[name] for name in self.parts}
        if self.interval is not None:
            mean = or_none(self.interval.mean)
            record["confidence"] = {"low": numbers["low"], "high": numbers["high"], "mean": mean}
        record |= {name: numbers[name] for name in ("difference", "p_value") if name in numbers}
        if self.reasons:
            record["reasons"] = self.reasons
        if segments:
            record["segments"] = _listed(self.segments)
            if self.parts:
                parts = self.segment_parts.items()
                record["segment_parts"] = {name: _listed(values) for name, values in parts}
            if self.weights is not None:
                record["weights"] = self.weights.tolist()
        return record


def _listed(values: Scores) -> list[float | None]:
    return list(map(or_none, values.tolist()))


@dataclass(frozen=True, eq=False)
class SystemResult:
    """The scores of one system, one result per metric in the order asked for."""

    name: str
    scores: tuple[MetricResult, ...]

    def __getitem__(self, metric: str | Metric) -> MetricResult:
        """The result of a metric, by its string or the metric itself."""
        try:
            wanted = as_metric(metric)
        except HyperbatonError:
            wanted = None
        for result in self.scores:
            if result.metric == wanted:
                return result
        known = [result.metric for result in self.scores]
        raise NotFoundError(metric, f"{metric} was not scored", known)

    def __iter__(self) -> Iterator[MetricResult]:
        return iter(self.scores)

    def __repr__(self) -> str:
        return f"<{self.name}: {', '.join(map(str, self.scores))}>"


@dataclass(frozen=True, eq=False)
class ScoredInputs:
    """What was scored, and how."""

    outputs: Mapping[str, Output]
    test_set: TestSet
    preparation: Preparation
    threads: int | None = None


@dataclass(frozen=True, eq=False, repr=False)
class ScoreReport(Tabular):
    """The scores of all systems.

    `report["loom"]["pef"]` is one of them; where there is one system, `report["pef"]` is enough.

    Attributes:
        systems: one result per system, in the order given.
        metrics: the metrics, in the order asked for.
        preparations: how text became what each metric reads, such as `tok:13a|case:mixed`.
        inputs: what was scored; segments are explained from it.
    """

    systems: tuple[SystemResult, ...]
    metrics: tuple[Metric, ...]
    preparations: tuple[str, ...]
    inputs: ScoredInputs | None = None

    def __getitem__(self, key: str | Metric) -> Any:
        """A system's result by its name, or a metric's where there is one system."""
        by_name = {system.name: system for system in self.systems}
        if isinstance(key, str) and key in by_name:
            return by_name[key]
        if len(self.systems) == 1:
            return self.systems[0][key]
        hint = "A metric is found by system first: report[system][metric]"
        raise NotFoundError(key, f"there is no system {str(key)!r}", by_name, hint)

    def __iter__(self) -> Iterator[SystemResult]:
        return iter(self.systems)

    @property
    def results(self) -> Iterator[tuple[str, MetricResult]]:
        """All results, each with the name of its system."""
        return ((system.name, result) for system in self.systems for result in system)

    def explain(self, system: str, segment: int, *, trees: bool = False) -> Explanation:
        """What moved in a segment, counted from 1, how far, and what each move costs.

        Raises:
            NotFoundError: there is no such system.
            InputError: there is no such segment.
            OptionError: word order is that of the source, or the inputs were not kept.
        """
        from hyperbaton.explanation.explainer import Explainer, order_first

        inputs = self.inputs
        if inputs is None:
            raise OptionError("this report has no texts to explain")
        if system not in inputs.outputs:
            raise NotFoundError(system, f"there is no system {system!r}", inputs.outputs)
        explainer = Explainer(
            system,
            inputs.outputs[system],
            inputs.test_set,
            order_first(self.metrics),
            inputs.preparation,
            inputs.threads,
            trees=trees,
        )
        return explainer.explain(segment)

    def records(self, *, segments: bool = False) -> list[Record]:
        """One record per system and metric, or per system and segment."""
        if segments:
            header, *rows = self._segment_rows(str)
            return [dict(zip(header, row, strict=True)) for row in rows]
        return [
            {
                "system": name,
                "metric": str(result.metric),
                **{number: result.numbers.get(number) for number in NUMBERS},
                "reason": "; ".join(result.reasons) or None,
                "signature": result.signature,
            }
            for name, result in self.results
        ]

    def to_dict(self, *, segments: bool = True) -> Record:
        """Everything, ready for JSON; what is not defined is None."""
        systems = [
            {"name": system.name, "scores": [each.to_dict(segments=segments) for each in system]}
            for system in self
        ]
        return {"hyperbaton": __version__, "systems": systems}

    def table(self) -> Rows:
        """Systems by metrics."""
        header = ["system", *(metric.heading for metric in self.metrics)]
        return [header, *([s.name, *(result.cell for result in s)] for s in self.systems)]

    def products(self) -> Rows:
        """Scores as order × coverage, for metrics where they are that; no rows without any."""
        chosen = [k for k, result in enumerate(self.systems[0]) if result.parts]
        rows = [["system", *(self.metrics[k].heading for k in chosen)]]
        for system in self:
            rows.append([system.name, *(system.scores[k].product for k in chosen)])
        return rows if chosen else []

    def sorted_by(self, metric: str | Metric) -> ScoreReport:
        """The same report, the best system by a metric first.

        Raises:
            NotFoundError: the metric was not scored.
        """

        def place(system: SystemResult) -> tuple[bool, float]:
            result = system[metric]
            sign = -1.0 if result.metric.higher_is_better else 1.0
            return math.isnan(result.score), sign * result.score

        return replace(self, systems=tuple(sorted(self.systems, key=place)))

    def __repr__(self) -> str:
        return self.to_text(width=terminal_width())

    def __str__(self) -> str:
        return repr(self)

    def _repr_html_(self) -> str:
        products = self.products()
        return html(self.table(), "; ".join(self.notes())) + (
            html(products, PRODUCT) if products else ""
        )

    def to_text(
        self, *, segments: bool = False, signatures: bool = False, width: int | None = None
    ) -> str:
        """The table with notes below, and one more for segments.

        Args:
            segments: whether to add the scores of single segments.
            signatures: whether to write every signature in full, and not what they share once.
            width: columns of the terminal; wider tables are broken between metrics, and wider
                notes and signatures continue below.
        """
        together = [len(list(group)) for _, group in groupby(self.metrics, lambda m: m.computed_as)]
        parts = [aligned(self.table(), width, together)]
        products = self.products()
        if products:
            parts.append(f"{PRODUCT}\n{aligned(products, width)}")
        long = [result.signature for result in self.systems[0]]
        notes = [*self.notes(), *(long if signatures else [])]
        parts.append("\n".join(note if width is None else folded(note, width) for note in notes))
        if segments:
            header, *rows = self._segment_rows(lambda metric: metric.heading)
            cells = [
                [name, str(number), *(decimal(value, SEGMENT_DECIMALS) for value in values)]
                for name, number, *values in rows
            ]
            together = [1, *(len(result.segment_columns) for result in self.systems[0])]
            parts.append(aligned([header, *cells], width, together))
        return "\n\n".join(parts)

    def notes(self) -> list[str]:
        """What a reader must know: marks, how text was prepared, signatures in short."""
        notes = []
        if any(result.p_value is not None for _, result in self.results):
            first = next(s.name for s in self if all(result.p_value is None for result in s))
            notes.append(f"* differs from {first} with p < {SIGNIFICANT}: ▲ better, ▼ worse")
        where: dict[str, list[str]] = {}
        for name, result in self.results:
            for reason in result.reasons:
                where.setdefault(reason, []).append(f"{name} {result.metric.heading}")
        for reason, places in where.items():
            rest = f" and {len(places) - MOST_LISTED} more" if len(places) > MOST_LISTED else ""
            notes.append(f"{', '.join(places[:MOST_LISTED])}{rest}: {reason}")
        by_preparation: dict[str, list[str]] = {}
        for metric, preparation in zip(self.metrics, self.preparations, strict=True):
            by_preparation.setdefault(preparation, []).append(metric.heading)
        indent = "  " if len(by_preparation) > 1 else ""
        if indent:
            notes.append("text is prepared for each metric as follows:")
        for preparation, names in by_preparation.items():
            notes.append(f"{indent}{' '.join(names)}: {preparation.replace('|', ' ')}")
        last = self.systems[0].scores[-1].signature if self.metrics else ""
        shared = [p for p in last.split("|") if p.startswith(SHARED_PARTS)]
        return [*notes, " ".join(shared)]

    def to_tsv(self, *, segments: bool = False) -> str:
        """One row per system, or per system and segment; numbers in full precision.

        After each metric's score follow its parts, the ends of its interval, the difference to the
        first system and the p-value, as far as there are any.
        """
        if segments:
            header, *rows = self._segment_rows(str)
            return tab_separated([header, *([row[0], *map(repr, row[1:])] for row in rows)])
        columns = [
            (k, name)
            for k in range(len(self.metrics))
            for name in NUMBERS
            if any(name in system.scores[k].numbers for system in self)
        ]
        header = [f"{self.metrics[k]} {name}".removesuffix(" score") for k, name in columns]
        table = [["system", *header]]
        for system in self:
            numbers = [system.scores[k].numbers.get(name) for k, name in columns]
            table.append([system.name, *("" if n is None else repr(n) for n in numbers)])
        return tab_separated(table)

    def to_latex(self) -> str:
        """A booktabs table with the best score of each metric in bold.

        Scores have their intervals as ±, and p-values in parentheses.
        """
        best = [self._best(column) for column in range(len(self.metrics))]
        rows = [["system", *(latex_escaped(metric.heading) for metric in self.metrics)]]
        for system in self.systems:
            cells = [
                _latex_cell(result, best=result.score == top)
                for result, top in zip(system, best, strict=True)
            ]
            rows.append([latex_escaped(system.name), *cells])
        signatures = [f"% {result.signature}" for result in self.systems[0]]
        return "\n".join([latex(rows), *signatures])

    def _best(self, column: int) -> float:
        """The best score of a metric; NaN, which equals none, where no system has one."""
        scores = [system.scores[column].score for system in self.systems]
        defined = [score for score in scores if not math.isnan(score)]
        best = max if self.metrics[column].higher_is_better else min
        return best(defined, default=math.nan)

    def _segment_rows(self, name: Callable[[Metric], str]) -> list[list[Any]]:
        """Scores of segments, each followed by its parts and its weight if there are any."""
        rows: list[list[Any]] = [["system", "segment"]]
        for result in self.systems[0]:
            rows[0] += [f"{name(result.metric)} {c}".strip() for c in result.segment_columns]
        for system in self:
            columns = [c.tolist() for result in system for c in result.segment_columns.values()]
            for number, values in enumerate(zip(*columns, strict=True), start=1):
                rows.append([system.name, number, *values])
        return rows


def _p_value(value: float) -> str:
    if math.isnan(value):
        return "no test"
    return f"p={value:.3f}" if value >= SMALLEST_SHOWN else f"p<{SMALLEST_SHOWN}"


def _latex_cell(result: MetricResult, *, best: bool) -> str:
    text = rf"\textbf{{{result.rounded}}}" if best else result.rounded
    if result.interval is not None:
        text += rf" $\pm$ {decimal(result.interval.radius, result.metric.decimals)}"
    if result.p_value is not None:
        text += f" (${_p_value(result.p_value)}$)"
    return text

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
    html,
    latex,
    latex_escaped,
    tab_separated,
    terminal_width,
)
from hyperbaton.tables.tabular import Record, Tabular, or_none, pandas_frame, polars_frame

if TYPE_CHECKING:
    import pandas
    import polars

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
        return text if self.p_value is None else f"{text}{self._mark} {_p_value(self.p_value)}"

    @property
    def significant(self) -> bool:
        """Whether the difference to the first system is."""
        return self.p_value is not None and self.p_value < SIGNIFICANT

    @property
    def _mark(self) -> str:
        if not self.significant or self.difference is None:
            return "   "
        return "* ▲" if (self.difference > 0) == self.metric.higher_is_better else "* ▼"

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
        """Everything, as JSON has it; what is undefined is None, with the reasons."""
        record: Record = {
            "metric": str(self.metric),
            "signature": self.signature,
            "score": or_none(self.score),
        }
        if self.parts:
            record["parts"] = {name: or_none(value) for name, value in self.parts.items()}
        if self.interval is not None:
            record["confidence"] = {
                name: or_none(getattr(self.interval, name)) for name in ("low", "high", "mean")
            }
        if self.difference is not None and self.p_value is not None:
            record["difference"] = or_none(self.difference)
            record["p_value"] = or_none(self.p_value)
        if self.reasons:
            record["reasons"] = self.reasons
        if segments:
            record["segments"] = [or_none(value) for value in self.segments.tolist()]
            if self.parts:
                record["segment_parts"] = {
                    name: [or_none(value) for value in values.tolist()]
                    for name, values in self.segment_parts.items()
                }
            if self.weights is not None:
                record["weights"] = self.weights.tolist()
        return record


@dataclass(frozen=True, eq=False)
class SystemResult:
    """The scores of one system, by metric.

    Attributes:
        name: the system.
        scores: one result per metric, in the order asked for.
    """

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
        raise NotFoundError(metric, f"{metric} was not scored", self.metrics)

    def __iter__(self) -> Iterator[MetricResult]:
        return iter(self.scores)

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics, in the order asked for."""
        return tuple(result.metric for result in self.scores)

    def __repr__(self) -> str:
        return f"<{self.name}: {', '.join(map(str, self.scores))}>"


@dataclass(frozen=True, eq=False)
class ScoredInputs:
    """What was scored, and how.

    Attributes:
        outputs: the outputs of every system.
        test_set: the references.
        preparation: how text became evidence.
        threads: how many threads to use; all cores by default.
    """

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

    def __len__(self) -> int:
        return len(self.systems)

    def explain(self, system: str, segment: int, *, trees: bool = False) -> Explanation:
        """What moved in a segment, how far, and what each move costs.

        Args:
            system: the name of the system.
            segment: the number of the segment, from 1.
            trees: whether to add dependency trees.

        Raises:
            NotFoundError: there is no such system.
            InputError: there is no such segment.
            OptionError: word order is that of the source, or the inputs were not kept.
        """
        from hyperbaton.explanation.explainer import Explainer, order_first

        if self.inputs is None:
            raise OptionError("explanations need the texts, which these scores do not know")
        if system not in self.inputs.outputs:
            raise NotFoundError(system, f"there is no system {system!r}", self.inputs.outputs)
        inputs = self.inputs
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

    def records(self) -> list[Record]:
        """One record per system and metric."""
        return [
            {
                "system": system.name,
                "metric": str(result.metric),
                **{name: result.numbers.get(name) for name in NUMBERS},
                "reason": "; ".join(result.reasons) or None,
                "signature": result.signature,
            }
            for system in self
            for result in system
        ]

    def segment_records(self) -> list[Record]:
        """One record per system and segment, with a key for each metric."""
        header, *rows = self._segment_rows(float)
        return [dict(zip(header, row, strict=True)) for row in rows]

    def to_pandas(self, *, segments: bool = False) -> pandas.DataFrame:
        """A data frame with a row per system and metric, or per system and segment."""
        return pandas_frame(self.segment_records() if segments else self.records())

    def to_polars(self, *, segments: bool = False) -> polars.DataFrame:
        """A data frame with a row per system and metric, or per system and segment."""
        return polars_frame(self.segment_records() if segments else self.records())

    def to_dict(self, *, segments: bool = True) -> Record:
        """Everything, as JSON has it; what is not defined is None."""
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
            results = [system.scores[k] for k in chosen]
            rows.append([system.name, *map(_product, results)])
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
            width: columns of the terminal, into which tables are broken between metrics.
        """
        together = [len(list(group)) for _, group in groupby(self.metrics, _whole)]
        parts = [aligned(self.table(), width, together)]
        products = self.products()
        if products:
            parts.append(f"{PRODUCT}\n{aligned(products, width)}")
        long = [result.signature for result in self.systems[0]]
        parts.append("\n".join([*self.notes(), *(long if signatures else [])]))
        if segments:
            rows = self._segment_rows(
                lambda score: decimal(score, SEGMENT_DECIMALS), heading=lambda m: m.heading
            )
            together = [1, *(len(_segment_columns(result)) for result in self.systems[0])]
            parts.append(aligned(rows, width, together))
        return "\n\n".join(parts)

    def notes(self) -> list[str]:
        """What a reader must know: marks, how text was prepared, signatures in short."""
        notes = []
        if any(result.p_value is not None for system in self for result in system):
            first = next(s.name for s in self if all(result.p_value is None for result in s))
            notes.append(f"* differs from {first} with p < {SIGNIFICANT}: ▲ better, ▼ worse")
        notes += self._undefined_notes()
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

    def _undefined_notes(self) -> list[str]:
        """What is undefined, and why, by reason."""
        where: dict[str, list[str]] = {}
        for system in self:
            for result in system:
                for reason in result.reasons:
                    where.setdefault(reason, []).append(f"{system.name} {result.metric.heading}")
        listed = []
        for reason, places in where.items():
            rest = f" and {len(places) - MOST_LISTED} more" if len(places) > MOST_LISTED else ""
            listed.append(f"{', '.join(places[:MOST_LISTED])}{rest}: {reason}")
        return listed

    def to_tsv(self, *, segments: bool = False) -> str:
        """One row per system, or per system and segment; numbers in full precision.

        After each metric's score follow its parts, the ends of its interval, the difference to the
        first system and the p-value, as far as there are any.
        """
        if segments:
            return tab_separated(self._segment_rows(repr))
        names = [
            [name for name in NUMBERS if any(name in system.scores[k].numbers for system in self)]
            for k in range(len(self.metrics))
        ]
        rows = [["system"]]
        for metric, of_metric in zip(self.metrics, names, strict=True):
            rows[0] += [str(metric), *(f"{metric} {name}" for name in of_metric[1:])]
        for system in self:
            cells = (
                "" if (number := result.numbers.get(name)) is None else repr(number)
                for result, of_metric in zip(system, names, strict=True)
                for name in of_metric
            )
            rows.append([system.name, *cells])
        return tab_separated(rows)

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

    def _segment_rows(
        self, written: Callable[[float], Any], heading: Callable[[Metric], str] = str
    ) -> list[list[Any]]:
        """Scores of segments, each followed by its parts and its weight if there are any."""
        rows: list[list[Any]] = [["system", "segment"]]
        for result in self.systems[0]:
            name = heading(result.metric)
            rows[0] += [f"{name} {column}".strip() for column in _segment_columns(result)]
        for system in self:
            columns = [
                values.tolist() for result in system for values in _segment_columns(result).values()
            ]
            for number, values in enumerate(zip(*columns, strict=True), start=1):
                place: Any = number if written is float else str(number)
                rows.append([system.name, place, *map(written, values)])
        return rows


def _segment_columns(result: MetricResult) -> dict[str, Scores]:
    """The numbers of segments, by what is added to the metric's name in their heading."""
    weights = {} if result.weights is None else {"weight": result.weights}
    return {"": result.segments, **result.segment_parts, **weights}


def _whole(metric: Metric) -> Metric:
    return metric.computed_as


def _product(result: MetricResult) -> str:
    factors = (decimal(value, result.metric.decimals) for value in result.parts.values())
    return f"{' × '.join(factors)} = {result.rounded}"


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

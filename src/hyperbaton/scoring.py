"""Scoring text: systems against references, with any number of metrics.

What metrics have in common (words, word ids) is computed once per system, references once for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hyperbaton.alignment import Aligner
from hyperbaton.errors import InputError, OptionError
from hyperbaton.metrics import Metric, TextMetric, parse
from hyperbaton.metrics.base import Scores, Statistics
from hyperbaton.metrics.text_metric import by_segment
from hyperbaton.parsing import Parsing
from hyperbaton.progress import progress
from hyperbaton.resampling import (
    Interval,
    bootstrap,
    interval,
    paired_bootstrap,
    paired_randomization,
)
from hyperbaton.text.segments import Preprocessing, References, Segments
from hyperbaton.text.tokenizers import DEFAULT
from hyperbaton.threads import resolve_threads

DEFAULT_METRICS = ("hyperbaton", "bleu", "chrf", "ter", "invwer(max_words=100)", "kendall", "pef")
PAIRED_TESTS = ("bootstrap", "randomization")
DEFAULT_SAMPLES = {"bootstrap": 1000, "randomization": 10000}


@dataclass(frozen=True)
class MetricResult:
    """The score of one system with one metric.

    Attributes:
        metric: the metric.
        signature: everything that determines the score.
        score: the score of the whole test set.
        statistics: one row per segment, from which scores of any part can be computed.
        interval: the bootstrap's confidence interval, if asked for.
        p_value: of the difference to the first system, if asked for; None for that system itself.
    """

    metric: TextMetric
    signature: str
    score: float
    statistics: Statistics
    interval: Interval | None = None
    p_value: float | None = None

    @property
    def segments(self) -> Scores:
        """The scores of the single segments."""
        return self.metric.segment_scores(self.statistics)


@dataclass(frozen=True)
class SystemResult:
    """The scores of one system.

    Attributes:
        name: the system.
        scores: one result per metric, in the order asked for.
    """

    name: str
    scores: tuple[MetricResult, ...]

    def __getitem__(self, metric: str) -> MetricResult:
        """The result of a metric, by its metric string."""
        wanted = parse(metric)
        for result in self.scores:
            if result.metric == wanted:
                return result
        raise KeyError(metric)


@dataclass(frozen=True)
class ScoreReport:
    """The scores of all systems.

    Attributes:
        systems: one result per system, in the order given.
        metrics: the metrics, in the order asked for.
    """

    systems: tuple[SystemResult, ...]
    metrics: tuple[TextMetric, ...]

    def __getitem__(self, metric: str) -> MetricResult:
        """The result of a metric for the only system there is."""
        (system,) = self.systems
        return system[metric]


@dataclass(frozen=True)
class Resampling:
    """Which intervals and tests to compute.

    Attributes:
        confidence: whether to compute confidence intervals.
        paired: a test against the first system, "bootstrap" or "randomization".
        samples: how many resamples; 1000 for the bootstrap, 10000 for randomisation by default.
        seed: where random numbers start.
    """

    confidence: bool = False
    paired: str | None = None
    samples: int | None = None
    seed: int = 12345

    def __post_init__(self) -> None:
        if self.paired is not None and self.paired not in PAIRED_TESTS:
            raise OptionError(f"paired is {' or '.join(PAIRED_TESTS)}, got {self.paired!r}")
        if self.samples is not None and self.samples < 40:
            raise OptionError(f"samples: at least 40 are needed, got {self.samples}")

    def number(self, test: str) -> int:
        """How many resamples a test takes."""
        return self.samples or DEFAULT_SAMPLES[test]

    @property
    def signature(self) -> str:
        """What a signature says about it, with a bar in front; nothing where nothing is asked."""
        parts = []
        if self.confidence:
            parts.append(f"|bs:{self.number('bootstrap')}")
        if self.paired is not None:
            parts.append(f"|paired:{self.paired}:{self.number(self.paired)}")
        return "".join(parts) + (f"|seed:{self.seed}" if parts else "")


def score(
    hypotheses: Sequence[str] | Mapping[str, Sequence[str]],
    references: Sequence[Sequence[str | None]],
    metrics: Sequence[str | Metric] = DEFAULT_METRICS,
    *,
    tokenize: str = DEFAULT,
    lowercase: bool = False,
    join_subwords: str | None = None,
    aligner: Aligner | None = None,
    parsing: Parsing | None = None,
    resampling: Resampling | None = None,
    threads: int | None = None,
) -> ScoreReport:
    """Scores one system or several against references.

        >>> report = score(["in the lobby at noon"], [["at noon in the lobby"]], ["wer", "invwer"])
        >>> report["wer"].score, report["invwer"].score
        (0.8, 0.2)

    Args:
        hypotheses: one text per segment, or a mapping from system names to such lists.
        references: a list of reference streams, each with one text per segment, None where a
            segment has none; one reference per segment is `[references]`.
        metrics: metric strings or metrics.
        tokenize: the tokenizer; see `hyperbaton.text.tokenizers`.
        lowercase: whether to ignore case.
        join_subwords: "bpe" or "sentencepiece" for text in pieces.
        aligner: how words are aligned, for metrics of word order.
        parsing: how text is parsed, for metrics of trees.
        resampling: intervals and tests to compute.
        threads: how many threads to use; all cores by default.

    Raises:
        InputError: numbers of texts do not match, or references have another shape.
        MetricError: a metric string is wrong.
        OptionError: a metric does not score text, or an option is not accepted.
    """
    systems = hypotheses if isinstance(hypotheses, Mapping) else {"system": hypotheses}
    if not systems:
        raise InputError("hypotheses: expected at least one system")
    chosen = text_metrics(metrics)
    first = next(iter(systems.values()))
    prepared = References(
        by_segment(references, len(first)),
        Preprocessing(tokenize, lowercase, join_subwords),
        [aligner or Aligner(), parsing or Parsing()],
    )
    return score_systems(systems, prepared, chosen, resampling or Resampling(), threads)


def score_systems(
    systems: Mapping[str, Sequence[str]],
    references: References,
    metrics: Sequence[TextMetric],
    resampling: Resampling,
    threads: int | None = None,
    settings: Mapping[str, Sequence[object]] | None = None,
) -> ScoreReport:
    """Scores systems against prepared references.

    Settings belong to single systems, by name: what was read for its hypotheses beside their text,
    such as alignments with the source.
    """
    used = resolve_threads(threads)
    statistics: list[list[Statistics]] = []
    for name, texts in progress(systems.items(), "scoring", "systems", len(systems)):
        try:
            segments = Segments(texts, references, (settings or {}).get(name, ()))
            statistics.append([metric.statistics(segments, threads=used) for metric in metrics])
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
    scored = _resampled(metrics, statistics, resampling)
    signature = resampling.signature
    results = tuple(
        SystemResult(
            name,
            tuple(
                MetricResult(
                    metric,
                    metric.text_signature(references) + signature,
                    _corpus_score(metric, rows),
                    rows,
                    *resampled,
                )
                for metric, rows, resampled in zip(metrics, per_metric, extra, strict=True)
            ),
        )
        for name, per_metric, extra in zip(systems, statistics, scored, strict=True)
    )
    return ScoreReport(results, tuple(metrics))


def text_metrics(metrics: Sequence[str | Metric]) -> tuple[TextMetric, ...]:
    """Metrics that score text, each followed by those it is made of, as far as it reports them."""
    chosen = [text_metric(metric) for metric in metrics]
    return tuple(part for metric in chosen for part in (metric, *metric.parts))


def text_metric(metric: str | Metric) -> TextMetric:
    """A metric that scores text, from a metric string or as it is."""
    parsed = parse(metric) if isinstance(metric, str) else metric
    if not isinstance(parsed, TextMetric):
        raise OptionError(f"{parsed}: does not score text")
    return parsed


def _corpus_score(metric: TextMetric, statistics: Statistics) -> float:
    return float(metric.scores(statistics.sum(axis=0, keepdims=True))[0])


def _resampled(
    metrics: Sequence[TextMetric], statistics: list[list[Statistics]], resampling: Resampling
) -> list[list[tuple[Interval | None, float | None]]]:
    """Interval and p-value of every system and metric, where asked for."""
    results: list[list[tuple[Interval | None, float | None]]] = [
        [(None, None) for _ in metrics] for _ in statistics
    ]
    if not statistics[0] or len(statistics[0][0]) == 0:
        return results
    by_bootstrap = resampling.confidence or resampling.paired == "bootstrap"
    for column, metric in enumerate(metrics):
        rows = [per_metric[column] for per_metric in statistics]
        drawn = (
            bootstrap([(metric, r) for r in rows], resampling.number("bootstrap"), resampling.seed)
            if by_bootstrap
            else []
        )
        for k in range(len(rows)):
            bounds = interval(drawn[k]) if resampling.confidence else None
            results[k][column] = bounds, _p_value(metric, rows, drawn, k, resampling)
    return results


def _p_value(
    metric: TextMetric,
    rows: list[Statistics],
    drawn: list[Scores],
    system: int,
    resampling: Resampling,
) -> float | None:
    if resampling.paired is None or system == 0:
        return None
    if resampling.paired == "bootstrap":
        difference = _corpus_score(metric, rows[system]) - _corpus_score(metric, rows[0])
        return paired_bootstrap(drawn[0], drawn[system], difference)
    samples = resampling.number("randomization")
    return paired_randomization(metric, rows[0], rows[system], samples, resampling.seed)

"""Scoring text: systems against references, with any number of metrics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Unpack

from hyperbaton.checks import RESAMPLES, SEED, as_choice, check_fields
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Choices, Evidence, Output, Preparation, TestSet
from hyperbaton.evidence.preparation import preparation_of_given
from hyperbaton.evidence.texts import as_outputs, as_test_set
from hyperbaton.metrics import Metric, text_metrics
from hyperbaton.metrics.base import Statistics
from hyperbaton.resources import progress
from hyperbaton.scoring.resampling import (
    bootstrap,
    interval,
    paired_bootstrap,
    paired_randomization,
)
from hyperbaton.scoring.results import MetricResult, ScoredInputs, ScoreReport, SystemResult

DEFAULT_METRICS = ("hyperbaton", "bleu", "chrf", "ter", "invwer(max_words=100)", "kendall", "pef")
PAIRED_TESTS = ("bootstrap", "randomization")
DEFAULT_SAMPLES = {"bootstrap": 1000, "randomization": 10000}


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
        if self.paired is not None:
            as_choice(self.paired, PAIRED_TESTS, "paired")
        check_fields(self, samples=RESAMPLES, seed=SEED)

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


def statistics_of(evidence: Evidence, metrics: Sequence[Metric]) -> list[Statistics]:
    """Returns one row per segment for each metric; what metrics share is computed once.

    Raises:
        InputError: a metric cannot score the evidence; names the metric.
    """
    found: dict[Metric, Statistics] = {}
    for metric in dict.fromkeys(metric.computed_as for metric in metrics):
        try:
            found[metric] = metric.statistics(evidence)
        except InputError as error:
            reason = f"{metric}: {error.reason}"
            raise InputError(reason, index=error.index, what=error.what) from None
    return [found[metric.computed_as] for metric in metrics]


def score(
    hypotheses: Sequence[str] | Output | Mapping[str, Sequence[str] | Output],
    references: Sequence[Sequence[str | None]] | TestSet,
    metrics: str | Metric | Sequence[str | Metric] = DEFAULT_METRICS,
    *,
    resampling: Resampling | None = None,
    threads: int | None = None,
    **choices: Unpack[Choices],
) -> ScoreReport:
    """Scores one system or several against references.

        >>> report = score(["in the lobby at noon"], [["at noon in the lobby"]], ["wer", "invwer"])
        >>> report["wer"].score, float(report["invwer"])
        (0.8, 0.2)

    Args:
        hypotheses: one text per segment, or a mapping from system names to such lists. An `Output`
            in place of a list adds what was read beside it: links, links with the source, trees.
        references: a list of reference streams, each with one text per segment, None where a
            segment has none; one reference per segment is `[references]`. A `TestSet` in its place
            adds the source, links of source and references, trees, and the language.
        metrics: metric strings or metrics, one or several.
        resampling: intervals and tests to compute.
        threads: how many threads to use; all cores by default.
        choices: how text is prepared, as options of `Preparation`: `tokenize`, `lowercase`,
            `join_subwords`, `language`, `aligner`, `parser`; each metric's own by default.

    Raises:
        InputError: numbers of texts do not match, or something is of another shape.
        NotationError: a metric string is wrong.
        OptionError: a metric does not score text, or an option is not accepted.
    """
    preparation = Preparation.of(**choices)
    outputs = as_outputs(hypotheses)
    chosen = text_metrics(metrics)
    test_set = as_test_set(references, preparation.language)
    for output in outputs.values():
        for given, option in (("links", "aligner"), ("trees", "parser")):
            if getattr(output, given) is not None and choices.get(option) is not None:
                raise OptionError(
                    f"{option}: {given} are given in its place; leave one of them out"
                )
    used = preparation_of_given(preparation, test_set, outputs)
    return score_outputs(outputs, test_set, chosen, used, resampling or Resampling(), threads)


def score_outputs(
    outputs: Mapping[str, Output],
    test_set: TestSet,
    metrics: Sequence[Metric],
    preparation: Preparation,
    resampling: Resampling,
    threads: int | None = None,
) -> ScoreReport:
    """Scores outputs against the references of a test set; an `InputError` names the system."""
    preparation = preparation.in_language(test_set.language)
    preparations = [metric.prepared(preparation) for metric in metrics]
    statistics: list[list[Statistics]] = []
    for name, output in progress(outputs.items(), "scoring", "systems", len(outputs)):
        try:
            evidence = Evidence(test_set, output, preparation, threads)
            statistics.append(statistics_of(evidence, metrics))
        except InputError as error:
            raise error.at(system=name) from None
    inputs = ScoredInputs(dict(outputs), test_set, preparation, threads)
    named = dict(zip(outputs, statistics, strict=True))
    count = test_set.reference_count
    return report_of(named, metrics, preparations, count, resampling, inputs)


def report_of(
    statistics: Mapping[str, Sequence[Statistics]],
    metrics: Sequence[Metric],
    preparations: Sequence[str],
    references: str,
    resampling: Resampling,
    inputs: ScoredInputs | None = None,
) -> ScoreReport:
    """The report of systems whose segments have been scored by every metric.

    `preparations` and `references`, how many a segment has, are for signatures.
    """
    by_metric = [
        _results(
            metric,
            [of_system[k] for of_system in statistics.values()],
            metric.signature_after(preparation, references) + resampling.signature,
            resampling,
        )
        for k, (metric, preparation) in enumerate(zip(metrics, preparations, strict=True))
    ]
    systems = tuple(
        SystemResult(name, tuple(results[k] for results in by_metric))
        for k, name in enumerate(statistics)
    )
    return ScoreReport(systems, tuple(metrics), tuple(preparations), inputs)


def _results(
    metric: Metric, rows: list[Statistics], signature: str, resampling: Resampling
) -> list[MetricResult]:
    """The results of all systems with one metric, with intervals and p-values if asked for."""
    asked = resampling if len(rows[0]) else Resampling()
    seed, drawn = asked.seed, []
    if asked.confidence or asked.paired == "bootstrap":
        drawn = bootstrap([(metric, each) for each in rows], asked.number("bootstrap"), seed)
    scores = [float(metric.scores(each.sum(axis=0, keepdims=True))[0]) for each in rows]
    found = []
    for k, (score, each) in enumerate(zip(scores, rows, strict=True)):
        bounds = interval(drawn[k]) if asked.confidence else None
        difference = p_value = None
        if k > 0 and asked.paired is not None:
            difference = score - scores[0]
        if k > 0 and asked.paired == "bootstrap":
            p_value = paired_bootstrap(drawn[0], drawn[k], score - scores[0])
        elif k > 0 and asked.paired == "randomization":
            samples = asked.number("randomization")
            p_value = paired_randomization(metric.scores, rows[0], each, samples, seed)
        found.append(MetricResult(metric, signature, score, each, bounds, difference, p_value))
    return found

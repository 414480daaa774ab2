"""Metrics of text: a hypothesis against one or more references.

A text metric computes one row of statistics per segment; rows add up over segments, and
`Metric.scores` turns any row into a score. It also has the surface of a sacreBLEU metric.
"""

from __future__ import annotations

import json
import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from hyperbaton import __version__
from hyperbaton.checks import as_text, as_texts
from hyperbaton.errors import OptionError
from hyperbaton.evidence import Context, Evidence, Output, TestSet
from hyperbaton.evidence.context import context_of_given
from hyperbaton.evidence.output import as_output
from hyperbaton.evidence.test_set import as_test_set
from hyperbaton.metrics.base import Metric, Scores, Statistics
from hyperbaton.metrics.bounds import ScoreBounds
from hyperbaton.tables.layout import decimal
from hyperbaton.text.preprocessing import Preprocessing

MOST_DECIMALS = 100


@dataclass(frozen=True)
class TextScore:
    """A score as sacreBLEU's metrics return it; `float(score)` is the number.

    Attributes:
        name: the metric.
        score: the score.
        signature: everything that determines it.
        evidence: what is behind the score of a single segment, where there is more to say.
        decimals: how many places are worth showing.
    """

    name: str
    score: float
    signature: str
    evidence: Mapping[str, Any] = field(default_factory=dict)
    decimals: int = 4

    def __post_init__(self) -> None:
        if not 0 <= self.decimals <= MOST_DECIMALS:
            raise OptionError(f"decimals: 0 to {MOST_DECIMALS} are accepted, got {self.decimals}")

    def __float__(self) -> float:
        return self.score

    def __str__(self) -> str:
        return f"{self.name} = {decimal(self.score, self.decimals)}"

    def __format__(self, spec: str) -> str:
        return format(self.score, spec) if spec else str(self)

    def to_dict(self) -> dict[str, Any]:
        """Everything, as JSON has it; a score that is not defined is None."""
        score = self.score if math.isfinite(self.score) else None
        return {**vars(self), "score": score, "evidence": dict(self.evidence)}

    def to_json(self, *, indent: int | None = None) -> str:
        """The same as a JSON document."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent, allow_nan=False)

    def to_text(self) -> str:
        """The score and what is behind it, for people to read: a line for each thing.

        Words stand with their counterparts and the credit they get for them, the more important
        ones first.
        """
        lines = [str(self)]
        for name, value in self.evidence.items():
            if isinstance(value, list) and all(isinstance(word, Mapping) for word in value):
                by_weight = sorted(value, key=lambda word: -word["weight"])
                lines.append(f"  {name.replace('_', ' ')}: {', '.join(map(_credited, by_weight))}")
            else:
                shown = decimal(value, 4) if isinstance(value, float) else value
                lines.append(f"  {name}: {shown}")
        return "\n".join(lines)


def _credited(word: Mapping[str, Any]) -> str:
    if word["counterpart"] is None:
        return f"{word['word']} (nothing)"
    if word["counterpart"] == word["word"]:
        return f"{word['word']} (same)"
    return f"{word['word']} ({word['counterpart']} {word['credit']:.2f})"


@dataclass(frozen=True)
class TextMetric(Metric):
    """A metric of hypotheses against references.

    Class attributes:
        preparation: what is done to text unless the user chooses; what its community does.
        reads_other_segments: whether the statistics of a segment depend on the references of
            others.
    """

    preparation: ClassVar[Preprocessing] = Preprocessing()
    reads_other_segments: ClassVar[bool] = False

    @property
    def parts(self) -> tuple[TextMetric, ...]:
        """Metrics that are reported beside this one, because it is made of them."""
        return ()

    @property
    def computed_as(self) -> TextMetric:
        """The metric whose statistics this one scores: itself, or that of which it is a part."""
        return self

    def adapted(self, context: Context) -> Context:
        """The context in which this metric scores: its own choices where the user made none."""
        return context.prepared_as(self.preparation)

    def statistics(self, evidence: Evidence) -> Statistics:
        """One row per segment; the columns are named by `statistic_names`."""
        if len(evidence) == 0:
            return np.zeros((0, len(self.statistic_names)))
        return self._statistics(self.read(evidence))

    def read(self, evidence: Evidence) -> Evidence:
        """The evidence in the metric's context."""
        return evidence.under(self.adapted(evidence.context))

    @abstractmethod
    def _statistics(self, evidence: Evidence) -> Statistics:
        """One row per segment, for at least one segment."""

    def bounds(self, evidence: Evidence) -> ScoreBounds | None:
        """Bounds of the scores of single segments, if the metric has cheap ones."""
        return None

    @property
    def exchangeable(self) -> bool:
        """Whether the score of a hypothesis and a reference also tells that of both exchanged."""
        return False

    def scores_both_ways(self, evidence: Evidence) -> tuple[Scores, Scores]:
        """The scores of single segments, and those with hypothesis and reference exchanged.

        Args:
            evidence: segments with one reference each.

        Raises:
            OptionError: the metric is not `exchangeable`.
        """
        raise OptionError(f"{self}: has to be computed for hypothesis and reference exchanged")

    def text_signature(self, test_set: TestSet, context: Context) -> str:
        """The signature with how text became evidence and how many references there were."""
        prepared = self.adapted(context).signature(self.needs)
        return self.signature_after(prepared, test_set.reference_count)

    def signature_after(self, preparation: str, references: str) -> str:
        """The signature for text that was prepared in a way.

        Args:
            preparation: how text became evidence, such as `tok:13a|case:mixed`.
            references: how many references a segment has; `var` where it varies.
        """
        written = self.written(explicit=True)
        return f"{written}|{preparation}|refs:{references}|hyperbaton:{__version__}"

    def corpus_score(
        self,
        hypotheses: Sequence[str] | Output,
        references: Sequence[Sequence[str | None]] | TestSet,
        *,
        context: Context | None = None,
        **choices: Any,
    ) -> TextScore:
        """The score of a test set, called as sacreBLEU's metrics are.

        Args:
            hypotheses: one text per segment.
            references: one or more streams, each with one text per segment; None where a segment
                has no reference in a stream.
            context: how text becomes evidence.
            choices: instead of a context, what `Context.of` takes: `tokenize`, `lowercase`,
                `aligner`, `parser`.
        """
        evidence = self._evidence_of(hypotheses, references, context, choices)
        statistics = self.statistics(evidence)
        score = float(self.scores(statistics.sum(axis=0, keepdims=True))[0])
        return self._text_score(evidence, score, {})

    def sentence_score(
        self,
        hypothesis: str,
        references: Sequence[str],
        *,
        context: Context | None = None,
        **choices: Any,
    ) -> TextScore:
        """The score of one segment, called as sacreBLEU's metrics are."""
        listed = as_texts(references, "references")
        streams = [[reference] for reference in listed]
        text = as_text(hypothesis, "hypothesis")
        evidence = self._evidence_of([text], streams, context, choices)
        score = float(self.segment_scores(self.statistics(evidence))[0])
        return self._text_score(evidence, score, self.text_evidence(self.read(evidence)))

    def _evidence_of(
        self, hypotheses: Any, references: Any, context: Context | None, choices: dict[str, Any]
    ) -> Evidence:
        output = as_output(hypotheses)
        test_set = as_test_set(references, len(output))
        chosen = context_of_given(_context(context, choices), test_set, {"": output})
        return Evidence(test_set, output, chosen.in_language(test_set.language or chosen.language))

    def _text_score(self, evidence: Evidence, score: float, counts: Mapping[str, Any]) -> TextScore:
        signature = self.text_signature(evidence.test_set, evidence.context)
        return TextScore(str(self), score, signature, counts, self.decimals)

    def text_evidence(self, evidence: Evidence) -> Mapping[str, Any]:
        """The counts behind the score of the one segment in the evidence."""
        return {}

    def get_signature(self) -> str:
        """The signature, under the name that sacreBLEU gives it."""
        return self.signature


CHOICES = ("tokenize", "lowercase", "join_subwords", "aligner", "parser", "language")


def _context(context: Context | None, choices: Mapping[str, Any]) -> Context:
    """The context given, or one of the choices made in its place."""
    for name in choices:
        if name not in CHOICES:
            accepted = ", ".join(CHOICES)
            raise OptionError(f"there is no option {name!r}; there are {accepted}, or context")
        if context is not None:
            raise OptionError(f"{name}: is part of the context; give one or the other")
    if context is None:
        return Context.of(**choices)
    return context

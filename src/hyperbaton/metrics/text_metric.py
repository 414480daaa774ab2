"""Metrics of text: a hypothesis against one or more references.

A text metric computes one row of statistics per segment; rows add up over segments, and
`Metric.scores` turns any row into a score. It also has the surface of a sacreBLEU metric.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from hyperbaton.errors import InputError
from hyperbaton.metrics.base import Metric, Need, Statistics
from hyperbaton.metrics.compared_trees import tree_signature
from hyperbaton.metrics.word_order import order_signature
from hyperbaton.text.segments import Preprocessing, References, Segments
from hyperbaton.threads import resolve_threads


@dataclass(frozen=True)
class TextScore:
    """A score as sacreBLEU's metrics return it.

    Attributes:
        name: the metric.
        score: the score.
        signature: everything that determines it.
        evidence: the counts behind the score of a single segment, where the metric has any.
    """

    name: str
    score: float
    signature: str
    evidence: Mapping[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.name} = {self.score:.4f}"


@dataclass(frozen=True)
class TextMetric(Metric):
    """A metric of hypotheses against references."""

    @property
    def parts(self) -> tuple[TextMetric, ...]:
        """Metrics that are reported beside this one, because it is made of them."""
        return ()

    def statistics(self, segments: Segments, *, threads: int | None = None) -> Statistics:
        """One row per segment; the columns are named by `statistic_names`."""
        if len(segments) == 0:
            return np.zeros((0, len(self.statistic_names)))
        return self._statistics(segments, resolve_threads(threads))

    @abstractmethod
    def _statistics(self, segments: Segments, threads: int) -> Statistics:
        """One row per segment, for at least one segment."""

    def corpus_score(
        self,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str | None]],
        *,
        preprocessing: Preprocessing | None = None,
        settings: Iterable[object] = (),
    ) -> TextScore:
        """The score of a test set, called as sacreBLEU's metrics are.

        Args:
            hypotheses: one text per segment.
            references: one or more streams, each with one text per segment; None where a segment
                has no reference in a stream.
            preprocessing: how text is prepared; split by the tokenizer `unicode` by default.
            settings: an `Aligner`, a `Parsing`, for metrics that need them.
        """
        texts = by_segment(references, len(hypotheses))
        prepared = References(texts, preprocessing, settings)
        statistics = self.statistics(Segments(hypotheses, prepared))
        score = float(self.scores(statistics.sum(axis=0, keepdims=True))[0])
        return TextScore(str(self), score, self.text_signature(prepared))

    def sentence_score(
        self,
        hypothesis: str,
        references: Sequence[str],
        *,
        preprocessing: Preprocessing | None = None,
        settings: Iterable[object] = (),
    ) -> TextScore:
        """The score of one segment, called as sacreBLEU's metrics are."""
        if isinstance(references, str):
            raise InputError("references: expected a list of texts, got one text; put it in a list")
        prepared = References([references], preprocessing, settings)
        segment = Segments([hypothesis], prepared)
        score = float(self.segment_scores(self.statistics(segment))[0])
        return TextScore(
            str(self), score, self.text_signature(prepared), self.text_evidence(segment)
        )

    def text_evidence(self, segment: Segments) -> Mapping[str, float]:
        """The counts behind the score of the one segment given."""
        return {}

    def get_signature(self) -> str:
        """The signature, under the name that sacreBLEU gives it."""
        return self.signature

    def text_signature(self, references: References) -> str:
        """The signature with what was done to the text and how many references there were."""
        written, version = self.signature.split("|")
        preparation = [references.preprocessing.signature]
        if not self.needs.isdisjoint({Need.ALIGNMENT, Need.PERMUTATION}):
            preparation.append(order_signature(references))
        if Need.TREES in self.needs:
            preparation += [tree_signature(references), "roots:joined"]
        return "|".join([written, *preparation, f"refs:{references.number}", version])


def by_segment(streams: Sequence[Sequence[str | None]], segments: int) -> list[list[str]]:
    """Turns streams of references into the references of each segment.

    Raises:
        InputError: the shape is not a list of streams with one text per segment each.
    """
    if isinstance(streams, str) or any(isinstance(stream, str) for stream in streams):
        raise InputError(
            "references: expected a list of streams, each with one text per segment, got texts; "
            "for one reference per segment write [references]"
        )
    if not streams:
        raise InputError("references: expected at least one stream")
    for number, stream in enumerate(streams, start=1):
        if len(stream) != segments:
            raise InputError(
                f"references: stream {number} has {len(stream)} texts for {segments} hypotheses; "
                "expected a list of streams, each with one text per segment"
            )
    grouped = [[text for text in group if text is not None] for group in zip(*streams, strict=True)]
    for number, group in enumerate(grouped, start=1):
        if not group:
            raise InputError(f"references: segment {number} has none; at least one is needed")
    return grouped

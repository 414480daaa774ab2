"""What a metric is: a frozen value whose fields are its parameters, and which scores text.

It computes one row of statistics per segment; rows add up over segments, and `scores` turns any
row into a score. Intervals, tests and merging follow from these two. The simplest metric
compares a hypothesis with each reference alone: it writes `_reference_scores`, a segment scores as
against its best reference, and a test set is the mean of its segments. Contract tests hold every
registered metric to what it declares.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias, Unpack

import numpy as np
from numpy.typing import NDArray

from hyperbaton import __version__
from hyperbaton.checks import as_texts
from hyperbaton.errors import OptionError
from hyperbaton.evidence import Choices, Evidence, Need, Output, Preparation, TestSet
from hyperbaton.evidence.preparation import preparation_of_given
from hyperbaton.evidence.texts import as_output, as_test_set
from hyperbaton.tables.layout import decimal
from hyperbaton.values import Parametric, parameter_facts

Scores: TypeAlias = NDArray[np.float64]
ScoreList: TypeAlias = NDArray[np.float64]
ScoreTable: TypeAlias = NDArray[np.float64]
Statistics: TypeAlias = NDArray[np.float64]  # a row per segment

# Of the C library, as in sacreBLEU: the last digit of NumPy's depends on the processor.
exp = np.vectorize(math.exp, otypes=[np.float64])
log = np.vectorize(math.log, otypes=[np.float64])


@dataclass(frozen=True)
class TextScore:
    """A score as sacreBLEU's metrics return it, and what is behind it; `float(score)` works."""

    name: str
    score: float
    signature: str
    evidence: Mapping[str, Any] = field(default_factory=dict)
    decimals: int = 4

    def __float__(self) -> float:
        return self.score

    def __str__(self) -> str:
        return f"{self.name} = {decimal(self.score, self.decimals)}"

    def __repr__(self) -> str:
        return f"<{self}>"


@dataclass(frozen=True)
class Metric(Parametric):
    """A metric of hypotheses against references; see the module's text.

    Class attributes:
        formula: the definition, in plain text.
        citations: the publications that define it.
        decimals: how many places are worth showing in a table.
        preparation: what its community does to text, unless the user chooses.
        reads_other_segments: whether a segment's statistics depend on references of others.
        needs: what it is computed from; it can read nothing else.
        columns: how many numbers a segment's statistics have; they add up over segments.
        range: the lowest and the highest score there can be.
        higher_is_better: the direction of the score.
    """

    kind = "metric"
    known_elsewhere_as = {  # noqa: RUF012
        name: f"text is prepared for a whole run: pass {option}=… to score, corpus_score or "
        f"sentence_score, or --{option} on the command line"
        for option, written in {
            "tokenize": ("tokenize", "tok"),
            "lowercase": ("lowercase", "lc"),
            "language": ("language", "lang"),
        }.items()
        for name in written
    }

    formula: ClassVar[str]
    citations: ClassVar[tuple[str, ...]] = ()
    decimals: ClassVar[int] = 4
    preparation: ClassVar[Preparation] = Preparation()
    reads_other_segments: ClassVar[bool] = False

    @property
    def needs(self) -> frozenset[Need]:
        return frozenset({Need.TOKENS})

    @property
    def columns(self) -> int:
        return 2

    @property
    def range(self) -> tuple[float, float]:
        return 0.0, 1.0

    @property
    def higher_is_better(self) -> bool:
        return True

    @property
    def heading(self) -> str:
        """What a column of its scores is headed."""
        return str(self)

    @property
    def parts(self) -> tuple[Metric, ...]:
        """Metrics that are reported with this one, because it is made of them."""
        return ()

    @property
    def computed_as(self) -> Metric:
        """The metric whose statistics this one scores: itself, or the whole that it is part of."""
        return self

    def adapted(self, preparation: Preparation) -> Preparation:
        """The preparation in which this metric scores: its own choices where the user made none."""
        return preparation.prepared_as(self.preparation)

    def prepared(self, preparation: Preparation) -> str:
        """How text becomes what this metric reads, like `tok:13a|case:mixed`, for signatures."""
        return self.adapted(preparation).signature(self.needs)

    def read(self, evidence: Evidence) -> Evidence:
        """The evidence in the metric's preparation."""
        return evidence.under(self.adapted(evidence.preparation))

    def statistics(self, evidence: Evidence) -> Statistics:
        """One row per segment.

        A segment that is blank on both sides adds nothing: its score is undefined, and identical
        files score the best there is.
        """
        if len(evidence) == 0:
            return np.zeros((0, self.columns))
        rows = self._statistics(self.read(evidence))
        return np.where(evidence.blank[:, np.newaxis], 0.0, rows)

    def _statistics(self, evidence: Evidence) -> Statistics:
        """One row per segment, for at least one: the best score and 1, or zeros if undefined."""
        by_reference = self._reference_scores(evidence)
        best = np.fmax.reduceat(by_reference, evidence.groups[:-1])
        defined = ~np.isnan(best)
        return np.column_stack([np.where(defined, best, 0.0), defined])

    def _reference_scores(self, evidence: Evidence) -> Scores:
        """The scores against each reference, in order; NaN where not defined."""
        raise NotImplementedError(f"{self.name} has neither _reference_scores nor _statistics")

    def scores(self, statistics: Statistics) -> Scores:
        """The scores of rows, each of one segment or the sum of many; NaN for a row of zeros."""
        return divide(statistics[:, 0], statistics[:, 1])

    def factors(self, statistics: Statistics) -> Mapping[str, Scores]:
        """What the score of each row is the product of, by name, if it is a product.

        A metric of permutations has two: `order`, how far the aligned words are in order, and
        `coverage`, how much of the reference is aligned. The order of a test set is the mean of
        its segments weighted by coverage, so that order × coverage = score there, too; NaN where
        nothing is aligned.
        """
        return {}

    def details(self, statistics: Statistics) -> Mapping[str, Any]:
        """What is behind the score of one row of statistics, by name."""
        return {name: float(values[0]) for name, values in self.factors(statistics).items()}

    def segment_scores(self, statistics: Statistics) -> Scores:
        """The scores of single segments, for metrics that smooth them in a way of their own."""
        return self.scores(statistics)

    def segment_weights(self, statistics: Statistics) -> Scores | None:
        """How much each segment counts in a mean of scores; None where all count alike."""
        return None

    def bounds(self, evidence: Evidence) -> tuple[Scores, Scores] | None:
        """What segments score at least and at most, if cheap to tell; includes rounding.

        `hyperbaton.mbr` need not score what cannot win.
        """
        return None

    @property
    def signature(self) -> str:
        """Everything about the metric that determines a score: all parameters and the version."""
        return f"{self.written(explicit=True)}|hyperbaton:{__version__}"

    def text_signature(self, test_set: TestSet, preparation: Preparation) -> str:
        """The signature with how text became evidence and how many references there were."""
        return self.signature_after(self.prepared(preparation), test_set.reference_count)

    def signature_after(self, preparation: str, references: str) -> str:
        """The signature with what `prepared` returns, and the number of references or `var`."""
        written = self.written(explicit=True)
        return f"{written}|{preparation}|refs:{references}|hyperbaton:{__version__}"

    def facts(self) -> list[tuple[str, str]]:
        """What `hyperbaton metrics NAME` says, as pairs of a name and a text."""
        low, high = self.range
        better = "higher" if self.higher_is_better else "lower"
        return [
            ("formula", self.formula),
            ("range", f"{low:g} to {high:g}, {better} is better"),
            ("needs", ", ".join(sorted(need.value for need in self.needs))),
            ("text", ", ".join(self.preparation.text_parts()) + " unless you choose"),
            *parameter_facts(type(self)),
            *(("cite", citation) for citation in self.citations),
            ("signature", self.signature),
        ]

    def corpus_score(
        self,
        hypotheses: Sequence[str] | Output,
        references: Sequence[Sequence[str | None]] | TestSet,
        *,
        preparation: Preparation | None = None,
        **choices: Unpack[Choices],
    ) -> TextScore:
        """The score of a test set, called as sacreBLEU's metrics are.

        Args:
            hypotheses: one text per segment.
            references: streams of one text, or None, per segment.
            preparation: how text becomes evidence.
            choices: instead of a preparation, its options: `tokenize`, `lowercase`, `aligner` …
        """
        evidence = _evidence_of(hypotheses, references, preparation, choices)
        return self._text_score(evidence, self.scores)

    def sentence_score(
        self,
        hypothesis: str,
        references: Sequence[str],
        *,
        preparation: Preparation | None = None,
        **choices: Unpack[Choices],
    ) -> TextScore:
        """The score of one segment, called as sacreBLEU's metrics are."""
        streams = [[reference] for reference in as_texts(references, "references")]
        evidence = _evidence_of(as_texts([hypothesis], "hypothesis"), streams, preparation, choices)
        return self._text_score(evidence, self.segment_scores)

    def __call__(
        self,
        hypotheses: str | Sequence[str],
        references: str | Sequence[str | Sequence[str | None]],
        **choices: Unpack[Choices],
    ) -> TextScore:
        """The score of a test set, or of one text, whichever way references are written.

        >>> from hyperbaton import metrics
        >>> metrics.BLEU()("He has the book read.", "He has read the book.")
        <bleu = 25.41>
        """
        if isinstance(hypotheses, str):
            given: Any = [references] if isinstance(references, str) else references
            return self.sentence_score(hypotheses, given, **choices)
        one = all(isinstance(each, str) for each in references) and not isinstance(references, str)
        streams: Any = [references] if one else references
        return self.corpus_score(hypotheses, streams, **choices)

    def _text_score(self, evidence: Evidence, scores: Callable[[Statistics], Scores]) -> TextScore:
        sums = self.statistics(evidence).sum(axis=0, keepdims=True)
        signature = self.text_signature(evidence.test_set, evidence.preparation)
        score = float(scores(sums)[0])
        return TextScore(str(self), score, signature, self.details(sums), self.decimals)


def _evidence_of(
    hypotheses: Any, references: Any, preparation: Preparation | None, choices: Choices
) -> Evidence:
    """Evidence of lists as users pass them."""
    if preparation is not None and choices:
        raise OptionError(f"pass either preparation or {', '.join(choices)}")
    output = as_output(hypotheses)
    test_set = as_test_set(references)
    chosen = preparation_of_given(preparation or Preparation.of(**choices), test_set, {"": output})
    return Evidence(test_set, output, chosen.in_language(test_set.language))


def divide(part: Scores, whole: Scores) -> Scores:
    """Quotients; NaN where the divisor is zero."""
    return np.divide(part, whole, out=np.full_like(part, np.nan), where=whole != 0)


def brevity_penalty(words: Scores, reference_words: Scores) -> Scores:
    """min(1, exp(1 - r / h)) for h words and r words of the reference; 0 where h = 0 < r.

    It is BLEU's (Papineni et al. 2002).
    """
    ratios = np.divide(reference_words, words, out=np.ones_like(words), where=words > 0)
    penalties: Scores = exp(np.minimum(1.0 - ratios, 0.0))
    return np.where((words == 0) & (reference_words > 0), 0.0, penalties)


def best_rows(
    scores: Scores, groups: NDArray[np.int64], ties: Statistics | None = None
) -> NDArray[np.int64]:
    """For each group of references, the row with the highest score; NaN is the lowest.

    Between equal scores the larger row of `ties` decides, column by column, so that the order of
    references never matters. Without `ties` the first wins: so do `chrf` and `meteor`, like the
    programs whose numbers they give.
    """
    filled = np.where(np.isnan(scores), -np.inf, scores)
    places = np.arange(len(scores))
    segment = np.searchsorted(groups, places, side="right")
    decisive = [-places] if ties is None else [-places, *ties.T[::-1]]
    order = np.lexsort((*decisive, filled, segment))
    return np.asarray(order[groups[1:] - 1], np.int64)

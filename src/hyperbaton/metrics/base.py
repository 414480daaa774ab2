"""What a metric is: a frozen value whose fields are its parameters, and which scores text.

A metric declares its name, what it needs, its range, direction and symmetry; the contract tests
hold every registered metric to these declarations. `str(metric)` is its canonical form, which
parses back to an equal metric; `metric.signature` names every parameter and the version.

It computes one row of statistics per segment; rows add up over segments, and `scores` turns any
row into a score. Intervals, tests and merging follow from these two. The simplest metric
compares a hypothesis with each reference alone: it writes `_reference_scores`, a segment scores as
against its best reference, and a test set is the mean of its segments.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
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
from hyperbaton.tables.json_form import to_json
from hyperbaton.tables.layout import decimal
from hyperbaton.values import Parametric, parameter_facts

Scores: TypeAlias = NDArray[np.float64]
ScoreList: TypeAlias = NDArray[np.float64]
ScoreTable: TypeAlias = NDArray[np.float64]
Statistics: TypeAlias = NDArray[np.float64]  # see Metric.statistic_names

# Of the C library, as in sacreBLEU: the last digit of NumPy's depends on the processor.
exp = np.vectorize(math.exp, otypes=[np.float64])
log = np.vectorize(math.log, otypes=[np.float64])


@dataclass(frozen=True)
class TextScore:
    """A score as sacreBLEU's metrics return it; `float(score)` is the number.

    Attributes:
        name: the metric.
        score: the score.
        signature: everything that determines it.
        evidence: what is behind the score, if there is more to say.
        decimals: how many places are worth showing.
    """

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

    def __format__(self, spec: str) -> str:
        return format(self.score, spec) if spec else str(self)

    def to_dict(self) -> dict[str, Any]:
        """Returns everything as a JSON-ready dict; an undefined score is None."""
        found: dict[str, Any] = to_json(self)
        return found


@dataclass(frozen=True)
class Metric(Parametric):
    """A metric of hypotheses against references; see the module's text.

    Class attributes:
        name: the name in metric strings.
        summary: one line that says what it measures.
        formula: the definition, in plain text.
        citations: the publications that define it.
        decimals: how many places are worth showing in a table.
        preparation: what is done to text unless the user chooses; what its community does.
        reads_other_segments: whether the statistics of a segment depend on the references of
            others.
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
        """What it is computed from; it can read nothing else."""
        return frozenset({Need.TOKENS})

    @property
    def statistic_names(self) -> tuple[str, ...]:
        """The columns of a segment's statistics; they add up over segments."""
        return "score", "segments"

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest score there can be."""
        return 0.0, 1.0

    @property
    def higher_is_better(self) -> bool:
        """The direction of the score."""
        return True

    @property
    def symmetric(self) -> bool:
        """Whether exchanging hypothesis and reference never changes the score."""
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
        """One row per segment; the columns are named by `statistic_names`.

        A segment that is blank on both sides adds nothing: its score is undefined, and identical
        files score the best there is.
        """
        if len(evidence) == 0:
            return np.zeros((0, len(self.statistic_names)))
        rows = self._statistics(self.read(evidence))
        return np.where(evidence.blank[:, np.newaxis], 0.0, rows)

    def _statistics(self, evidence: Evidence) -> Statistics:
        """One row per segment, for at least one segment.

        A segment whose score is not defined against any reference does not count in the mean.
        """
        by_reference = self._reference_scores(evidence)
        best = np.fmax.reduceat(by_reference, evidence.groups[:-1])
        defined = ~np.isnan(best)
        return np.column_stack([np.where(defined, best, 0.0), defined])

    def _reference_scores(self, evidence: Evidence) -> Scores:
        """The scores against each reference, in order; NaN where not defined."""
        raise NotImplementedError(f"{self.name} has neither _reference_scores nor _statistics")

    def scores(self, statistics: Statistics) -> Scores:
        """The scores of rows of statistics, each of one segment or summed over many.

        A row of zeros, the sum over no segment, scores NaN.
        """
        return divide(statistics[:, 0], statistics[:, 1])

    def factors(self, statistics: Statistics) -> Mapping[str, Scores]:
        """What the score of each row is the product of, by name; empty where it is no product.

        A metric of permutations has two: `order`, how far the aligned words are in order, and
        `coverage`, how much of the reference is aligned. The order of a test set is the mean of
        its segments weighted by their coverage, so that order × coverage = score there, too. It is
        NaN where nothing is aligned.
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

    def best_references(self, evidence: Evidence) -> NDArray[np.int64]:
        """For each segment, which of its references it is scored against, counted from 0."""
        scores = self._reference_scores(self.read(evidence))
        return best_rows(scores, evidence.groups) - evidence.groups[:-1]

    def text_evidence(self, evidence: Evidence) -> Mapping[str, Any]:
        """The counts behind the score of the one segment in the evidence."""
        return {}

    def bounds(self, evidence: Evidence) -> tuple[Scores, Scores] | None:
        """What the scores of single segments are not below and not above, if that is cheap to tell.

        Rounding is included; where both are equal the score is known. Whoever looks for the best of
        many, like `hyperbaton.mbr`, need not score what cannot win.
        """
        return None

    @property
    def signature(self) -> str:
        """Everything about the metric that determines a score: all parameters and the version."""
        return f"{self.written(explicit=True)}|hyperbaton:{__version__}"

    def get_signature(self) -> str:
        """The signature, under the name that sacreBLEU gives it."""
        return self.signature

    def text_signature(self, test_set: TestSet, preparation: Preparation) -> str:
        """The signature with how text became evidence and how many references there were."""
        return self.signature_after(self.prepared(preparation), test_set.reference_count)

    def signature_after(self, preparation: str, references: str) -> str:
        """The signature for text that was prepared in a way.

        Args:
            preparation: how text became evidence, like `tok:13a|case:mixed`.
            references: how many references a segment has; `var` where it varies.
        """
        written = self.written(explicit=True)
        return f"{written}|{preparation}|refs:{references}|hyperbaton:{__version__}"

    def facts(self) -> list[tuple[str, str]]:
        """Pairs of a name and a text: formula, range, symmetry, needs, parameters, citations."""
        low, high = self.range
        better = "higher" if self.higher_is_better else "lower"
        exchange = "does not change" if self.symmetric else "can change"
        return [
            ("formula", self.formula),
            ("range", f"{low:g} to {high:g}, {better} is better"),
            ("symmetry", f"exchanging hypothesis and reference {exchange} the score"),
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
            references: one or more streams, each with one text per segment; None where a segment
                has no reference in a stream.
            preparation: how text becomes evidence.
            choices: instead of a preparation, options of `Preparation`: `tokenize`, `lowercase`,
                `aligner`, `parser` …
        """
        evidence = _evidence_of(hypotheses, references, preparation, choices)
        sums = self.statistics(evidence).sum(axis=0, keepdims=True)
        return self._text_score(evidence, float(self.scores(sums)[0]), self.details(sums))

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
        row = self.statistics(evidence)
        behind = {**self.text_evidence(self.read(evidence)), **self.details(row)}
        return self._text_score(evidence, float(self.segment_scores(row)[0]), behind)

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

        Args:
            hypotheses: one text per segment, or one text.
            references: one text per segment, or several lists of them; for one text, one or more.
            choices: how text is prepared, as in `corpus_score`.
        """
        if isinstance(hypotheses, str):
            given: Any = [references] if isinstance(references, str) else references
            return self.sentence_score(hypotheses, given, **choices)
        one = all(isinstance(each, str) for each in references) and not isinstance(references, str)
        streams: Any = [references] if one else references
        return self.corpus_score(hypotheses, streams, **choices)

    def _text_score(self, evidence: Evidence, score: float, counts: Mapping[str, Any]) -> TextScore:
        signature = self.text_signature(evidence.test_set, evidence.preparation)
        return TextScore(str(self), score, signature, counts, self.decimals)


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

    Where references are equally good for a segment but differ in what they add to the sums of a
    test set, the larger statistics decide, column by column, so that the order of references never
    matters. `chrf` and `meteor` take the first of them instead, as the programs do whose numbers
    they give.

    Args:
        scores: one for each reference.
        groups: where the references of each segment begin, and the end.
        ties: what decides between equal scores, the largest row of numbers; else the first does.
    """
    filled = np.where(np.isnan(scores), -np.inf, scores)
    places = np.arange(len(scores))
    segment = np.searchsorted(groups, places, side="right")
    decisive = [-places] if ties is None else [-places, *ties.T[::-1]]
    order = np.lexsort((*decisive, filled, segment))
    return np.asarray(order[groups[1:] - 1], np.int64)

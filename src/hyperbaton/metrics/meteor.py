"""METEOR 1.5: precision, recall and fragmentation of an alignment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment import Aligner, Alignments, MeteorAligner
from hyperbaton.alignment.given import GIVEN
from hyperbaton.errors import OptionError
from hyperbaton.evidence import Evidence, Need, Preparation
from hyperbaton.files import fingerprint, read_text
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.base import Metric, Scores, Statistics, best_rows, divide
from hyperbaton.text.segments import Indices
from hyperbaton.text.tokenizers import meteor_tokenizer_for
from hyperbaton.values import parameter


class Tuning(NamedTuple):
    """What METEOR was tuned to: α, β, γ, δ and a weight for each matcher."""

    alpha: float
    beta: float
    gamma: float
    delta: float
    weights: Mapping[str, float]


def _tuning(alpha: float, beta: float, gamma: float, delta: float, **weights: float) -> Tuning:
    return Tuning(alpha, beta, gamma, delta, {"exact": 1.0, **weights})


# By task and language, as METEOR 1.5 has them; the language * is any other.
TUNINGS = {
    ("rank", "en"): _tuning(0.85, 0.2, 0.6, 0.75, stem=0.6, synonym=0.8, paraphrase=0.6),
    ("rank", "cs"): _tuning(0.95, 0.2, 0.6, 0.8, paraphrase=0.4),
    ("rank", "de"): _tuning(0.95, 1.0, 0.55, 0.55, stem=0.8, paraphrase=0.2),
    ("rank", "es"): _tuning(0.65, 1.3, 0.5, 0.8, stem=0.8, paraphrase=0.6),
    ("rank", "fr"): _tuning(0.9, 1.4, 0.6, 0.65, stem=0.2, paraphrase=0.4),
    ("rank", "ru"): _tuning(0.75, 1.4, 0.7, 0.5, stem=0.5, paraphrase=0.5),
    ("rank", "*"): _tuning(0.7, 1.4, 0.3, 0.7, paraphrase=0.6),
    ("adq", "en"): _tuning(0.75, 1.4, 0.45, 0.7, stem=1.0, synonym=0.6, paraphrase=0.8),
    ("hter", "en"): _tuning(0.4, 1.5, 0.35, 0.55, stem=0.2, synonym=0.6, paraphrase=0.8),
    ("util", "en"): _tuning(0.65, 0.1, 0.55, 0.65, stem=0.0, synonym=0.0, paraphrase=0.8),
    ("li", "*"): _tuning(0.75, 1.4, 0.7, 0.5, stem=0.5, synonym=0.5, paraphrase=0.5),
    ("tune", "*"): _tuning(0.5, 1.0, 0.5, 0.5, stem=0.5, synonym=0.5, paraphrase=0.5),
}
TASKS = ("rank", "adq", "hter", "li", "tune", "util")
ENGLISH_FUNCTION_WORDS = Path(__file__).parents[1] / "text/data/function-words-news.txt"
LANGUAGES = ("auto", "en", "cs", "de", "es", "fr", "ru", "other")
KEYS = tuple(TUNINGS)  # a tuning's number is its place here


def tuning_number(task: str, language: str) -> int:
    """Which tuning serves a task in a language; where there is none, that for any language."""
    for key in ((task, language), (task, "*")):
        if key in TUNINGS:
            return KEYS.index(key)
    return KEYS.index(("rank", "*"))


def constants(statistics: Statistics) -> Statistics:
    """Rows of α, β and γ of the tunings that rows of statistics were made with."""
    numbers = np.nan_to_num(divide(statistics[:, -2], statistics[:, -1])).astype(np.int64)
    return np.array([tuning[:3] for tuning in TUNINGS.values()])[numbers]


@dataclass(frozen=True)
class OfMeteorsAlignment(Metric):
    """A metric of the alignment that METEOR's own search finds, so that scores can be compared.

    The matchers are those of the aligner chosen for the run, with the weights of the tuning (0 for
    one that METEOR does not have in that language). Counts add up over segments.
    """

    needs = frozenset({Need.TOKENS, Need.ALIGNMENT, Need.LANGUAGE})
    preparation = Preparation("meteor", lowercase=True)

    task: str = parameter("rank", "the human judgements it is tuned to", choices=TASKS)
    language: str = parameter(
        "auto", "the language it is tuned to; auto takes that of the text", choices=LANGUAGES
    )

    def adapted(self, preparation: Preparation) -> Preparation:
        """The preparation with METEOR's own search and the weights of the tuning.

        Raises:
            OptionError: the metric is tuned to another language than that of the text.
        """
        chosen = preparation.aligner
        if self.language not in ("auto", "other", chosen.language_code):
            raise OptionError(
                f"{self}: is tuned to language {self.language!r}, but words are aligned in "
                f"{chosen.language_code!r}; choose the same language for the aligner, or "
                f"{self.name}(language=other)"
            )
        if preparation.given_links:  # they count words as all other metrics split them
            return preparation.prepared_as(Preparation(lowercase=True))
        own = Preparation(meteor_tokenizer_for(chosen.language_code), lowercase=True)
        prepared = preparation.prepared_as(own)
        weights = self._tuning_in(chosen.language_code).weights
        names = chosen.converted_to(Aligner).weights
        matchers = "+".join(f"{name}:{weights.get(name, 0.0):g}" for name in names)
        tuned = chosen.converted_to(MeteorAligner, matchers=matchers)
        return replace(prepared, aligner=tuned)

    def _tuning_number(self, language: str) -> int:
        return tuning_number(self.task, language if self.language == "auto" else self.language)

    def _tuning_in(self, language: str) -> Tuning:
        return TUNINGS[KEYS[self._tuning_number(language)]]

    def _counts(self, evidence: Evidence) -> Statistics:
        """Against each reference: matches and words of both sides, chunks, tuning, segments."""
        segments, alignments = evidence.segments, evidence.alignments
        ones = np.ones(len(alignments))
        ours, theirs = (
            np.bincount(_pairs(alignments), alignments.matches[:, k], len(ones)) for k in (1, 3)
        )
        words, reference_words = segments.lengths_by_reference, segments.references.lengths
        number = self._tuning_number(evidence.language) * ones
        return np.column_stack(
            [ours, words, theirs, reference_words, alignments.chunks, number, ones]
        )

    def _fragmentation_penalties(self, statistics: Statistics) -> Scores:
        """γ (chunks / matches)^β; 1 without any match.

        There is no penalty where all segments match wholly in one chunk. METEOR makes this
        exception for single segments only.
        """
        matches, words, reference_matches, reference_words, chunks = statistics[:, -7:-2].T
        in_one_chunk = chunks <= statistics[:, -1]
        whole = (matches == words) & (reference_matches == reference_words) & in_one_chunk
        shares = divide(chunks, (matches + reference_matches) / 2.0)
        _, beta, gamma = constants(statistics).T
        penalties = gamma * np.where(whole, 0.0, shares) ** beta
        return np.where(chunks == 0, 1.0, penalties)


@dataclass(frozen=True)
class MeteorFrag(OfMeteorsAlignment):
    """METEOR's fragmentation alone; see `formula`. Without any match the score is 0."""

    name = "meteor-frag"
    summary = "how few pieces the aligned words come in"
    formula = "1 - γ (chunks / matches)^β"
    citations = (papers.MCCAFFERY_NEDERHOF_2016, papers.DENKOWSKI_LAVIE_2014)
    columns = 7

    def scores(self, statistics: Statistics) -> Scores:
        penalties = self._fragmentation_penalties(statistics)
        return np.where(statistics[:, -1] == 0, np.nan, 1.0 - penalties)

    def _statistics(self, evidence: Evidence) -> Statistics:
        counts = self._counts(evidence)
        return counts[best_rows(self.scores(counts), evidence.groups, counts)]


@dataclass(frozen=True)
class Meteor(OfMeteorsAlignment):
    """Harmonic mean of precision and recall, less a penalty for fragmentation; see `formula`.

    METEOR's program weighs English function words in every language, and so does this metric; the
    list is not METEOR's own but made by its rule: words above one in a thousand of English news.
    `function_words` takes METEOR's, or that of another language. Each segment counts against the
    reference with which its own score is highest; of references with the same score the first, in
    the order given, as in METEOR's program.
    """

    name = "meteor"
    summary = "aligned words, with stems and synonyms, and how fragmented they are"
    formula = (
        "F (1 - γ (chunks / matches)^β), where F = P R / (α P + (1 - α) R) and P, R are the shares "
        "of hypothesis and reference that match, words weighted by matcher and function words by "
        "1 - δ, others by δ"
    )
    citations = (papers.DENKOWSKI_LAVIE_2011, papers.DENKOWSKI_LAVIE_2014)
    columns = 11  # matches and words of both sides, weighted, then those of its fragmentation

    function_words: str | None = parameter(
        None, "function words, one per line; by default English ones", text="a file"
    )

    def signature_after(self, preparation: str, references: str) -> str:
        """The signature, with the function words and a fingerprint of the user's own."""
        chosen = "en"
        if self.function_words is not None:
            name = Path(self.function_words).name
            chosen = f"{name}@{fingerprint(self.function_words)}"
        return super().signature_after(f"{preparation}|function-words:{chosen}", references)

    def scores(self, statistics: Statistics) -> Scores:
        matches, words, reference_matches, reference_words = statistics[:, :4].T
        precision = np.nan_to_num(divide(matches, words))
        recall = np.nan_to_num(divide(reference_matches, reference_words))
        alpha = constants(statistics)[:, 0]
        denominator = alpha * precision + (1.0 - alpha) * recall
        mean = np.nan_to_num(divide(precision * recall, denominator))
        scores = mean * (1.0 - self._fragmentation_penalties(statistics))
        return np.where(statistics[:, -1] == 0, np.nan, scores)

    def _statistics(self, evidence: Evidence) -> Statistics:
        counts = self._counts(evidence)
        return counts[best_rows(self.scores(counts), evidence.groups)]

    def _counts(self, evidence: Evidence) -> Statistics:
        """Adds weighted counts: words weigh δ, or 1 - δ if they are function words."""
        segments, alignments = evidence.segments, evidence.alignments
        arrays, matches, pair = segments.arrays, alignments.matches, _pairs(alignments)
        tuning = self._tuning_in(evidence.language)
        own = self.function_words
        known = _words_of(own or str(ENGLISH_FUNCTION_WORDS), own and fingerprint(own))
        functional = np.array(
            [word.lower() in known for word in segments.hypotheses.vocabulary], np.bool_
        )
        importance = np.where(functional, 1.0 - tuning.delta, tuning.delta)
        weights = {**tuning.weights, GIVEN: 1.0}
        of_matcher = np.array([weights.get(name, 0.0) for name in alignments.matchers])

        sides = (
            (arrays.hypothesis_values, arrays.hypothesis_offsets, segments.hypothesis_of, 0),
            (arrays.reference_values, arrays.reference_offsets, slice(None), 2),
        )
        weighted: list[NDArray[Any]] = []
        for words, offsets, sentences, column in sides:
            begin, lengths = offsets[:-1][sentences], np.diff(offsets)[sentences]
            first, count = matches[:, column], matches[:, column + 1]
            in_spans = _sums_within(importance[words], begin[pair] + first, count)
            matched = np.bincount(pair, in_spans * of_matcher[matches[:, 4]], len(lengths))
            weighted += [matched, _sums_within(importance[words], begin, lengths)]
        return np.column_stack([*weighted, super()._counts(evidence)])


@lru_cache(maxsize=4)
def _words_of(file: str, _contents: str | None) -> frozenset[str]:
    return frozenset(read_text(file).lower().split())


def _pairs(alignments: Alignments) -> Indices:
    """Which alignment each match belongs to."""
    return np.repeat(np.arange(len(alignments)), np.diff(alignments.offsets))


def _sums_within(values: Scores, begin: Indices, lengths: NDArray[Any]) -> Scores:
    """Sums of stretches of values, each rounded as if there were no other."""
    edges = np.column_stack([begin, begin + lengths]).ravel()
    sums = np.add.reduceat(np.append(values, 0.0), edges)[::2]
    return np.where(lengths > 0, sums, 0.0)

"""METEOR 1.5: precision, recall and fragmentation of an alignment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment import Aligner, MeteorAligner
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
    """Rows of α, β and γ of the tuning that each row of statistics was made with.

    NaN without any segment, and where rows of different tunings were added up.
    """
    numbers = divide(statistics[:, -2], statistics[:, -1])
    known = np.array([*(tuning[:3] for tuning in TUNINGS.values()), [np.nan] * 3])
    is_one = numbers == np.floor(np.nan_to_num(numbers, nan=-1.5))
    rows: Statistics = known[np.where(is_one, numbers, len(KEYS)).astype(np.int64)]
    return rows


@dataclass(frozen=True)
class Meteor(Metric):
    """Harmonic mean of precision and recall, less a penalty for fragmentation; see `formula`.

    The matchers are those of the aligner chosen for the run, with the weights of the tuning (0 for
    one that METEOR does not have in that language); the search is METEOR's own, so that scores can
    be compared. METEOR's program weighs English function words in every language, and so does this
    metric; the list is not METEOR's own but made by its rule: words above one in a thousand of
    English news. `function_words` takes METEOR's, or that of another language. Counts add up over
    segments, each against the reference with which its own score is highest; of references with
    the same score the first counts, in the order given, as in METEOR's program.

    Class attributes:
        first_of_equals: whether of equally good references the first counts.
    """

    name = "meteor"
    summary = "aligned words, with stems and synonyms, and how fragmented they are"
    formula = (
        "F (1 - γ (chunks / matches)^β), where F = P R / (α P + (1 - α) R) and P, R are the shares "
        "of hypothesis and reference that match, words weighted by matcher and function words by "
        "1 - δ, others by δ"
    )
    citations = (papers.DENKOWSKI_LAVIE_2011, papers.DENKOWSKI_LAVIE_2014)
    needs = frozenset({Need.TOKENS, Need.ALIGNMENT, Need.LANGUAGE})
    preparation = Preparation("meteor", lowercase=True)
    statistic_names = (
        "weighted matches",
        "weighted words",
        "weighted matches of the reference",
        "weighted words of the reference",
        "matches",
        "words",
        "matches of the reference",
        "words of the reference",
        "chunks",
        "numbers of tunings",
        "segments",
    )
    symmetric = False  # precision and recall have different weights
    first_of_equals: ClassVar[bool] = True

    task: str = parameter("rank", "the human judgements it is tuned to", choices=TASKS)
    language: str = parameter(
        "auto", "the language it is tuned to; auto takes that of the text", choices=LANGUAGES
    )
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
        """METEOR of the counts in each row; NaN without any segment."""
        matches, words, reference_matches, reference_words = statistics[:, :4].T
        precision = np.nan_to_num(divide(matches, words))
        recall = np.nan_to_num(divide(reference_matches, reference_words))
        alpha = constants(statistics)[:, 0]
        denominator = alpha * precision + (1.0 - alpha) * recall
        mean = np.nan_to_num(divide(precision * recall, denominator))
        scores = mean * (1.0 - self._fragmentation_penalties(statistics))
        return np.where(statistics[:, -1] == 0, np.nan, scores)

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

    def _language_in(self, language: str) -> str:
        return language if self.language == "auto" else self.language

    def _tuning_in(self, language: str) -> Tuning:
        return TUNINGS[KEYS[tuning_number(self.task, self._language_in(language))]]

    def _statistics(self, evidence: Evidence) -> Statistics:
        counts = self._counts(evidence)
        ties = None if self.first_of_equals else counts
        return counts[best_rows(self.scores(counts), evidence.groups, ties)]

    def _counts(self, evidence: Evidence) -> Statistics:
        """The statistics of each reference. Words weigh δ, or 1 - δ if they are function words."""
        segments, alignments = evidence.segments, evidence.alignments
        language = self._language_in(evidence.language)
        tuning = self._tuning_in(language)
        own = self.function_words
        known = _words_of(own or str(ENGLISH_FUNCTION_WORDS), own and fingerprint(own))
        functional = np.array([word.lower() in known for word in segments.vocabulary], np.bool_)
        importance = np.where(functional, 1.0 - tuning.delta, tuning.delta)
        weights = {**tuning.weights, GIVEN: 1.0}
        of_matcher = np.array([weights.get(name, 0.0) for name in alignments.matchers])
        ones = np.ones(len(alignments))
        arrays, matches = segments.arrays, alignments.matches
        pair = np.repeat(np.arange(len(ones)), np.diff(alignments.offsets))

        def side(
            words: NDArray[np.int32], offsets: Indices, sentences: Indices, spans: NDArray[np.int32]
        ) -> tuple[list[NDArray[Any]], list[NDArray[Any]]]:
            """What matches and what there is, first weighted, then counted."""
            begin, lengths = offsets[sentences], np.diff(offsets)[sentences]
            weights = importance[words]
            in_spans = _sums_within(weights, begin[pair] + spans[:, 0], spans[:, 1])
            matched = in_spans * of_matcher[matches[:, 4]], spans[:, 1]
            weighted, counted = (np.bincount(pair, each, len(ones)) for each in matched)
            return [weighted, _sums_within(weights, begin, lengths)], [counted, lengths]

        ours, our_words = side(
            arrays.hypothesis_values,
            arrays.hypothesis_offsets,
            segments.hypothesis_of,
            matches[:, :2],
        )
        theirs, their_words = side(
            arrays.reference_values,
            arrays.reference_offsets,
            np.arange(len(ones)),
            matches[:, 2:4],
        )
        number = tuning_number(self.task, language) * ones
        return np.column_stack(
            [*ours, *theirs, *our_words, *their_words, alignments.chunks, number, ones]
        )

    def _fragmentation_penalties(self, statistics: Statistics) -> Scores:
        """γ (chunks / matches)^β; 1 without any match.

        There is no penalty where all segments match wholly in one chunk. METEOR makes this
        exception for single segments only.
        """
        matches, words, reference_matches, reference_words, chunks = statistics[:, 4:9].T
        in_one_chunk = chunks <= statistics[:, -1]
        whole = (matches == words) & (reference_matches == reference_words) & in_one_chunk
        shares = divide(chunks, (matches + reference_matches) / 2.0)
        _, beta, gamma = constants(statistics).T
        penalties = gamma * np.where(whole, 0.0, shares) ** beta
        return np.where(chunks == 0, 1.0, penalties)


@dataclass(frozen=True)
class MeteorFrag(Meteor):
    """METEOR's fragmentation alone; see `formula`. Without any match the score is 0."""

    first_of_equals = False
    name = "meteor-frag"
    summary = "how few pieces the aligned words come in"
    formula = "1 - γ (chunks / matches)^β"
    citations = (papers.MCCAFFERY_NEDERHOF_2016, papers.DENKOWSKI_LAVIE_2014)

    def scores(self, statistics: Statistics) -> Scores:
        """The scores of the counts in each row; NaN without any segment."""
        penalties = self._fragmentation_penalties(statistics)
        return np.where(statistics[:, -1] == 0, np.nan, 1.0 - penalties)


@lru_cache(maxsize=4)
def _words_of(file: str, _contents: str | None) -> frozenset[str]:
    return frozenset(read_text(file).lower().split())


def _sums_within(values: Scores, begin: Indices, lengths: NDArray[Any]) -> Scores:
    """Sums of stretches of values, each rounded as if there were no other."""
    edges = np.column_stack([begin, begin + lengths]).ravel()
    sums = np.add.reduceat(np.append(values, 0.0), edges)[::2]
    return np.where(lengths > 0, sums, 0.0)

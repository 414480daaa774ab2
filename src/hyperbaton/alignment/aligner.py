"""Aligners of hypotheses with references, after METEOR (Denkowski & Lavie 2011, 2014).

Matchers say which words may be linked. Of all ways to link every word at most once, `best` takes
the one that covers most words, then has fewest chunks, then the smallest sum of distances between
matched positions (`cpp/include/hyperbaton/alignment/aligner.hpp` has the whole order and the
algorithm). `meteor` takes the one that METEOR 1.5 finds, `bigram` links by context as RIBES does.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.alignment.alignments import Alignment, Alignments
from hyperbaton.alignment.matchers.matcher import (
    MINIMUM,
    FunctionWords,
    Matcher,
    SegmentMatches,
    StemMatcher,
    SynonymMatcher,
)
from hyperbaton.checks import SIMILARITY as SHARE
from hyperbaton.checks import check_count, nearest, shown
from hyperbaton.errors import InputError, NotationError, OptionError
from hyperbaton.files import fingerprint
from hyperbaton.resources import resolve_threads
from hyperbaton.text.languages import DEFAULT_LANGUAGE, SNOWBALL
from hyperbaton.text.segments import Ragged, Segments, check_pairs
from hyperbaton.text.tokenizers import load_tokenizer
from hyperbaton.values import NamedValues, Parametric, format_value, parameter

if TYPE_CHECKING:
    from hyperbaton.alignment.matchers.soft import VectorSource

# Matchers in order of trust, with the weights of METEOR's for English (the last is ours).
WEIGHTS = {
    "exact": 1.0,
    "stem": 0.6,
    "synonym": 0.8,
    "paraphrase": 0.6,
    "soft": 0.5,
}
METEOR_SEARCH_WEIGHT = 0.5  # in METEOR's search, of all matchers but `exact`
MAX_STATES = 1 << 14  # how far the search goes to prove an alignment the best
BEAM = 40  # partial alignments that are followed if the proof is not reached, as in METEOR
READERS = {"paraphrases": "paraphrase", "embeddings": "soft"}  # of files, by parameter

_EQUAL_WORDS = Ragged(np.zeros(0, np.int32), np.zeros(0, np.int64))
_SEPARATOR = re.compile(r"\s*[+,]\s*")

Kind = TypeVar("Kind", bound="WordAligner")


@dataclass(frozen=True)
class WordAligner(Parametric):
    """How words of hypotheses and references are linked."""

    kind: ClassVar[str] = "aligner"

    language: str | None = parameter(
        None,
        "language of the words, such as de; by default that of the data, or en",
        text="the code of a language",
        common=True,
    )

    @property
    def language_code(self) -> str:
        """The language, `en` where nothing else is said."""
        return self.language or DEFAULT_LANGUAGE

    @property
    @abstractmethod
    def signature(self) -> str:
        """The choices made that can change an alignment."""

    @property
    @abstractmethod
    def weights(self) -> dict[str, float]:
        """The weight of every matcher in use, in order."""

    @abstractmethod
    def align_segments(self, matches: SegmentMatches) -> Alignments:
        """The alignments of all hypotheses with all their references.

        Raises:
            OptionError: a matcher needs a file or a language that it was not given.
            InputError: a file cannot be read.
        """

    def align(self, hypothesis: str | Sequence[str], reference: str | Sequence[str]) -> Alignment:
        """The alignment of two sentences, each given as text or as a list of words.

        Raises:
            InputError: a sentence is neither.
        """
        words = [_words(sentence) for sentence in (hypothesis, reference)]
        return self.align_all(words[:1], words[1:])[0]

    def align_all(
        self,
        hypotheses: Sequence[str | Sequence[str]],
        references: Sequence[str | Sequence[str]],
        *,
        threads: int | None = None,
    ) -> Alignments:
        """The alignments of many sentences with one reference each.

        Raises:
            InputError: there are more of one than of the other, or one is no sentence.
        """
        check_count(len(hypotheses), len(references), "hypotheses")
        ours, theirs = (list(map(_words, sentences)) for sentences in (hypotheses, references))
        segments = Segments.of(ours, theirs)
        return self.align_segments(SegmentMatches(segments, resolve_threads(threads)))

    def converted_to(self, kind: type[Kind], **changes: Any) -> Kind:
        """Another kind of aligner with the parameters that both have, some of them changed."""
        shared = {spec.name for spec in fields(self)} & {spec.name for spec in fields(kind)}
        return kind(**{**{name: getattr(self, name) for name in shared}, **changes})


@dataclass(frozen=True)
class Aligner(WordAligner):
    """The best alignment by the matchers chosen; weights decide between otherwise equal ones."""

    name: ClassVar[str] = "best"
    summary: ClassVar[str] = "most words, then fewest chunks, then smallest distances; exact"

    matchers: str | None = parameter(
        None,
        f"{', '.join(WEIGHTS)}, joined by +, with a weight after a colon if it is not the "
        "matcher's own; by default those that the language and files allow",
        text="names such as exact+stem:0.5",
    )
    paraphrases: str | None = parameter(None, "a phrase table in METEOR's format", text="a file")
    embeddings: str | None = parameter(
        None, "word vectors for soft, in place of the language's", text="a file"
    )
    soft_similarity: float = parameter(
        MINIMUM, "minimum similarity for a match of soft", low=0, high=1
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.matchers is not None:
            object.__setattr__(self, "matchers", _written(_weights(self.matchers), "+"))
        if self.soft_similarity == 0:  # then words without a vector would match everything
            raise NotationError(
                f"{self.name}: soft_similarity must be greater than 0 and at most 1, got 0"
            )

    @property
    def weights(self) -> dict[str, float]:
        """The weight of every matcher in use, in order."""
        if self.matchers is not None:
            return _weights(self.matchers)
        named = (matcher for file, matcher in READERS.items() if getattr(self, file) is not None)
        return {name: WEIGHTS[name] for name in (*default_matchers(self.language_code), *named)}

    @property
    def signature(self) -> str:
        """The choices made, such as `align:exact,stem,synonym|lang:en`."""
        parts = [f"align:{_written(self.weights, ',')}"]
        if self._depends_on_language:
            parts.append(f"lang:{self.language_code}")
        for name, matcher in READERS.items():
            path = getattr(self, name)
            if path is not None and matcher in self.weights:
                parts.append(f"{name}:{Path(path).name}@{fingerprint(path)}")
        if "soft" in self.weights and self.embeddings is None:
            parts.append(self._vectors.signature)
        if "soft" in self.weights and self.soft_similarity != MINIMUM:
            parts.append(f"soft-similarity:{format_value(self.soft_similarity)}")
        return "|".join(parts)

    @property
    def _vectors(self) -> VectorSource:
        from hyperbaton.alignment.matchers.soft import VectorSource

        source = VectorSource(self.language_code, self.embeddings)
        source.require()
        return source

    @property
    def _depends_on_language(self) -> bool:
        return True  # by its function words

    def align_segments(self, matches: SegmentMatches) -> Alignments:
        """The alignments of all hypotheses with all their references."""
        classes = matches.found(FunctionWords(self.language_code))
        functional = np.diff(classes.offsets) > 0
        return self._searched(matches, list(self.weights.values()), functional, "best")

    def _searched(
        self,
        matches: SegmentMatches,
        weights: list[float],
        functional: NDArray[np.bool_],
        search: str,
    ) -> Alignments:
        encoded = [
            _encoded(self._matcher(name), matches, weight)
            for name, weight in zip(self.weights, weights, strict=True)
        ]
        arrays = matches.segments.arrays
        found = _core.align_segments(
            arrays,
            encoded,
            functional.view(np.uint8),
            search,
            MAX_STATES,
            BEAM,
            matches.threads,
        )
        return Alignments(tuple(self.weights), *found, arrays.reference_offsets)

    def _matcher(self, name: str) -> Matcher | None:
        if name == "stem":
            return StemMatcher(self.language_code)
        if name == "synonym":
            return SynonymMatcher(self.language_code)
        if name == "paraphrase":
            from hyperbaton.alignment.matchers.paraphrases import ParaphraseMatcher

            if self.paraphrases is None:
                raise OptionError(
                    "matchers: 'paraphrase' needs a phrase table; write "
                    f"{self.name}(…,paraphrases=PATH) or leave out 'paraphrase'"
                )
            return ParaphraseMatcher(self.paraphrases)
        if name == "soft":
            from hyperbaton.alignment.matchers.soft import SoftMatcher

            return SoftMatcher(self._vectors, self.soft_similarity)
        return None


@dataclass(frozen=True)
class MeteorAligner(Aligner):
    """The alignment that METEOR 1.5 finds, whose search has weights of its own."""

    name: ClassVar[str] = "meteor"
    summary: ClassVar[str] = "the alignment that METEOR 1.5 finds"

    @property
    def _depends_on_language(self) -> bool:
        return not self.weights.keys().isdisjoint({"stem", "synonym", "soft"})

    @property
    def signature(self) -> str:
        """The choices made, and the search."""
        return f"{super().signature}|search:meteor"

    def align_segments(self, matches: SegmentMatches) -> Alignments:
        """The alignments of all hypotheses with all their references."""
        check_pairs(matches.segments.arrays, f"the aligner {self.name}")
        weights = [1.0 if name == "exact" else METEOR_SEARCH_WEIGHT for name in self.weights]
        found = self._searched(matches, weights, np.zeros(0, np.bool_), "meteor")
        scale = np.array(list(self.weights.values())) / weights
        weighted = (found.weights * scale[found.matches[:, 4]]).astype(np.float32)
        return replace(found, weights=weighted)


@dataclass(frozen=True)
class BigramAligner(WordAligner):
    """Equal words by their contexts, as RIBES aligns them (Isozaki et al. 2010).

    Of words linked to the same one, the first keeps its link.
    """

    name: ClassVar[str] = "bigram"
    summary: ClassVar[str] = "equal words by context, as in RIBES"

    @property
    def weights(self) -> dict[str, float]:
        """Equal words, whatever their contexts, are equal."""
        return {self.name: 1.0}

    @property
    def signature(self) -> str:
        """There is nothing to choose."""
        return "align:bigram"

    def align_segments(self, matches: SegmentMatches) -> Alignments:
        """The alignments of all hypotheses with all their references."""
        segments = matches.segments
        arrays = segments.arrays
        lengths = segments.lengths_by_reference.astype(np.int64)
        begin = np.concatenate([[0], np.cumsum(lengths)])
        positions = _core.context_positions(arrays, begin, matches.threads)
        pair = np.repeat(np.arange(len(lengths)), lengths)
        place = arrays.reference_offsets[pair] + positions
        linked = np.flatnonzero(positions >= 0)
        linked = np.sort(linked[np.unique(place[linked], return_index=True)[1]])
        ones = np.ones(len(linked))
        columns = [linked - begin[pair[linked]], ones, positions[linked], ones, 0 * ones]
        rows: NDArray[np.int32] = np.column_stack(columns).astype(np.int32)
        offsets = np.searchsorted(linked, begin).astype(np.int64)
        weights, ends = ones.astype(np.float32), arrays.reference_offsets
        return Alignments.certain((self.name,), rows, weights, offsets, ends)


ALIGNERS: NamedValues[WordAligner] = NamedValues(
    "aligner",
    {kind.name: kind for kind in (Aligner, MeteorAligner, BigramAligner)},
    listing="hyperbaton metrics --aligners",
)


def as_aligner(value: str | WordAligner) -> WordAligner:
    """An aligner, from a string such as `meteor(language=de)` or as it is.

    Raises:
        OptionError: the string is wrong.
        TypeError: it is neither.
    """
    if isinstance(value, WordAligner):
        return value
    if not isinstance(value, str):
        raise TypeError(f"aligner: expected Aligner or str such as 'best', got {shown(value)}")
    names = re.findall("[a-z]+", value.partition("(")[0])
    if names and names[0] in WEIGHTS:
        written = value.replace(",", "+").replace(" ", "")
        raise OptionError(f"aligner: {value!r} names matchers; write best(matchers={written})")
    return ALIGNERS.parse(value)


def align(
    hypothesis: str | Sequence[str],
    reference: str | Sequence[str],
    *,
    aligner: WordAligner | str = "best",
    **parameters: Any,
) -> Alignment:
    """The alignment of two sentences, each given as text or as a list of words.

        >>> align("cats and a dog", "one dog and the cat").pharaoh
        '0-4 1-2 3-1'

    Args:
        hypothesis: text, which is split by the tokenizer `unicode`, or words.
        reference: the same.
        aligner: an aligner, or a string such as `meteor(language=de)`.
        parameters: parameters of the aligner, such as `matchers="exact"` or `language="de"`.
    """
    return replace(as_aligner(aligner), **parameters).align(hypothesis, reference)


def _words(sentence: str | Sequence[str]) -> list[str]:
    if isinstance(sentence, str):
        return load_tokenizer("unicode")(sentence)
    if isinstance(sentence, Sequence) and all(isinstance(word, str) for word in sentence):
        return list(sentence)
    raise InputError(f"a sentence is a text or a list of words, got {sentence!r}")


def _written(weights: Mapping[str, float], separator: str) -> str:
    """Matchers as they are written, with the weights that are not their own."""
    return separator.join(
        name if weight == WEIGHTS[name] else f"{name}:{format_value(weight)}"
        for name, weight in weights.items()
    )


def _weights(matchers: str) -> dict[str, float]:
    chosen: dict[str, float] = {}
    for written in _SEPARATOR.split(matchers.strip()):
        name, _, weight = written.partition(":")
        if name not in WEIGHTS:
            raise OptionError(f"matchers: there is no {name!r}; {nearest(name, WEIGHTS)}")
        if name in chosen:
            raise OptionError(f"matchers: duplicate {name}")
        share = SHARE.read(weight) if weight else WEIGHTS[name]
        if share is None:
            raise OptionError(f"matchers: the weight of {name} is {SHARE}, got {weight}")
        chosen[name] = share
    return chosen


def _encoded(
    matcher: Matcher | None, matches: SegmentMatches, weight: float
) -> tuple[tuple[Any, ...] | None, tuple[Any, ...] | None]:
    """A matcher as native code takes it: classes with their weight, or weighted matches."""
    found = _EQUAL_WORDS if matcher is None else matches.found(matcher)
    if isinstance(found, Ragged):
        return (weight, *found), None
    return None, (found.offsets, found.spans, np.float32(weight) * found.similarities)


def default_matchers(language: str) -> tuple[str, ...]:
    """Returns the matchers that work for a language without any file of the user's."""
    stem, synonym = language in SNOWBALL, language == "en"
    return ("exact", *(["stem"] if stem else []), *(["synonym"] if synonym else []))

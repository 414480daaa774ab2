"""The aligner of hypotheses with references, after METEOR (Denkowski & Lavie 2011, 2014).

Matchers say which words may be linked. Of all ways to link every word at most once, the one is
taken that covers most words, then has fewest chunks, then the smallest sum of distances between
matched positions (`cpp/include/hyperbaton/aligner.hpp` has the whole order and the algorithm).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from hyperbaton import _core
from hyperbaton.alignment.alignments import Alignments
from hyperbaton.alignment.languages import default_matchers
from hyperbaton.alignment.matchers import ClassArrays, GivenMatches, PairMatcher, WordMatcher
from hyperbaton.alignment.matchers.encoder import EncoderMatcher
from hyperbaton.alignment.matchers.paraphrase import ParaphraseMatcher
from hyperbaton.alignment.matchers.stem import StemMatcher
from hyperbaton.alignment.matchers.synonym import SynonymMatcher
from hyperbaton.alignment.matchers.vectors import VectorMatcher
from hyperbaton.errors import OptionError
from hyperbaton.text.segments import Segments
from hyperbaton.threads import resolve_threads

# Matchers in order of trust, with the weights of METEOR's for English (the last is ours).
WEIGHTS = {"exact": 1.0, "stem": 0.6, "synonym": 0.8, "paraphrase": 0.6, "embedding": 0.5}
METEOR_SEARCH_WEIGHT = 0.5  # in METEOR's search, of all matchers but `exact`
SEARCHES = ("best", "meteor", "bigram")


@dataclass(frozen=True)
class Aligner:
    """How words of hypotheses and references are linked; all of it is named in signatures.

    Attributes:
        matchers: names between commas, each with a weight behind a colon if it is not to have its
            own, such as `exact,stem:0.5`; those of the language by default. Weights decide between
            alignments that are otherwise equally good.
        language: the code of the language, such as `en`.
        search: `best`, as described above; `meteor`, what METEOR 1.5 finds; or `bigram`, the
            contexts of RIBES (Isozaki et al. 2010), which needs no matcher.
        synonyms: a file of the Open Multilingual WordNet, for languages other than English.
        paraphrases: a phrase table in METEOR's format.
        embeddings: a file of word vectors, or a folder with a model.
        similarity: the cosine from which on two embeddings match.
        max_states: how far the search goes to prove that an alignment is the best.
        beam: how many partial alignments are followed where it does not get that far.
    """

    matchers: str | None = None
    language: str = "en"
    search: str = "best"
    synonyms: str | None = None
    paraphrases: str | None = None
    embeddings: str | None = None
    similarity: float = 0.7
    max_states: int = 1 << 14
    beam: int = 40

    def __post_init__(self) -> None:
        if self.search not in SEARCHES:
            raise OptionError(f"search is one of {', '.join(SEARCHES)}, got {self.search!r}")
        for name, value in (("max_states", self.max_states), ("beam", self.beam)):
            if value < 1:
                raise OptionError(f"{name} is a whole number from 1, got {value}")
        if not 0.0 < self.similarity <= 1.0:
            raise OptionError(f"similarity is a number above 0 up to 1, got {self.similarity:g}")
        if not self.weights:
            raise OptionError("matchers: at least one is needed")

    @cached_property
    def weights(self) -> dict[str, float]:
        """The weight of every matcher in use, in order."""
        if self.matchers is None:
            return {name: WEIGHTS[name] for name in default_matchers(self.language)}
        chosen: dict[str, float] = {}
        for written in self.matchers.split(","):
            name, _, weight = written.strip().partition(":")
            if name not in WEIGHTS:
                raise OptionError(f"matchers: there is {', '.join(WEIGHTS)}, got {name!r}")
            if name in chosen:
                raise OptionError(f"matchers: {name} is given twice")
            chosen[name] = _weight(name, weight) if weight else WEIGHTS[name]
        return chosen

    @property
    def signature(self) -> str:
        """The choices made, such as `align:exact,stem,synonym|lang:en`."""
        if self.search == "bigram":
            return "align:bigram"
        matchers = ",".join(
            name if weight == WEIGHTS[name] else f"{name}:{weight:g}"
            for name, weight in self.weights.items()
        )
        files = (("synonyms", self.synonyms), ("paraphrases", self.paraphrases))
        parts = [f"align:{matchers}", f"lang:{self.language}"]
        parts += [f"{name}:{Path(file).name}" for name, file in files if file is not None]
        if "embedding" in self.weights and self.embeddings is not None:
            parts.append(f"embeddings:{Path(self.embeddings).name}:{self.similarity:g}")
        if self.search != "best":
            parts.append(f"search:{self.search}")
        return "|".join(parts)

    def align(self, segments: Segments, *, threads: int | None = None) -> Alignments:
        """The alignments of all hypotheses with all their references.

        Raises:
            OptionError: a matcher needs a file or a language that it was not given.
            InputError: a file cannot be read.
            MissingDependencyError: a matcher needs a package that is not installed.
        """
        return segments.once(_aligned, self, resolve_threads(threads))

    @cached_property
    def _tools(self) -> dict[str, WordMatcher | PairMatcher | None]:
        return {name: self._tool(name) for name in self.weights}

    def _tool(self, name: str) -> WordMatcher | PairMatcher | None:
        if name == "stem":
            return _stem_matcher(self.language)
        if name == "synonym":
            return _synonym_matcher(self.language, self.synonyms)
        if name == "paraphrase":
            return ParaphraseMatcher(self._required(name, "paraphrases", "a phrase table"))
        if name == "embedding":
            path = self._required(name, "embeddings", "a file of word vectors or a model's folder")
            matcher = EncoderMatcher if Path(path).is_dir() else VectorMatcher
            return matcher(path, self.similarity)
        return None

    def _required(self, matcher: str, option: str, what: str) -> str:
        path: str | None = getattr(self, option)
        if path is None:
            raise OptionError(
                f"matchers: {matcher!r} needs {what}; name it with the option {option!r} "
                f"(--{option} on the command line) or leave out {matcher!r}"
            )
        return path


# Aligners that differ in other things share their matchers, and with them the classes of words.
_stem_matcher = cache(StemMatcher)
_synonym_matcher = cache(SynonymMatcher)


def _weight(name: str, written: str) -> float:
    try:
        weight = float(written)
    except ValueError:
        weight = -1.0
    if not 0.0 <= weight <= 1.0:
        raise OptionError(f"matchers: the weight of {name} is a number from 0 to 1, got {written}")
    return weight


_EQUAL_WORDS = ClassArrays(np.zeros(0, np.int32), np.zeros(0, np.int64))


def _aligned(segments: Segments, aligner: Aligner, threads: int) -> Alignments:
    if aligner.search == "bigram":
        return _aligned_by_context(segments, threads)
    arrays = segments.arrays  # first: all words must be known to the matchers
    weights = _search_weights(aligner)
    encoded = [
        _encoded(tool, segments, weight)
        for tool, weight in zip(aligner._tools.values(), weights, strict=True)
    ]
    matches, found, offsets, chunks, exact = _core.align_segments(
        arrays, encoded, aligner.search, aligner.max_states, aligner.beam, threads
    )
    if aligner.search == "meteor":
        scale = np.array(list(aligner.weights.values())) / weights
        found = (found * scale[matches[:, 4]]).astype(np.float32)
    names = tuple(aligner.weights)
    return Alignments(names, matches, found, offsets, chunks, exact, arrays.reference_offsets)


def _search_weights(aligner: Aligner) -> list[float]:
    """The weights that decide in the search: METEOR's has its own, whatever it is tuned to."""
    if aligner.search == "meteor":
        return [1.0 if name == "exact" else METEOR_SEARCH_WEIGHT for name in aligner.weights]
    return list(aligner.weights.values())


def _encoded(
    tool: WordMatcher | PairMatcher | None, segments: Segments, weight: float
) -> tuple[tuple[Any, ...] | None, GivenMatches | None]:
    """A matcher as native code takes it."""
    if isinstance(tool, PairMatcher):
        return None, tool.matches(segments, weight)
    classes = tool.of_vocabulary(segments.references) if tool is not None else _EQUAL_WORDS
    return (weight, *classes), None


def _aligned_by_context(segments: Segments, threads: int) -> Alignments:
    """Words by their contexts; of words linked to the same one, the first keeps its link."""
    arrays = segments.arrays
    groups = arrays.groups
    lengths = np.repeat(segments.hypothesis_lengths, np.diff(groups))
    begin = np.concatenate([[0], np.cumsum(lengths)])
    positions = _core.context_positions(arrays, begin, threads)
    pair = np.repeat(np.arange(len(lengths)), lengths)
    place = arrays.reference_offsets[pair] + positions
    linked = np.flatnonzero(positions >= 0)
    linked = np.sort(linked[np.unique(place[linked], return_index=True)[1]])
    ones = np.ones(len(linked))
    start, reference = linked - begin[pair[linked]], positions[linked]
    matches = np.column_stack([start, ones, reference, ones, np.zeros(len(linked))])
    offsets = np.searchsorted(linked, begin)
    continues = (np.diff(start) == 1) & (np.diff(reference) == 1) & (np.diff(pair[linked]) == 0)
    chunk = np.concatenate([[True], ~continues])[: len(linked)]
    chunks = np.bincount(pair[linked], chunk, len(lengths))
    exact = np.ones(len(lengths), np.bool_)
    return Alignments(
        ("bigram",),
        matches.astype(np.int32),
        ones.astype(np.float32),
        offsets.astype(np.int64),
        chunks.astype(np.int32),
        exact,
        arrays.reference_offsets,
    )

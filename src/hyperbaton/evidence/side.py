"""One side of a comparison: texts prepared in one way, and what follows from them, each thing once.

Hypotheses are a side and references are a side. Words of hypotheses are numbered by the words of
their references and by further numbers, so a side of hypotheses stands beside one of references.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton._core import Vocabulary
from hyperbaton.alignment.matchers.matcher import ReferenceMatches
from hyperbaton.evidence.preparation import Preparation
from hyperbaton.once import cached_method
from hyperbaton.resources import Resources
from hyperbaton.text.segments import Indices, Sentences, characters, number_texts, split_marks
from hyperbaton.text.text_column import Ragged, TextColumn, offsets_of

if TYPE_CHECKING:
    from hyperbaton.parsing import Parser
    from hyperbaton.trees import DependencyTree


class Side:
    """Texts prepared in one way.

    Attributes:
        written: the texts as they are.
        preparation: how they are prepared.
    """

    def __init__(
        self,
        written: TextColumn,
        preparation: Preparation,
        *,
        name: str,
        known: Side | None = None,
        segments: Indices | None = None,
        threads: int = 1,
    ) -> None:
        """Prepares nothing before it is asked for.

        Args:
            written: the texts.
            preparation: how they are prepared.
            name: what errors call them.
            known: the references whose words have numbers, for hypotheses.
            segments: the segment of each text, for errors; as they come by default.
            threads: how many threads to compute with.
        """
        self.written = written
        self.preparation = preparation
        self._name = name
        self._known = known
        self._segments = segments
        self._threads = threads
        self._trees: dict[Parser, list[DependencyTree]] = {}

    @cached_property
    def texts(self) -> TextColumn:
        """The texts with subwords joined and case folded."""
        return self.preparation.cleaned(self.written, self._threads)

    @cached_property
    def words(self) -> Sentences:
        """The words."""
        return number_texts(
            self.written,
            self.preparation,
            None if self._known is None else self._known.words,
            name=self._name,
            segments=self._segments,
            threads=self._threads,
        )

    @cached_property
    def _plain(self) -> tuple[Sentences, NDArray[np.int64]]:
        known = None if self._known is None else self._known.plain_words
        words, lexicon = self.words, Vocabulary(None if known is None else known.lexicon)
        forms = lexicon.number_plain_forms(words.lexicon, 0)[words.values]
        kept = forms >= 0
        before = offsets_of(kept)
        return Sentences(Ragged(forms[kept], before[words.offsets]), lexicon, known), before

    @property
    def plain_words(self) -> Sentences:
        """The words in lower case, without those that have neither a letter nor a digit."""
        return self._plain[0]

    @property
    def plain_before(self) -> NDArray[np.int64]:
        """For every word, and after the last, how many plain words stand before it."""
        return self._plain[1]

    @cached_property
    def matches(self) -> ReferenceMatches:
        """What matchers know about the words."""
        return ReferenceMatches(self.words)

    @cached_property
    def plain_matches(self) -> ReferenceMatches:
        """What matchers know about the plain words."""
        return ReferenceMatches(self.plain_words)

    @cached_property
    def characters(self) -> Ragged[np.int32]:
        """The characters without spaces."""
        return characters(self.texts, self._threads)

    @cached_property
    def spaced_words(self) -> Sentences:
        """The words as chrF++ splits them."""
        known = None if self._known is None else self._known.spaced_words
        return Sentences.of(list(map(split_marks, self.texts)), known)

    @cached_method
    def information(self, n: int) -> NDArray[np.float64]:
        """The information of every n-gram, up to n words."""
        return _core.ngram_information(*self.words.rows, n)

    def trees(self, parser: Parser, resources: Resources) -> list[DependencyTree]:
        """A parser's trees, with as many roots as it finds sentences in each text."""
        if parser not in self._trees:
            self._trees[parser] = _parsed(self.words, parser, resources)
        return self._trees[parser]


def _parsed(words: Sentences, parser: Parser, resources: Resources) -> list[DependencyTree]:
    from hyperbaton.parsing import ParseCache, parse_segments
    from hyperbaton.trees.dependency import joined

    processes = resources.processes
    if resources.parse_cache is None:
        return list(map(joined, parse_segments(words.tokens, parser, processes=processes)))
    with ParseCache(resources.parse_cache) as kept:
        found = parse_segments(words.tokens, parser, cache=kept, processes=processes)
    return list(map(joined, found))

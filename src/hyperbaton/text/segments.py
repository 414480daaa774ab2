"""Words of hypotheses and references as numbers, for native code.

Words are numbered by a lexicon: that of the references, which all systems share, and the further
words of each system. So the numbers of one system never depend on another.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton._core import Vocabulary
from hyperbaton.text.limits import check_words
from hyperbaton.text.ragged import Ragged, chosen_rows, offsets_of
from hyperbaton.text.text_column import TextColumn

Words = Sequence[Sequence[str]]  # of sentences
NumberedWords = Ragged[np.int32]  # of sentences


class SegmentArrays(NamedTuple):
    """Segments as word ids.

    Sentence k is `values[offsets[k]:offsets[k + 1]]`. The references of segment k are sentences
    `groups[k]` to `groups[k + 1] - 1` of the references.
    """

    hypothesis_values: NDArray[np.int32]
    hypothesis_offsets: NDArray[np.int64]
    reference_values: NDArray[np.int32]
    reference_offsets: NDArray[np.int64]
    groups: NDArray[np.int64]


class References:
    """The words of the references of a test set.

    Attributes:
        lexicon: numbers the words.
        values: the words of all references as numbers, one after the other.
        offsets: where the words of each reference begin, and the end.
        groups: where the references of each segment begin among all references, and the end.

    Raises:
        InputError: a reference has too many words; see `limits`.
    """

    def __init__(
        self, words: NumberedWords, lexicon: Vocabulary, groups: NDArray[np.int64]
    ) -> None:
        check_words(words.offsets, groups)
        self.values, self.offsets = words
        self.lexicon = lexicon
        self.groups = groups

    @classmethod
    def of(cls, sentences: Words, groups: NDArray[np.int64]) -> References:
        """References whose words are known."""
        lexicon = Vocabulary()
        return cls(numbered(sentences, lexicon), lexicon, groups)

    @classmethod
    def single(cls, sentences: Words) -> References:
        """References of segments that have one each."""
        return cls.of(sentences, np.arange(len(sentences) + 1, dtype=np.int64))

    def chosen(self, sentences: NDArray[np.int64], groups: NDArray[np.int64]) -> References:
        """Some references, in the order given and as often as they are named, in new groups."""
        return References(chosen_rows(self.values, self.offsets, sentences), self.lexicon, groups)

    def __len__(self) -> int:
        """The number of segments."""
        return len(self.groups) - 1

    @cached_property
    def vocabulary(self) -> list[str]:
        """All words, in the order of their numbers."""
        return self.lexicon.words(0, len(self.lexicon))

    @cached_property
    def tokens(self) -> list[list[str]]:
        """The words of all references."""
        return _written(Ragged(self.values, self.offsets), self.vocabulary)

    @cached_property
    def lengths(self) -> NDArray[np.float64]:
        """The number of words of each reference."""
        return np.diff(self.offsets).astype(np.float64)

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """How many references each segment has."""
        return np.diff(self.groups)

    @cached_property
    def mean_lengths(self) -> NDArray[np.float64]:
        """The mean number of words of each segment's references."""
        if len(self) == 0:
            return self.lengths
        return np.add.reduceat(self.lengths, self.groups[:-1]) / self.counts


class Segments:
    """The words of one system's hypotheses, and those of their references.

    Attributes:
        references: the words of their references.
        lexicon: numbers the words of both; those of the references come first.
        arrays: the words of both as numbers.

    Raises:
        InputError: a hypothesis has too many words; see `limits`.
    """

    def __init__(self, words: NumberedWords, lexicon: Vocabulary, references: References) -> None:
        check_words(words.offsets)
        self.references = references
        self.lexicon = lexicon
        self.arrays = SegmentArrays(
            *words, references.values, references.offsets, references.groups
        )

    @classmethod
    def of(cls, sentences: Words, references: References) -> Segments:
        """Hypotheses whose words are known."""
        lexicon = Vocabulary(references.lexicon)
        return cls(numbered(sentences, lexicon), lexicon, references)

    def chosen(self, sentences: NDArray[np.int64], references: References) -> Segments:
        """Some hypotheses, in the order given and as often as they are named.

        Args:
            sentences: which ones.
            references: theirs, chosen from those of these segments.
        """
        words = chosen_rows(
            self.arrays.hypothesis_values, self.arrays.hypothesis_offsets, sentences
        )
        return Segments(words, self.lexicon, references)

    def __len__(self) -> int:
        return len(self.arrays.hypothesis_offsets) - 1

    @cached_property
    def tokens(self) -> list[list[str]]:
        """The words of the hypotheses."""
        words = Ragged(self.arrays.hypothesis_values, self.arrays.hypothesis_offsets)
        return _written(words, self.vocabulary)

    @cached_property
    def vocabulary(self) -> list[str]:
        """All words, in the order of their numbers: those of the references come first."""
        return [*self.references.vocabulary, *self.further_words]

    @cached_property
    def further_words(self) -> list[str]:
        """The words that the references do not have."""
        return self.lexicon.words(len(self.references.lexicon), len(self.lexicon))

    @cached_property
    def lengths(self) -> NDArray[np.float64]:
        """The number of words of each hypothesis."""
        return np.diff(self.arrays.hypothesis_offsets).astype(np.float64)

    @cached_property
    def lengths_by_reference(self) -> NDArray[np.float64]:
        """The number of words of each reference's hypothesis."""
        return np.repeat(self.lengths, self.references.counts)

    @cached_property
    def hypothesis_of(self) -> NDArray[np.int64]:
        """Which hypothesis belongs to each reference."""
        return np.repeat(np.arange(len(self)), self.references.counts)


def numbered(sentences: Words, lexicon: Vocabulary) -> NumberedWords:
    """The words of sentences as numbers; new words get new ones."""
    words = TextColumn.of(list(chain.from_iterable(sentences)))
    lengths = np.fromiter(map(len, sentences), np.int64, len(sentences))
    return Ragged(lexicon.number_words(words.data, words.offsets), offsets_of(lengths))


def _written(words: NumberedWords, vocabulary: Sequence[str]) -> list[list[str]]:
    values, offsets = words.values.tolist(), words.offsets.tolist()
    return [[vocabulary[word] for word in values[begin:end]] for begin, end in pairwise(offsets)]

"""Texts and words in flat arrays, as native code reads them.

A `TextColumn` is one block of UTF-8, as Arrow keeps it. `Sentences` are words as numbers: words are
numbered by a lexicon, that of the references, which all systems share, and the further words of
each system. So the numbers of one system never depend on another. Rows of different lengths lie in
one flat array: row k is `values[offsets[k]:offsets[k + 1]]`.
"""

from __future__ import annotations

import math
import re
import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import Any, Generic, NamedTuple, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton._core import Vocabulary
from hyperbaton.checks import as_texts
from hyperbaton.errors import InputError

# How much of one segment is computed with, far beyond sentences and documents. Within these limits
# nothing takes more than about a minute and two gigabytes for each thread.
WORDS = 1 << 20  # of one text
PAIRS = 1 << 34  # of words of a hypothesis and words of its reference: 131,072 with as many
SOFT_PAIRS = 1 << 31  # of the same, where vectors are compared: 46,340 with as many
LISTED_PAIRS = 1 << 22  # of the same, where all that match are listed: 2,048 with as many

Words = Sequence[Sequence[str]]  # of sentences
Indices = NDArray[np.int64]

_MARKS = frozenset(string.punctuation)

ARROW_TEXTS = ("string", "large_string", "string_view")  # by name: old pyarrow lacks the last
Value = TypeVar("Value", bound=np.generic)

BLANK = re.compile(r"[\s\x00-\x1f\x7f-\x9f]*")
BEGINS_BLANK = np.zeros(256, np.bool_)  # bytes with which a blank character may begin in UTF-8
BEGINS_BLANK[[*range(0x21), 0x7F, 0xC2, 0xE1, 0xE2, 0xE3]] = True

_NATIVE: Mapping[Any, Callable[..., Any]] = {
    np.dtype(np.uint8): _core.chosen_bytes,
    np.dtype(np.int32): _core.chosen_numbers,
}


class Ragged(NamedTuple, Generic[Value]):
    """The values of all rows, and where each row begins, and the end."""

    values: NDArray[Value]
    offsets: NDArray[np.int64]


NumberedWords = Ragged[np.int32]  # of sentences


def chosen_rows(
    values: NDArray[Value], offsets: NDArray[np.int64], rows: NDArray[np.integer]
) -> Ragged[Value]:
    """Some rows, in the order given and as often as they are named."""
    lengths = np.diff(offsets)[rows]
    chosen = offsets_of(lengths)
    if chosen[-1] >= len(values) and values.dtype in _NATIVE:  # then all of them may be copied
        return Ragged(*_NATIVE[values.dtype](values, offsets, rows.astype(np.int64)))
    at = np.arange(chosen[-1]) + np.repeat(offsets[:-1][rows] - chosen[:-1], lengths)
    return Ragged(values[at], chosen)


def joined_rows(parts: list[Ragged[Value]]) -> Ragged[Value]:
    """The rows of several, one after the other."""
    if len(parts) == 1:
        return parts[0]
    lengths = np.concatenate([np.diff(part.offsets) for part in parts])
    return Ragged(np.concatenate([part.values for part in parts]), offsets_of(lengths))


def offsets_of(lengths: NDArray[np.integer | np.bool_]) -> NDArray[np.int64]:
    """Where rows of these lengths begin, and the end."""
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


class TextColumn(Sequence[str]):
    """A list of texts in one block of UTF-8; text k is `data[offsets[k]:offsets[k + 1]]`.

    >>> texts = TextColumn.of(["in the lobby", "at noon"])
    >>> texts[1], len(texts)
    ('at noon', 2)
    """

    def __init__(self, data: NDArray[np.uint8], offsets: NDArray[np.int64]) -> None:
        self.data = data
        self.offsets = offsets

    @classmethod
    def of(cls, texts: Sequence[str]) -> TextColumn:
        """The texts of a list."""
        if isinstance(texts, TextColumn):
            return texts
        encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
        lengths = np.fromiter(map(len, encoded), np.int64, len(encoded))
        return cls(np.frombuffer(b"".join(encoded), np.uint8), offsets_of(lengths))

    @classmethod
    def from_arrow(cls, array: Any, name: str) -> TextColumn:
        """The texts of an Arrow array of strings without nulls, also a chunked one, in place.

        Raises:
            InputError: a text is not UTF-8, which Arrow does not check; names the segment. Or the
                array is damaged, so that its texts lie outside its data.
        """
        chunks = array.chunks if hasattr(array, "chunks") else [array]
        try:
            for chunk in chunks:
                check_layout(chunk)
        except ValueError as error:
            raise InputError(f"{name}: is not an intact Arrow array ({error})") from None
        whole = array.cast("large_string")
        whole = whole.combine_chunks() if hasattr(whole, "chunks") else whole
        _, offset_buffer, data_buffer = whole.buffers()
        offsets = np.zeros(1, np.int64)
        if len(whole):
            offsets = np.frombuffer(offset_buffer, np.int64)[whole.offset :][: len(whole) + 1]
        data = np.frombuffer(b"" if data_buffer is None else data_buffer, np.uint8)
        column = cls(data[offsets[0] : offsets[-1]], offsets - offsets[0])
        invalid = _core.first_invalid_utf8(column.data, column.offsets)
        if invalid >= 0:
            raise InputError("is not UTF-8", index=invalid, system=name)
        return column

    @cached_property
    def blank(self) -> NDArray[np.bool_]:
        """Which texts have nothing but white space and control characters."""
        found: NDArray[np.bool_] = np.diff(self.offsets) == 0
        first = np.zeros(len(self), np.uint8)
        first[~found] = self.data[self.offsets[:-1][~found]]
        for k in np.flatnonzero(~found & BEGINS_BLANK[first]).tolist():
            found[k] = BLANK.fullmatch(self[k]) is not None
        return found

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(len(self)))]
        begin, end = self.offsets[range(len(self))[index] :][:2]
        return _decoded(self.data[begin:end].tobytes())

    def __iter__(self) -> Iterator[str]:
        data, offsets = self.data.tobytes(), self.offsets.tolist()
        return (_decoded(data[begin:end]) for begin, end in pairwise(offsets))

    def chosen(self, texts: NDArray[np.integer] | None) -> TextColumn:
        """Some texts, in the order given and as often as they are named; None is all."""
        if texts is None:
            return self
        return TextColumn(*chosen_rows(self.data, self.offsets, texts))

    @classmethod
    def joined(cls, columns: Sequence[TextColumn]) -> TextColumn:
        """The texts of several columns, one after the other."""
        return cls(*joined_rows([Ragged(column.data, column.offsets) for column in columns]))


def as_column(texts: Any, name: str) -> TextColumn:
    """Texts as they are passed by callers: a column, an Arrow array, or any list of texts.

    Raises:
        InputError: it is not a list of texts, or UTF-8 cannot hold one; names the segment.
    """
    if isinstance(texts, TextColumn):
        return texts
    if is_arrow_text(texts) and texts.null_count == 0:
        return TextColumn.from_arrow(texts, name)
    return TextColumn.of(as_texts(texts, name))


def is_arrow_text(value: Any) -> bool:
    """Whether it is an array of Arrow's whose items are texts."""
    return hasattr(value, "null_count") and str(getattr(value, "type", "")) in ARROW_TEXTS


def check_layout(array: Any) -> None:
    """Refuses an array of Arrow's whose buffers do not fit together; texts may be no UTF-8.

    Raises:
        ArrowInvalid: offsets or indices lead elsewhere.
    """
    array.validate()
    as_bytes = {"string": "binary", "large_string": "large_binary"}.get(str(array.type))
    (array.view(as_bytes) if as_bytes else array).validate(full=True)


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "surrogatepass")


class SegmentArrays(NamedTuple):
    """Segments as word ids; the references of segment k are `groups[k]` to `groups[k + 1] - 1`."""

    hypothesis_values: NDArray[np.int32]
    hypothesis_offsets: NDArray[np.int64]
    reference_values: NDArray[np.int32]
    reference_offsets: NDArray[np.int64]
    groups: NDArray[np.int64]


class Sentences:
    """The words of sentences, as numbers.

    Attributes:
        values: the words of all sentences, one after the other.
        offsets: where the words of each sentence begin, and the end.
        lexicon: numbers the words.
        known: the sentences whose numbering the lexicon continues, if there are such.
    """

    def __init__(
        self, words: NumberedWords, lexicon: Vocabulary, known: Sentences | None = None
    ) -> None:
        self.values, self.offsets = words
        self.lexicon = lexicon
        self.known = known

    @classmethod
    def of(cls, sentences: Words, known: Sentences | None = None) -> Sentences:
        """Sentences whose words are known."""
        lexicon = Vocabulary(None if known is None else known.lexicon)
        words = TextColumn.of(list(chain.from_iterable(sentences)))
        lengths = np.fromiter(map(len, sentences), np.int64, len(sentences))
        values = lexicon.number_words(words.data, words.offsets)
        return cls(Ragged(values, offsets_of(lengths)), lexicon, known)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def rows(self) -> NumberedWords:
        """Values and offsets."""
        return Ragged(self.values, self.offsets)

    def chosen(self, sentences: Indices | None) -> Sentences:
        """Some sentences, in the order given and as often as they are named; None is all."""
        if sentences is None:
            return self
        return Sentences(chosen_rows(*self.rows, sentences), self.lexicon, self.known)

    @cached_property
    def vocabulary(self) -> list[str]:
        """All words, in the order of their numbers: the known ones come first."""
        return [*([] if self.known is None else self.known.vocabulary), *self.further_words]

    @cached_property
    def further_words(self) -> list[str]:
        """The words that the known sentences do not have."""
        known = 0 if self.known is None else len(self.known.lexicon)
        return self.lexicon.words(known, len(self.lexicon))

    @cached_property
    def tokens(self) -> list[list[str]]:
        """The words of every sentence."""
        vocabulary, values = self.vocabulary, self.values.tolist()
        return [
            [vocabulary[word] for word in values[begin:end]]
            for begin, end in pairwise(self.offsets.tolist())
        ]

    @cached_property
    def lengths(self) -> NDArray[np.float64]:
        """The number of words of each sentence."""
        return np.diff(self.offsets).astype(np.float64)


class Segments:
    """The words of one system's hypotheses, and those of their references.

    Attributes:
        hypotheses: the words of the hypotheses, whose lexicon continues that of the references.
        references: the words of their references, one or more per segment.
        arrays: the words of both as numbers.

    Raises:
        InputError: a text has too many words.
    """

    def __init__(
        self, hypotheses: Sentences, references: Sentences, groups: Indices | None = None
    ) -> None:
        """Groups say where the references of each segment begin, and the end; one each if None."""
        if groups is None:
            groups = np.arange(len(references) + 1, dtype=np.int64)
        check_words(references.offsets, groups)
        check_words(hypotheses.offsets, np.arange(len(hypotheses) + 1))
        self.hypotheses = hypotheses
        self.references = references
        self.arrays = SegmentArrays(*hypotheses.rows, *references.rows, groups)

    @classmethod
    def of(cls, hypotheses: Words, references: Words, groups: Indices | None = None) -> Segments:
        """Segments whose words are known."""
        theirs = Sentences.of(references)
        return cls(Sentences.of(hypotheses, theirs), theirs, groups)

    def __len__(self) -> int:
        return len(self.hypotheses)

    @property
    def counts(self) -> Indices:
        """How many references each segment has."""
        return np.diff(self.arrays.groups)

    @cached_property
    def lengths_by_reference(self) -> NDArray[np.float64]:
        """The number of words of each reference's hypothesis."""
        return np.repeat(self.hypotheses.lengths, self.counts)

    @cached_property
    def hypothesis_of(self) -> Indices:
        """Which hypothesis belongs to each reference."""
        return np.repeat(np.arange(len(self)), self.counts)

    @cached_property
    def mean_lengths(self) -> NDArray[np.float64]:
        """The mean number of words of each segment's references."""
        if len(self) == 0:
            return self.references.lengths
        return np.add.reduceat(self.references.lengths, self.arrays.groups[:-1]) / self.counts


def characters(texts: TextColumn, threads: int = 1) -> Ragged[np.int32]:
    """The characters of texts as code points, without white space."""
    return Ragged(*_core.characters(texts.data, texts.offsets, threads))


def code_points(texts: Sequence[str]) -> Ragged[np.int32]:
    """All characters of texts as code points, spaces included."""
    values = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.int32)
    return Ragged(values, np.cumsum([0, *map(len, texts)], dtype=np.int64))


def split_marks(text: str) -> list[str]:
    """The words between spaces, with one mark at the end, or else at the beginning, split off.

    This is how chrF++ sees words.

    >>> split_marks('"Well," said (she)')
    ['"Well,', '"', 'said', '(she', ')']
    """
    words: list[str] = []
    for word in text.split():
        if len(word) > 1 and word[-1] in _MARKS:
            words += (word[:-1], word[-1])
        elif len(word) > 1 and word[0] in _MARKS:
            words += (word[0], word[1:])
        else:
            words.append(word)
    return words


def check_words(offsets: Indices, groups: Indices) -> None:
    """Refuses texts with more words than `WORDS`; groups say which texts are of which segment."""
    lengths = np.diff(offsets)
    for text in np.flatnonzero(lengths > WORDS)[:1]:
        reason = f"has {lengths[text]:,} words; up to {WORDS:,} are accepted: split it"
        raise InputError(reason, index=_segment(text, groups))


def check_pairs(
    arrays: SegmentArrays, what: str, most: int = PAIRS, remedy: str | None = None
) -> None:
    """Refuses segments for what compares all words of a hypothesis with all of its reference.

    Args:
        arrays: the words.
        what: what compares them: a metric, or how words are matched.
        most: how many pairs of words one segment may have.
        remedy: what to do besides splitting the segment; to leave out `what` if None.
    """
    of_reference = np.diff(arrays.reference_offsets)
    of_hypothesis = np.repeat(np.diff(arrays.hypothesis_offsets), np.diff(arrays.groups))
    for k in np.flatnonzero(of_hypothesis.astype(float) * of_reference > most)[:1]:
        side = math.isqrt(most)
        raise InputError(
            f"{of_hypothesis[k]:,} words against {of_reference[k]:,} are too many for {what}, "
            f"which takes up to {side:,} against {side:,}; split the segment or "
            f"{remedy or f'leave {what} out'}",
            index=_segment(k, arrays.groups),
        )


def _segment(text: int, groups: Indices) -> int:
    return int(np.searchsorted(groups, text, side="right")) - 1

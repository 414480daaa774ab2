"""Segments: hypotheses with their references, and what is derived from them, computed once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import InputError, OptionError
from hyperbaton.text.tokenizers import DEFAULT, Tokenizer, load_tokenizer

Derived = TypeVar("Derived")
Setting = TypeVar("Setting")

SUBWORDS = ("bpe", "sentencepiece")


@dataclass(frozen=True)
class Preprocessing:
    """What happens to text before it is scored; all of it is named in signatures.

    Attributes:
        tokenize: the name of a tokenizer.
        lowercase: whether case is ignored.
        join_subwords: None, "bpe" (`@@` at the end of a piece) or "sentencepiece" (`▁` at the
            beginning of a word).
    """

    tokenize: str = DEFAULT
    lowercase: bool = False
    join_subwords: str | None = None

    def __post_init__(self) -> None:
        if self.join_subwords is not None and self.join_subwords not in SUBWORDS:
            accepted = " or ".join(SUBWORDS)
            raise OptionError(f"join_subwords is {accepted}, got {self.join_subwords!r}")

    @property
    def signature(self) -> str:
        """The choices made, such as `tok:unicode|case:mixed`."""
        joined = f"|join:{self.join_subwords}" if self.join_subwords else ""
        return f"tok:{self.tokenize}|case:{'lower' if self.lowercase else 'mixed'}{joined}"

    def clean(self, text: str) -> str:
        """The text with subwords joined and case folded, not yet split into words."""
        if self.join_subwords == "bpe":
            text = text.replace("@@ ", "").removesuffix("@@")
        elif self.join_subwords == "sentencepiece":
            text = text.replace(" ", "").replace("▁", " ").strip()
        return text.lower() if self.lowercase else text

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer itself."""
        return load_tokenizer(self.tokenize)


class SegmentArrays(NamedTuple):
    """Segments as word ids, for native code.

    Sentence k is `values[offsets[k]:offsets[k + 1]]`. The references of segment k are sentences
    `groups[k]` to `groups[k + 1] - 1` of the references.
    """

    hypothesis_values: NDArray[np.int32]
    hypothesis_offsets: NDArray[np.int64]
    reference_values: NDArray[np.int32]
    reference_offsets: NDArray[np.int64]
    groups: NDArray[np.int64]


class Remembering:
    """Something from which other things are derived, each once.

    Settings are values that say how: an aligner, a parser, alignments that were read from a file.
    There is at most one of a type.
    """

    def __init__(self, settings: Iterable[object] = ()) -> None:
        self._settings = {type(setting): setting for setting in settings}
        self._derived: dict[tuple[Any, ...], Any] = {}

    def add_setting(self, setting: object) -> None:
        """Adds a setting; to be done before anything is derived."""
        self._settings[type(setting)] = setting

    def setting(self, kind: type[Setting]) -> Setting | None:
        """The setting of a type; None where it was left to its default."""
        return cast("Setting | None", self._settings.get(kind))

    def once(self, derive: Callable[..., Derived], *arguments: Hashable) -> Derived:
        """What `derive(self, *arguments)` returns, computed on first use and then remembered."""
        key = (derive, *arguments)
        if key not in self._derived:
            self._derived[key] = derive(self, *arguments)
        return cast(Derived, self._derived[key])


class References(Remembering):
    """The references of a test set, shared by all systems that are scored against them.

    Attributes:
        texts: for every segment its references, one or more, cleaned.
        preprocessing: how text is prepared.
        groups: where the references of each segment begin among all references, and the end.
    """

    def __init__(
        self,
        references: Sequence[Sequence[str]],
        preprocessing: Preprocessing | None = None,
        settings: Iterable[object] = (),
    ) -> None:
        super().__init__(settings)
        self.preprocessing = preprocessing or Preprocessing()
        for number, group in enumerate(references, start=1):
            if isinstance(group, str) or not group or not all(isinstance(r, str) for r in group):
                raise InputError(
                    f"references of segment {number}: expected one or more texts in a list, "
                    f"got {group!r}"
                )
        clean = self.preprocessing.clean
        self.texts = tuple(tuple(map(clean, group)) for group in references)
        self.groups = np.cumsum([0, *map(len, self.texts)], dtype=np.int64)
        self._vocabulary: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.texts)

    @cached_property
    def flat_texts(self) -> list[str]:
        """All references one after the other."""
        return list(chain.from_iterable(self.texts))

    @cached_property
    def tokens(self) -> list[list[str]]:
        """The words of all references one after the other."""
        return list(map(self.preprocessing.tokenizer, self.flat_texts))

    @cached_property
    def arrays(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The word ids of all references, flat, and where each begins."""
        return self.encode(self.tokens)

    @cached_property
    def mean_lengths(self) -> NDArray[np.float64]:
        """The mean number of words of each segment's references."""
        lengths = np.diff(self.arrays[1]).astype(np.float64)
        if len(self) == 0:
            return lengths
        return np.add.reduceat(lengths, self.groups[:-1]) / np.diff(self.groups)

    @property
    def number(self) -> str:
        """How many references a segment has, for signatures; `var` where it varies."""
        counts = set(np.diff(self.groups).tolist()) or {0}
        return str(counts.pop()) if len(counts) == 1 else "var"

    def encode(self, sentences: list[list[str]]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Sentences as word ids, the same word having the same id for all systems."""
        ids = self._vocabulary
        values = [ids.setdefault(word, len(ids)) for words in sentences for word in words]
        offsets = np.cumsum([0, *map(len, sentences)], dtype=np.int64)
        return np.array(values, np.int32), offsets

    def vocabulary_from(self, known: int) -> list[str]:
        """The words with ids from `known` on, in the order of their ids."""
        return list(islice(self._vocabulary, known, None))


class Segments(Remembering):
    """The hypotheses of one system and their references.

    What several metrics need is derived once: `tokens`, `arrays`, and anything else through `once`.
    """

    def __init__(
        self, hypotheses: Sequence[str], references: References, settings: Iterable[object] = ()
    ) -> None:
        super().__init__(settings)
        if isinstance(hypotheses, str) or not all(isinstance(h, str) for h in hypotheses):
            raise InputError("hypotheses: expected a list of texts")
        if len(hypotheses) != len(references):
            raise InputError(
                f"{len(hypotheses)} hypotheses but {len(references)} segments with references; "
                "the numbers must be equal"
            )
        self.references = references
        self.hypotheses = tuple(map(references.preprocessing.clean, hypotheses))

    def __len__(self) -> int:
        return len(self.hypotheses)

    @cached_property
    def tokens(self) -> list[list[str]]:
        """The words of the hypotheses."""
        return list(map(self.references.preprocessing.tokenizer, self.hypotheses))

    @cached_property
    def arrays(self) -> SegmentArrays:
        """Hypotheses and references as word ids."""
        references = self.references.arrays
        return SegmentArrays(
            *self.references.encode(self.tokens), *references, self.references.groups
        )

    @property
    def hypothesis_lengths(self) -> NDArray[np.int64]:
        """The number of words of each hypothesis."""
        return np.diff(self.arrays.hypothesis_offsets)

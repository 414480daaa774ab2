"""What was found out about words, so that each word is looked up once and not in every batch."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from hyperbaton._core import Vocabulary

Facts = TypeVar("Facts")


class WordMemory(ABC, Generic[Facts]):
    """Facts about words, by word; several threads may ask at the same time.

    Class attributes:
        most: how many words are remembered; with more, it begins anew. Facts about the words of
            one lexicon always belong together.
    """

    most = 1 << 18

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known = Vocabulary()
        self._forget()

    def recalled(self, lexicon: Vocabulary) -> Facts:
        """The facts about all words of a lexicon, in the order of their numbers."""
        with self._lock:
            if len(self._known) > self.most:
                self._begin_anew()
            known = len(self._known)
            rows = self._known.number_vocabulary(lexicon, 0)
            if len(self._known) > known:
                self._learn_from(known)
            return self._facts(rows)

    def _learn_from(self, first: int) -> None:
        try:
            self._learn(self._known.words(first, len(self._known)))
        except BaseException:  # words are numbered about which nothing is known
            self._begin_anew()
            raise

    def _begin_anew(self) -> None:
        self._known = Vocabulary()
        self._forget()

    @abstractmethod
    def _learn(self, words: Sequence[str]) -> None:
        """Looks up further words, and remembers what it finds behind all that came before."""

    @abstractmethod
    def _facts(self, rows: NDArray[np.int32]) -> Facts:
        """What is known about words, by their places among all that were learnt."""

    @abstractmethod
    def _forget(self) -> None:
        """Forgets everything."""


class Growing:
    """An array to which rows are added at the end, without copying all of it each time."""

    def __init__(self, first: NDArray[Any]) -> None:
        self._held = first.copy()
        self._length = len(first)

    def __len__(self) -> int:
        return self._length

    def extend(self, rows: NDArray[Any]) -> None:
        """Adds rows."""
        length = self._length + len(rows)
        if length > len(self._held):
            held = np.empty((max(length, 2 * len(self._held)), *rows.shape[1:]), rows.dtype)
            held[: self._length] = self.rows
            self._held = held
        self._held[self._length : length] = rows
        self._length = length

    @property
    def rows(self) -> NDArray[Any]:
        """All rows."""
        return self._held[: self._length]

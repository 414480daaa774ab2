"""Values that no caller means, and some that callers mean but few functions expect."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

Maker = Callable[[], Any]  # anew for each call, since generators are read once


class Text(str):
    """A subclass of str."""


def _recursive() -> list[Any]:
    found: list[Any] = []
    found.append(found)
    return found


def _closed() -> io.StringIO:
    file = io.StringIO("a\nb\n")
    file.close()
    return file


def _series(values: list[Any]) -> Any:
    import pandas

    return pandas.Series(values)


def _arrow(values: list[Any]) -> Any:
    import pyarrow

    return pyarrow.array(values)


HOSTILE: dict[str, Maker] = {
    "None": lambda: None,
    "True": lambda: True,
    "0": lambda: 0,
    "-1": lambda: -1,
    "3": lambda: 3,
    "1.5": lambda: 1.5,
    "nan": lambda: float("nan"),
    "-inf": lambda: float("-inf"),
    "complex": lambda: 1j,
    "NumPy int": lambda: np.int64(2),
    "NumPy float": lambda: np.float32(0.5),
    "object": object,
    "class": lambda: str,
    "function": lambda: len,
    "bytes": lambda: b"a b",
    "bytearray": lambda: bytearray(b"a"),
    "text": lambda: "a b",
    "no text": lambda: "",
    "surrogate": lambda: "a \ud800 b",
    "NUL": lambda: "a\0b",
    "two lines": lambda: "a\nb\nc\nd",
    "NumPy text": lambda: np.str_("a b"),
    "subclass of text": lambda: Text("a b"),
    "path": lambda: Path("nowhere"),
    "empty list": list,
    "list of None": lambda: [None],
    "list of texts": lambda: ["a b", "c"],
    "list of lists": lambda: [["a b", "c", "d"]],
    "list of lists of lists": lambda: [[["a"]]],
    "list of bytes": lambda: [b"a"],
    "list of surrogates": lambda: ["a", "\udfff", "b"],
    "list of numbers": lambda: [1, 0],
    "list of lists of numbers": lambda: [[0, 1], [2]],
    "list of floats": lambda: [0.5, float("nan")],
    "list of mixtures": lambda: ["a", 1, None, 2.5],
    "list of objects": lambda: [object()],
    "tuple": lambda: ("a", 1),
    "generator of texts": lambda: (text for text in ("a b", "c", "d")),
    "empty generator": lambda: iter(()),
    "iterator of numbers": lambda: iter([1, 2, 3]),
    "range": lambda: range(3),
    "map": lambda: map(str, range(3)),
    "set": lambda: {"a"},
    "frozenset": lambda: frozenset({1}),
    "empty dict": dict,
    "dict": lambda: {"a": "b"},
    "dict of numbers": lambda: {1: None},
    "dict of lists": lambda: {"a": ["a b"], "b": ["c"]},
    "keys": lambda: {"a": 1}.keys(),
    "recursive list": _recursive,
    "closed file": _closed,
    "0-d array": lambda: np.array(3),
    "2-d array": lambda: np.zeros((2, 3)),
    "3-d array": lambda: np.zeros((1, 2, 3), np.int64),
    "empty array": lambda: np.zeros(0),
    "array of floats": lambda: np.array([0.5, np.nan]),
    "array of whole numbers": lambda: np.array([3, -1]),
    "array of objects": lambda: np.array([None, "a"], object),
    "array of texts": lambda: np.array(["a", "b"]),
    "array of truth values": lambda: np.array([True, False]),
    "array of unsigned numbers": lambda: np.array([2**63 + 1], np.uint64),
    "structured array": lambda: np.zeros(2, [("a", int)]),
    "series": lambda: _series(["a", None]),
    "series of numbers": lambda: _series([1.0, 2.0]),
    "arrow": lambda: _arrow(["a", "b"]),
    "arrow of numbers": lambda: _arrow([1, None]),
}

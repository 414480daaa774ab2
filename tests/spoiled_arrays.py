"""Arrays as no caller should give them, and arrays that only look unusual."""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

EXTREMES = (-(2**63), -(2**31) - 1, -(2**31), -1, 0, 1, 2**31 - 1, 2**31, 2**40, 2**63 - 1)
EXTREME_FLOATS = (np.nan, np.inf, -np.inf, -1.0, 0.0, 1e308, -1e308, 1e-320, 2.0**63)
SCALARS: dict[type, tuple[Any, ...]] = {
    int: (*EXTREMES, 2**64, -(2**64), 1.5, "1", None),
    float: (*EXTREME_FLOATS, 10**400, "1", None),
    bool: (2, None, "yes"),
    str: ("", "\0", "kendall\0", "\ud800", "x" * 10_000, 3, None),
    bytes: (b"", b"-", b"1-", b"999999999-999999999", b"9999999999-0", b"\0" * 99, b"0-0 " * 999),
}


def extremes(dtype: np.dtype[Any]) -> list[Any]:
    """The values of a type that lead astray."""
    if dtype.kind == "f":
        with np.errstate(all="ignore"):
            return list(np.array(EXTREME_FLOATS).astype(dtype))
    limits = np.iinfo(dtype)
    return [value for value in EXTREMES if limits.min <= value <= limits.max]


def unusual(array: Any) -> Iterator[Any]:
    """The same values in another layout, each of which has to give the same result."""
    read_only = array.copy()
    read_only.flags.writeable = False
    yield read_only
    yield np.repeat(array, 2, axis=0)[::2]
    yield array[::-1].copy()[::-1]
    yield np.asfortranarray(array)
    unaligned = np.zeros(array.nbytes + 1, np.uint8)[1:].view(array.dtype).reshape(array.shape)
    unaligned[...] = array
    yield unaligned
    mapped = np.frombuffer(mmap.mmap(-1, max(array.nbytes, 1)), array.dtype, array.size)
    mapped[...] = array.reshape(-1)
    yield mapped.reshape(array.shape)


def _with_value(array: Any, draw: Callable[..., Any]) -> Any:
    spoiled = array.copy()
    if array.size:
        place = draw(st.integers(0, array.size - 1))
        spoiled.reshape(-1)[place] = draw(st.sampled_from(extremes(array.dtype)))
    return spoiled


def _shuffled(array: Any, draw: Callable[..., Any]) -> Any:
    return np.random.default_rng(draw(st.integers(0, 99))).permutation(array)


def _of_other_type(array: Any, draw: Callable[..., Any]) -> Any:
    names = ["int8", "int16", "int32", "int64", "uint32", "uint64", "float32", "float64", "bool"]
    name = draw(st.sampled_from([*names, "object", "complex128", "U3", "datetime64[s]"]))
    with np.errstate(all="ignore"):
        return array.astype(np.int64).astype(name)


SPOILERS: tuple[Callable[[Any, Callable[..., Any]], Any], ...] = (
    _with_value,
    _with_value,
    lambda array, draw: np.full_like(array, draw(st.sampled_from(extremes(array.dtype)))),
    _shuffled,
    lambda array, draw: array[: draw(st.integers(0, len(array)))],
    lambda array, draw: np.concatenate([array, array[: draw(st.integers(0, 3))]]),
    lambda array, draw: array[::-1],
    lambda array, draw: array[:0],
    lambda array, draw: np.broadcast_to(array[:1], (2**12 * len(array[:1]), *array.shape[1:])),
    lambda array, draw: np.atleast_2d(array).T,
    lambda array, draw: array.reshape(-1),
    lambda array, draw: np.array(0, array.dtype),
    lambda array, draw: array.astype(array.dtype.newbyteorder()),
    lambda array, draw: array.tolist(),
    lambda array, draw: draw(st.sampled_from([None, "array", b"array", 7])),
    _of_other_type,
)


@st.composite
def spoiled(draw: Callable[..., Any], value: Any) -> Any:
    """A value, or values within one another, of which one is spoiled."""
    if isinstance(value, np.ndarray):
        return draw(st.sampled_from(SPOILERS))(value, draw)
    if isinstance(value, (tuple, list)) and value:
        if draw(st.integers(0, 9)) == 0:
            return type(value)(value[: draw(st.integers(0, len(value)))])
        place = draw(st.integers(0, len(value) - 1))
        changed = list(value)
        changed[place] = draw(spoiled(changed[place]))
        return type(value)(changed)
    return draw(st.sampled_from([*SCALARS.get(type(value), ()), None, value]))


def arrays_in(value: Any) -> Iterator[Any]:
    """The arrays in a value."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from arrays_in(part)


def replaced(value: Any, replace: Callable[[Any], Any]) -> Any:
    """A value with other arrays in place of its own."""
    if isinstance(value, np.ndarray):
        return replace(value)
    if isinstance(value, (tuple, list)):
        return type(value)(replaced(part, replace) for part in value)
    return value

"""Strings that stand for metrics, aligners and parsers: refused, or the same when written out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from promise import result_or_refusal
from target import Target, distinct

from hyperbaton import metrics
from hyperbaton.alignment import ALIGNERS, as_aligner
from hyperbaton.metrics import METRICS
from hyperbaton.parsing import PARSERS, as_parser
from hyperbaton.values import NamedValues, parameters

PUNCTUATION = ("(", ")", ",", "=", '"', "\\", "\\u0041", "\\ud800", "true", "1e999", "-0.0", "nan")


def notation_targets() -> list[Target]:
    """One for each kind of value that people write."""
    return [
        _notation_target("metric-notation", metrics.parse, METRICS),
        _notation_target("aligner-notation", as_aligner, ALIGNERS),
        _notation_target("parser-notation", as_parser, PARSERS),
    ]


def _notation_target(name: str, parse: Callable[[str], Any], known: NamedValues[Any]) -> Target:
    def check(data: bytes) -> None:
        text = data.decode("utf-8", "surrogateescape")
        value = result_or_refusal(lambda: parse(text))
        if value is not None:
            check_round_trip(value, parse)

    seeds = [*known, *known.presets, *_with_parameters(known)]
    words = [*_words(known), *PUNCTUATION]
    return Target(
        name,
        tuple(seed.encode() for seed in seeds),
        distinct(word.encode() for word in words),
        longest=300,
        check=check,
    )


def check_round_trip(value: Any, parse: Callable[[str], Any]) -> None:
    """A value is the same as what its string stands for, with all its parameters or without."""
    for written in (str(value), value.written(explicit=True)):
        again = parse(written)
        if again != value or hash(again) != hash(value) or str(again) != str(value):
            raise AssertionError(f"{value!r} is written {written!r}, which is read as {again!r}")


def _with_parameters(known: NamedValues[Any]) -> Iterator[str]:
    for name, owner in known.items():
        for spec in parameters(owner):
            yield f"{name}({spec.name}=1)"


def _words(known: NamedValues[Any]) -> Iterator[str]:
    for name, owner in known.items():
        yield name
        for spec in parameters(owner):
            yield f"{spec.name}="
            yield from spec.metadata["choices"] or ()

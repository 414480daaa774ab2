"""What the live page is sent with, what it may ask for, and how that is answered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hyperbaton.checks import object_of
from hyperbaton.errors import HyperbatonError, InputError
from hyperbaton.explanation.explainer import DEFAULT_METRICS, explain
from hyperbaton.metrics.registry import text_metrics
from hyperbaton.report.overview import MetricKind, kind_of

MOST_REFERENCES = 8
MOST_METRICS = 12
FIELDS = ("hypothesis", "references", "metrics", "language", "tokenize", "lowercase", "aligner")
LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "ru", "tr", "fi", "zh", "ja", "ko", "ar")
SHOWN_TOKENIZERS = ("unicode", "13a", "intl", "zh", "char", "none")
SHOWN_ALIGNERS = ("best", "meteor", "bigram")


@dataclass(frozen=True)
class Limits:
    """What one request may ask for, and how many may be answered at once.

    Attributes:
        words: of the output and of each reference.
        seconds: until an answer is given up and the work for it ends.
        requests: that are answered at the same time; more are turned away.
    """

    words: int = 200
    seconds: float = 20.0
    requests: int = 4


@dataclass(frozen=True)
class Example:
    """A sentence to begin with."""

    name: str
    reference: str
    hypothesis: str
    language: str


EXAMPLES = (
    Example(
        "A phrase too early",
        "At noon we met in the lobby of the old hotel.",
        "In the lobby of the old hotel we met at noon.",
        "en",
    ),
    Example(
        "German order in English",
        "She did not attend the meeting because she had caught a cold.",
        "She has because she a cold caught had the meeting not attended.",
        "en",
    ),
    Example(
        "Verb in the wrong place (German)",
        "Gestern habe ich im Park einen alten Freund getroffen.",
        "Gestern ich habe getroffen einen alten Freund im Park.",
        "de",
    ),
    Example(
        "Japanese", "私は昨日図書館で本を読みました。", "図書館で私は本を昨日読みました。", "ja"
    ),
    Example(
        "Arabic, from right to left",
        "التقينا ظهرا في ردهة الفندق القديم",
        "في ردهة الفندق القديم التقينا ظهرا",
        "ar",
    ),
)


@dataclass(frozen=True)
class ServeSettings:
    """What the page is sent with: sentences to begin with, what there is to choose, limits.

    Attributes:
        examples: sentences to begin with.
        limits: what a request may hold.
        languages: those to choose from.
        tokenizers: likewise.
        aligners: likewise.
        metrics: what moves cost by.
        kinds: by metric, what it looks at.
    """

    examples: tuple[Example, ...]
    limits: Mapping[str, int]
    languages: tuple[str, ...]
    tokenizers: tuple[str, ...]
    aligners: tuple[str, ...]
    metrics: tuple[str, ...]
    kinds: Mapping[str, MetricKind]


def settings(limits: Limits) -> ServeSettings:
    """Those of the page that is shipped."""
    kinds = {str(metric): kind_of(metric) for metric in text_metrics(DEFAULT_METRICS)}
    bounds = {"words": limits.words}
    choices = LANGUAGES, SHOWN_TOKENIZERS, SHOWN_ALIGNERS
    return ServeSettings(EXAMPLES, bounds, *choices, DEFAULT_METRICS, kinds)


def read_request(body: bytes, limits: Limits) -> dict[str, Any]:
    """The arguments of `hyperbaton.explain` from the JSON of a request.

    Raises:
        InputError: it is not as it should be, or larger than it may be; says how.
    """
    try:
        asked = json.loads(body.decode("utf-8"), object_pairs_hook=object_of)
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise InputError("the request is not JSON in UTF-8") from None
    if not isinstance(asked, dict):
        raise InputError("the request is not a JSON object")
    unknown = sorted(set(asked) - set(FIELDS))
    if unknown:
        raise InputError(f"unknown field {unknown[0]!r}; expected {', '.join(FIELDS)}")
    hypothesis = asked.get("hypothesis")
    if not isinstance(hypothesis, str):
        raise InputError("hypothesis: expected a text")
    asked["references"] = _texts(asked.get("references"), "references", MOST_REFERENCES)
    asked["metrics"] = _texts(asked.get("metrics", [*DEFAULT_METRICS]), "metrics", MOST_METRICS)
    for text in (hypothesis, *asked["references"]):
        words = max(len(text.split()), len(text) // 8)  # also where there are no spaces
        if words > limits.words:
            raise InputError(f"at most {limits.words} words are accepted, got {words}")
    if "=" in str(asked.get("aligner") or ""):
        raise InputError("aligner: a name without parameters is accepted here")
    return {name: value for name, value in asked.items() if value is not None}


def answer(asked: dict[str, Any]) -> dict[str, Any] | str:
    """The explanation, ready for JSON, or what is wrong with the request."""
    try:
        return explain(**asked).to_dict()
    except HyperbatonError as error:
        return str(error)


def _texts(value: object, name: str, most: int) -> list[str]:
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
        raise InputError(f"{name}: expected a list of texts")
    if not 1 <= len(listed) <= most:
        raise InputError(f"{name}: 1 to {most} are accepted, got {len(listed)}")
    return listed

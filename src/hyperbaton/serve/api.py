"""What the live page is sent with, what it may ask for, and how that is answered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hyperbaton import __version__
from hyperbaton.checks import (
    SERVED_CHARACTERS,
    SERVED_REQUESTS,
    SERVED_SECONDS,
    SERVED_WORDS,
    check_fields,
    object_of,
)
from hyperbaton.errors import InputError
from hyperbaton.explanation.explainer import DEFAULT_METRICS, explain
from hyperbaton.explanation.segment import SCHEMA, Explanation
from hyperbaton.metrics.registry import text_metrics
from hyperbaton.report.overview import MetricKind, kind_of
from hyperbaton.tables.json_form import json_fields

MOST_REFERENCES = 8
MOST_METRICS = 12
CHOICES = ("language", "tokenize", "lowercase", "aligner")
LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "ru", "tr", "fi", "zh", "ja", "ko", "ar")
SHOWN_TOKENIZERS = ("unicode", "13a", "intl", "zh", "char", "none")
SHOWN_ALIGNERS = ("best", "meteor", "bigram")


@dataclass(frozen=True)
class Limits:
    """What one request may ask for, and how many may be answered at once.

    Attributes:
        words: of the output and of each reference.
        characters: of a whole request.
        seconds: until an answer is given up.
        requests: that are answered at the same time; more are turned away.
    """

    words: int = 200
    characters: int = 64_000
    seconds: float = 20.0
    requests: int = 4

    def __post_init__(self) -> None:
        check_fields(
            self,
            words=SERVED_WORDS,
            characters=SERVED_CHARACTERS,
            seconds=SERVED_SECONDS,
            requests=SERVED_REQUESTS,
        )


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


@dataclass(frozen=True)
class ExplainRequest:
    """What `POST /api/explain` takes.

    Attributes:
        hypothesis: the output.
        references: one reference or several.
        metrics: what moves are priced by.
        choices: language, tokenizer, case, aligner, where they are not the defaults.
    """

    hypothesis: str
    references: tuple[str, ...]
    metrics: tuple[str, ...]
    choices: Mapping[str, Any]

    @classmethod
    def parse(cls, body: bytes, limits: Limits) -> ExplainRequest:
        """Reads a request.

        Raises:
            InputError: it is not as it should be, or larger than it may be; says how.
        """
        try:
            document = json.loads(body.decode("utf-8"), object_pairs_hook=object_of)
        except (UnicodeDecodeError, ValueError, RecursionError):
            raise InputError("the request is not JSON in UTF-8") from None
        if not isinstance(document, dict):
            raise InputError("the request is not a JSON object")
        unknown = sorted(set(document) - {"hypothesis", "references", "metrics", *CHOICES})
        if unknown:
            raise InputError(f"{unknown[0]!r} is not a field of a request; see /api/openapi.json")
        hypothesis = document.get("hypothesis")
        if not isinstance(hypothesis, str):
            raise InputError("hypothesis: a text is needed")
        references = _texts(document.get("references"), "references", MOST_REFERENCES)
        for name, texts in (("hypothesis", [hypothesis]), ("references", references)):
            # also where there are no spaces
            words = max(max(len(text.split()), len(text) // 8) for text in texts)
            if words > limits.words:
                raise InputError(f"{name}: at most {limits.words} words are accepted, got {words}")
        metrics = _texts(document.get("metrics", list(DEFAULT_METRICS)), "metrics", MOST_METRICS)
        choices = {name: document[name] for name in CHOICES if document.get(name) is not None}
        if "=" in str(choices.get("aligner", "")):
            raise InputError("aligner: a name without parameters is accepted here")
        return cls(hypothesis, references, metrics, choices)

    def answer(self) -> dict[str, Any]:
        """The explanation, ready for JSON.

        Raises:
            HyperbatonError: something in the request is not accepted.
        """
        return explain(
            self.hypothesis, list(self.references), list(self.metrics), **self.choices
        ).to_dict()


def _texts(value: object, name: str, most: int) -> tuple[str, ...]:
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
        raise InputError(f"{name}: a list of texts is needed")
    if not 1 <= len(listed) <= most:
        raise InputError(f"{name}: 1 to {most} are accepted, got {len(listed)}")
    return tuple(listed)


def openapi(limits: Limits) -> dict[str, Any]:
    """The description of the API, as OpenAPI 3.1, with the limits in force."""
    text = {"type": "string", "description": f"at most {limits.words} words"}
    metric = {"type": "string", "examples": ["kendall", "pef(beta=0.6)"]}
    request = {
        "type": "object",
        "required": ["hypothesis", "references"],
        "additionalProperties": False,
        "properties": {
            "hypothesis": text,
            "references": _array(text, MOST_REFERENCES),
            "metrics": _array(metric, MOST_METRICS),
            "language": {"type": "string", "examples": ["en", "de", "ja"]},
            "tokenize": {"type": "string", "examples": ["unicode", "13a", "char"]},
            "lowercase": {"type": "boolean"},
            "aligner": {"type": "string", "examples": ["best", "meteor"]},
        },
    }
    explanation = {
        "type": "object",
        "required": [field.name for field in json_fields(Explanation)],
        "properties": {"schema": {"const": SCHEMA}},
    }
    error = {
        "type": "object",
        "required": ["error"],
        "properties": {"error": {"type": "string"}},
    }
    explained = {
        "summary": "What moved in a sentence, how far, and what it costs",
        "requestBody": {"required": True, "content": {"application/json": {"schema": request}}},
        "responses": {
            "200": _answer(f"An explanation, schema {SCHEMA}", explanation),
            "400": _answer("Something in the request is not accepted", error),
            "413": _answer("The request is too large", error),
            "503": _answer("Too many requests at once", error),
            "504": _answer("It took too long", error),
        },
    }
    version = {"200": _answer("The version", {"type": "object"})}
    return {
        "openapi": "3.1.0",
        "info": {"title": "hyperbaton", "version": __version__},
        "paths": {
            "/api/explain": {"post": explained},
            "/api/health": {"get": {"summary": "The version", "responses": version}},
        },
    }


def _array(items: dict[str, Any], most: int) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": 1, "maxItems": most}


def _answer(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}

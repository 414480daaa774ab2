"""A request for an explanation: read, checked, answered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hyperbaton.checks import object_of
from hyperbaton.errors import InputError
from hyperbaton.explanation.explainer import DEFAULT_METRICS, explain
from hyperbaton.serve.limits import MOST_METRICS, MOST_REFERENCES, Limits

CHOICES = ("language", "tokenize", "lowercase", "aligner")


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
        hypothesis = _text(document.get("hypothesis"), "hypothesis", limits)
        references = _texts(document.get("references"), "references", MOST_REFERENCES)
        for text in references:
            _text(text, "references", limits)
        metrics = _texts(document.get("metrics", list(DEFAULT_METRICS)), "metrics", MOST_METRICS)
        choices = {name: document[name] for name in CHOICES if document.get(name) is not None}
        for name in ("aligner",):
            if "=" in str(choices.get(name, "")):
                raise InputError(f"{name}: a name without parameters is accepted here")
        return cls(hypothesis, references, metrics, choices)

    def answer(self) -> dict[str, Any]:
        """The explanation, as JSON has it.

        Raises:
            HyperbatonError: something in the request is not accepted.
        """
        return explain(
            self.hypothesis, list(self.references), list(self.metrics), **self.choices
        ).to_dict()


def _text(value: object, name: str, limits: Limits) -> str:
    if not isinstance(value, str):
        raise InputError(f"{name}: a text is needed")
    words = max(len(value.split()), len(value) // 8)  # also where there are no spaces
    if words > limits.words:
        raise InputError(f"{name}: at most {limits.words} words are accepted, got {words}")
    return value


def _texts(value: object, name: str, most: int) -> tuple[str, ...]:
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
        raise InputError(f"{name}: a list of texts is needed")
    if not 1 <= len(listed) <= most:
        raise InputError(f"{name}: 1 to {most} are accepted, got {len(listed)}")
    return tuple(listed)

"""The description of the API, as OpenAPI 3.1."""

from __future__ import annotations

from typing import Any

from hyperbaton import __version__
from hyperbaton.explanation.segment import SCHEMA
from hyperbaton.serve.limits import MOST_METRICS, MOST_REFERENCES, Limits


def openapi(limits: Limits) -> dict[str, Any]:
    """The document, with the limits in force."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "hyperbaton", "version": __version__},
        "paths": {
            "/api/explain": {
                "post": {
                    "summary": "What moved in a sentence, how far, and what it costs",
                    "requestBody": {
                        "required": True,
                        "content": {"application/json": {"schema": _request(limits)}},
                    },
                    "responses": {
                        "200": _answer(f"An explanation, schema {SCHEMA}", _explanation()),
                        "400": _answer("Something in the request is not accepted", _error()),
                        "413": _answer("The request is too large", _error()),
                        "503": _answer("Too many requests at once", _error()),
                        "504": _answer("It took too long", _error()),
                    },
                }
            },
            "/api/health": {
                "get": {
                    "summary": "The version",
                    "responses": {"200": _answer("The version", {"type": "object"})},
                }
            },
        },
    }


def _answer(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _error() -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["error"],
        "properties": {"error": {"type": "string"}},
    }


def _request(limits: Limits) -> dict[str, Any]:
    text = {"type": "string", "description": f"at most {limits.words} words"}
    return {
        "type": "object",
        "required": ["hypothesis", "references"],
        "additionalProperties": False,
        "properties": {
            "hypothesis": text,
            "references": {
                "type": "array",
                "items": text,
                "minItems": 1,
                "maxItems": MOST_REFERENCES,
            },
            "metrics": {
                "type": "array",
                "items": {"type": "string", "examples": ["kendall", "pef(beta=0.6)"]},
                "maxItems": MOST_METRICS,
            },
            "language": {"type": "string", "examples": ["en", "de", "ja"]},
            "tokenize": {"type": "string", "examples": ["unicode", "13a", "char"]},
            "lowercase": {"type": "boolean"},
            "aligner": {"type": "string", "examples": ["best", "meteor"]},
        },
    }


def _explanation() -> dict[str, Any]:
    """The fields that every explanation has; docs/formats.md describes them all."""
    fields = (
        "schema system segment hypothesis reference links permutation tree moves steps scores "
        "higher_is_better restored interaction fewest_words edits"
    )
    return {
        "type": "object",
        "required": fields.split(),
        "properties": {"schema": {"const": SCHEMA}},
    }

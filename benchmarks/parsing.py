"""From raw text to DTED, and the share of the time that goes to the parser."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from text import evidence_of, load_pairs, repeated

from hyperbaton import Preparation
from hyperbaton.errors import MissingDependencyError
from hyperbaton.metrics.registry import as_metric
from hyperbaton.parsing.english import English

SEGMENTS = 1500


class TimedModel:
    """A model that knows how long it took."""

    def __init__(self, model: Any) -> None:
        self.version = model.version
        self.seconds = 0.0
        self._model = model

    def parse(self, segments: Any) -> Any:
        begin = time.process_time()
        parsed = self._model.parse(segments)
        self.seconds += time.process_time() - begin
        return parsed


class Timed(English):
    """The English parser with such a model."""

    def load(self) -> Any:
        return TimedModel(super().load())


def run(data: Path | None) -> list[dict[str, Any]]:
    try:
        model = Timed().loaded
    except MissingDependencyError as error:
        print(f"skipped: {error}")
        return []
    pairs = repeated(load_pairs(data), SEGMENTS)
    evidence = evidence_of(pairs, Preparation(parser=Timed()))
    model.parse([["Loads", "the", "model", "."]])
    model.seconds = 0.0  # type: ignore[attr-defined]
    begin = time.process_time()
    as_metric("dted").statistics(evidence)
    seconds = time.process_time() - begin
    sentences = [*evidence.tokens, *evidence.reference_tokens]
    words = sum(map(len, {tuple(words) for words in sentences}))
    return [
        {
            "what": "words parsed by the English parser, one core",
            "per_second": words / model.seconds,  # type: ignore[attr-defined]
            "at_least_per_second": 10_000,
        },
        {
            "what": "segments from text to dted, parsing included, one core",
            "per_second": len(pairs) / seconds,
        },
        {
            "what": "time in the parser",
            "against": "all of the time from text to dted",
            "ratio": model.seconds / seconds,  # type: ignore[attr-defined]
        },
    ]

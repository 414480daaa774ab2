"""From raw text to DTED, and the share of the time that goes to the parser."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from text import load_pairs, repeated

from hyperbaton.errors import MissingDependencyError
from hyperbaton.parsing import Parsing
from hyperbaton.scoring import text_metric
from hyperbaton.text.segments import Preprocessing, References, Segments

SEGMENTS = 1500


class TimedParser:
    """A parser that knows how long it took."""

    def __init__(self, parser: Any) -> None:
        self.name, self.version = parser.name, parser.version
        self.seconds = 0.0
        self._parser = parser

    def parse(self, segments: Any) -> Any:
        begin = time.process_time()
        parsed = self._parser.parse(segments)
        self.seconds += time.process_time() - begin
        return parsed


def run(data: Path | None) -> list[dict[str, Any]]:
    try:
        parser = TimedParser(Parsing().loaded)
    except MissingDependencyError as error:
        print(f"skipped: {error}")
        return []
    pairs = repeated(load_pairs(data), SEGMENTS)
    references = References([[r] for _, r in pairs], Preprocessing(), [Parsing(parser)])
    parser.parse([["Loads", "the", "model", "."]])
    parser.seconds = 0.0
    begin = time.process_time()
    segments = Segments([h for h, _ in pairs], references)
    text_metric("dted").statistics(segments, threads=1)
    seconds = time.process_time() - begin
    words = sum(map(len, {tuple(words) for words in [*segments.tokens, *references.tokens]}))
    return [
        {
            "what": "words parsed by the English parser, one core",
            "per_second": words / parser.seconds,
            "at_least_per_second": 10_000,
        },
        {
            "what": "segments from text to dted, parsing included, one core",
            "per_second": len(pairs) / seconds,
        },
        {
            "what": "time in the parser",
            "against": "all of the time from text to dted",
            "ratio": parser.seconds / seconds,
        },
    ]

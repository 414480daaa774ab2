"""The segments of a report: an index of all, and explanations in chunks, packed for the page.

A chunk is unpacked when one of its segments is opened, so the page need not hold all of them.
Packed bytes depend on nothing but the data.
"""

from __future__ import annotations

import base64
import gzip
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.evidence import Output, TestSet
from hyperbaton.explanation.segment import Explanation, as_shown
from hyperbaton.report.corpus import SystemMoves
from hyperbaton.scoring.results import ScoreReport

CHUNK = 50  # segments


class Chunk(NamedTuple):
    """Explanations of some segments, packed.

    Attributes:
        first: the number of the first segment.
        last: the number of the last.
        content: the explanations.
    """

    first: int
    last: int
    content: str


def packed(value: Any) -> str:
    """A value as JSON, compressed, in base64."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    data = text.encode("utf-8", "replace")
    return base64.b64encode(gzip.compress(data, compresslevel=9, mtime=0)).decode("ascii")


def unpacked(content: str) -> Any:
    """The value again."""
    return json.loads(gzip.decompress(base64.b64decode(content)))


def chunks_of(segments: Iterable[Sequence[Explanation]]) -> Iterator[Chunk]:
    """Chunks of explanations, given for every segment those of all systems."""
    waiting = iter(segments)
    first = 1
    while part := list(islice(waiting, CHUNK)):
        content = packed([list(map(_written, systems)) for systems in part])
        yield Chunk(first, first + len(part) - 1, content)
        first += len(part)


def _written(explanation: Explanation) -> dict[str, Any]:
    """An explanation as the page reads it: rounded, without what it has from elsewhere."""
    return {**explanation.to_dict(rounded=True), "source": None, "interaction": None}


def index_of(
    test_set: TestSet,
    outputs: Mapping[str, Output],
    scores: ScoreReport,
    moves: Mapping[str, SystemMoves],
    words: Sequence[int],
) -> dict[str, Any]:
    """What the list of segments shows, in columns over segments."""
    return {
        "sources": None if test_set.source is None else list(test_set.source),
        "references": [list(texts) for texts in test_set.texts],
        "words": list(words),
        "systems": [
            {
                "texts": list(outputs[system.name].texts),
                "scores": [_column(result.segments) for result in system],
                "moves": moves[system.name].counts,
                "farthest": moves[system.name].farthest,
                "moved_words": moves[system.name].moved_words,
                "patterns": moves[system.name].patterns,
            }
            for system in scores
        ],
    }


def _column(scores: NDArray[np.float64]) -> list[float | None]:
    return [as_shown(score) if math.isfinite(score) else None for score in scores.tolist()]

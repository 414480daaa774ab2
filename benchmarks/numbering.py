"""Text to numbers of words, against the obvious way in C++ and in Python."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import regex
from text import load_pairs, repeated
from timing import best_seconds

from hyperbaton import _core

SEGMENTS = 20_000
NANOSECONDS_PER_WORD = 25
PLAIN_PATTERN = r"\d+(?:[.,:]\d+)+|\w+(?:['’-]\w+)*|[^\s\w]"


def native_nanoseconds(binary: Path, texts: list[str]) -> dict[str, float]:
    """Per word, for each line that the binary prints."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.writelines(f"{text}\n" for text in texts)
        file.flush()
        output = subprocess.run([binary, file.name], check=True, capture_output=True, text=True)
    fields = (line.split() for line in output.stdout.splitlines())
    return {name: float(nanoseconds) for name, nanoseconds in fields}


def through_python(texts: list[str]) -> dict[str, Any]:
    """The native call beside a dictionary, a regular expression and a loop."""
    encoded = [text.encode() for text in texts]
    data = np.frombuffer(b"".join(encoded), np.uint8)
    offsets = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
    split = regex.compile(PLAIN_PATTERN).findall

    def loop() -> None:
        numbers: dict[str, int] = {}
        for text in texts:
            [numbers.setdefault(word, len(numbers)) for word in split(text)]

    ours = best_seconds(lambda: _core.Vocabulary().number_texts(data, offsets, "unicode", 1), 7)
    return {
        "what": "splitting and numbering words through Python",
        "against": "a regular expression and a dictionary",
        "ratio": best_seconds(loop, 3) / ours,
    }


def run(binary: Path, data: Path | None) -> list[dict[str, Any]]:
    texts = [hypothesis for hypothesis, _ in repeated(load_pairs(data), SEGMENTS)]
    nanoseconds = native_nanoseconds(binary, texts)
    return [
        {
            "what": "words split and numbered, one core",
            "per_second": 1e9 / nanoseconds["words"],
            "at_least_per_second": int(1e9 / NANOSECONDS_PER_WORD),
        },
        {
            "what": "splitting and numbering words",
            "against": "a list of characters and std::unordered_map",
            "ratio": nanoseconds["naive"] / nanoseconds["words"],
        },
        *(
            {"what": f"words, {name}, one core", "per_second": 1e9 / nanoseconds[name]}
            for name in ("again", "extended", "split", "lowered", "characters")
        ),
        through_python(texts),
    ]

"""The parser of the C++ core, and the file that holds its model.

A model is a safetensors file, mapped into memory and shared by all processes that read it:
docs/parsing.md says what is in it, and `models/parser` writes it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.errors import InputError
from hyperbaton.text.segments import Sentences, TextColumn

VERSION = "1"

_KINDS: dict[str, np.dtype[Any]] = {
    "U64": np.dtype("<u8"),
    "F32": np.dtype("<f4"),
    "I8": np.dtype("i1"),
}
_LARGEST_HEADER = 1 << 20


@dataclass(frozen=True)
class Network:
    """A loaded model.

    Attributes:
        core: the network.
        labels: names of relations.
        tags: names of parts of speech.
        about: what the file says of itself.
    """

    core: _core.ParserNetwork
    labels: tuple[str, ...]
    tags: tuple[str, ...]
    about: dict[str, str]

    @classmethod
    def read(cls, path: Path | str) -> Network:
        """Maps a model's file into memory.

        Raises:
            InputError: the file cannot be read, is damaged, or is of another version.
        """
        try:
            about, tables = _read_tables(Path(path))
            if about.get("format") != "hyperbaton parser":
                raise ValueError("not a model of a parser")
            if about.get("version") != VERSION:
                raise ValueError(
                    f"a model of version {about.get('version')}, expected {VERSION}; train it "
                    "again with this version of hyperbaton"
                )
            labels, tags = (tuple(about[name].split()) for name in ("labels", "tags"))
            core = _core.ParserNetwork(
                layers=about["layers"],
                width=int(about["width"]),
                arc_width=int(about["arc_width"]),
                label_width=int(about["label_width"]),
                labels=len(labels),
                tags=len(tags),
                **tables,
            )
        except OSError as error:
            raise InputError(f"{path}: {error.strerror or error}") from None
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise InputError(f"{path}: cannot be used as a model: {error}") from None
        return cls(core, labels, tags, about)

    def parse(self, sentences: Sentences, threads: int = 1) -> NDArray[np.int32]:
        """Parses sentences of at most `LONGEST` words.

        Returns:
            Heads (counted from 1, 0 for the root), numbers of relations and of parts of speech, one
            row each, of the words of all sentences.
        """
        words = TextColumn.of(sentences.vocabulary)
        found = self.core.parse(words.data, words.offsets, *sentences.rows, threads)
        return found.reshape(3, -1)


def _read_tables(path: Path) -> tuple[dict[str, str], dict[str, NDArray[Any]]]:
    """What a safetensors file says of itself, and its arrays."""
    data = np.memmap(path, np.uint8, "r") if path.stat().st_size else np.zeros(0, np.uint8)
    length = int.from_bytes(data[:8].tobytes(), "little")
    if len(data) < 8 or length > min(len(data) - 8, _LARGEST_HEADER):
        raise ValueError("damaged, or not a safetensors file")
    header = json.loads(data[8 : 8 + length].tobytes())
    about = header.pop("__metadata__")
    body = data[8 + length :]
    tables: dict[str, NDArray[Any]] = {}
    for name, table in header.items():
        begin, end = table["data_offsets"]
        kind = _KINDS[table["dtype"]]
        if not 0 <= begin <= end <= len(body) or min(table["shape"], default=-1) < 0:
            raise ValueError(f"damaged: {name} lies outside the file")
        tables[name] = body[begin:end].view(kind).reshape(table["shape"])
    return about, tables

"""What is fuzzed: something that takes any bytes, with inputs to begin with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Target:
    """A function of bytes, or a program that libFuzzer was linked to.

    Attributes:
        name: what it is called, also as a folder.
        seeds: inputs to begin with.
        words: what is worth putting into an input.
        longest: the most bytes of an input.
        check: the function, which raises where a promise is broken; None for a program.
        program: the program; None for a function.
    """

    name: str
    seeds: tuple[bytes, ...] = ()
    words: tuple[bytes, ...] = ()
    longest: int = 2048
    check: Callable[[bytes], None] | None = None
    program: Path | None = None

    def write_seeds(self, folder: Path) -> None:
        """Puts the seeds where libFuzzer looks for inputs."""
        for number, seed in enumerate(self.seeds):
            (folder / f"seed-{number}").write_bytes(seed[: self.longest])

    def write_words(self, path: Path) -> None:
        """Writes the words in the format of libFuzzer's dictionaries."""
        path.write_text("".join(f'"{_escaped(word)}"\n' for word in self.words), encoding="utf-8")


def _escaped(word: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word)


def distinct(words: Iterable[bytes], longest: int = 32) -> tuple[bytes, ...]:
    """Words for a dictionary: each once, none empty, none longer than the format allows."""
    return tuple(dict.fromkeys(word for word in words if 0 < len(word) <= longest))

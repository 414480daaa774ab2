"""Vectors that come with the package: English, and further languages in a package of their own."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from hyperbaton.files import fingerprint
from hyperbaton.vectors.archive import ENDING, WordVectors, read_archive
from hyperbaton.vectors.text_file import TextVectors

PACKAGE = "hyperbaton_vectors"
IN_SOURCES = Path(__file__).parents[3] / "models" / "vectors"
OWN_DATA = Path(__file__).parent / "data"


def languages_with_vectors() -> list[str]:
    """The codes of all languages that have vectors here, sorted."""
    return sorted({file.stem for folder in _folders() for file in folder.glob(f"*{ENDING}")})


def vectors_of_language(code: str) -> WordVectors | None:
    """The vectors of a language, read once per process; None where there are none.

    Raises:
        InputError: the installed file is damaged.
    """
    file = bundled_file(code)
    return None if file is None else _read(str(file), code)


def vectors_of_file(file: str) -> WordVectors | TextVectors:
    """The vectors of a user's file: of this package's format if it ends in .npz, else of text.

    Raises:
        InputError: a file of this package's format cannot be read.
    """
    if file.lower().endswith(ENDING):
        return _read_version(file, fingerprint(file))
    return TextVectors(file)


def bundled_file(code: str) -> Path | None:
    """Where the vectors of a language lie, if they are installed."""
    if code not in languages_with_vectors():
        return None
    named = (folder / f"{code}{ENDING}" for folder in _folders())
    return next(file for file in named if file.is_file())


def install_command() -> str:
    """The command that installs the vectors of further languages."""
    place = str(IN_SOURCES) if IN_SOURCES.is_dir() else "hyperbaton-vectors"
    return f"pip install {place}"


def _folders() -> list[Path]:
    """Folders with vectors; the package's own come first."""
    package = find_spec(PACKAGE)
    if package is None or package.origin is None:
        return [OWN_DATA]
    return [OWN_DATA, Path(package.origin).parent / "data"]


@lru_cache(maxsize=4)
def _read(file: str, name: str) -> WordVectors:
    return read_archive(file, name)


@lru_cache(maxsize=4)
def _read_version(file: str, _contents: str) -> WordVectors:
    return read_archive(file)

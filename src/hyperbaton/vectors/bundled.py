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
    """Lists the codes of all languages that have vectors here."""
    return sorted(_files())


def vectors_of_language(code: str) -> WordVectors | None:
    """Returns the vectors of a language, read once per process; None where there are none.

    Raises:
        InputError: the installed file is damaged.
    """
    file = _files().get(code)
    return None if file is None else _read(str(file), code)


def vectors_of_file(file: str) -> WordVectors | TextVectors:
    """Returns the vectors of a user's file: an archive if it ends in .npz, else text.

    Raises:
        InputError: an archive cannot be read.
    """
    if file.lower().endswith(ENDING):
        return _read(file, Path(file).name, fingerprint(file))
    return TextVectors(file)


def install_command() -> str:
    """Returns the command that installs the vectors of further languages."""
    place = str(IN_SOURCES) if IN_SOURCES.is_dir() else "hyperbaton-vectors"
    return f"pip install {place}"


def _files() -> dict[str, Path]:
    """The file of each language; the package's own come before those of the other package."""
    package, folders = find_spec(PACKAGE), [OWN_DATA]
    if package is not None and package.origin is not None:
        folders.insert(0, Path(package.origin).parent / "data")
    return {file.stem: file for folder in folders for file in folder.glob(f"*{ENDING}")}


@lru_cache(maxsize=4)
def _read(file: str, name: str, _contents: str = "") -> WordVectors:
    return read_archive(file, name)

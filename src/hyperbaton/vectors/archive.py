"""The file format of word vectors: a NumPy archive (.npz) without pickled objects.

| member | type | contents |
| --- | --- | --- |
| words | uint8 | the words in UTF-8, separated by line feeds |
| vectors | int8 | a row for each word |
| information | float16 | for each word, -ln of its frequency |
| description | uint8 | a JSON object in UTF-8: language, sources, licence, recipe, unit |

`unit` is how long a row of bytes is that stands for a vector of length 1. Most are; a shorter one
stands for a word that is less similar to all others.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from hyperbaton.checks import object_of
from hyperbaton.errors import InputError, reading_a_resource
from hyperbaton.files import fingerprint, replacement
from hyperbaton.vectors.word_vectors import DESCRIBED, WordVectors

ENDING = ".npz"
FIRST_BYTES = b"PK"  # of any zip archive, which a file of this format is
MEMBERS = {
    "words": (np.uint8, 1),
    "vectors": (np.int8, 2),
    "information": (np.float16, 1),
    "description": (np.uint8, 1),
}
MOST_UNPACKED = 1 << 32  # bytes of all members together
LONGEST_UNIT = 1e6


@reading_a_resource()
def read_archive(path: str | Path, name: str | None = None) -> WordVectors:
    """The vectors of a file, under the name of the file if no other is given.

    Raises:
        InputError: the file cannot be read, is damaged or is something else.
    """
    from zipfile import BadZipFile

    contents = fingerprint(path)
    try:
        members = _members(path)
        words = _text(members["words"]).split("\n")
        description = json.loads(_text(members["description"]), object_pairs_hook=object_of)
        _check(words, members, description)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None
    except (ValueError, KeyError, RuntimeError, MemoryError, BadZipFile) as error:
        reason = str(error) or type(error).__name__
        raise InputError(
            f"{path}: is no intact file of word vectors ({reason}); get it again, or give vectors "
            "as text, with a word and its numbers on each line"
        ) from None
    return WordVectors(
        tuple(words),
        members["vectors"],
        members["information"].astype(np.float32),
        name or Path(path).name,
        contents,
        description,
    )


def write_archive(
    path: str | Path,
    words: Sequence[str],
    vectors: NDArray[np.int8],
    information: NDArray[np.floating[Any]],
    description: Mapping[str, Any],
) -> None:
    """Writes vectors to a file; the same vectors always make the same bytes.

    The file appears only when it is complete.

    Raises:
        InputError: they would not be read back, or the file cannot be written.
    """
    members: dict[str, NDArray[Any]] = {
        "words": _bytes("\n".join(words)),
        "vectors": vectors,
        "information": information.astype(np.float16),
        "description": _bytes(json.dumps(description, ensure_ascii=False, sort_keys=True)),
    }
    try:
        _check(words, members, description)
    except ValueError as error:
        raise InputError(f"{path}: vectors are not accepted: {error}") from None
    with replacement(path) as file:
        np.savez_compressed(file, **members)  # type: ignore[arg-type]


def _members(path: str | Path) -> dict[str, NDArray[Any]]:
    with Path(path).open("rb") as file:
        if file.read(len(FIRST_BYTES)) != FIRST_BYTES:
            raise ValueError("it is no archive")
        _check_size(file)
        members = _arrays(file)
    for name, (kind, dimensions) in MEMBERS.items():
        if name not in members:
            raise ValueError(f"there is no {name!r}")
        found = members[name]
        is_array = isinstance(found, np.ndarray)  # NumPy hands out other members as bytes
        if not is_array or found.dtype != kind or found.ndim != dimensions:
            raise ValueError(f"{name!r} is of another type")
    return members


def _arrays(file: BinaryIO) -> dict[str, NDArray[Any]]:
    """The members that there are. NumPy reads headers as Python, and raises whatever that raises.

    Raises:
        ValueError: a member is damaged.
        OSError: the file cannot be read.
    """
    with warnings.catch_warnings():  # of files that Python 2 wrote
        warnings.simplefilter("ignore")
        try:
            archive = np.load(file, allow_pickle=False)
            return {name: archive[name] for name in MEMBERS if name in archive}
        except OSError:
            raise
        except Exception as error:
            raise ValueError(str(error) or type(error).__name__) from None


def _check_size(file: BinaryIO) -> None:
    """Refuses an archive that would unpack to more than any vectors need."""
    from zipfile import ZipFile

    file.seek(0)
    with ZipFile(file) as archive:
        size = sum(member.file_size for member in archive.infolist())
    if size > MOST_UNPACKED:
        raise ValueError(f"it unpacks to more than {MOST_UNPACKED >> 30} GiB")
    file.seek(0)


def _check(words: Sequence[str], members: Mapping[str, NDArray[Any]], description: Any) -> None:
    information = members["information"]
    if len(set(words)) != len(words) or not all(words):
        raise ValueError("a word is empty or there twice")
    if not len(words) == len(members["vectors"]) == len(information):
        raise ValueError("the numbers of words, vectors and values of information differ")
    if members["vectors"].shape[1] == 0:
        raise ValueError("the vectors have no dimensions")
    if not (np.isfinite(information).all() and (information >= 0).all()):
        raise ValueError("information is not a number from 0")
    if not isinstance(description, dict) or not all(key in description for key in DESCRIBED):
        raise ValueError(f"the description does not name {', '.join(DESCRIBED)}")
    if not _is_length(description["unit"]):
        raise ValueError("the unit is not a positive number")


def _is_length(unit: Any) -> bool:
    return isinstance(unit, int | float) and 0 < unit <= LONGEST_UNIT


def _text(encoded: NDArray[np.uint8]) -> str:
    return encoded.tobytes().decode("utf-8")


def _bytes(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode("utf-8"), np.uint8)

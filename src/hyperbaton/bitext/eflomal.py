"""Word alignments made by eflomal, an aligner that learns from the sentence pairs it aligns.

eflomal (Östling & Tiedemann 2016, Efficient Word Alignment with Markov Chain Monte Carlo, PBML 106)
is a program under the GPL; it is run, not linked. The more sentence pairs, the better its links:
add other bitext of the same languages to a small test set. It draws random numbers without a seed,
so that two runs differ in some links.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hyperbaton.bitext.links import WordAlignments
from hyperbaton.bitext.reading import read_alignments
from hyperbaton.bitext.symmetrization import DEFAULT_METHOD, METHODS, symmetrize
from hyperbaton.errors import InputError, MissingDependencyError, OptionError
from hyperbaton.files import write_lines

PROGRAM = "eflomal-align"
INSTALL = "pip install 'hyperbaton[eflomal]'"


def align_with_eflomal(
    source: Sequence[Sequence[str]],
    target: Sequence[Sequence[str]],
    method: str = DEFAULT_METHOD,
    *,
    threads: int | None = None,
) -> WordAlignments:
    """Aligns sentences with their translations, in both directions, and symmetrises.

    Args:
        source: the words of each source sentence.
        target: the words of each translation.
        method: how the two directions are combined; see `hyperbaton.bitext.symmetrization`.
        threads: how many threads symmetrisation uses; all cores by default.

    Raises:
        MissingDependencyError: eflomal is not installed.
        InputError: the numbers of sentences differ, a word is blank or has a blank in it, or
            eflomal fails.
        OptionError: there is no such method.
    """
    if method not in METHODS:
        raise OptionError(f"symmetrization is {', '.join(METHODS)}, got {method!r}")
    if len(source) != len(target):
        raise InputError(f"eflomal: {len(source)} source sentences but {len(target)} translations")
    program = _program()
    with tempfile.TemporaryDirectory(prefix="hyperbaton-") as made:
        folder = Path(made)
        texts = folder / "source", folder / "target"
        links = folder / "forward", folder / "reverse"
        for path, sentences in zip(texts, (source, target), strict=True):
            write_lines(map(_line, sentences), path)
        _run([program, "-s", texts[0], "-t", texts[1], "-f", links[0], "-r", links[1]])
        lengths = list(map(len, source)), list(map(len, target))
        forward, reverse = (read_alignments(str(path), *lengths) for path in links)
    return symmetrize(forward, reverse, method, threads=threads)


def _program() -> str:
    """The program's path, also where it was installed beside a Python that is not activated."""
    folders = os.pathsep.join(
        [os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent)]
    )
    found = shutil.which(PROGRAM, path=folders)
    if found is None:
        raise MissingDependencyError("word alignment with eflomal", INSTALL)
    return found


def _line(words: Sequence[str]) -> str:
    for word in words:
        if word.split() != [word]:
            raise InputError(f"eflomal: {word!r} is not a word; words have no blanks in them")
    return " ".join(words)


def _run(command: list[str | Path]) -> None:
    try:
        result = subprocess.run(
            list(map(str, command)),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError as error:
        raise InputError(f"{PROGRAM}: cannot be run ({error.strerror or error})") from None
    if result.returncode != 0:
        said = (result.stderr.strip().splitlines() or ["no message"])[-1]
        raise InputError(f"{PROGRAM} failed with exit code {result.returncode}: {said}")

"""Links made by a program, and one alignment from two that were made in opposite directions.

eflomal (Östling & Tiedemann 2016, Efficient Word Alignment with Markov Chain Monte Carlo, PBML 106)
learns from the sentence pairs it aligns. It is a program under the GPL; it is run, not linked. The
more sentence pairs, the better its links: add other bitext of the same languages to a small test
set. It draws random numbers without a seed, so that two runs differ in some links.

Such aligners find one source word for each target word, or the other way round. What both
directions found is reliable, what one of them found is complete; the heuristics in between start
from the intersection and add links of the union (Och & Ney 2003; Koehn et al. 2005).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from hyperbaton import _core
from hyperbaton.bitext.links import WordAlignments
from hyperbaton.bitext.reading import read_alignments
from hyperbaton.checks import as_choice
from hyperbaton.errors import InputError, MissingDependencyError
from hyperbaton.files import write_lines
from hyperbaton.resources import resolve_threads

PROGRAM = "eflomal-align"
INSTALL = "pip install 'hyperbaton[eflomal]'"

# How two directions become one, in the order of the native code; docs/source_alignments.md says
# what each keeps.
METHODS = ("intersection", "union", "grow-diag", "grow-diag-final", "grow-diag-final-and")
DEFAULT_METHOD = "grow-diag-final-and"


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
        method: how the two directions are combined; one of `METHODS`.
        threads: how many threads symmetrisation uses; all cores by default.

    Raises:
        MissingDependencyError: eflomal is not installed.
        InputError: the numbers of sentences differ, a word is blank or has a blank in it, or
            eflomal fails.
        OptionError: there is no such method.
    """
    as_choice(method, METHODS, "symmetrization")
    if len(source) != len(target):
        raise InputError(f"eflomal: {len(source)} source sentences but {len(target)} translations")
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="hyperbaton-") as made:
        texts, links = (f"{made}/source", f"{made}/target"), (f"{made}/forward", f"{made}/reverse")
        for path, sentences in zip(texts, (source, target), strict=True):
            write_lines(map(_line, sentences), path)
        _run([_program(), "-s", texts[0], "-t", texts[1], "-f", links[0], "-r", links[1]])
        lengths = list(map(len, source)), list(map(len, target))
        forward, reverse = (read_alignments(path, *lengths) for path in links)
    return symmetrize(forward, reverse, method, threads=threads)


def _program() -> str:
    """The program's path, also where it was installed with a Python that is not activated."""
    import shutil

    folders = os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent)
    found = shutil.which(PROGRAM, path=os.pathsep.join(folders))
    if found is None:
        raise MissingDependencyError("word alignment with eflomal", INSTALL)
    return found


def _line(words: Sequence[str]) -> str:
    for word in words:
        if word.split() != [word]:
            raise InputError(f"eflomal: {word!r} is not a word; words have no blanks in them")
    return " ".join(words)


def _run(command: Sequence[str]) -> None:
    import subprocess

    try:
        result = subprocess.run(
            command,
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


def symmetrize(
    forward: WordAlignments,
    reverse: WordAlignments,
    method: str = DEFAULT_METHOD,
    *,
    threads: int | None = None,
) -> WordAlignments:
    """Combines two alignments of the same sentence pairs, both written source before target.

    Growing and the final step go through the links as the published pseudo-code does: target word
    by target word, the forward direction before the reverse one. All links of the result are sure.

        >>> forward = WordAlignments.of([[(0, 0), (1, 1), (2, 1)]], [3], [2])
        >>> reverse = WordAlignments.of([[(0, 0), (1, 1)]], [3], [2])
        >>> symmetrize(forward, reverse, "intersection").to_pharaoh()
        ['0-0 1-1']
        >>> symmetrize(forward, reverse, "grow-diag").to_pharaoh()
        ['0-0 1-1 2-1']

    Raises:
        InputError: the alignments belong to different sentences.
        OptionError: there is no such method.
    """
    as_choice(method, METHODS, "symmetrization")
    for side in ("source_lengths", "target_lengths"):
        if not np.array_equal(getattr(forward, side), getattr(reverse, side)):
            raise InputError(
                f"symmetrization: the {side} of the two directions differ; both must belong to "
                "the same sentences and be written source before target"
            )
    source, target, counts = _core.symmetrize(
        (forward.source, forward.target, forward.offsets),
        (reverse.source, reverse.target, reverse.offsets),
        METHODS.index(method),
        resolve_threads(threads),
    )
    room = forward.offsets + reverse.offsets
    used = np.arange(len(source)) < np.repeat(room[:-1] + counts, np.diff(room))
    return WordAlignments(
        source[used],
        target[used],
        np.concatenate([[0], np.cumsum(counts)]),
        forward.source_lengths,
        forward.target_lengths,
    )

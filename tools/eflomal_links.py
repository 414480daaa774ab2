"""Links by eflomal (GPL, so it is run as a program of its own), to compare ours with."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hyperbaton.bitext import WordAlignments, read_alignments

Sentences = Sequence[Sequence[str]]
Links = set[tuple[int, int]]

NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def align(program: str, source: Sentences, target: Sentences) -> WordAlignments:
    """Aligns in both directions on one core, and combines them by grow-diag-final-and."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [str(Path(folder, name)) for name in ("source", "target", "forward", "reverse")]
        for path, sentences in zip(paths, (source, target), strict=False):
            Path(path).write_text("".join(f"{' '.join(words)}\n" for words in sentences))
        command = [program]
        for option, path in zip(("-s", "-t", "-f", "-r"), paths, strict=True):
            command += [option, path]
        environment = {"OMP_NUM_THREADS": "1", "PATH": "/usr/bin:/bin"}
        subprocess.run(command, check=True, env=environment, capture_output=True)
        lengths = list(map(len, source)), list(map(len, target))
        forward, reverse = (read_alignments(path, *lengths) for path in paths[2:])
    links = [
        combined(*({(i, j) for i, j in direction[k].tolist()} for direction in (forward, reverse)))
        for k in range(len(forward))
    ]
    return WordAlignments.of(links, *lengths)


def combined(forward: Links, reverse: Links) -> Links:
    """grow-diag-final-and, as Koehn et al. 2005 write it: target word by target word."""
    kept = forward & reverse
    sources, targets = {i for i, _ in kept}, {j for _, j in kept}

    def keep(i: int, j: int) -> None:
        kept.add((i, j))
        sources.add(i)
        targets.add(j)

    size = -1
    while len(kept) > size:
        size = len(kept)
        for j, i in sorted((j, i) for i, j in forward | reverse):
            for down, right in NEIGHBOURS if (i, j) in kept else ():
                new = i + right, j + down
                is_free = new[0] not in sources or new[1] not in targets
                if new in forward | reverse and is_free:
                    keep(*new)
    for direction in (forward, reverse):
        for j, i in sorted((j, i) for i, j in direction):
            if i not in sources and j not in targets:
                keep(i, j)
    return kept

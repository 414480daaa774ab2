"""Aligns the outputs of a test set with METEOR 1.5 itself, for `--links`.

    python tools/align_with_meteor.py METEOR.jar DATA/wmt13 FOLDER --lp de-en fr-en

METEOR splits and lower-cases text (`-norm`) and uses all of its modules. There is one file per
system, FOLDER/links/LP/SYSTEM.REF.align; what is there already is kept. Score METEOR's words:
`--links FOLDER --tokenize meteor --lowercase`.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from pathlib import Path

from meteor_alignments import read_meteor_alignments

from hyperbaton.resources import progress
from hyperbaton.text.reading import read_segments


def name_of(path: Path) -> str:
    """A file's name without what says how it is stored."""
    return path.name.removesuffix(".gz").removesuffix(".txt")


def align(jar: str, output: Path, reference: Path, target: Path) -> None:
    """Runs METEOR on one system; the file is complete or is not there."""
    with tempfile.TemporaryDirectory() as folder:
        plain = []
        for name, path in (("hypotheses", output), ("references", reference)):
            plain.append(Path(folder) / name)
            plain[-1].write_text("\n".join(read_segments(str(path))) + "\n", encoding="utf-8")
        prefix = str(Path(folder) / "meteor")
        command = ["java", "-Xmx2G", "-jar", jar, *map(str, plain), "-l", "en", "-norm"]
        command += ["-writeAlignments", "-f", prefix]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        target.parent.mkdir(parents=True, exist_ok=True)
        lines = [
            " ".join(f"{i}-{j}" for i, j in sorted(found.links))
            for found in read_meteor_alignments(f"{prefix}-align.out")
        ]
        written = target.with_suffix(".part")
        written.write_text("\n".join(lines) + "\n", encoding="utf-8")
        written.replace(target)


def main() -> None:
    """Aligns all systems of all language pairs asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("jar")
    parser.add_argument("data", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lp", nargs="+", required=True, metavar="LP")
    arguments = parser.parse_args()
    runs = []
    for pair in arguments.lp:
        for reference in sorted((arguments.data / "references").glob(f"{pair}.*.txt*")):
            stream = name_of(reference).removeprefix(f"{pair}.")
            for output in sorted((arguments.data / "system-outputs" / pair).iterdir()):
                name = f"{name_of(output)}.{stream}.align"
                runs.append((output, reference, arguments.folder / "links" / pair / name))
    missing = [run for run in runs if not run[-1].exists()]
    for run in progress(missing, "aligning", "systems", len(missing)):
        align(arguments.jar, *run)


if __name__ == "__main__":
    main()

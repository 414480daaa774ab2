"""Links of a source with its translations: pairs a second, and eflomal where it is installed."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from hyperbaton.bitext import AlignmentModel, FrozenAligner, align_sentences

DEMO = Path(__file__).parents[1] / "demo" / "judged"
SHORT, LONG = 16, 33  # words of a sentence; shorter ones are joined, longer ones cut
PAIRS = 500
CORPUS = 25_000
FLOORS = {SHORT: 150, LONG: 50}

Sentences = list[list[str]]


def run(data: Path | None) -> list[dict[str, Any]]:
    source, target = bitext(data)
    results: list[dict[str, Any]] = []
    for words, floor in FLOORS.items():
        ours, theirs = resized(source, words), resized(target, words)
        rate = pairs_per_second(ours, theirs)
        results.append(
            {
                "what": f"sentence pairs of {words} words aligned with their source, one core",
                "per_second": rate,
                "at_least_per_second": floor,
            }
        )
        fast = pairs_per_second(ours, theirs, fast=True)
        results.append({"what": "the same, --fast", "against": "thorough", "ratio": fast / rate})
        results.append(
            {
                "what": f"sentence pairs of {words} words aligned by a frozen model, one core",
                "per_second": frozen_pairs_per_second(ours, theirs),
            }
        )
    if data is not None:
        rate = pairs_per_second(source[:CORPUS], target[:CORPUS])
        results.append(
            {
                "what": f"sentence pairs of a text of {min(CORPUS, len(source)):,}, one core",
                "per_second": rate,
                "at_least_per_second": 500,
            }
        )
    program = shutil.which("eflomal-align")
    if program:
        ours, theirs = resized(source, SHORT), resized(target, SHORT)
        results.append(
            {
                "what": f"sentence pairs of {SHORT} words, --fast",
                "against": "eflomal",
                "ratio": pairs_per_second(ours, theirs, fast=True) / eflomal(program, ours, theirs),
            }
        )
    return results


def pairs_per_second(source: Sentences, target: Sentences, fast: bool = False) -> float:
    begin = time.perf_counter()
    align_sentences(source, target, fast=fast, threads=1)
    return len(source) / (time.perf_counter() - begin)


def frozen_pairs_per_second(source: Sentences, target: Sentences) -> float:
    model = AlignmentModel()
    align_sentences(source, target, model=model, fast=True)
    aligner = FrozenAligner(model)
    begin = time.perf_counter()
    aligner.align(source, target, threads=1)
    return len(source) / (time.perf_counter() - begin)


def eflomal(program: str, source: Sentences, target: Sentences) -> float:
    with tempfile.TemporaryDirectory() as folder:
        for name, side in (("source", source), ("target", target)):
            Path(folder, name).write_text("".join(f"{' '.join(words)}\n" for words in side))
        command = [program, "-s", "source", "-t", "target", "-f", "forward", "-r", "reverse"]
        begin = time.perf_counter()
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        return len(source) / (time.perf_counter() - begin)


def bitext(data: Path | None) -> tuple[Sentences, Sentences]:
    """German news and English references of several years, or those of the demonstration."""
    if data is None:
        folders = [DEMO]
    else:
        folders = [data / year for year in ("wmt13", "wmt12", "wmt15", "wmt09", "wmt08")]
    sides: tuple[Sentences, Sentences] = ([], [])
    for folder in folders:
        for side, pattern in zip(sides, ("sources/de-en.txt*", "references/de-en.*"), strict=True):
            for file in sorted(folder.glob(pattern))[:1]:
                opened = gzip.open if file.suffix == ".gz" else open
                with opened(file, "rt", encoding="utf-8") as lines:
                    side.extend(line.split() for line in lines)
    return sides


def resized(sentences: Sentences, words: int) -> Sentences:
    """As many sentences of so many words as are needed, joined and cut anew."""
    flat = [word for sentence in sentences for word in sentence]
    flat *= -(-PAIRS * words // len(flat))
    return [flat[k * words : (k + 1) * words] for k in range(PAIRS)]

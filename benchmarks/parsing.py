"""From raw text to DTED, the share of the time that goes to the parser, and other parsers."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from text import DEMO, evidence_of, lines, load_pairs, repeated

from hyperbaton import Preparation, score
from hyperbaton.metrics import as_metric
from hyperbaton.parsing import English, as_parser, parse, parse_segments
from hyperbaton.parsing.english import MODEL
from hyperbaton.parsing.network import Network
from hyperbaton.text.segments import Sentences

SEGMENTS = 3000
SYSTEMS = 8


def run(data: Path | None) -> list[dict[str, Any]]:
    pairs = repeated(load_pairs(data), SEGMENTS)
    evidence = evidence_of(pairs, Preparation(parser=English()))
    segments = [tuple(words) for words in (*evidence.tokens, *evidence.reference_tokens) if words]
    distinct = list(dict.fromkeys(segments))
    words, sentences = sum(map(len, distinct)), Sentences.of(distinct)
    parser = English()
    parse(sentences, parser)  # loads the model
    as_objects = words / seconds_of(lambda: parse_segments(distinct, parser))
    rate = words / seconds_of(lambda: parse(sentences, parser))
    scoring = seconds_of(lambda: as_metric("dted").statistics(evidence), repeats=1)
    results = [
        {
            "what": "words parsed by the English parser, one core, as objects",
            "per_second": as_objects,
        },
        {
            "what": "words parsed by the English parser, one core",
            "per_second": rate,
            "at_least_per_second": 100_000,
        },
        {
            "what": "segments from text to dted, parsing included, one core",
            "per_second": len(pairs) / scoring,
            "at_least_per_second": 1_500,
        },
        {
            "what": f"the same, {SYSTEMS} systems with one set of references",
            "per_second": several_systems(data),
            "at_least_per_second": 3_000,
        },
        {
            "what": "time in the parser",
            "against": "all of the time from text to dted",
            "ratio": words / rate / scoring,
        },
        {
            "what": "loads of the English model",
            "per_second": 1 / seconds_of(lambda: Network.read(MODEL)),
        },
        two_threads(sentences, parser),
    ]
    few = distinct[:200]
    size = sum(map(len, few))
    for name, work in others().items():
        theirs = size / seconds_of(lambda: work(few))  # noqa: B023
        results.append(
            {
                "what": "words parsed by the English parser, one core",
                "against": f"{name}, {theirs:,.0f} words/s",
                "ratio": rate / theirs,
                "at_least": 5,
            }
        )
    return results


def several_systems(data: Path | None) -> float:
    """Segments a second."""
    if data is None:
        reference, outputs = DEMO / "reference.txt", sorted(DEMO.glob("[!r]*.txt"))
    else:
        reference = data / "references" / "de-en.refA.txt"
        outputs = sorted((data / "system-outputs" / "de-en").glob("*.txt"))
    references = [lines(reference)]
    systems = {path.name: lines(path) for path in outputs[:SYSTEMS]}
    segments = sum(map(len, systems.values()))
    return segments / seconds_of(lambda: score(systems, references, "dted", threads=1), repeats=2)


def two_threads(sentences: Sentences, parser: English) -> dict[str, Any]:
    """How much faster they are by the clock."""
    seconds = [
        seconds_of(lambda: parse(sentences, parser, threads=threads), clock=time.perf_counter)  # noqa: B023
        for threads in (1, 2)
    ]
    return {
        "what": "words parsed by the English parser, two threads",
        "against": "one",
        "ratio": seconds[0] / seconds[1],
        "at_least": 1.8,
    }


def others() -> dict[str, Callable[[Sequence[Sequence[str]]], object]]:
    """Parsers that are installed: models that learnt next to nothing, as fast as others."""
    found: dict[str, Callable[[Sequence[Sequence[str]]], object]] = {}
    try:
        import spacy

        pipeline = spacy.blank("en")
        pipeline.add_pipe("tok2vec")
        for pipe in ("morphologizer", "parser"):
            trained: Any = pipeline.add_pipe(pipe)
            trained.add_label("punct" if pipe == "parser" else "POS=NOUN")
        pipeline.initialize()
        folder = Path("build") / "spacy-untrained"
        pipeline.to_disk(folder)
        parser = as_parser(f"spacy(model={folder})")
        found["an untrained pipeline of spaCy"] = lambda segments: parse_segments(segments, parser)
    except ImportError:
        print("spaCy is not installed")
    return found


def seconds_of(
    work: Callable[[], object],
    repeats: int = 3,
    clock: Callable[[], float] = time.process_time,
) -> float:
    """The least processor time of several runs."""
    times = []
    for _ in range(repeats):
        begin = clock()
        work()
        times.append(clock() - begin)
    return min(times)

"""From raw text to DTED, the share of the time that goes to the parser, and other parsers."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from text import evidence_of, load_pairs, repeated

from hyperbaton import Preparation
from hyperbaton.metrics import as_metric
from hyperbaton.parsing import English, as_parser
from hyperbaton.parsing.english import MODEL, split_words
from hyperbaton.parsing.network import Network

SEGMENTS = 3000
SAMPLE = Path(__file__).parents[1] / "tests" / "parsing" / "sample.conllu"


def run(data: Path | None) -> list[dict[str, Any]]:
    pairs = repeated(load_pairs(data), SEGMENTS)
    evidence = evidence_of(pairs, Preparation(parser=English()))
    segments = [tuple(words) for words in (*evidence.tokens, *evidence.reference_tokens) if words]
    distinct = list(dict.fromkeys(segments))
    words = sum(map(len, distinct))
    begin = time.perf_counter()
    network = Network.read(MODEL)
    loading = time.perf_counter() - begin
    model = English().loaded
    parsing = seconds_of(lambda: model.parse(distinct, 1))
    sentences = [split_words(words)[0] for words in distinct]
    alone = seconds_of(lambda: network.parse(sentences))
    scoring = seconds_of(lambda: as_metric("dted").statistics(evidence), repeats=1)
    results = [
        {
            "what": "words parsed by the English parser, one core, as objects",
            "per_second": words / parsing,
            "at_least_per_second": 50_000,
        },
        {"what": "the same as arrays", "per_second": words / alone},
        {
            "what": "segments from text to dted, parsing included, one core",
            "per_second": len(pairs) / scoring,
            "at_least_per_second": 1_500,
        },
        {
            "what": "time in the parser",
            "against": "all of the time from text to dted",
            "ratio": parsing / scoring,
        },
        {"what": "loads of the English model", "per_second": 1 / loading},
    ]
    few = distinct[:200]
    size = sum(map(len, few))
    for name, parse in others().items():
        rate = size / seconds_of(lambda: parse(few), repeats=1)  # noqa: B023
        results.append(
            {
                "what": "words parsed by the English parser, one core, as objects",
                "against": f"{name}, {rate:,.0f} words/s",
                "ratio": words / parsing / rate,
                "at_least": 4,
            }
        )
    return results


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
        model = as_parser(f"spacy(model={folder})").loaded
        found["an untrained pipeline of spaCy"] = lambda segments: model.parse(segments, 1)
    except ImportError:
        print("spaCy is not installed")
    return found


def seconds_of(work: Callable[[], object], repeats: int = 3) -> float:
    """The least processor time of several runs."""
    times = []
    for _ in range(repeats):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)

"""Reports: how long one of five systems takes, how large it is; batches against single segments.

Real outputs come from a folder in the layout of WMT's metrics task where one is given; otherwise
the bundled corpus is repeated.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from text import DEMO, lines

import hyperbaton
from hyperbaton import ScoreReport, TestSet
from hyperbaton.explanation.explainer import Explainer
from hyperbaton.report.report import DEFAULT_METRICS, report_metrics, write_report

SYSTEMS = 5
SEGMENTS = 3000
SECONDS_CEILING = 60
MEGABYTES_CEILING = 10
OPENING_CEILING = 1.0  # seconds
ALONE = 200  # segments that are explained one by one


def load(data: Path | None) -> tuple[dict[str, list[str]], TestSet]:
    """The outputs of five systems, and their references."""
    if data is not None:
        files = sorted((data / "system-outputs" / "de-en").glob("*.txt"))[:SYSTEMS]
        outputs = {path.stem: lines(path)[:SEGMENTS] for path in files}
        references = lines(data / "references" / "de-en.refA.txt")[:SEGMENTS]
        source = lines(data / "sources" / "de-en.txt")[:SEGMENTS]
        return outputs, TestSet([references], source=source)
    names = ("loom", "calque", "tangle", "loom", "calque")
    outputs = {f"{k}-{name}": _repeated(f"{name}.txt") for k, name in enumerate(names)}
    return outputs, TestSet([_repeated("reference.txt")], source=_repeated("source.txt"))


def _repeated(name: str) -> list[str]:
    texts = lines(DEMO / name)
    return (texts * (SEGMENTS // len(texts) + 1))[:SEGMENTS]


def run(data: Path | None) -> list[dict[str, Any]]:
    outputs, test_set = load(data)
    explained = len(outputs) * len(test_set)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        begin = time.perf_counter()
        scores = hyperbaton.score(outputs, test_set, DEFAULT_METRICS)
        write_report(scores, path)
        seconds = time.perf_counter() - begin
        megabytes = path.stat().st_size / 1e6
        opened = opening(path)
    return [
        {
            "what": f"explained outputs in a report of {len(outputs)} x {len(test_set)}, "
            f"{seconds:.0f} s from texts to page",
            "per_second": explained / seconds,
            "at_least_per_second": explained // SECONDS_CEILING,
            "seconds": seconds,
        },
        {
            "what": f"size of that report, {megabytes:.2f} MB",
            "against": f"{MEGABYTES_CEILING} MB",
            "ratio": megabytes / MEGABYTES_CEILING,
            "at_most": 1.0,
        },
        *opened,
        against_one_by_one(scores),
    ]


def opening(path: Path) -> list[dict[str, Any]]:
    """How long a browser takes until it shows the overview, where there is one to ask."""
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if program is None or find_spec("playwright") is None:
        print("no browser: the time until a report opens is not measured")
        return []
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page()
        begin = time.perf_counter()
        page.goto(path.as_uri(), wait_until="commit")
        page.get_by_role("table").first.wait_for()
        seconds = time.perf_counter() - begin
        browser.close()
    return [
        {
            "what": f"opening that report in a browser, {seconds:.2f} s",
            "against": f"{OPENING_CEILING:g} s",
            "ratio": seconds / OPENING_CEILING,
            "at_most": 1.0,
        }
    ]


def against_one_by_one(scores: ScoreReport) -> dict[str, Any]:
    """Segments of one system explained in one go, and each on its own."""
    assert scores.inputs is not None
    name, output = next(iter(scores.inputs.outputs.items()))
    chosen = list(range(1, min(ALONE, len(output)) + 1))
    explainer = Explainer(
        name,
        output,
        scores.inputs.test_set,
        report_metrics(scores.metrics),
        scores.inputs.preparation,
    )
    begin = time.perf_counter()
    list(explainer.explained(chosen))
    together = time.perf_counter() - begin
    begin = time.perf_counter()
    for segment in chosen:
        explainer.explain(segment)
    return {
        "what": f"explaining {len(chosen)} segments at once",
        "against": "one after the other",
        "ratio": (time.perf_counter() - begin) / together,
    }

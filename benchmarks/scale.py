"""`hyperbaton batch`, Parquet to Parquet: rows a second on one core and on two, against peers.

Every figure is of the whole command in a process of its own, from its start to the file under its
final name. On one core the process may run on that core alone; rows per second and core are rows
by seconds of processor time. Pairs are those of about 20 words of a folder in the layout of WMT's
metrics task where one is given, otherwise of the bundled corpus.

    python benchmarks/scale.py GROWTH.json GROWTH.svg [--data DIR] [--most ROWS]

draws time and memory against the number of rows, from 10^4 to 10^7.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import rapidfuzz
import sacrebleu
from text import load_pairs

from hyperbaton.metrics import as_metric
from hyperbaton_papers.charts import Series, chart

WORDS = range(15, 26)  # of the references
RUNS = 3
PEER_ROWS = 2_000
BATCH = 1 << 16


class Task(NamedTuple):
    """Metrics, how many rows to measure them on, and the goal in rows a second and core."""

    metrics: tuple[str, ...]
    rows: int
    goal: int


TASKS = {
    "kendall + pef (exact, stem, synonym)": Task(("kendall", "pef"), 1_200_000, 60_000),
    "hyperbaton": Task(("hyperbaton",), 1_000_000, 15_000),
    "wer + per": Task(("wer", "per"), 8_000_000, 300_000),
}
SCALING_GOAL = 1.8
GROWTH_METRICS = ("wer", "per")


class Measured(NamedTuple):
    """One run: seconds by the clock and of processor time, and the most memory it had."""

    wall: float
    cpu: float
    peak_bytes: int


def write_rows(pairs: list[tuple[str, str]], rows: int, path: Path) -> None:
    """Rows drawn from pairs, as Parquet without dictionaries, which real text does not have."""
    random = np.random.default_rng(rows)
    hypotheses, references = (pa.array(column) for column in zip(*pairs, strict=True))
    schema = pa.schema({"id": pa.int64(), "hyp": pa.string(), "ref": pa.string()})
    with pq.ParquetWriter(path, schema, use_dictionary=False) as writer:
        for first in range(0, rows, BATCH):
            count = min(BATCH, rows - first)
            drawn = pa.array(random.integers(0, len(pairs), count))
            ids = pa.array(np.arange(first, first + count))
            columns = [ids, hypotheses.take(drawn), references.take(drawn)]
            writer.write_batch(pa.record_batch(columns, schema=schema))


def measured(source: Path, target: Path, metrics: tuple[str, ...], cores: int) -> Measured:
    """One run of the command on the first cores of the machine."""
    command = [sys.executable, "-m", "hyperbaton", "batch", str(source), "--hyp", "hyp"]
    command += ["--ref", "ref", "-q", "--threads", str(cores), "-o", str(target), "-m", *metrics]
    allowed = sorted(os.sched_getaffinity(0))[:cores]
    begin = time.perf_counter()
    child = subprocess.Popen(command, preexec_fn=lambda: os.sched_setaffinity(0, allowed))
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - begin
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {child.returncode}")
    return Measured(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def best(source: Path, target: Path, metrics: tuple[str, ...], cores: int) -> Measured:
    """The fastest of several runs."""
    return min(measured(source, target, metrics, cores) for _ in range(RUNS))


def chosen_pairs(data: Path | None) -> list[tuple[str, str]]:
    """Pairs whose references have about 20 words."""
    pairs = load_pairs(data)
    return [pair for pair in pairs if len(pair[1].split()) in WORDS] or pairs


def run_tasks(pairs: list[tuple[str, str]], folder: Path) -> Iterator[dict[str, Any]]:
    """Rates on one core and on two, and what the second core brings."""
    for name, (metrics, rows, goal) in TASKS.items():
        source, target = folder / "rows.parquet", folder / "scores.parquet"
        write_rows(pairs, rows, source)
        one = best(source, target, metrics, 1)
        yield {
            "what": f"batch: {name}, {rows:,} rows, Parquet to Parquet, one core",
            "per_second": rows / one.cpu,
            "at_least_per_second": goal,
            "wall_seconds": one.wall,
            "peak_bytes": one.peak_bytes,
        }
        if len(os.sched_getaffinity(0)) > 1:
            two = best(source, target, metrics, 2)
            yield {
                "what": f"batch: {name}, {rows:,} rows, two cores ({rows / two.wall:,.0f}/s)",
                "against": "one core",
                "ratio": one.wall / two.wall,
                "at_least": SCALING_GOAL,
            }
        yield from against_peers(name, metrics, pairs, rows / one.cpu)


def against_peers(
    name: str, metrics: tuple[str, ...], pairs: list[tuple[str, str]], rate: float
) -> Iterator[dict[str, Any]]:
    """The rate on one core against loops over the same sentences."""
    some = (pairs * (PEER_ROWS // len(pairs) + 1))[:PEER_ROWS]
    chosen = [as_metric(metric) for metric in metrics]
    bleu, ter = sacrebleu.BLEU(effective_order=True), sacrebleu.TER()
    distance = rapidfuzz.distance.Levenshtein.distance
    peers = {
        "a plain loop over sentence_score": lambda h, r: [m.sentence_score(h, [r]) for m in chosen],
        "a loop over sacreBLEU's BLEU": lambda h, r: bleu.sentence_score(h, [r]),
        "a loop over sacreBLEU's TER": lambda h, r: ter.sentence_score(h, [r]),
        "a loop over RapidFuzz's distance of split words": lambda h, r: distance(
            h.split(), r.split()
        ),
    }
    for peer, work in peers.items():
        begin = time.process_time()
        for hypothesis, reference in some:
            work(hypothesis, reference)
        seconds = time.process_time() - begin
        yield {
            "what": f"batch: {name}, one core",
            "against": peer,
            "ratio": rate * seconds / len(some),
        }


def run(data: Path | None) -> list[dict[str, Any]]:
    """All tasks."""
    with tempfile.TemporaryDirectory() as folder:
        return list(run_tasks(chosen_pairs(data), Path(folder)))


def growth(pairs: list[tuple[str, str]], most: int, folder: Path) -> list[dict[str, Any]]:
    """Time and memory on all cores for ten times as many rows each time."""
    found = []
    rows = 10_000
    while rows <= most:
        source, target = folder / "rows.parquet", folder / "scores.parquet"
        write_rows(pairs, rows, source)
        once = measured(source, target, GROWTH_METRICS, len(os.sched_getaffinity(0)))
        found.append({"rows": rows, **once._asdict()})
        print(
            f"{rows:>11,} rows  {once.wall:8.2f} s  {once.peak_bytes / 2**20:7.0f} MiB", flush=True
        )
        rows *= 10
    return found


def drawn(found: list[dict[str, Any]]) -> bytes:
    """Both curves, and what would be proportional to the rows, through the last point."""
    rows, wall, peak = (
        np.array([each[name] for each in found], float) for name in ("rows", "wall", "peak_bytes")
    )
    curves = {
        "seconds": wall,
        "proportional": wall[-1] * rows / rows[-1],
        "peak memory, GB": peak / 1e9,
    }
    return chart(
        f"hyperbaton batch -m {' '.join(GROWTH_METRICS)}, Parquet to Parquet",
        "rows",
        "seconds, and GB (powers of ten)",
        {
            name: Series(range(len(found)), np.log10(values).tolist())
            for name, values in curves.items()
        },
        [f"{count:,.0f}" for count in rows],
    )


def main() -> None:
    """Measures how time and memory grow, and draws it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("figures", type=Path)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--most", type=int, default=10_000_000)
    arguments = parser.parse_args()
    wmt13 = arguments.data / "wmt13" if arguments.data else None
    with tempfile.TemporaryDirectory() as folder:
        found = growth(chosen_pairs(wmt13), arguments.most, Path(folder))
    arguments.figures.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    arguments.picture.write_bytes(drawn(found))


if __name__ == "__main__":
    main()

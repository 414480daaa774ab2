"""Scored tables of the demo's systems, cut into partitions at random."""

import random
from itertools import pairwise
from pathlib import Path

import pyarrow as pa

from hyperbaton.batch import RowScorer

DEMO = Path(__file__).parents[1] / "demo" / "en"


def lines(name):
    return (DEMO / f"{name}.txt").read_text("utf-8").splitlines()


def many_rows(count, **others):
    """So many rows, no two alike, and further columns by what they hold in row k."""
    hypotheses, references = lines("calque"), lines("reference")
    columns = {
        "id": lambda k: k,
        "hyp": lambda k: f"{hypotheses[k % len(hypotheses)]} {k}",
        "ref": lambda k: f"{k} {references[k % len(references)]}",
        **others,
    }
    return pa.table({name: [value(k) for k in range(count)] for name, value in columns.items()})


def rows(system, others=()):
    """A system's outputs with their references, numbered."""
    texts = {"hyp": lines(system), "ref": lines("reference")}
    for name, values in others:
        texts[name] = values
    return pa.RecordBatch.from_pydict({"row": list(range(len(texts["hyp"]))), **texts})


def scored(system, metrics, **options):
    """The same with scores and statistics."""
    return RowScorer(metrics, statistics=True, **options)(rows(system))


def partitions(batch, seed, count=5):
    """The rows in any order, in a few partitions, one of which is empty."""
    drawn = random.Random(seed)
    order = drawn.sample(range(batch.num_rows), batch.num_rows)
    shuffled = batch.take(pa.array(order, pa.int64()))
    cuts = sorted(drawn.randrange(batch.num_rows) for _ in range(count - 2))
    bounds = [0, 0, *cuts, batch.num_rows]
    return [shuffled.slice(a, b - a) for a, b in pairwise(bounds)]

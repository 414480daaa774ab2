"""`hyperbaton.score_batches`: any stream of record batches, in order, on threads that end."""

import subprocess
import sys
import threading
import time

import pyarrow as pa
import pytest
from batch_tables import expected_scores, pairs
from hypothesis import given, settings
from hypothesis import strategies as st

import hyperbaton
from hyperbaton.batch.pieces import AHEAD, ordered_map
from hyperbaton.errors import InputError, OptionError

TABLE = pairs(40)
EXPECTED = expected_scores(TABLE, ["wer", "kendall"])
COLUMNS = {"hyp": "mt", "ref": "human"}


class Stream:
    """What another library hands out."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


def polars_frame(table):
    return pytest.importorskip("polars", reason="needs polars").from_arrow(table)


READERS = {
    "table": lambda: TABLE,
    "reader": lambda: TABLE.to_reader(max_chunksize=7),
    "batch": lambda: TABLE.combine_chunks().to_batches()[0],
    "batches": lambda: TABLE.to_batches(max_chunksize=3),
    "generator": lambda: (TABLE.slice(k, 1) for k in range(40)),
    "stream": lambda: Stream(TABLE),
    "polars": lambda: polars_frame(TABLE),
}


def scores_of(batches):
    table = pa.Table.from_batches(batches)
    return {name: table[name].to_pylist() for name in EXPECTED}


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("rows", [1, 9, 1000])
def test_every_stream_gives_the_scores_of_score(kind, rows):
    found = list(
        hyperbaton.score_batches(
            READERS[kind](), ["wer", "kendall"], **COLUMNS, batch_rows=rows, threads=3
        )
    )
    assert scores_of(found) == EXPECTED
    assert all(batch.num_rows <= rows for batch in found)
    assert pa.Table.from_batches(found)["id"].to_pylist() == TABLE["id"].to_pylist()


def test_no_batches_give_none():
    assert list(hyperbaton.score_batches([], "wer")) == []
    assert list(hyperbaton.score_batches(TABLE.slice(0, 0), "wer", **COLUMNS)) == []


@pytest.mark.parametrize(
    ("reader", "error", "words"),
    [
        (None, TypeError, "reader: expected a table"),
        ("a.parquet", TypeError, "reader: expected a table"),
        ([1], TypeError, "reader: item 1: expected a record batch"),
        ([TABLE, None], TypeError, "reader: item 2"),
        ([TABLE, TABLE.drop_columns(["id"])], InputError, "item 2: has other columns"),
        (TABLE.drop_columns(["mt"]), InputError, "no column 'mt'"),
    ],
)
def test_what_is_no_stream_of_batches_is_refused(reader, error, words):
    with pytest.raises(error, match=words):
        list(hyperbaton.score_batches(reader, "wer", **COLUMNS))


def test_errors_come_before_anything_is_read():
    def never():
        raise AssertionError("read")
        yield

    with pytest.raises(OptionError):
        hyperbaton.score_batches(never(), "nist", **COLUMNS)
    with pytest.raises(OptionError, match="batch_rows"):
        hyperbaton.score_batches(never(), "wer", **COLUMNS, batch_rows=0)


def test_a_bad_row_is_named_by_its_place_in_the_stream():
    texts = TABLE["mt"].to_pylist()
    texts[12], texts[33] = None, "word " * (1 << 21)
    table = TABLE.set_column(1, "mt", pa.array(texts))
    found = hyperbaton.score_batches(table, "per", **COLUMNS, batch_rows=10)
    batches = [next(found) for _ in range(3)]
    assert [batch.num_rows for batch in batches] == [10, 10, 10]
    assert batches[1]["per"].to_pylist()[2] is None  # a null is not an error
    with pytest.raises(InputError, match="row 34: "):
        next(found)


def test_an_endless_stream_is_read_as_it_is_used():
    taken = []

    def endless():
        while True:
            taken.append(1)
            yield from TABLE.to_batches()

    found = hyperbaton.score_batches(endless(), "wer", **COLUMNS, batch_rows=40, threads=2)
    for _ in range(3):
        next(found)
    time.sleep(0.2)
    assert len(taken) <= 3 + 2 * AHEAD + 2
    found.close()  # type: ignore[attr-defined]
    assert own_threads() == []


def own_threads():
    return [each for each in threading.enumerate() if each.name.startswith("hyperbaton-batch")]


def test_errors_of_the_stream_come_through_in_their_place():
    def broken():
        yield from TABLE.to_batches()
        raise RuntimeError("mine")

    found = hyperbaton.score_batches(broken(), "wer", **COLUMNS, batch_rows=8)
    with pytest.raises(RuntimeError, match="mine"):
        list(found)
    assert own_threads() == []


INTERRUPTED = """
import os, signal, threading, time
import pyarrow as pa
import hyperbaton

batch = pa.RecordBatch.from_pydict({"hyp": ["a b c"] * 500, "ref": ["c b a"] * 500})

def endless():
    while True:
        yield batch

threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    for each in hyperbaton.score_batches(endless(), "wer"):
        pass
except KeyboardInterrupt:
    left = [t.name for t in threading.enumerate() if t.name.startswith("hyperbaton")]
    print("interrupted", left)
"""


def test_ctrl_c_stops_the_threads():
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, encoding="utf-8", timeout=60
    )
    assert (ended.returncode, ended.stdout) == (0, "interrupted []\n"), ended.stderr


@settings(max_examples=30)
@given(st.lists(st.integers(0, 3), max_size=60), st.integers(1, 5))
def test_results_come_in_order_and_memory_is_bounded(delays, threads):
    waiting, most = set(), []

    def items():
        for k, delay in enumerate(delays):
            waiting.add(k)
            most.append(len(waiting))
            yield k, delay

    def work(item):
        time.sleep(item[1] / 2000)
        return item[0]

    found = []
    for result in ordered_map(work, items(), threads, lambda _: 1):
        waiting.discard(result)
        found.append(result)
    assert found == list(range(len(delays)))
    assert max(most, default=0) <= AHEAD * threads + 2


def test_large_items_wait_for_one_another(monkeypatch):
    from hyperbaton.batch import pieces as module

    monkeypatch.setattr(module, "MOST_BYTES", 100)
    running, most = [], []

    def work(item):
        running.append(item)
        most.append(len(running))
        time.sleep(0.002)
        running.remove(item)
        return item

    assert list(ordered_map(work, range(20), 4, lambda _: 80)) == list(range(20))
    assert max(most) <= 2

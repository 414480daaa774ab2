"""Streams of record batches: in order, on threads that end; why rows have no scores."""

import threading
import time

import pyarrow as pa
import pytest
from batch_tables import expected_scores, pairs
from hypothesis import given, settings
from hypothesis import strategies as st

import hyperbaton
from hyperbaton.batch import RowScorer
from hyperbaton.batch.inputs import Piece
from hyperbaton.batch.pieces import AHEAD, ordered_map, score_piece
from hyperbaton.errors import InputError

# Pieces with bad rows


class Picky(RowScorer):
    """Scores rows, but for some texts; counts how many it was asked to score."""

    def __init__(self, refused):
        super().__init__(["wer"], hyp="mt", ref="human")
        self.refused, self.asked = refused, []

    def columns(self, batch):
        self.asked.append(batch.num_rows)
        for index, text in enumerate(batch["mt"].to_pylist()):
            if text in self.refused:
                raise InputError(f"{text} is refused", index=index, what="row")
        return super().columns(batch)


TEXTS = [f"text {k}" for k in range(64)]


def piece_of(nulls=(), unreadable=()):
    texts = [None if k in {*nulls, *unreadable} else text for k, text in enumerate(TEXTS)]
    batch = pa.RecordBatch.from_pydict({"mt": pa.array(texts, pa.string()), "human": TEXTS})
    return Piece("file", 101, batch, dict.fromkeys(unreadable, "is broken"))


rows = st.sets(st.integers(0, 63), max_size=8)


@given(st.sets(st.integers(0, 63)), rows, rows)
def test_every_bad_row_is_found_and_no_other(refused, nulls, unreadable):
    refused = refused - nulls - unreadable
    scorer = Picky({TEXTS[k] for k in refused})
    piece = piece_of(nulls, unreadable)
    found = score_piece(scorer, piece, goes_on=True)
    expected = dict.fromkeys(nulls, "column 'mt' is null") | dict.fromkeys(unreadable, "is broken")
    expected |= {k: f"text {k} is refused" for k in refused}
    assert {each.row - 101: each.reason for each in found.unscored} == expected
    assert [each.row for each in found.unscored] == [k + 101 for k in sorted(expected)]
    assert found.batch.select(["mt", "human"]).equals(piece.batch)
    assert found.batch["wer"].to_pylist() == [None if k in expected else 0.0 for k in range(64)]
    assert sum(scorer.asked) <= 64 * 8  # each row in at most as many attempts as there are halvings


@given(rows, rows, rows)
def test_the_first_bad_row_ends_the_work_and_nulls_do_not(refused, nulls, unreadable):
    refused = refused - nulls - unreadable
    scorer, piece = Picky({TEXTS[k] for k in refused}), piece_of(nulls, unreadable)
    if not refused | unreadable:
        assert len(score_piece(scorer, piece).unscored) == len(nulls)
        return
    first = min(refused | unreadable)
    reason = f"text {first} is refused" if first in refused else "is broken"
    with pytest.raises(InputError, match=f"^file: row {first + 101}: {reason}$"):
        score_piece(scorer, piece)


# Streams

TABLE = pairs(40)
EXPECTED = expected_scores(TABLE, ["wer", "kendall"])
COLUMNS = {"hyp": "mt", "ref": "human"}


def polars_frame(table):
    return pytest.importorskip("polars", reason="needs polars").from_arrow(table)


READERS = {
    "table": lambda: TABLE,
    "reader": lambda: TABLE.to_reader(max_chunksize=7),
    "batch": lambda: TABLE.combine_chunks().to_batches()[0],
    "batches": lambda: TABLE.to_batches(max_chunksize=3),
    "generator": lambda: (TABLE.slice(k, 1) for k in range(40)),
    "polars": lambda: polars_frame(TABLE),
}


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("rows", [9, 1000])
def test_every_stream_gives_the_scores_of_score(kind, rows):
    options = {**COLUMNS, "batch_rows": rows, "threads": 3}
    found = list(hyperbaton.score_batches(READERS[kind](), ["wer", "kendall"], **options))
    table = pa.Table.from_batches(found)
    assert {name: table[name].to_pylist() for name in EXPECTED} == EXPECTED
    assert all(batch.num_rows <= rows for batch in found)
    assert table["id"].to_pylist() == TABLE["id"].to_pylist()


def test_no_batches_give_none():
    assert list(hyperbaton.score_batches([], "wer")) == []
    assert list(hyperbaton.score_batches(TABLE.slice(0, 0), "wer", **COLUMNS)) == []


@pytest.mark.parametrize(
    ("reader", "error", "words"),
    [
        (None, TypeError, "not iterable"),
        ("a.parquet", TypeError, "reader: expected record batches or tables, got 'a'"),
        ([TABLE, None], TypeError, "reader: expected record batches or tables, got None"),
        (TABLE.drop_columns(["mt"]), InputError, "no column 'mt'"),
    ],
)
def test_what_is_no_stream_of_batches_is_refused(reader, error, words):
    with pytest.raises(error, match=words):
        list(hyperbaton.score_batches(reader, "wer", **COLUMNS))


def test_a_bad_row_is_named_by_its_place_in_the_stream():
    texts = TABLE["mt"].to_pylist()
    texts[12], texts[33] = None, "word " * (1 << 21)
    table = TABLE.set_column(1, "mt", pa.array(texts)).to_batches(max_chunksize=10)
    found = hyperbaton.score_batches(table, "per", **COLUMNS, batch_rows=10)
    batches = [next(found) for _ in range(3)]
    assert [batch.num_rows for batch in batches] == [10, 10, 10]
    assert batches[1]["per"].to_pylist()[2] is None  # a null is not an error
    with pytest.raises(InputError, match="row 34: "):
        next(found)


# Threads


def own_threads():
    return [each for each in threading.enumerate() if each.name.startswith("hyperbaton-batch")]


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


def test_errors_of_the_stream_come_through_in_their_place():
    def broken():
        yield from TABLE.to_batches()
        raise RuntimeError("mine")

    found = hyperbaton.score_batches(broken(), "wer", **COLUMNS, batch_rows=8)
    assert [next(found).num_rows for _ in range(5)] == [8] * 5
    with pytest.raises(RuntimeError, match="mine"):
        next(found)
    assert own_threads() == []


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
    for result in ordered_map(work, items(), threads):
        waiting.discard(result)
        found.append(result)
    assert found == list(range(len(delays)))
    assert max(most, default=0) <= AHEAD * threads + 2

"""Rows that cannot be scored: found exactly, stopped at or diverted, and never lost."""

import json
import random
from dataclasses import dataclass

import pyarrow as pa
import pytest
from batch_tables import batch, pairs, read_table, write_table
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.batch import BatchDescription, RowScorer
from hyperbaton.batch.pieces import PieceScorer
from hyperbaton.batch.text_rows import Piece
from hyperbaton.errors import InputError

SCORED = ["--hyp", "mt", "--ref", "human", "-m", "kendall"]
DESCRIPTION = BatchDescription(["wer"], hyp="mt", ref="human")


@dataclass(frozen=True)
class Picky:
    """Scores rows, but for some texts; counts how many it was asked to score."""

    refused: frozenset[str]
    asked: list[int]
    description = DESCRIPTION
    text_columns = ("mt", "human")

    def __call__(self, batch):
        self.asked.append(batch.num_rows)
        texts = batch["mt"].to_pylist()
        for index, text in enumerate(texts):
            if text in self.refused:
                raise InputError(f"{text} is refused", index=index, what="row")
        return RowScorer(DESCRIPTION)(batch)


ROWS = pairs(64)
TEXTS = [f"text {k}" for k in range(64)]


def piece_of(nulls=()):
    texts = [None if k in nulls else text for k, text in enumerate(TEXTS)]
    batch = pa.RecordBatch.from_pydict({"mt": pa.array(texts, pa.string()), "human": TEXTS})
    return Piece("file", range(101, 165), batch)


@given(st.sets(st.integers(0, 63)), st.sets(st.integers(0, 63), max_size=8))
def test_every_bad_row_is_found_and_no_other(refused, nulls):
    scorer = Picky(frozenset(TEXTS[k] for k in refused), [])
    piece = piece_of(nulls)
    work = PieceScorer(scorer, divert=True)
    found = work(piece)
    bad = sorted(refused | nulls)
    assert [each.row for each in found.rejected] == [k + 101 for k in bad]
    for each in found.rejected:
        k = each.row - 101
        assert each.reason == ("column 'mt' is null" if k in nulls else f"text {k} is refused")
    kept = [text for batch in found.batches for text in batch["mt"].to_pylist()]
    assert kept == [text for k, text in enumerate(TEXTS) if k not in bad]
    assert found.row_count == 64
    assert sum(scorer.asked) <= 64 * 8  # each row in at most as many attempts as there are halvings


@given(st.sets(st.integers(0, 63)), st.sets(st.integers(0, 63)))
def test_the_first_bad_row_ends_the_work(refused, nulls):
    scorer = Picky(frozenset(TEXTS[k] for k in refused), [])
    piece = piece_of(nulls)
    found = PieceScorer(scorer)(piece)
    bad = sorted(refused | nulls)
    assert [each.row for each in found.rejected][:1] == [k + 101 for k in bad][:1]


@pytest.mark.parametrize("rows", ["1", "7", "1000"])
@pytest.mark.parametrize("ending", [".parquet", ".jsonl", ".arrow"])
def test_each_row_is_in_exactly_one_file(ending, rows, folder):
    table = pairs(300)
    chance = random.Random(2)
    bad = sorted(chance.sample(range(300), 40))
    texts = [None if k in bad else text for k, text in enumerate(table["human"].to_pylist())]
    table = table.set_column(2, "human", pa.array(texts, pa.string()))
    write_table(table, folder / f"in{ending}")
    further = ["--errors", "bad.jsonl", "--batch-rows", rows, "-o", "out.parquet"]
    ended = batch(f"in{ending}", *SCORED, *further)
    assert ended.code == 0
    assert "300 rows in" in ended.message and "40 of them not scored" in ended.message
    diverted = [json.loads(line) for line in (folder / "bad.jsonl").read_text().splitlines()]
    assert [each["row"] for each in diverted] == [k + 1 for k in bad]
    assert [each["columns"] for each in diverted] == table.take(bad).to_pylist()
    assert {each["reason"] for each in diverted} == {"column 'human' is null"}
    kept = read_table("out.parquet")
    assert kept.select(table.schema.names).to_pylist() == [
        row for k, row in enumerate(table.to_pylist()) if k not in bad
    ]


@pytest.mark.parametrize("rows", ["1", "3", "1000"])
def test_the_run_stops_at_the_first_bad_row_whatever_the_batches(rows, folder):
    long = "word " * (1 << 21)
    texts = ["a", "b", "c", long, None, "f"]
    table = pa.table({"mt": texts, "human": ["a"] * 6})
    write_table(pa.table({"mt": ["a"], "human": ["a"]}), folder / "first.parquet")
    write_table(table, folder / "in.parquet")
    inputs = ["first.parquet", "in.parquet"]
    options = ["-o", "out.parquet", "--batch-rows", rows]
    ended = batch(*inputs, "--hyp", "mt", "--ref", "human", "-m", "per", *options)
    assert ended.code == 2
    assert "in.parquet: row 4: " in ended.message
    assert {path.name for path in folder.iterdir()} - {"_out.parquet.parts"} == {"demo", *inputs}


def test_rows_of_tsv_with_other_numbers_of_fields(folder):
    (folder / "in.tsv").write_text("mt\thuman\na b\tb a\nx\n\nu\tv\tw\nc\tc\n")
    ended = batch("in.tsv", *SCORED, "-o", "out.tsv")
    assert "in.tsv: row 2: 1 field, expected 2" in ended.message
    ended = batch("in.tsv", *SCORED, "-o", "out.tsv", "--errors", "bad.jsonl")
    assert ended.code == 0
    diverted = [json.loads(line) for line in (folder / "bad.jsonl").read_text().splitlines()]
    assert [each["row"] for each in diverted] == [2, 3, 4]
    assert diverted[0]["columns"] == {"mt": "x"}
    assert read_table("out.tsv")["mt"].to_pylist() == ["a b", "c"]


def test_errors_need_a_file_of_their_own(folder):
    write_table(ROWS, folder / "in.parquet")
    for output, errors in (("a.jsonl", "./a.jsonl"), ("-", "-")):
        ended = batch("in.parquet", *SCORED, "-o", output, "--errors", errors)
        assert ended.code == 2
        assert "two name the same file" in ended.message


def test_no_errors_make_an_empty_file(folder):
    write_table(ROWS, folder / "in.parquet")
    batch("in.parquet", *SCORED, "-o", "out.tsv", "--errors", "bad.jsonl")
    assert (folder / "bad.jsonl").read_bytes() == b""

"""Rows without scores: kept at their place, named exactly, and bad ones end a run unless told."""

import json
import random

import pyarrow as pa
import pytest
from batch_tables import batch, pairs, read_table, succeed, write_table
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.batch import BatchDescription, RowScorer
from hyperbaton.batch.pieces import PieceScorer
from hyperbaton.batch.source import Piece
from hyperbaton.errors import InputError

SCORED = ["--hyp", "mt", "--ref", "human", "-m", "kendall"]
DESCRIPTION = BatchDescription(["wer"], hyp="mt", ref="human")


class Picky(RowScorer):
    """Scores rows, but for some texts; counts how many it was asked to score."""

    def __init__(self, refused):
        super().__init__(DESCRIPTION)
        self.refused, self.asked = refused, []

    def columns(self, batch):
        self.asked.append(batch.num_rows)
        for index, text in enumerate(batch["mt"].to_pylist()):
            if text in self.refused:
                raise InputError(f"{text} is refused", index=index, what="row")
        return super().columns(batch)


TEXTS = [f"text {k}" for k in range(64)]


def piece_of(nulls=()):
    texts = [None if k in nulls else text for k, text in enumerate(TEXTS)]
    batch = pa.RecordBatch.from_pydict({"mt": pa.array(texts, pa.string()), "human": TEXTS})
    return Piece("file", 101, batch)


@given(st.sets(st.integers(0, 63)), st.sets(st.integers(0, 63), max_size=8))
def test_every_bad_row_is_found_and_no_other(refused, nulls):
    scorer = Picky({TEXTS[k] for k in refused - nulls})
    piece = piece_of(nulls)
    found = PieceScorer(scorer, goes_on=True)(piece)
    bad = sorted(refused | nulls)
    assert [each.row for each in found.unscored] == [k + 101 for k in bad]
    for each in found.unscored:
        k = each.row - 101
        assert each.reason == ("column 'mt' is null" if k in nulls else f"text {k} is refused")
    assert found.batch.select(["mt", "human"]).equals(piece.batch)
    assert found.batch["wer"].to_pylist() == [None if k in bad else 0.0 for k in range(64)]
    assert sum(scorer.asked) <= 64 * 8  # each row in at most as many attempts as there are halvings


@given(st.sets(st.integers(0, 63), min_size=1), st.sets(st.integers(0, 63)))
def test_the_first_bad_row_ends_the_work_and_nulls_do_not(refused, nulls):
    scorer = PieceScorer(Picky({TEXTS[k] for k in refused - nulls}))
    if refused <= nulls:
        assert len(scorer(piece_of(nulls)).unscored) == len(nulls)
        return
    first = min(refused - nulls)
    with pytest.raises(InputError, match=f"^file: row {first + 101}: text {first} is refused$"):
        scorer(piece_of(nulls))


@pytest.mark.parametrize("rows", ["1", "7", "1000"])
@pytest.mark.parametrize("output", ["out.parquet", "out.jsonl", "out.tsv", "out.csv"])
def test_rows_with_a_null_keep_their_place(output, rows, folder):
    table = pairs(300)
    nulls = sorted(random.Random(2).sample(range(300), 40))
    texts = [None if k in nulls else text for k, text in enumerate(table["human"].to_pylist())]
    table = table.set_column(2, "human", pa.array(texts, pa.string()))
    write_table(table, folder / "in.parquet")
    further = ["--errors", "bad.jsonl", "--batch-rows", rows, "-o", output]
    ended = succeed("in.parquet", *SCORED, *further)
    assert "300 rows in" in ended.message and "40 of them without scores" in ended.message
    listed = [json.loads(line) for line in (folder / "bad.jsonl").read_text().splitlines()]
    reason = "column 'human' is null"
    assert listed == [{"file": "in.parquet", "row": k + 1, "reason": reason} for k in nulls]
    found = read_table(output)
    assert found["id"].to_pylist() == table["id"].to_pylist()
    without = [k for k, score in enumerate(found["kendall"].to_pylist()) if score in (None, "nan")]
    assert without == nulls
    succeed("in.parquet", *SCORED, "-o", f"again-{output}")  # nulls do not end a run
    assert (folder / output).read_bytes() == (folder / f"again-{output}").read_bytes()


@pytest.mark.parametrize("rows", ["1", "3", "1000"])
def test_the_run_stops_at_the_first_bad_row_whatever_the_batches(rows, folder):
    texts = ["a", "b", None, "word " * (1 << 21), None, "f"]
    write_table(pa.table({"mt": ["a"], "human": ["a"]}), folder / "first.parquet")
    write_table(pa.table({"mt": texts, "human": ["a"] * 6}), folder / "in.parquet")
    inputs = ["first.parquet", "in.parquet"]
    options = ["-o", "out.parquet", "--batch-rows", rows]
    ended = batch(*inputs, "--hyp", "mt", "--ref", "human", "-m", "per", *options)
    assert ended.code == 2
    assert "in.parquet: row 4: " in ended.message
    assert {path.name for path in folder.iterdir()} - {"_out.parquet.parts"} == {"demo", *inputs}


@pytest.mark.parametrize("kind", ["tsv", "csv"])
def test_rows_with_other_numbers_of_fields(kind, folder):
    text = "mt\thuman\na b\tb a\nx\n\nu\tv\tw\nc\tc\n"
    (folder / f"in.{kind}").write_text(text.replace("\t", "," if kind == "csv" else "\t"))
    ended = batch(f"in.{kind}", *SCORED, "-o", f"out.{kind}")
    assert f"in.{kind}: row 2: 1 field, expected 2" in ended.message
    succeed(f"in.{kind}", *SCORED, "-o", f"out.{kind}", "--errors", "bad.jsonl")
    listed = [json.loads(line) for line in (folder / "bad.jsonl").read_text().splitlines()]
    assert [each["row"] for each in listed] == [2, 3, 4]
    assert listed[0]["columns"] == {"mt": "x"}
    found = read_table(f"out.{kind}")
    assert found["mt"].to_pylist() == ["a b", "", "", "", "c"]
    assert found["kendall"].to_pylist()[1:4] == ["nan"] * 3


def test_tabs_do_not_fit_into_tsv(folder):
    table = pa.table({"mt": ["a", "b"], "human": ["a", "b"], "note": ["x", "y\tz\nw"]})
    write_table(table, folder / "in.parquet")
    ended = batch("in.parquet", *SCORED, "-o", "out.tsv")
    assert "in.parquet: row 2: column 'note' holds a tab or a line break" in ended.message
    succeed("in.parquet", *SCORED, "-o", "out.tsv", "--errors", "bad.jsonl")
    assert read_table("out.tsv")["note"].to_pylist() == ["x", ""]
    assert json.loads((folder / "bad.jsonl").read_text())["columns"]["note"] == "y\tz\nw"
    succeed("in.parquet", *SCORED, "-o", "out.csv")
    assert read_table("out.csv")["note"].to_pylist() == ["x", "y\tz\nw"]
    succeed("out.csv", *SCORED, "--prefix", "again ", "-o", "again.csv")
    assert read_table("again.csv")["note"].to_pylist() == ["x", "y\tz\nw"]


def test_errors_need_a_file_of_their_own(folder):
    write_table(pairs(5), folder / "in.parquet")
    for output, errors in (("a.jsonl", "./a.jsonl"), ("-", "-")):
        ended = batch("in.parquet", *SCORED, "-o", output, "--errors", errors)
        assert ended.code == 2
        assert "two name the same file" in ended.message


def test_no_errors_make_an_empty_file(folder):
    write_table(pairs(5), folder / "in.parquet")
    succeed("in.parquet", *SCORED, "-o", "out.tsv", "--errors", "bad.jsonl")
    assert (folder / "bad.jsonl").read_bytes() == b""

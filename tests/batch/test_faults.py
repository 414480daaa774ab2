"""Whatever happens to a run: one clear error or a complete output, and nothing in between."""

import json
import resource
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from batch_tables import batch, pairs, read_table, run, succeed, write_table

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits, /proc")

SCORED = ["--hyp", "mt", "--ref", "human", "-m", "wer", "kendall", "pef", "-q"]
OUTPUT = ["-o", "out.parquet"]
OLD = b"what was there before\n"


def fail(folder, *argv, words):
    """A run that ends with one error, and leaves nothing behind but finished parts."""
    target = folder / "out.parquet"
    target.write_bytes(OLD)
    before = set(folder.iterdir())
    ended = batch(*argv, *SCORED, *OUTPUT, "--overwrite")
    assert ended.code == 2
    assert words in ended.message, ended.message
    assert len(ended.message.splitlines()) <= 3
    assert target.read_bytes() == OLD
    assert set(folder.iterdir()) - {folder / "_out.parquet.parts"} == before
    return ended.message


@pytest.mark.parametrize("size", [200, 100_000])
def test_files_that_cannot_grow(size, folder):
    """As on a full disk."""
    write_table(pairs(5000), folder / "in.parquet")
    (folder / "out.jsonl").write_bytes(OLD[:4])
    limited = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))}
    further = ["--overwrite", "--batch-rows", "500"]
    ended = run("in.parquet", *SCORED, "-o", "out.jsonl", *further, **limited)
    assert ended.code == 2
    assert "File too large" in ended.message and "Traceback" not in ended.message
    assert (folder / "out.jsonl").read_bytes() == OLD[:4]


@pytest.mark.parametrize("share", [0.0, 0.5, 0.999])
@pytest.mark.parametrize("ending", [".parquet", ".arrow", ".arrows"])
def test_truncated_files(ending, share, folder):
    data = Path(write_table(pairs(5000), folder / f"whole{ending}")).read_bytes()
    cut = int(len(data) * share) if ending != ".arrows" else int((len(data) - 16) * share)
    (folder / f"cut{ending}").write_bytes(data[:cut])
    fail(folder, f"cut{ending}", words=f"cut{ending}: is not an intact")


def test_damage_in_the_middle_of_parquet(folder):
    path = folder / "in.parquet"
    table = pairs(5000)
    pq.write_table(table, path, use_dictionary=False, compression="zstd", row_group_size=1000)
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 3000] = bytes(3000)
    path.write_bytes(data)
    fail(folder, "in.parquet", words="in.parquet: is not an intact Parquet file")


def test_broken_lines(folder):
    lines = Path(write_table(pairs(200), folder / "in.jsonl")).read_text().splitlines()
    broken = {
        3: "",
        5: '{"\\ud800": 1}',
        50: "[1]",
        120: lines[120][:20],
        121: "{}",
        199: '{"id": 7}',
    }
    for row, line in broken.items():
        lines[row - 1] = line
    (folder / "in.jsonl").write_text("\n".join(lines) + "\n")
    fail(folder, "in.jsonl", words="in.jsonl: row 3: ")
    succeed("in.jsonl", *SCORED, *OUTPUT, "--errors", "bad.jsonl")
    bad = [json.loads(line) for line in (folder / "bad.jsonl").read_text().splitlines()]
    assert [each["row"] for each in bad] == sorted(broken)
    assert {each["file"] for each in bad} == {"in.jsonl"}
    kept = [None if k + 1 in broken else f"r{k}" for k in range(200)]
    assert read_table(folder / "out.parquet")["id"].to_pylist() == kept


@pytest.mark.parametrize("ending", [".parquet", ".tsv", ".jsonl", ".arrow"])
def test_invalid_utf8(ending, folder):
    table = pa.table({"mt": ["a b", "XY c", "d"], "human": ["b a", "c X", "d"]})
    data = Path(write_table(table, folder / f"in{ending}"))
    if ending == ".parquet":
        pq.write_table(table, data, compression="none", use_dictionary=False)
    data.write_bytes(data.read_bytes().replace(b"XY c", b"\xff\xfe c"))
    assert "not UTF-8" in fail(folder, data.name, words=f"in{ending}: row 2: ")
    succeed(data.name, *SCORED, *OUTPUT, "--errors", "bad.jsonl")
    assert read_table(folder / "out.parquet")["wer"].is_valid().to_pylist() == [True, False, True]
    assert json.loads((folder / "bad.jsonl").read_text())["row"] == 2


@pytest.mark.parametrize("ending", [".parquet", ".arrow", ".arrows", ".tsv", ".jsonl"])
@pytest.mark.parametrize("output", ["out.parquet", "out.jsonl", "out.tsv", "out.arrow"])
def test_input_of_no_rows(ending, output, folder):
    write_table(pairs(3).slice(0, 0), folder / f"in{ending}")
    succeed(f"in{ending}", *SCORED, "-o", output)
    if output == "out.jsonl":
        assert (folder / output).read_bytes() == b""
    else:
        names = ["mt", "human"] if ending == ".jsonl" else ["id", "mt", "human"]
        table = read_table(folder / output)
        assert (len(table), table.schema.names) == (0, [*names, "wer", "kendall", "pef"])

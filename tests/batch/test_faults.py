"""Whatever happens to a run: one clear error or a complete output, and nothing in between."""

import json
import random
import resource
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from batch_tables import batch, pairs, read_table, run, start, succeed, write_table

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


@pytest.mark.parametrize("output", ["missing/out.parquet", "in.parquet/out.tsv", "/proc/out.jsonl"])
def test_output_that_cannot_be_written(output, folder):
    write_table(pairs(5), folder / "in.parquet")
    ended = batch("in.parquet", *SCORED, "-o", output)
    assert (ended.code, "cannot be written (" in ended.message) == (2, True)


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


DAMAGED_ARROW = """
import io, random, sys
import pyarrow as pa
from hyperbaton.batch.inputs import Source, input_files
from hyperbaton.errors import InputError

data = open(sys.argv[1], "rb").read()
chance = random.Random(int(sys.argv[2]))
outcomes = {True: 0, False: 0}
for _ in range(400):
    spoiled = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        spoiled[chance.randrange(8, len(spoiled))] ^= 1 << chance.randrange(8)
    with open("spoiled.arrow", "wb") as file:
        file.write(spoiled)
    try:
        for piece in Source(input_files(["spoiled.arrow"]), ["mt"]).pieces():
            piece.batch.slice(1).nbytes
            for column in piece.batch.columns:
                for cell in column:
                    try:
                        cell.as_py()
                    except UnicodeDecodeError:
                        pass
        outcomes[True] += 1
    except InputError:
        outcomes[False] += 1
print(outcomes)
"""


def test_damaged_arrow_files_never_end_the_process(folder):
    write_table(pairs(100), folder / "in.arrow")
    command = [sys.executable, "-c", DAMAGED_ARROW, "in.arrow", str(random.randrange(10**6))]
    ended = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", timeout=120)
    assert ended.returncode == 0, (command, ended.stderr[-2000:])
    assert "False: 0" not in ended.stdout


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


@pytest.mark.parametrize("ending", [".parquet", ".jsonl", ".tsv", ".arrows"])
def test_a_row_of_ten_megabytes(ending, folder):
    text = "word " * 2_000_000
    table = pa.table({"mt": ["a b", text, "b a"], "human": ["b a", text, "b a"]})
    write_table(table, folder / f"in{ending}")
    columns = ["--hyp", "mt", "--ref", "human", "-m", "per"]
    succeed(f"in{ending}", *columns, "--errors", "bad", "-o", "out.tsv")
    (bad,) = (folder / "bad").read_text().splitlines()
    assert json.loads(bad)["row"] == 2
    assert "2000000 words" in json.loads(bad)["reason"].replace(",", "")
    assert read_table(folder / "out.tsv")["per"].to_pylist() == ["0.0", "nan", "0.0"]


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


def test_missing_columns(folder):
    write_table(pairs(3).rename_columns(["id", "mtt", "human"]), folder / "in.parquet")
    message = fail(folder, "in.parquet", words="in.parquet: no column 'mt'")
    assert "columns are id, mtt, human; did you mean 'mtt'?" in message
    pq.write_table(pa.table({}), folder / "in.parquet")
    fail(folder, "in.parquet", words="no column 'mt'")
    (folder / "in.tsv").write_bytes(b"")
    fail(folder, "in.tsv", words="in.tsv: is empty")


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


def test_input_that_is_deleted_meanwhile(folder):
    """What is open stays; a file that was there and is gone when its turn comes is an error."""
    for name in "ab":
        write_table(pairs(10_000), folder / f"{name}.parquet")
    child = start("a.parquet", "b.parquet", *SCORED, *OUTPUT, "--batch-rows", "50")
    while not list(folder.glob("_out.parquet.parts/rows/part-*")):
        time.sleep(0.001)
    (folder / "a.parquet").unlink()
    (folder / "b.parquet").unlink()
    _, err = child.communicate(timeout=120)
    assert child.returncode == 2
    assert b"b.parquet: cannot be read (No such file or directory)" in err
    assert not (folder / "out.parquet").exists()
    assert (folder / "_out.parquet.parts").exists()

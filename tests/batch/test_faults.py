"""Whatever happens to a run: one clear error or a complete output, and nothing in between."""

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from batch_tables import pairs, read_table, write_table
from hostility.children import assert_promised, run, start, wait_until_listening
from hostility.disks import small_disk_in
from hostility.tally import count

from hyperbaton.batch.running import journal as journals

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits, /proc")

KIND = "batch faults"
METRICS = ["-m", "wer", "kendall", "pef"]
COLUMNS = ["--hyp", "mt", "--ref", "human"]
OLD = b"what was there before\n"
SLOWLY = ["--threads", "2", "--batch-rows", "50", "--checkpoint", "0"]


def argv(*inputs, output="out.parquet", further=()):
    return ["batch", *inputs, *COLUMNS, *METRICS, "-o", output, *further]


def leftovers(folder):
    """Files that no finished run leaves."""
    return [path.name for path in folder.rglob(".*") if path.name.startswith((".hyper", ".out"))]


def fail(folder, *inputs, words, seconds=60, **options):
    """A run that must end with one error, and leave nothing behind under any name."""
    target = folder / "out.parquet"
    target.write_bytes(OLD)
    ended = run(argv(*inputs, further=options.pop("further", ())), folder=folder, **options)
    assert_promised(ended, KIND, codes=[2])
    assert words in ended.message, ended.message
    assert target.read_bytes() == OLD
    assert leftovers(folder) == []
    return ended.message


def killed_after(command, folder, seconds):
    """Starts a command and kills it; says whether it was still running."""
    child = start(command, folder=folder)
    wait_until_listening(child)
    time.sleep(seconds)
    child.send_signal(signal.SIGKILL)
    child.communicate()
    return child.returncode == -signal.SIGKILL


def killed_as_it_grows(command, folder, path, size):
    """The same, once a file has reached a size, or just after."""
    child = start(command, folder=folder)
    while child.poll() is None:
        if path.exists() and path.stat().st_size > size:
            time.sleep(random.uniform(0, 0.02))
            break
        time.sleep(0.001)
    child.send_signal(signal.SIGKILL)
    child.communicate()


def how_long(command, folder):
    """Seconds of an undisturbed run, from where it listens to signals."""
    child = start(command, folder=folder)
    wait_until_listening(child)
    begin = time.monotonic()
    _, err = child.communicate(timeout=120)
    assert child.returncode == 0, err
    return time.monotonic() - begin


@pytest.mark.parametrize("ending", [".parquet", ".jsonl", ".tsv", ".arrow"])
def test_killed_runs_go_on_to_the_same_result(ending, folder):
    write_table(pairs(10_000), folder / "in.parquet")
    whole, resumed = f"whole{ending}", f"out{ending}"
    seconds = how_long(argv("in.parquet", output=whole, further=SLOWLY), folder)
    expected = (folder / whole).read_bytes()
    command = argv("in.parquet", output=resumed, further=[*SLOWLY, "--resume"])
    journal = folder / f".{resumed}.journal"
    sizes = [0]
    for k in range(8):
        if k % 2:  # at any moment, or else while scores are being written
            killed_after(command, folder, random.uniform(0, seconds))
        else:
            killed_as_it_grows(command, folder, journal, sizes[-1] + random.randrange(20_000))
        if (folder / resumed).exists():  # it was done, and so it is complete
            assert (folder / resumed).read_bytes() == expected
            (folder / resumed).unlink()
        else:
            sizes.append(journal.stat().st_size if journal.exists() else 0)
            count(KIND, "killed")
    ended = run(command, folder=folder)
    assert_promised(ended, KIND, codes=[0])
    assert (folder / resumed).read_bytes() == expected
    assert leftovers(folder) == []
    assert len(set(sizes)) > 3, sizes


def test_a_resumed_run_takes_scores_from_the_journal(folder):
    """Scores in the journal are changed, checksums included, and turn up in the output."""
    write_table(pairs(20_000), folder / "in.parquet")
    child = start(argv("in.parquet", further=SLOWLY), folder=folder)
    journal = folder / ".out.parquet.journal"
    wait_for_size(journal, 20_000)
    child.send_signal(signal.SIGKILL)
    child.communicate()
    changed = with_other_scores(journal.read_bytes())
    assert len(changed) > 10_000
    journal.write_bytes(changed)
    assert (
        run(argv("in.parquet", further=["--batch-rows", "50", "--resume"]), folder=folder).code == 0
    )
    scores = read_table(folder / "out.parquet")["wer"].to_pylist()
    assert 100 < scores.count(-7.0) < 20_000
    assert scores[-1] != -7.0


def with_other_scores(data):
    """A journal in which every batch has -7 for its first metric."""
    found, begin = data[: len(journals.MARK)], len(journals.MARK)
    names = ("wer", "kendall", "pef")
    schema = pa.schema([pa.field(name, pa.float64()) for name in names])
    is_header = True
    while begin + journals.LENGTH.size <= len(data):
        (length,) = journals.LENGTH.unpack_from(data, begin)
        begin += journals.LENGTH.size + journals.CHECKSUM_SIZE
        payload = data[begin : begin + length]
        begin += length
        if begin > len(data):
            break
        if not is_header:
            entry = journals._decoded(payload, schema)
            (scores,) = entry.scores
            fakes = pa.array([-7.0] * scores.num_rows)
            columns = [fakes, *scores.columns[1:]]
            fake = pa.RecordBatch.from_arrays(columns, schema=schema)
            payload = journals._payload(replace(entry, scores=(fake,)))
        found += journals._framed(payload)
        is_header = False
    return found


def wait_for_size(path, size):
    """Until a file has grown to a size."""
    for _ in range(60_000):
        if path.exists() and path.stat().st_size > size:
            return
        time.sleep(0.001)
    raise AssertionError(f"{path} does not grow")


def test_an_interrupted_run_says_how_to_go_on(folder):
    write_table(pairs(20_000), folder / "in.parquet")
    child = start(argv("in.parquet", further=SLOWLY), folder=folder)
    wait_for_size(folder / ".out.parquet.journal", 5000)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 130, err
    assert err.startswith(b"hyperbaton: ") and b"--resume" in err and err.count(b"\n") == 1
    assert leftovers(folder) == [".out.parquet.journal"]
    assert not (folder / "out.parquet").exists()
    count(KIND, child.returncode)


def test_meta_with_its_cache_is_killed_and_repeated(folder):
    """A cache is filled batch by batch, whenever the process is killed; figures stay the same."""
    command = ["meta", "demo/judged", "--lp", "de-en", "-q", "--samples", "100"]
    command += ["-m", "kendall", "pef", "wer", "bleu", "chrf", "--cache", "kept"]
    begin = time.monotonic()
    expected = run([*command[:-1], "other"], folder=folder)
    seconds = time.monotonic() - begin
    assert expected.code == 0
    for _ in range(6):
        killed_after(command, folder, random.uniform(0, seconds))
        count(KIND, "killed")
    for _ in range(2):  # what was kept is used, and used again
        ended = run(command, folder=folder)
        assert_promised(ended, KIND, codes=[0])
        assert ended.out == expected.out


# Disks


@pytest.fixture
def small_disk(folder):
    """A file system of half a megabyte, which only root can make."""
    with small_disk_in(folder, "512k") as disk:
        yield disk


@pytest.mark.parametrize("ending", [".parquet", ".jsonl"])
def test_a_full_disk(ending, small_disk, folder):
    write_table(pairs(40_000), folder / "in.parquet")
    target = small_disk / f"out{ending}"
    target.write_bytes(OLD)
    ended = run(argv("in.parquet", output=str(target)), folder=folder)
    assert ended.code == 2
    assert "No space left on device" in ended.message
    assert 1 <= len(ended.message.splitlines()) <= 3
    assert target.read_bytes() == OLD
    assert {path.name for path in small_disk.iterdir()} <= {target.name, f".{target.name}.journal"}
    count(KIND, ended.code)


@pytest.mark.parametrize("size", [5, 200, 5000, 100_000])
def test_files_that_cannot_grow(size, folder):
    write_table(pairs(5000), folder / "in.parquet")
    (folder / "out.jsonl").write_bytes(OLD[:4])
    ended = run(
        argv("in.parquet", output="out.jsonl", further=["--batch-rows", "500"]),
        folder=folder,
        before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )
    assert_promised(ended, KIND, codes=[2])
    assert "File too large" in ended.message
    assert (folder / "out.jsonl").read_bytes() == OLD[:4]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(folder):
    write_table(pairs(5), folder / "in.parquet")
    (folder / "closed").mkdir(mode=0o500)
    ended = run(argv("in.parquet", output="closed/out.parquet"), folder=folder)
    assert_promised(ended, KIND, codes=[2])
    assert "cannot be written (" in ended.message


@pytest.mark.parametrize("output", ["missing/out.parquet", "in.parquet/out.tsv", "/proc/out.jsonl"])
def test_output_that_cannot_be_written(output, folder):
    write_table(pairs(5), folder / "in.parquet")
    ended = run(argv("in.parquet", output=output), folder=folder)
    assert_promised(ended, KIND, codes=[2])
    assert "cannot be written (" in ended.message


# Two runs


def test_two_runs_on_one_output(folder):
    write_table(pairs(20_000), folder / "in.parquet")
    first = start(argv("in.parquet", further=SLOWLY), folder=folder)
    wait_for_size(folder / ".out.parquet.journal", 0)
    first.send_signal(signal.SIGSTOP)  # until the second one is done
    ended = run(argv("in.parquet", further=["--resume"]), folder=folder)
    first.send_signal(signal.SIGCONT)
    assert ended.code == 2
    assert "another run is working on this output" in ended.message
    assert len(ended.message.splitlines()) == 1
    first.communicate(timeout=120)
    assert first.returncode == 0
    assert len(read_table(folder / "out.parquet")) == 20_000
    assert leftovers(folder) == []
    count(KIND, ended.code)


# Inputs


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
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
from hyperbaton.batch.reading.binary_tables import check_layout
from hyperbaton.batch.reading.locations import input_files
from hyperbaton.batch.reading.source import Source
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
    count(KIND, "400 damaged")


def test_a_broken_line(folder):
    lines = Path(write_table(pairs(200), folder / "in.jsonl")).read_text().splitlines()
    lines[120] = lines[120][:20]
    (folder / "in.jsonl").write_text("\n".join(lines) + "\n")
    fail(folder, "in.jsonl", words="in.jsonl: row 121: is not a JSON object (")


def test_broken_lines_are_diverted(folder):
    table = pairs(200)
    lines = Path(write_table(table, folder / "in.jsonl")).read_text().splitlines()
    broken = {3: "", 50: "[1]", 120: lines[120][:20], 121: "{}", 199: '{"id": 7}'}
    for row, line in broken.items():
        lines[row - 1] = line
    (folder / "in.jsonl").write_text("\n".join(lines) + "\n")
    ended = run(argv("in.jsonl", further=["--errors", "bad.jsonl"]), folder=folder)
    assert_promised(ended, KIND, codes=[0])
    bad = [json.loads(line) for line in (folder / "bad.jsonl").read_text().splitlines()]
    assert [each["row"] for each in bad] == sorted(broken)
    assert {each["file"] for each in bad} == {"in.jsonl"}
    kept = [f"r{k}" for k in range(200) if k + 1 not in broken]
    assert read_table(folder / "out.parquet")["id"].to_pylist() == kept


def test_a_row_of_ten_megabytes(folder):
    text = "word " * 2_000_000
    table = pa.table({"mt": ["a b", text, "b a"], "human": ["b a", text, "b a"]})
    for ending in (".parquet", ".jsonl", ".tsv", ".arrows"):
        write_table(table, folder / f"in{ending}")
        command = [
            "batch",
            f"in{ending}",
            *COLUMNS,
            "-m",
            "per",
            "--errors",
            "bad",
            "-o",
            "out.tsv",
        ]
        ended = run(command, folder=folder)
        assert_promised(ended, KIND, codes=[0])
        (bad,) = (folder / "bad").read_text().splitlines()
        assert json.loads(bad)["row"] == 2
        assert "2000000 words" in json.loads(bad)["reason"].replace(",", "")
        assert len(read_table(folder / "out.tsv")) == 2


def test_long_rows_that_can_be_scored(folder):
    """Ten rows of a megabyte, in the least memory that the program starts with, and some more."""
    text = "word " * 200_000
    write_table(pa.table({"mt": [text] * 10, "human": [text] * 10}), folder / "in.parquet")
    command = ["batch", "in.parquet", *COLUMNS, "-m", "per", "-o", "out.jsonl", "--threads", "1"]
    ended = run(command, folder=folder, memory=2 << 30)
    assert_promised(ended, KIND, codes=[0])
    rows = read_table(folder / "out.jsonl")
    assert rows["per"].to_pylist() == [0.0] * 10


@pytest.mark.parametrize("ending", [".parquet", ".tsv", ".jsonl", ".arrow"])
def test_invalid_utf8(ending, folder):
    table = pa.table({"mt": ["a b", "XY c", "d"], "human": ["b a", "c X", "d"]})
    data = Path(write_table(table, folder / f"in{ending}"))
    if ending == ".parquet":
        pq.write_table(table, data, compression="none", use_dictionary=False)
    spoiled = data.read_bytes().replace(b"XY c", b"\xff\xfe c")
    data.write_bytes(spoiled)
    message = fail(folder, data.name, words=f"in{ending}: row 2: ")
    assert "not UTF-8" in message
    ended = run(argv(data.name, further=["--errors", "bad.jsonl"]), folder=folder)
    assert_promised(ended, KIND, codes=[0])
    assert len(read_table(folder / "out.parquet")) == 2
    assert json.loads((folder / "bad.jsonl").read_text())["row"] == 2


def test_missing_columns(folder):
    table = pairs(3).rename_columns(["id", "mtt", "human"])
    write_table(table, folder / "in.parquet")
    message = fail(folder, "in.parquet", words="in.parquet: there is no column 'mt'")
    assert "columns are id, mtt, human; did you mean 'mtt'?" in message


def test_input_of_no_columns(folder):
    pq.write_table(pa.table({}), folder / "in.parquet")
    fail(folder, "in.parquet", words="no column 'mt'")


@pytest.mark.parametrize("ending", [".parquet", ".arrow", ".arrows", ".tsv", ".jsonl"])
@pytest.mark.parametrize("output", ["out.parquet", "out.jsonl", "out.tsv", "out.arrow"])
def test_input_of_no_rows(ending, output, folder):
    write_table(pairs(3).slice(0, 0), folder / f"in{ending}")
    ended = run(argv(f"in{ending}", output=output), folder=folder)
    assert_promised(ended, KIND, codes=[0])
    written = folder / output
    if output == "out.jsonl":
        assert written.read_bytes() == b""
    else:
        names = ["mt", "human"] if ending == ".jsonl" else ["id", "mt", "human"]
        table = read_table(written)
        assert (len(table), table.schema.names) == (0, [*names, "wer", "kendall", "pef"])


def test_an_empty_file_is_no_tsv(folder):
    (folder / "in.tsv").write_bytes(b"")
    fail(folder, "in.tsv", words="in.tsv: is empty")


def test_input_that_is_deleted_meanwhile(folder):
    """What is open stays; a file that was there and is gone when its turn comes is an error."""
    for name in "ab":
        write_table(pairs(10_000), folder / f"{name}.parquet")
    child = start(argv("a.parquet", "b.parquet", further=SLOWLY), folder=folder)
    wait_for_size(folder / ".out.parquet.journal", 2000)
    (folder / "a.parquet").unlink()
    (folder / "b.parquet").unlink()
    _, err = child.communicate(timeout=120)
    assert child.returncode == 2
    assert b"b.parquet: cannot be read (No such file or directory)" in err
    assert 1 <= len(err.splitlines()) <= 3
    assert not (folder / "out.parquet").exists()
    assert leftovers(folder) == [".out.parquet.journal"]
    count(KIND, child.returncode)

"""`hyperbaton batch --engine ray`: row for row what one machine writes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hyperbaton.cli import main

pa = pytest.importorskip("pyarrow", reason="needs pyarrow")
parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow")
pytest.importorskip("ray", reason="needs ray")
from scored_partitions import lines  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")

PAIRS = Path(__file__).parents[2] / "demo" / "en" / "pairs.tsv"
ROWS = 3000
COLUMNS = ["--hyp", "mt", "--ref", "human", "other", "-q"]


@pytest.fixture
def folder(tmp_path):
    """Partitions of two languages, with rows that cannot be scored."""
    hypotheses, references = lines("calque"), lines("reference")
    numbers = list(range(ROWS))
    texts = [f"{hypotheses[k % len(hypotheses)]} {k}" for k in numbers]
    texts[17] = texts[2999] = None
    table = pa.table(
        {
            "id": numbers,
            "mt": texts,
            "human": [f"{k} {references[k % len(references)]}" for k in numbers],
            "other": [None if k % 3 else f"{k} and more" for k in numbers],
        }
    )
    for name, begin in (("lang=de/a", 0), ("lang=de/b", 1000), ("lang=fr/a", 2000)):
        path = tmp_path / "in" / f"{name}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        parquet.write_table(table.slice(begin, 1000), path)
    return tmp_path


def run(folder, name, *further):
    """What a run writes, and the rows that it sets aside."""
    output, errors = folder / name, folder / f"{name}.errors"
    command = ["batch", str(folder / "in"), *COLUMNS, *further, "--errors", str(errors)]
    assert main([*command, "-o", str(output)]) == 0
    return output, errors


@pytest.mark.parametrize("ending", ["parquet", "jsonl"])
def test_the_output_is_that_of_one_machine(ray_cluster, folder, ending):
    options = ["-m", "hyperbaton", "pef", "wer", "--batch-rows", "300", "--statistics"]
    sums = [folder / "here.json", folder / "there.json"]
    here = run(folder, f"here.{ending}", *options, "--summary", str(sums[0]))
    further = ["--summary", str(sums[1]), "--engine", "ray"]
    there = run(folder, f"there.{ending}", *options, *further)
    assert sums[1].read_bytes() == sums[0].read_bytes()
    assert there[1].read_bytes() == here[1].read_bytes()
    assert [json.loads(line)["row"] for line in there[1].open()] == [18, 1000]
    if ending == "parquet":
        tables = [parquet.read_table(each) for each in (here[0], there[0])]
        assert tables[1].num_rows == ROWS - 2
        assert tables[1].equals(tables[0], check_metadata=True)
    else:
        assert there[0].read_bytes() == here[0].read_bytes()


def test_a_killed_worker_loses_and_doubles_nothing(ray_cluster, folder, ray_killer):
    options = ["-m", "hyperbaton", "pef", "dted", "--batch-rows", "50"]
    here = run(folder, "here.jsonl", *options)
    with ray_killer("PieceWorker") as other:
        there = run(folder, "there.jsonl", *options, "--engine", "ray")
    assert other.killed and other.others  # it was needed, and another took its place
    for found, expected in zip(there, here, strict=True):
        assert found.read_bytes() == expected.read_bytes()


def failing(capsys, *command):
    assert main(["batch", *map(str, command)]) == 2
    message = capsys.readouterr().err
    assert message.startswith("hyperbaton")
    return message


def test_the_first_bad_row_ends_the_run(ray_cluster, folder, capsys):
    output = folder / "out.parquet"
    message = failing(capsys, folder / "in", *COLUMNS, "-m", "wer", "-o", output, "--engine", "ray")
    assert "a.parquet: row 18: column 'mt' is null" in message
    assert not output.exists()
    assert {path.name for path in folder.iterdir()} == {"in"}


def test_a_file_that_breaks_while_it_is_read(ray_cluster, tmp_path, capsys):
    path = tmp_path / "pairs.jsonl"
    rows = [json.dumps({"mt": "a b", "human": "b a", "other": "b"})] * 500
    path.write_text("\n".join([*rows, '{"mt": 3, "human": "a", "other": "b"}']), "utf-8")
    command = [path, *COLUMNS, "-m", "wer", "-o", tmp_path / "out.jsonl", "--batch-rows", 100]
    here = failing(capsys, *command)
    there = failing(capsys, *command, "--engine", "ray")
    assert there == here
    assert "row 501" in there
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.parametrize(
    ("further", "message"),
    [
        (["--engine", "ray", "--resume"], "--resume: does not go with --engine ray"),
        (["--address", "auto"], "--address: is that of a cluster; add --engine ray"),
    ],
)
def test_options_that_do_not_go_together(tmp_path, capsys, further, message):
    command = [PAIRS, "--hyp", "calque", "--ref", "reference", "-m", "wer", *further]
    assert message in failing(capsys, *command, "-o", tmp_path / "out.tsv")


def test_workers_cannot_read_standard_input(ray_cluster, monkeypatch, capsys):
    import io

    text = io.TextIOWrapper(io.BytesIO(b"mt\thuman\na\tb\n"))
    monkeypatch.setattr(sys, "stdin", text)
    command = ["-", "--input-format", "tsv", "--hyp", "mt", "--ref", "human", "-m", "wer"]
    assert "workers cannot read standard input" in failing(capsys, *command, "--engine", "ray")


def hyperbaton(*arguments):
    command = [sys.executable, "-m", "hyperbaton", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def test_ray_is_started_and_stopped_by_the_command():
    command = ["batch", PAIRS, "--hyp", "calque", "--ref", "reference", "-m", "kendall", "pef"]
    here, there = hyperbaton(*command), hyperbaton(*command, "--engine", "ray")
    assert there.returncode == 0, there.stderr
    assert there.stdout == here.stdout
    assert all(line.startswith(("hyperbaton", "scoring")) for line in there.stderr.splitlines())


def test_a_cluster_that_is_not_there():
    command = ["batch", PAIRS, "--hyp", "calque", "--ref", "reference", "-m", "wer"]
    found = hyperbaton(*command, "--engine", "ray", "--address", "nowhere")
    assert found.returncode == 2
    assert found.stderr.startswith("hyperbaton: --address: cannot connect to nowhere")
    assert len(found.stderr.splitlines()) <= 3

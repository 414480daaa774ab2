"""`hyperbaton batch --engine ray`: row for row what one machine writes, also when workers die."""

import json

import pytest

from hyperbaton.cli import main

pa = pytest.importorskip("pyarrow", reason="needs pyarrow")
parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow")
from scored_partitions import many_rows  # noqa: E402

pytestmark = [pytest.mark.ray, pytest.mark.filterwarnings("ignore")]

ROWS = 3000
COLUMNS = ["--hyp", "hyp", "--ref", "ref", "other", "-q"]


@pytest.fixture
def folder(tmp_path):
    """Partitions of two languages, with rows that cannot be scored."""
    table = many_rows(ROWS, other=lambda k: None if k % 3 else f"{k} and more")
    texts = [
        None if k == 17 else "word " * (1 << 21) if k == 2999 else text
        for k, text in enumerate(table["hyp"].to_pylist())
    ]
    table = table.set_column(1, "hyp", pa.array(texts))
    for name, begin in (("lang=de/a", 0), ("lang=de/b", 1000), ("lang=fr/a", 2000)):
        path = tmp_path / "in" / f"{name}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        parquet.write_table(table.slice(begin, 1000), path)
    return tmp_path


def run(folder, name, *further):
    """What a run writes: its output, the rows that it sets aside, and its summary."""
    files = [folder / name, folder / f"{name}.errors", folder / f"{name}.json"]
    output, errors, summary = map(str, files)
    command = ["batch", str(folder / "in"), *COLUMNS, "-o", output, "--errors", errors]
    assert main([*command, "--summary", summary, "--overwrite", *further]) == 0
    return [path.read_bytes() for path in files]


@pytest.mark.parametrize("ending", ["parquet", "jsonl"])
def test_the_output_is_that_of_one_machine(ray_cluster, folder, ending):
    options = ["-m", "hyperbaton", "pef", "wer", "--batch-rows", "300", "--statistics"]
    here = run(folder, f"here.{ending}", *options)
    assert run(folder, f"there.{ending}", *options, "--engine", "ray") == here
    assert [json.loads(line)["row"] for line in here[1].splitlines()] == [18, 1000]


def test_killed_workers_lose_and_double_nothing(ray_cluster, folder, killer):
    options = ["-m", "hyperbaton", "pef", "dted", "--batch-rows", "50"]
    here = run(folder, "here.jsonl", *options)
    with killer(3, b"ray::_scored") as other:
        there = run(folder, "there.jsonl", *options, "--engine", "ray")
    assert other.killed
    assert there == here


def test_it_goes_on_where_another_run_was_stopped(ray_cluster, folder, monkeypatch):
    from hyperbaton.batch.run import Parts

    options = ["-m", "pef", "--batch-rows", "100"]
    here = run(folder, "out.jsonl", *options)
    add = Parts.add

    def failing(self, number, part):
        if number == 9:
            raise KeyboardInterrupt
        add(self, number, part)

    with monkeypatch.context() as patch, pytest.raises(AssertionError):
        patch.setattr(Parts, "add", failing)
        run(folder, "out.jsonl", *options, "--engine", "ray")
    assert (folder / "_out.jsonl.parts").exists()
    assert run(folder, "out.jsonl", *options, "--resume", "--engine", "ray") == here


@pytest.mark.parametrize(
    ("further", "message"),
    [
        (["--address", "auto"], "--address requires --engine ray"),
        (["--engine", "ray", "--address", "127.0.0.1:1"], "--address: cannot connect"),
    ],
)
def test_addresses_that_are_refused(folder, capsys, monkeypatch, further, message):
    ray = pytest.importorskip("ray")
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", lambda *_, **__: (_ for _ in ()).throw(ConnectionError("no")))
    command = ["batch", str(folder / "in"), *COLUMNS, "-m", "wer", "-o", str(folder / "x.tsv")]
    assert main([*command, *further]) == 2
    assert message in capsys.readouterr().err

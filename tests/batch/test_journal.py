"""The journal: whole records and no others, of this run and no other."""

import json

import pyarrow as pa
import pytest
from batch_tables import pairs, read_table, write_table
from hostility.inside import run_inside
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hyperbaton.batch.running import journal as journals
from hyperbaton.batch.running import run as running
from hyperbaton.batch.running.journal import Entry, Journal
from hyperbaton.batch.running.text_digest import text_digest
from hyperbaton.errors import InputError, OptionError

SCHEMA = pa.schema([pa.field("wer", pa.float64()), pa.field("pef", pa.float64())])
HEADER = {"metrics": ["wer", "pef"], "version": "1"}
ANY = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def entry(number, rows=3, refused=()):
    scores = [[number + k / 7 if k % 2 else None for k in range(rows)], [float(number)] * rows]
    batch = pa.RecordBatch.from_arrays([pa.array(s, pa.float64()) for s in scores], schema=SCHEMA)
    return Entry(number.to_bytes(16, "little"), (batch,), tuple(refused))


def written(path, entries):
    journal = Journal(path, HEADER, SCHEMA, seconds=0)
    for each in entries:
        journal.add(each)
    journal.keep()


def resumed(path):
    return Journal(path, HEADER, SCHEMA, resume=True, seconds=0)


def test_entries_come_back_as_they_were(tmp_path):
    path = tmp_path / "journal"
    entries = [entry(k, rows=k, refused=[(k, "why")] * (k % 2)) for k in range(1, 20)]
    written(path, entries)
    journal = resumed(path)
    assert journal.known == 19
    for each in entries:
        assert journal.find(each.digest) == each
    assert journal.find(b"x" * 16) is None
    journal.add(entry(50))
    journal.keep()
    journal = resumed(path)
    assert journal.known == 20
    journal.remove()
    assert not path.exists()


@ANY
@given(st.integers(0, 10**6))
def test_a_journal_that_was_cut_off_is_used_up_to_there(tmp_path, place):
    path = tmp_path / "journal"
    path.unlink(missing_ok=True)
    entries = [entry(k) for k in range(10)]
    written(path, entries)
    data = path.read_bytes()
    cut = place % (len(data) + 1)
    path.write_bytes(data[:cut])
    journal = resumed(path)
    known = [each for each in entries if journal.find(each.digest) is not None]
    assert known == entries[: len(known)]
    assert all(journal.find(each.digest) == each for each in known)
    assert cut < len(data) or len(known) == 10
    journal.add(entry(99))
    journal.keep()
    again = resumed(path)
    assert again.known == len(known) + 1
    assert again.find(entry(99).digest) == entry(99)
    again.keep()


@ANY
@given(st.integers(0, 10**6), st.integers(0, 7))
def test_damage_is_never_used(tmp_path, place, bit):
    path = tmp_path / "journal"
    path.unlink(missing_ok=True)
    entries = [entry(k) for k in range(10)]
    written(path, entries)
    data = bytearray(path.read_bytes())
    data[place % len(data)] ^= 1 << bit
    path.write_bytes(data)
    journal = resumed(path)
    for each in entries:
        assert journal.find(each.digest) in (None, each)
    journal.keep()


def test_the_journal_of_another_run_is_refused_and_stays(tmp_path):
    path = tmp_path / "journal"
    written(path, [entry(1)])
    before = path.read_bytes()
    other = {**HEADER, "metrics": ["wer"]}
    with pytest.raises(OptionError, match="is of a run with metrics wer, pef, but this one has m"):
        Journal(path, other, SCHEMA, resume=True)
    assert path.read_bytes() == before
    Journal(path, other, SCHEMA).remove()


def test_without_resume_a_run_starts_anew(tmp_path):
    path = tmp_path / "journal"
    written(path, [entry(1)])
    journal = Journal(path, HEADER, SCHEMA)
    assert journal.known == 0 and journal.find(entry(1).digest) is None
    journal.remove()


def test_one_run_at_a_time(tmp_path):
    path = tmp_path / "journal"
    journal = Journal(path, HEADER, SCHEMA)
    with pytest.raises(InputError, match="another run is working on this output"):
        Journal(path, HEADER, SCHEMA)
    journal.remove()
    Journal(path, HEADER, SCHEMA).remove()


def test_what_is_not_worth_it_is_not_kept(tmp_path):
    path = tmp_path / "journal"
    journal = Journal(path, HEADER, SCHEMA, seconds=3600)
    journal.add(entry(1))
    journal.keep()
    assert not path.exists()


def test_digests_do_not_depend_on_how_texts_are_stored():
    texts = ["a b", "", None, "Übel", "c"]
    plain = pa.RecordBatch.from_pydict({"t": pa.array(texts)})
    others = [
        pa.array(texts, pa.large_string()),
        pa.array(texts).dictionary_encode(),
        pa.array(["x", *texts, "y"]).slice(1, 5),
    ]
    digests = {text_digest(pa.RecordBatch.from_pydict({"t": each}), ["t"]) for each in others}
    assert digests == {text_digest(plain, ["t"])}
    for changed in (["a b", "", "", "Übel", "c"], ["a", " b", None, "Übel", "c"]):
        other = pa.RecordBatch.from_pydict({"t": pa.array(changed)})
        assert text_digest(other, ["t"]) not in digests


# Whole runs


COMMAND = ["batch", "in.parquet", "--hyp", "mt", "--ref", "human", "-m", "wer", "pef"]
OPTIONS = ["-o", "out.parquet", "--batch-rows", "20", "--checkpoint", "0"]


@pytest.fixture
def stopped(folder, monkeypatch):
    """Leaves the journal of a run that was stopped after some batches."""
    write_table(pairs(200), folder / "in.parquet")
    assert run_inside([*COMMAND, "-o", "whole.parquet"]).code == 0

    def stop(after, *further):
        added = []
        real = running.KeptJournal.add

        def add(self, piece):
            real(self, piece)
            added.append(piece)
            if len(added) == after:
                raise InputError("stopped")

        with monkeypatch.context() as patch:
            patch.setattr(running.KeptJournal, "add", add)
            ended = run_inside([*COMMAND, *OPTIONS, *further])
        assert ended.code == 2
        assert "--resume" in ended.message
        return folder / ".out.parquet.journal"

    return stop


@pytest.fixture
def computed(monkeypatch):
    """How many rows are scored, one number per call."""
    found = []
    real = running.RowScorer.__call__

    def call(self, batch):
        found.append(batch.num_rows)
        return real(self, batch)

    monkeypatch.setattr(running.RowScorer, "__call__", call)
    return found


def test_only_the_rest_is_computed(stopped, computed, folder):
    journal = stopped(6)
    assert journal.exists() and not (folder / "out.parquet").exists()
    computed.clear()
    assert run_inside([*COMMAND, *OPTIONS, "--resume"]).code == 0
    assert sum(computed) == 200 - 6 * 20
    assert read_table("out.parquet").equals(read_table("whole.parquet"))
    assert not journal.exists()


def test_without_resume_everything_is_computed(stopped, computed, folder):
    stopped(6)
    computed.clear()
    assert run_inside([*COMMAND, *OPTIONS]).code == 0
    assert sum(computed) == 200
    assert read_table("out.parquet").equals(read_table("whole.parquet"))


@pytest.mark.parametrize(
    ("further", "words"),
    [
        (["-m", "kendall"], "metrics wer, pef, but this one has metrics wer, pef, kendall"),
        (["--lowercase"], "preparation"),
        (["--prefix", "x"], "prefix"),
        (["--statistics"], "statistics"),
        (["--summary", "summary.json"], "statistics"),
    ],
)
def test_other_runs_are_told_apart(further, words, stopped, folder):
    journal = stopped(6)
    before = journal.read_bytes()
    ended = run_inside([*COMMAND, *OPTIONS, "--resume", *further])
    assert ended.code == 2
    assert words in ended.message and "without --resume" in ended.message
    assert journal.read_bytes() == before


def test_other_inputs_are_told_apart(stopped, folder):
    stopped(6)
    write_table(pairs(5), folder / "other.parquet")
    ended = run_inside(["batch", "other.parquet", *COMMAND[2:], *OPTIONS, "--resume"])
    assert ended.code == 2
    assert "is of a run with inputs" in ended.message


def test_texts_that_have_changed_are_scored_anew(stopped, computed, folder):
    """Only batches whose texts are the same take their scores from the journal."""
    stopped(6)
    table = pairs(200)
    texts = table["mt"].to_pylist()
    texts[45] = "something else"
    write_table(table.set_column(1, "mt", pa.array(texts)), folder / "in.parquet")
    computed.clear()
    assert run_inside([*COMMAND, *OPTIONS, "--resume"]).code == 0
    assert sum(computed) == 200 - 5 * 20
    found = read_table("out.parquet")
    assert run_inside([*COMMAND, "-o", "anew.parquet"]).code == 0
    assert found.equals(read_table("anew.parquet"))


def test_bad_rows_are_remembered(folder, stopped, computed):
    """A run that stopped at a bad row goes on with --errors, and takes what was scored."""
    long = "word " * (1 << 21)
    table = pairs(200)
    texts = table["mt"].to_pylist()
    texts[30], texts[150] = None, long
    write_table(table.set_column(1, "mt", pa.array(texts, pa.string())), folder / "in.parquet")
    ended = run_inside([*COMMAND, *OPTIONS])
    assert ended.code == 2 and "row 31" in ended.message and "--resume" in ended.message
    further = ["--resume", "--errors", "bad.jsonl"]
    assert stopped(8, *further).exists()
    computed.clear()
    assert run_inside([*COMMAND, *OPTIONS, *further]).code == 0
    assert sum(computed) < 100
    rows = [json.loads(line)["row"] for line in (folder / "bad.jsonl").read_text().splitlines()]
    assert rows == [31, 151]
    assert len(read_table("out.parquet")) == 198


def test_resume_without_a_journal_starts_anew(folder):
    write_table(pairs(20), folder / "in.parquet")
    assert run_inside([*COMMAND, *OPTIONS, "--resume"]).code == 0
    assert len(read_table("out.parquet")) == 20


@pytest.mark.parametrize("content", [b"", b"noise" * 100, journals.MARK, bytes(5000)])
def test_a_file_that_is_no_journal_is_replaced(content, folder):
    write_table(pairs(20), folder / "in.parquet")
    (folder / ".out.parquet.journal").write_bytes(content)
    assert run_inside([*COMMAND, *OPTIONS, "--resume"]).code == 0
    assert not (folder / ".out.parquet.journal").exists()


def test_a_journal_that_cannot_be_made_is_done_without(folder):
    write_table(pairs(20), folder / "in.parquet")
    (folder / ".out.parquet.journal").mkdir()
    ended = run_inside([*COMMAND, *OPTIONS])
    assert ended.code == 0
    assert "the run cannot be resumed" in ended.message
    assert len(read_table("out.parquet")) == 20


def test_a_journal_that_cannot_grow_is_given_up(folder, monkeypatch):
    write_table(pairs(200), folder / "in.parquet")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Journal, "_write_waiting", full)
    ended = run_inside([*COMMAND, *OPTIONS])
    assert ended.code == 0
    assert ended.message.count("No space left on device") == 1
    assert len(read_table("out.parquet")) == 200
    assert not (folder / ".out.parquet.journal").exists()


def test_the_journal_of_a_link_lies_beside_the_file(stopped, folder):
    (folder / "elsewhere").mkdir()
    (folder / "out.parquet").symlink_to("elsewhere/real.parquet")
    stopped(6)
    assert [path.name for path in (folder / "elsewhere").iterdir()] == [".real.parquet.journal"]

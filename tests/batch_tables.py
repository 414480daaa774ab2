"""Tables of sentence pairs for tests, in every format, and what `score` says about them."""

from __future__ import annotations

import contextlib
import csv
import gzip
import io
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

import hyperbaton
from hyperbaton.cli import main

SENTENCE = "the old council decided after a long debate to tear down bridges over our river"
WORDS = SENTENCE.split()
ENDINGS = (".parquet", ".arrow", ".arrows", ".jsonl", ".jsonl.gz", ".tsv", ".tsv.gz", ".csv")


def pairs(rows, seed=1, words=8):
    """A table of made-up references and shuffled hypotheses, with an id."""
    chance = random.Random(seed)
    references, hypotheses = [], []
    for _ in range(rows):
        reference = [chance.choice(WORDS) for _ in range(chance.randint(1, words))]
        hypothesis = reference[:]
        chance.shuffle(hypothesis)
        references.append(" ".join(reference))
        hypotheses.append(" ".join(hypothesis[: chance.randint(1, words)]))
    return pa.table({"id": [f"r{k}" for k in range(rows)], "mt": hypotheses, "human": references})


def write_table(table, path):
    """Writes a table in the format that the ending says."""
    path = Path(path)
    name = path.name.removesuffix(".gz")
    if name.endswith(".parquet"):
        pq.write_table(table, path, row_group_size=max(1, len(table) // 3))
    elif name.endswith(".arrow"):
        with pa.ipc.new_file(path, table.schema) as writer:
            writer.write_table(table, max_chunksize=max(1, len(table) // 4))
    elif name.endswith(".arrows"):
        with pa.ipc.new_stream(path, table.schema) as writer:
            writer.write_table(table, max_chunksize=max(1, len(table) // 4))
    else:
        text_of = {".jsonl": _jsonl, ".tsv": _tsv, ".csv": _csv}[Path(name).suffix]
        data = text_of(table).encode()
        path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return str(path)


def _jsonl(table):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in table.to_pylist())


def _tsv(table):
    rows = [table.schema.names, *([str(v) for v in row.values()] for row in table.to_pylist())]
    return "".join("\t".join(row) + "\n" for row in rows)


def _csv(table):
    text = io.StringIO()
    rows = [table.schema.names, *(list(row.values()) for row in table.to_pylist())]
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def read_table(path):
    """What was written, whatever the format."""
    path = Path(path)
    if path.suffix == ".parquet":
        return pq.ParquetFile(path).read()
    if path.suffix == ".arrow":
        return pa.ipc.open_file(pa.OSFile(str(path))).read_all()
    if path.suffix == ".arrows":
        return pa.ipc.open_stream(pa.OSFile(str(path))).read_all()
    if path.suffix == ".csv":
        header, *rows = csv.reader(io.StringIO(path.read_text("utf-8"), newline=""))
        return pa.table({name: [row[k] for row in rows] for k, name in enumerate(header)})
    lines = path.read_text("utf-8").splitlines()
    if path.suffix == ".jsonl":
        return pa.Table.from_pylist([json.loads(line) for line in lines])
    header, *rows = [line.split("\t") for line in lines]
    return pa.table({name: [row[k] for row in rows] for k, name in enumerate(header)})


def expected_scores(table, metrics, hyp="mt", ref="human", **options):
    """What `score` says, segment by segment; None where it is undefined."""
    hypotheses, references = table[hyp].to_pylist(), table[ref].to_pylist()
    report = hyperbaton.score(hypotheses, [references], metrics, **options)
    (system,) = report
    return {
        str(result.metric): [None if x != x else x for x in result.segments.tolist()]
        for result in system
    }


class Ended(NamedTuple):
    """How a run ended, and what it wrote."""

    code: int
    out: bytes
    message: str


def batch(*argv):
    """Runs `hyperbaton batch` within this process."""
    out, err = io.BytesIO(), io.StringIO()
    stdout = io.TextIOWrapper(out, encoding="utf-8", write_through=True)
    with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(err):
        code = main(["batch", *argv])
    return Ended(code, out.getvalue(), err.getvalue())


def succeed(*argv):
    """Runs it to its end; what is there already is replaced."""
    ended = batch(*argv, "--overwrite")
    assert ended.code == 0, ended.message
    return ended


def fail(*argv):
    """Runs it into an error; returns the message."""
    ended = batch(*argv)
    assert ended.code == 2, ended.message
    assert ended.message.startswith("hyperbaton") and len(ended.message.splitlines()) <= 3
    return ended.message


def start(*argv, **options):
    """Starts it as a process of its own, in the current folder."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    command = [sys.executable, "-m", "hyperbaton", "batch", *argv]
    return subprocess.Popen(command, **{**pipes, **options})


def run(*argv, stdin=None, **options):
    """Runs it as a process of its own."""
    child = start(*argv, **options)
    out, err = child.communicate(stdin, timeout=120)
    return Ended(child.returncode, out, err.decode("utf-8", "backslashreplace"))

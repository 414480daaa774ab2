"""Every reader of files, with a small file that it reads."""

from __future__ import annotations

import gzip
import importlib
import inspect
import io
import json
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pyarrow.parquet

import hyperbaton
from hostility.command_lines import DEMO
from hyperbaton.alignment.given import LinkStream
from hyperbaton.alignment.matchers.paraphrases import read_table as read_phrase_table
from hyperbaton.alignment.matchers.words import SynonymMatcher
from hyperbaton.alignment.meteor_files import read_meteor_alignments
from hyperbaton.bitext import LinkText, read_alignments, read_bitext
from hyperbaton.files import fingerprint, read_text
from hyperbaton.meta import Omissions, read_evaluation_set, read_judgements
from hyperbaton.meta.data.outputs import read_table
from hyperbaton.meta.data.score_files import read_metric_scores, read_scores
from hyperbaton.pairing.list_files import (
    read_json_lists,
    read_line_lists,
    read_nbest_lists,
    read_parallel_lists,
)
from hyperbaton.permutation.reading import read_permutations
from hyperbaton.text.reading import (
    read_reference_streams,
    read_references,
    read_segments,
    read_systems,
)
from hyperbaton.trees.conllu import read_segment_trees, read_sentences
from hyperbaton.vectors.archive import read_archive, write_archive
from hyperbaton.vectors.text_file import read_vectors

PATHS = {"path", "paths", "file", "spec", "specs"}  # first parameters of functions that read files


@dataclass(frozen=True, repr=False)
class Reader:
    """A function that reads a file, the name of a file, and contents that it accepts."""

    function: Callable[..., Any]
    file: str
    content: bytes
    read: Callable[[str], object]

    def __repr__(self) -> str:
        return f"{self.function.__qualname__} {self.file}"


def reading_functions() -> list[Callable[..., Any]]:
    """All functions of the package that read a file which the caller names."""
    found = []
    for module in pkgutil.walk_packages(hyperbaton.__path__, "hyperbaton."):
        if module.name.endswith("__main__"):
            continue
        members = vars(importlib.import_module(module.name)).items()
        for name, member in members:
            if inspect.isfunction(member) and member.__module__ == module.name:
                first = next(iter(inspect.signature(member).parameters), "")
                if name.startswith("read_") and first in PATHS:
                    found.append(member)
    return found


@lru_cache
def judged() -> Any:
    return read_evaluation_set(str(DEMO / "judged"), "de-en")


def _parquet() -> bytes:
    file = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table({"mt": ["a b", "c"], "refs": [["x"], ["y"]]}), file)
    return file.getvalue()


def _archive(folder: Path) -> bytes:
    description = dict.fromkeys(("language", "sources", "licence", "recipe"), "x") | {"unit": 100}
    vectors = np.array([[100, 0], [0, 100]], np.int8)
    write_archive(folder / "made.npz", ["a", "b"], vectors, np.ones(2), description)
    return (folder / "made.npz").read_bytes()


TEXT = (DEMO / "en" / "loom.txt").read_bytes()
TREES = b"# segment = 1\n1\ta\t_\tX\t_\t_\t2\tdep\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
METEOR = (
    b"Alignment\t1\t1.0\t1.0\t0.5\t0.5\na b\na b\n"
    b"Line2Start:Length\tLine1Start:Length\tModule\t\tScore\n0:1\t\t\t0:1\t\t\t0\t\t1.0\n\n"
)
SGML = (
    b'<refset refid="a"><doc docid="d">'
    b'<seg id="1">x &amp; y</seg><seg id="2">z</seg></doc></refset>'
)
XML = (
    b'<dataset><doc id="d"><src><seg id="1">x</seg></src>'
    b'<ref><seg id="1">y</seg></ref></doc></dataset>'
)
JSONL = "".join(json.dumps({"mt": text, "refs": [text]}) + "\n" for text in "abc").encode()
CANDIDATES = b'{"candidates": ["a b", "b"], "weights": [1, 0.5]}\n{"candidates": ["c"]}\n'
PAIRS = (DEMO / "judged" / "rankings" / "de-en.pairs.tsv").read_bytes()
DA = b"system,segment,score,judge\ncalque,1,70,j\nloom,1,80.5,j\n"
MQM = b"system\tseg_id\trater\tcategory\tseverity\nloom\t1\tr\tfluency/punctuation\tminor\n"


def readers(folder: Path) -> list[Reader]:
    """One or more of each; `folder` is for files that must be made first."""
    scores = "".join(f"{name}\t0.5\n" for name in judged().systems).encode()
    lengths = [9] * TEXT.count(b"\n")
    return [
        Reader(read_text, "a.txt", TEXT, read_text),
        Reader(read_segments, "a.txt", TEXT, read_segments),
        Reader(read_segments, "a.gz", gzip.compress(TEXT), read_segments),
        Reader(read_segments, "a.tsv", b"id\tmt\n1\tx\n2\ty\n", lambda p: read_segments(f"{p}:mt")),
        Reader(read_segments, "a.csv", b'id,mt\n1,"x,y"\n2,z\n', lambda p: read_segments(f"{p}:2")),
        Reader(read_segments, "a.jsonl", JSONL, lambda p: read_segments(f"{p}:mt")),
        Reader(read_segments, "a.sgm", SGML, read_segments),
        Reader(read_segments, "a.xml", XML, lambda p: read_segments(f"{p}:ref")),
        Reader(read_segments, "a.parquet", _parquet(), lambda p: read_segments(f"{p}:mt")),
        Reader(read_references, "a.parquet", _parquet(), lambda p: read_references(f"{p}:refs")),
        Reader(read_references, "a.jsonl", JSONL, lambda p: read_references(f"{p}:refs")),
        Reader(read_reference_streams, "a.txt", TEXT, lambda p: read_reference_streams([p])),
        Reader(read_systems, "a.txt", TEXT, lambda p: read_systems([p], len(lengths), "ref")),
        Reader(read_json_lists, "a.jsonl", CANDIDATES, read_json_lists),
        Reader(read_line_lists, "a.txt", b"a\nb\nc\nd\n", lambda p: read_line_lists(p, 2)),
        Reader(read_nbest_lists, "a.nbest", b"0 ||| a ||| 1\n1 ||| b\n", read_nbest_lists),
        Reader(read_parallel_lists, "a.txt", TEXT, lambda p: read_parallel_lists([p])),
        Reader(read_permutations, "a.perm", b"2 4 1 3\n\n0,1\n", lambda p: read_permutations([p])),
        Reader(read_sentences, "a.conllu", TREES, lambda p: list(read_sentences(p))),
        Reader(read_segment_trees, "a.conllu", TREES, lambda p: read_segment_trees(p, 1)),
        Reader(LinkStream.read, "a.align", b"0-0 1-1:stem\n0-1:soft:0.5\n", LinkStream.read),
        Reader(LinkStream.read, "a.out", METEOR, LinkStream.read),
        Reader(read_meteor_alignments, "a.out", METEOR, read_meteor_alignments),
        Reader(LinkText.read, "a.align", b"0-0 1?1\n", LinkText.read),
        Reader(read_alignments, "a.align", b"0-0 1?1\n", lambda p: read_alignments(p, [2], [2])),
        Reader(read_alignments, "a.wa", b"1 1 2 P\n", lambda p: read_alignments(p, [2], [2])),
        Reader(read_bitext, "a.bitext", b"a b ||| c d ||| 0-0 1-1\n", read_bitext),
        Reader(read_phrase_table, "a.par", b"0.5\na b\nc\n", lambda p: list(read_phrase_table(p))),
        Reader(
            SynonymMatcher,
            "a.tab",
            b"# x\n1-n\tdeu:lemma\tHaus\n1-n\tdeu:lemma\tHeim\n",
            lambda p: SynonymMatcher("de", p).classes(["Haus"], {}),
        ),
        Reader(read_vectors, "a.vec", b"2 2\na 0.1 0.2\nb 1 0\n", lambda p: read_vectors(p, ["a"])),
        Reader(read_archive, "a.npz", _archive(folder), read_archive),
        Reader(fingerprint, "a.bin", TEXT, fingerprint),
        Reader(read_table, "a.tsv", PAIRS, lambda p: list(read_table(p).rows())),
        Reader(read_judgements, "a.pairs.tsv", PAIRS, lambda p: read_judgements(judged(), p)),
        Reader(read_judgements, "a.csv", DA, lambda p: read_judgements(judged(), p)),
        Reader(read_judgements, "a.tsv", MQM, lambda p: read_judgements(judged(), p)),
        Reader(read_scores, "a.score", scores, lambda p: read_scores(p, judged(), Omissions())),
        Reader(
            read_metric_scores,
            "b.tsv",
            b"system\tpef\n" + scores,
            lambda p: read_metric_scores(p, judged(), Omissions()),
        ),
    ]

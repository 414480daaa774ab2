"""Every reader of files, with bytes in place of its file."""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow
import pyarrow.parquet
from promise import result_or_refusal
from target import Target, distinct

from hyperbaton.alignment.given import LinkStream
from hyperbaton.alignment.matchers.paraphrases import read_table as read_phrase_table
from hyperbaton.bitext import LinkText, read_alignments
from hyperbaton.meta import DataOptions, Omissions, read_evaluation_set, read_judgements
from hyperbaton.meta.judged_sets import read_scores
from hyperbaton.pairing.list_files import read_json_lists, read_line_lists
from hyperbaton.parsing.network import Network
from hyperbaton.permutation.reading import read_permutations
from hyperbaton.text.reading import read_references, read_segments
from hyperbaton.text.segments import Sentences
from hyperbaton.trees.conllu import read_segment_trees
from hyperbaton.vectors import TextVectors, read_archive

DEMO = Path(__file__).parents[1] / "demo"
SEED_LENGTH = 1500
BETWEEN_MEMBERS = b"\n====\n"
INSERTED = (
    *(b"", b"\0", b"\xff", b"\r", b"\r\n", b"\n\n\n", b"\t", b'"', b"<", b"&", b"\xe2\x80\xa8"),
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"-1", b"1e999", b"nan", b"9" * 5000, b"[" * 5000),
    *(b"PK\3\4", b"\x1f\x8b", b"<seg>" * 500, b"{" * 500, b"0-0 " * 500),
)

TEXT = (DEMO / "en" / "loom.txt").read_bytes()
VECTORS = b"2 2\na 0.1 0.2\nb 1 0\n"
TREES = b"# segment = 1\n1\ta\t_\tX\t_\t_\t2\tdep\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
SGML = (
    b'<refset refid="a"><doc docid="d">'
    b'<seg id="1">x &amp; y</seg><seg id="2">z</seg></doc></refset>'
)
XML = (
    b'<dataset><doc id="d"><src><seg id="1">x</seg></src>'
    b'<ref><seg id="1">y</seg></ref></doc></dataset>'
)


def _tiny_model() -> bytes:
    """A model of a parser with one layer and two words."""
    width, outputs = 16, 16 + 8 + 2
    tables: dict[str, np.ndarray] = {
        "vocabulary": np.array([3, 5], np.uint64),
        "word_scales": np.ones(3, np.float32),
        "affix_scales": np.ones(4, np.float32),
        "values": np.ones(6 * width + 8 * width + 2 * outputs + 4 + 12 + 65, np.float32),
        "words": np.ones((3, 8), np.int8),
        "affixes": np.ones((4, 4), np.int8),
        "weights": np.ones(2 * width * 24 + 3 * width * width + width * outputs + 8, np.int8),
    }
    header: dict[str, Any] = {
        "__metadata__": {
            "format": "hyperbaton parser",
            "version": "1",
            "layers": "r",
            "width": "16",
            "arc_width": "8",
            "label_width": "4",
            "labels": "root dep",
            "tags": "X Y",
        }
    }
    end = 0
    for name, table in tables.items():
        kind = {"uint64": "U64", "float32": "F32", "int8": "I8"}[table.dtype.name]
        offsets = [end, end + table.nbytes]
        header[name] = {"dtype": kind, "shape": list(table.shape), "data_offsets": offsets}
        end += table.nbytes
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    body = b"".join(table.tobytes() for table in tables.values())
    return len(text).to_bytes(8, "little") + text + body


MODEL = _tiny_model()
WORDS = Sentences.of([["a", "B-2"]])
JSONL = "".join(json.dumps({"mt": text, "refs": [text]}) + "\n" for text in "abc").encode()
PAIRS = (DEMO / "judged" / "rankings" / "de-en.pairs.tsv").read_bytes()
RANKINGS = (
    b"srclang,trglang,srcIndex,documentId,judgeId,system1Id,system2Id,system1rank,system2rank\n"
    b"German,English,1,-1,j,calque,loom,1,2\n"
)
MQM = b"system\tseg_id\trater\tcategory\tseverity\nloom\t1\tr\tfluency/punctuation\tminor\n"


class Reader(NamedTuple):
    """The ending of a file, contents that are accepted, and what reads it."""

    ending: str
    content: bytes
    read: Callable[[str], object]


@cache
def judged() -> Any:
    """The bundled test set, to which judgements and scores belong."""
    return read_evaluation_set(str(DEMO / "judged"), "de-en")


def _judgements(path: str) -> object:
    return read_judgements(judged(), DataOptions(human=path))


def _parquet() -> bytes:
    file = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table({"mt": ["a b", "c"], "refs": [["x"], ["y"]]}), file)
    return file.getvalue()


def _archive(folder: Path) -> bytes:
    description = dict.fromkeys(("language", "sources", "licence", "recipe"), "x") | {"unit": 100}
    about = np.frombuffer(json.dumps(description).encode(), np.uint8)
    members = {"words": np.frombuffer(b"a\nb", np.uint8), "description": about}
    rows = np.array([[100, 0], [0, 100]], np.int8)
    np.savez(folder / "made.npz", vectors=rows, information=np.ones(2, np.float16), **members)
    return (folder / "made.npz").read_bytes()


def readers(folder: Path) -> dict[str, Reader]:
    """One or more of each; `folder` is for a file that must be made first."""
    scores = "".join(f"{name}\t0.5\n" for name in judged().systems).encode()
    lists = b'{"candidates": ["a b", "b"], "weights": [1, 0.5]}\n{"candidates": ["c"]}\n'
    return {
        "text": Reader("txt", TEXT, read_segments),
        "packed-text": Reader("gz", TEXT, read_segments),
        "tsv": Reader("tsv", b"id\tmt\n1\tx\n2\ty\n", lambda p: read_segments(f"{p}:mt")),
        "csv": Reader("csv", b'id,mt\n1,"x,y"\n2,z\n', lambda p: read_segments(f"{p}:2")),
        "jsonl": Reader("jsonl", JSONL, lambda p: read_references(f"{p}:refs")),
        "sgml": Reader("sgm", SGML, read_segments),
        "xml": Reader("xml", XML, lambda p: read_segments(f"{p}:ref")),
        "parquet": Reader("parquet", _parquet(), lambda p: read_references(f"{p}:refs")),
        "json-lists": Reader("jsonl", lists, read_json_lists),
        "line-lists": Reader("txt", b"a\nb\nc\nd\n", lambda p: read_line_lists(p, 2)),
        "permutations": Reader("perm", b"2 4 1 3\n\n0,1\n", lambda p: read_permutations([p])),
        "trees": Reader("conllu", TREES, lambda p: read_segment_trees(p, 1)),
        "parser": Reader("safetensors", MODEL, lambda p: Network.read(p).parse(WORDS)),
        "links": Reader("align", b"0-0 1-1:stem\n0-1:soft:0.5\n", LinkStream.read),
        "link-text": Reader("align", b"0-0 1?1\n", LinkText.read),
        "alignments": Reader("align", b"0-0 1?1\n", lambda p: read_alignments(p, [2], [2])),
        "phrases": Reader("par", b"0.5\na b\nc\n", lambda p: list(read_phrase_table(p))),
        "vectors": Reader(
            "vec", b"2 2\na 0.1 0.2\nb 1 0\n", lambda p: TextVectors(p).lookup(["a"])
        ),
        "archive": Reader("npz", _archive(folder), read_archive),
        "preferences": Reader("pairs.tsv", PAIRS, _judgements),
        "rankings": Reader("csv", RANKINGS, _judgements),
        "ratings": Reader("tsv", MQM, _judgements),
        "scores": Reader("score", scores, lambda p: read_scores(p, judged(), Omissions())),
    }


def reader_targets(folder: Path) -> list[Target]:
    """One for each reader; `folder` is for the files that they read."""
    return [_target(name, reader, folder) for name, reader in readers(folder).items()]


def _target(name: str, reader: Reader, folder: Path) -> Target:
    path = folder / f"{name}.{reader.ending}"  # several are fuzzed at a time
    packed, content = _packing(reader)

    def check(data: bytes) -> None:
        path.write_bytes(packed(data))
        result_or_refusal(lambda: reader.read(str(path)), path.name)

    words = re.findall(rb"\w+|[^\w\s]", content[:SEED_LENGTH])
    return Target(f"read-{name}", (content,), distinct([*INSERTED, *words]), check=check)


def _packing(reader: Reader) -> tuple[Callable[[bytes], bytes], bytes]:
    """How bytes are packed, so that checksums hide no mistake, and the reader's file unpacked."""
    if reader.ending == "npz":
        with zipfile.ZipFile(io.BytesIO(reader.content)) as archive:
            members = [(name.encode(), archive.read(name)) for name in archive.namelist()]
        return _archive_of, BETWEEN_MEMBERS.join(part for member in members for part in member)
    if reader.ending == "gz":
        return lambda data: gzip.compress(data, 1), reader.content
    return lambda data: data, reader.content


def _archive_of(data: bytes) -> bytes:
    """An archive of the members that stand in the bytes: a name, contents, a name, contents."""
    parts = data.split(BETWEEN_MEMBERS)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in zip(parts[::2], parts[1::2], strict=False):
            member = zipfile.ZipInfo(name.decode("latin-1")[:200])
            if member.filename not in archive.NameToInfo:
                archive.writestr(member, content)
    return file.getvalue()

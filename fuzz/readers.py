"""Every reader of files, found as the tests find them, with bytes in place of its file."""

from __future__ import annotations

import gzip
import io
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from hostility.command_lines import DEMO
from hostility.files import INSERTED
from hostility.readers import Reader, readers
from promise import result_or_refusal
from target import Target, distinct

from hyperbaton.text.reading import read_references, read_segments

MOST_SEEDS = 3  # files of the demo
SEED_LENGTH = 1500
BETWEEN_MEMBERS = b"\n====\n"
RANKINGS = (
    b"srclang,trglang,srcIndex,documentId,judgeId,system1Id,system2Id,system1rank,system2rank\n"
    b"German,English,1,-1,j,calque,loom,1,2\n"
)
SELECTED = (
    b"mt\n.tsv\nid\tmt\n1\tx\n",
    b"2\n.csv\nid,mt\n1,x\n",
    b"refs\n.jsonl\n" + b'{"mt": "x", "refs": ["x", "y"]}\n',
    b"ref\n.xml\n" + b'<dataset><doc><ref><seg id="1">y</seg></ref></doc></dataset>',
)


def reader_targets(folder: Path) -> list[Target]:
    """One for each reader; `folder` is for the files that they read."""
    made = [_reader_target(reader, folder) for reader in readers(folder)]
    return [*made, _selector_target(folder)]


def _reader_target(reader: Reader, folder: Path) -> Target:
    ending = reader.file.partition(".")[2]
    name = f"{reader.function.__qualname__}-{ending}"
    path = _folder_of(name, folder) / reader.file
    packed, content = _packing(reader)

    def check(data: bytes) -> None:
        path.write_bytes(packed(data))
        result_or_refusal(lambda: reader.read(str(path)), path.name)

    seeds = (content, *_demo_files(reader.file), *_other_formats(reader.file))
    words = re.findall(rb"\w+|[^\w\s]", content[:SEED_LENGTH])
    return Target(name, seeds, distinct([*INSERTED, *words]), check=check)


def _folder_of(name: str, folder: Path) -> Path:
    """A folder of a target's own: several are fuzzed at a time."""
    made = folder / name
    made.mkdir()
    return made


def _packing(reader: Reader) -> tuple[Callable[[bytes], bytes], bytes]:
    """How bytes are packed, so that checksums hide no mistake, and the reader's file unpacked."""
    if reader.file.endswith(".npz"):
        return _archive_of, _unpacked_archive(reader.content)
    if reader.file.endswith(".gz"):
        return lambda data: gzip.compress(data, 1), gzip.decompress(reader.content)
    return lambda data: data, reader.content


def _unpacked_archive(content: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = [(name.encode(), archive.read(name)) for name in archive.namelist()]
    return BETWEEN_MEMBERS.join(part for member in members for part in member)


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


def _demo_files(file: str) -> Iterator[bytes]:
    """The beginnings of bundled files with the same ending."""
    found = sorted(DEMO.rglob(f"*{Path(file).suffix}"))
    for path in found[:: max(1, len(found) // MOST_SEEDS)][:MOST_SEEDS]:
        yield path.read_bytes()[:SEED_LENGTH]


def _other_formats(file: str) -> Iterator[bytes]:
    if file == "a.csv":
        yield RANKINGS


def _ending(line: bytes) -> str:
    """The ending that a line names, if it is a plain one."""
    return line.decode() if re.fullmatch(rb"\.[a-z]{1,8}", line) else ".txt"


def _selector_target(folder: Path) -> Target:
    """What follows the colon behind a file's name: a line, then an ending, then the file."""
    name = "selectors"
    own = _folder_of(name, folder)

    def check(data: bytes) -> None:
        selector, ending, content = (*data.split(b"\n", 2), b"", b"")[:3]
        path = own / f"selected{_ending(ending)}"
        path.write_bytes(content)
        spec = f"{path}:{selector.decode('utf-8', 'replace')}"
        result_or_refusal(lambda: read_segments(spec))
        result_or_refusal(lambda: read_references(spec))

    words = (b".tsv", b".csv", b".jsonl", b".xml", b".sgm", b".parquet", b":", b"[0]", *INSERTED)
    return Target(name, SELECTED, distinct(words), check=check)

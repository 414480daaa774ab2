"""Fingerprints of files and texts, by which a changed one is told from the old one."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

from hyperbaton.errors import InputError, reading_a_resource
from hyperbaton.runtime.output.targets import check_name

DIGITS = 12
BLOCK = 1 << 20


@reading_a_resource()
def fingerprint(path: Path | str) -> str:
    """A short digest of a file, or of the names and contents of all files in a folder.

    Raises:
        InputError: a file cannot be read.
    """
    root = Path(path)
    files = [root]
    if root.exists() and not (root.is_file() or root.is_dir()):
        raise InputError(
            f"{path}: is neither a file nor a folder; it is read more than once, so a pipe will "
            "not do"
        )
    if root.is_dir():
        files = sorted(file for file in root.rglob("*") if file.is_file())
    digest = blake2b(digest_size=DIGITS // 2)
    for file in files:
        if "__pycache__" not in file.parts:
            digest.update(file.relative_to(root).as_posix().encode() + b"\0")
            digest.update(_content_digest(file))
    return digest.hexdigest()


def _content_digest(file: Path) -> bytes:
    content = blake2b()
    try:
        check_name(str(file))
        with file.open("rb") as stream:
            while block := stream.read(BLOCK):
                content.update(block)
    except OSError as error:
        raise InputError(f"{file}: cannot be read ({error.strerror})") from None
    return content.digest()


def digest_of(*parts: str | bytes | Iterable[str]) -> str:
    """A digest of texts, bytes and lists of texts; every other grouping has another one."""
    digest = blake2b(digest_size=32)
    for part in parts:
        items = [part] if isinstance(part, str | bytes) else list(part)
        digest.update(b"%d\n" % len(items))
        for item in items:
            data = item if isinstance(item, bytes) else item.encode("utf-8", "surrogatepass")
            digest.update(b"%d\n" % len(data))
            digest.update(data)
    return digest.hexdigest()

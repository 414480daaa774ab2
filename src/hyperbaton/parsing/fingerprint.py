"""Fingerprints of model files, by which a model that was trained again is told from the old one."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

DIGITS = 12


def fingerprint(path: Path) -> str:
    """A short digest of a file, or of the names and contents of all files in a folder."""
    digest = blake2b(digest_size=DIGITS // 2)
    files = [path] if path.is_file() else sorted(file for file in path.rglob("*") if file.is_file())
    for file in files:
        if "__pycache__" not in file.parts:
            digest.update(file.relative_to(path).as_posix().encode() + b"\0")
            digest.update(blake2b(file.read_bytes()).digest())
    return digest.hexdigest()

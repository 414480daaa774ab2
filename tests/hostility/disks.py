"""File systems with little room."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk_in(folder: Path, size: str) -> Iterator[Path]:
    """A file system of that size, such as `64k`, in a folder; only root can make one."""
    disk = folder / "disk"
    disk.mkdir()
    made = subprocess.run(
        ["/bin/mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)],
        capture_output=True,
    )
    if made.returncode != 0:
        pytest.skip(f"no small disk can be made here ({made.stderr.decode().strip()})")
    try:
        yield disk
    finally:
        subprocess.run(["/bin/umount", str(disk)], check=True)

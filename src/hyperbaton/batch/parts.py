"""Finished parts of a run, in a folder beside its output: what a killed run has done is kept.

The folder `_NAME.parts` holds `run.json`, which says what the parts are of, and for every finished
piece of the input its rows (`rows/part-000007.arrows`) and the rest (`part-000007.json`). Each file
takes its name when it is complete, the rows last.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow as pa

from hyperbaton.batch.pieces import ScoredPiece
from hyperbaton.batch.summed_statistics import SummedStatistics
from hyperbaton.batch.text_rows import Rejected
from hyperbaton.batch.writing import RowFormat, json_line
from hyperbaton.checks import shown
from hyperbaton.errors import OptionError
from hyperbaton.files import make_folder, replacement

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


class Parts:
    """The finished parts of one run; only one run has them at a time.

    Attributes:
        folder: where they are.
    """

    def __init__(
        self, output: Path, run: Mapping[str, Any], form: RowFormat, *, joined: bool, resume: bool
    ) -> None:
        """Takes the folder, or makes it.

        Args:
            output: the file or folder that the parts are to be.
            run: everything that decides what is in the parts.
            form: how their rows are written.
            joined: whether they are read again, to be joined into one file.
            resume: whether to keep what an earlier run has done.

        Raises:
            OptionError: another run has them, or they are of another run than the one to resume.
            InputError: they cannot be written.
        """
        self.folder = output.with_name(f"_{output.name}.parts")
        self._rows = make_folder(self.folder / "rows")
        self._form, self._joined = form, joined
        self._lock = -1
        if fcntl is not None:
            self._lock = os.open(self.folder, os.O_RDONLY)
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self.close()
                raise OptionError(f"{output}: another run is writing it; wait for it") from None
        try:
            if resume:
                self._check_same(run)
            for path in [*self.folder.glob("part-*"), *self._rows.iterdir()]:
                if not resume or path.name.startswith("."):  # half a file of a killed run
                    path.unlink()
            with replacement(self.folder / "run.json") as file:
                file.write(json.dumps(run, ensure_ascii=False, indent=1).encode())
        except BaseException:
            self.close()
            raise

    def _check_same(self, run: Mapping[str, Any]) -> None:
        try:
            found = json.loads((self.folder / "run.json").read_bytes())
        except (OSError, ValueError):  # killed before it was written
            return
        for name, value in json.loads(json.dumps(run)).items():
            if found.get(name) != value:
                raise OptionError(
                    f"{self.folder}: was written with {name} {shown(found.get(name))}, but this "
                    f"run has {shown(value)}; leave out --resume to start again"
                )

    @property
    def are_there(self) -> bool:
        """Whether there is any."""
        return self._rows.exists() and any(self._rows.iterdir())

    def find(self, number: int) -> ScoredPiece | None:
        """What became of a piece, by its place in the input; None if it is not finished."""
        rest, rows = self._paths(number)
        if not rows.exists():
            return None
        found = json.loads(rest.read_bytes())
        return ScoredPiece(
            list(pa.ipc.open_stream(pa.OSFile(str(rows)))) if self._joined else [],
            found["rows"],
            [Rejected(**row) for row in found["rejected"]],
            found["total"] and SummedStatistics.from_json(found["total"]),
        )

    def add(self, number: int, piece: ScoredPiece) -> None:
        """Keeps what became of a piece.

        Raises:
            InputError: it cannot be written.
        """
        rest, rows = self._paths(number)
        total = None if piece.total is None else piece.total.to_json()
        rejected = [asdict(row) for row in piece.rejected]
        with replacement(rest) as file:
            record = {"rows": piece.row_count, "rejected": rejected, "total": total}
            file.write(json_line(record).encode("utf-8", "backslashreplace"))
        with replacement(rows) as file, self._form.opened(file) as writer:
            for batch in piece.batches:
                writer.write(self._form.encode(batch))

    def _paths(self, number: int) -> tuple[Path, Path]:
        ending = "arrows" if self._form.stream else self._form.kind
        name = f"part-{number:06}"
        return self.folder / f"{name}.json", self._rows / f"{name}.{ending}"

    def move(self, output: Path) -> None:
        """Makes their rows the output, all at once."""
        self._rows.rename(output)

    def remove(self) -> None:
        """Removes what is left of them."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def close(self) -> None:
        """Lets another run have them."""
        if self._lock >= 0:
            with suppress(OSError):
                os.close(self._lock)
            self._lock = -1

"""Finished parts of a run, in a folder beside its output: what a killed run has done is kept.

The folder `_NAME.parts` holds `run.json`, which says what the parts are of, and for every finished
piece of the input its rows (`rows/part-000007.arrows`) and the rest (`part-000007.json`). Each file
takes its name when it is complete, the rows last.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from hyperbaton.batch.pieces import ScoredPiece, Unscored
from hyperbaton.batch.summed_statistics import SummedStatistics
from hyperbaton.batch.writing import RowFormat, json_line
from hyperbaton.checks import shown
from hyperbaton.errors import OptionError
from hyperbaton.files import make_folder, replacement


class Parts:
    """The finished parts of one run.

    Attributes:
        folder: where they are.
    """

    def __init__(self, output: Path, run: Mapping[str, Any], form: RowFormat) -> None:
        """Says what parts of an output are, and how their rows are written."""
        self.folder = output.with_name(f"_{output.name}.parts")
        self._rows = self.folder / "rows"
        self._run, self._form = json.loads(json.dumps(run)), form

    @property
    def are_there(self) -> bool:
        """Whether there is any."""
        return self._rows.exists() and any(self._rows.iterdir())

    def begin(self, *, resume: bool) -> None:
        """Makes the folder, or checks that its parts are of this run.

        Raises:
            OptionError: the parts are of another run than the one to resume.
            InputError: they cannot be written.
        """
        record = self.folder / "run.json"
        if resume and record.exists():
            found = json.loads(record.read_bytes())
            for name, value in self._run.items():
                if found.get(name) != value:
                    raise OptionError(
                        f"{self.folder}: was written with {name} {shown(found.get(name))}; this "
                        f"run uses {shown(value)}; to start again use --overwrite, not --resume"
                    )
        else:
            self.remove()
        make_folder(self._rows)
        for path in [*self.folder.glob(".hyperbaton-*"), *self._rows.glob(".hyperbaton-*")]:
            path.unlink()  # half a file of a killed run
        with replacement(record) as file:
            file.write(json.dumps(self._run, ensure_ascii=False, indent=1).encode())

    def find(self, number: int) -> ScoredPiece | None:
        """What became of a piece, by its place in the input; None if it is not finished."""
        rest, rows = self._paths(number)
        if not rows.exists():
            return None
        found = json.loads(rest.read_bytes())
        batches = list(pa.ipc.open_stream(pa.OSFile(str(rows)))) if self._form.stream else [None]
        unscored = [Unscored(**row) for row in found["unscored"]]
        total = found["total"] and SummedStatistics.from_json(found["total"])
        return ScoredPiece(batches[0], found["rows"], unscored, total)

    def add(self, number: int, piece: ScoredPiece) -> None:
        """Keeps what became of a piece.

        Raises:
            InputError: it cannot be written.
        """
        rest, rows = self._paths(number)
        total = None if piece.total is None else piece.total.to_json()
        unscored = [row._asdict() for row in piece.unscored]
        record = {"rows": piece.row_count, "unscored": unscored, "total": total}
        with replacement(rest) as file:
            file.write(json_line(record))
        with replacement(rows) as file, self._form.opened(file) as writer:
            writer.write(self._form.encode(piece.batch))

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

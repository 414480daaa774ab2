"""One run: pieces of the input are scored, kept as finished parts, and joined to the output.

The parts are in a folder beside the output, `_NAME.parts`: `run.json` says what they are of, and
every finished piece of the input has its rows (`rows/part-000007.arrows`) and the rest
(`part-000007.json`). Each file takes its name when it is complete, the rows last, so that a killed
run can go on. The output, too, is complete or not there at all.
"""

from __future__ import annotations

import json
import math
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from hyperbaton import __version__
from hyperbaton.batch.inputs import InputFile, Piece, Source
from hyperbaton.batch.pieces import ScoredPiece, Unscored, ordered_map, score_piece
from hyperbaton.batch.row_scorer import STATISTICS, RowScorer, scores_of_sums, summed_statistics
from hyperbaton.batch.writing import STANDARD_OUTPUT, RowFormat, json_line, target
from hyperbaton.checks import shown
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Need
from hyperbaton.files import check_target, display_name, make_folder, replacement
from hyperbaton.resources import progress, resolve_threads
from hyperbaton.text.arrow_tables import MOST_ROWS
from hyperbaton.text.reading import ARROW

ROWS_TO_PARSE = 1 << 8  # at a time, since parsing takes milliseconds a row
STREAM_ENDING = ".arrows"  # the streaming format of Arrow; all its other endings are of files

Score = Callable[[Piece], ScoredPiece]
Engine = Callable[[Score, int | None], AbstractContextManager[tuple[Score, int]]]


@contextmanager
def on_threads(score: Score, threads: int | None) -> Iterator[tuple[Score, int]]:
    """Scores on threads of this process: a function for pieces, and how many calls at a time."""
    yield score, resolve_threads(threads)


@dataclass(frozen=True)
class BatchRun:
    """What is read, scored and written.

    Attributes:
        output: the file or, with a / at its end, the folder to write; `-` is standard output.
        errors: the file that names rows without scores; without it the first bad one ends the run.
        summary: the file for scores of all rows together.
        keep_statistics: whether statistics are written with scores.
        batch_rows: how many rows are scored at a time.
    """

    inputs: tuple[InputFile, ...]
    scorer: RowScorer
    output: str
    format: str
    errors: str | None = None
    summary: str | None = None
    keep_statistics: bool = True
    resume: bool = False
    overwrite: bool = False
    threads: int | None = None
    batch_rows: int = MOST_ROWS
    quiet: bool = False
    engine: Engine = on_threads

    def __call__(self) -> None:
        """Scores all rows of all inputs."""
        begin = time.monotonic()
        self._check_nothing_is_lost()
        self.scorer.check()
        rows = unscored = 0
        sums: dict[str, Any] = {}
        with ExitStack() as stack:
            source = Source(self.inputs, self.scorer.text_columns, self._rows)
            form = self._form(source)
            parts = stack.enter_context(self._parts(form))
            score = partial(score_piece, self.scorer, goes_on=self.errors is not None)
            on_engine, threads = stack.enter_context(self.engine(score, self.threads))
            errors = self.errors and stack.enter_context(target(self.errors))
            writer: Any = None
            if self._folder is None:
                file = stack.enter_context(target(self.output))
                writer = stack.enter_context(form.opened(file))

            def finished(numbered: tuple[int, Piece]) -> tuple[Part, Any]:
                number, piece = numbered
                try:
                    part = None if parts is None else parts.find(number)
                    if part is None:
                        part = self._part(on_engine(piece), source, form)
                        if parts is not None:
                            parts.add(number, part)
                    return part, None if writer is None else form.encode(part.batch)
                except InputError as error:
                    if error.index is None:
                        raise
                    raise piece.error(error.index, error.reason) from None

            results = ordered_map(finished, enumerate(source.pieces()), threads)
            stack.enter_context(closing(results))
            for part, encoded in self._watched(results, source.row_count):
                if writer is not None:
                    writer.write(encoded)
                if errors:
                    errors.write(b"".join(json_line(row._asdict()) for row in part.unscored))
                rows, unscored = rows + part.row_count, unscored + len(part.unscored)
                for name, values in part.sums.items():
                    sums[name] = sums.get(name, 0.0) + np.array(values)
        seconds = time.monotonic() - begin
        if self.summary is not None:
            with target(self.summary) as file:
                file.write(f"{self._summary(rows, unscored, sums)}\n".encode())
        if not self.quiet:
            without = f", {unscored:,} of them without scores" if unscored else ""
            speed = f"({rows / max(seconds, 1e-9):,.0f} rows/s)"
            print(
                f"hyperbaton: {rows:,} rows in {seconds:,.1f} s {speed}{without}", file=sys.stderr
            )

    def _watched(self, results: Any, count: int | None) -> Any:
        size = lambda found: found[0].row_count  # noqa: E731
        return results if self.quiet else progress(results, "scoring", "rows", count, size)

    @property
    def _folder(self) -> Path | None:
        """The folder to write; None if it is a file."""
        return Path(self.output) if self.output.endswith("/") else None

    @property
    def _rows(self) -> int:
        """How many rows a piece has: so few that each is done within a second or so."""
        parses = any(Need.TREES in metric.needs for metric in self.scorer.metrics)
        return min(self.batch_rows, ROWS_TO_PARSE) if parses else self.batch_rows

    def _check_nothing_is_lost(self) -> None:
        """Refuses to replace what exists, unless that was asked for."""
        if self._folder is not None and self._folder.exists():
            raise OptionError(f"{self._folder} already exists; remove it, or name another folder")
        for name in (None if self._folder else self.output, self.errors, self.summary):
            place = None if name in (None, STANDARD_OUTPUT) else check_target(str(name))
            if place is not None and place.exists() and not self.overwrite:
                raise OptionError(f"{name} already exists; use --overwrite to replace it")

    def _form(self, source: Source) -> RowFormat:
        """How rows are written: all columns of the input, scores, statistics if they are kept."""
        try:
            schema = self.scorer.schema(source.schema)
        except InputError as error:
            raise InputError(f"{display_name(self.inputs[0].path)}: {error}") from None
        if not self.keep_statistics and self.scorer.statistics:
            kept = len(schema)
            while schema.field(kept - 1).name.endswith(STATISTICS):
                kept -= 1
            schema = pa.schema(list(schema)[:kept], schema.metadata)
        scores = frozenset(schema.names[len(source.schema) :])
        form = RowFormat(
            self.format,
            schema,
            scores,
            distinct=scores.union(self.scorer.text_columns),
            stream=self.output == STANDARD_OUTPUT or self.output.lower().endswith(STREAM_ENDING),
        )
        form.check()
        return form

    def _part(self, scored: ScoredPiece, source: Source, form: RowFormat) -> Part:
        """A piece with the columns that are written, and the sums over all that are new."""
        batch, sums = scored.batch, {}
        if self.summary is not None:
            added = batch.select(range(len(source.schema), batch.num_columns))
            sums = summed_statistics(added, self.scorer.prefix)
        kept = batch.select(range(len(form.schema)))
        named = {name: values.tolist() for name, values in sums.items()}
        return Part(kept, len(kept), scored.unscored, named)

    @contextmanager
    def _parts(self, form: RowFormat) -> Iterator[Parts | None]:
        """The finished parts, if the output is a file or a folder and the inputs are files."""
        place = self._folder
        if place is None and self.output != STANDARD_OUTPUT:
            place = check_target(self.output)
        pipes = [display_name(file.path) for file in self.inputs if not Path(file.path).is_file()]
        if self.resume and (place is None or pipes):
            reason = f"{pipes[0]} cannot be read again" if pipes else "the output is not a file"
            raise OptionError(f"--resume: {reason}; only runs from files to a file can be resumed")
        if place is None or (pipes and self._folder is None):
            yield None
            return
        if self._folder is None:
            form = RowFormat(ARROW, form.schema, stream=True)
        parts = Parts(place, self._identity(), form)
        if parts.are_there and not self.resume and not self.overwrite:
            raise OptionError(
                f"{parts.folder} holds what a stopped run has finished; use --resume to go on, or "
                "--overwrite to start again"
            )
        parts.begin(resume=self.resume)
        try:
            yield parts
            if self._folder is not None:
                parts.rows.rename(self._folder)
            parts.remove()
        except BaseException:
            if not parts.are_there:
                parts.remove()
            elif not self.quiet and not pipes:
                print(
                    f"hyperbaton: {parts.folder} keeps what is finished; run the same command with "
                    "--resume to go on",
                    file=sys.stderr,
                )
            raise

    def _identity(self) -> dict[str, Any]:
        """Everything that decides what the parts of the output hold."""
        return {
            **self.scorer.to_dict(),
            "inputs": [_identity_of(file) for file in self.inputs],
            "batch rows": self._rows,
            "output": [self.format, self._folder is not None, self.keep_statistics],
            "summary": self.summary is not None,
        }

    def _summary(self, rows: int, unscored: int, sums: Mapping[str, Any]) -> str:
        """The scores of all rows together, how they came about, and the sums behind them."""
        scores = scores_of_sums(sums) if sums else {}
        record = {
            "hyperbaton": __version__,
            "rows": rows,
            "errors": unscored,
            "scores": [
                {
                    "metric": str(metric),
                    "preparation": self.scorer.prepared[str(metric)],
                    "score": None if math.isnan(score) else score,
                }
                for metric in self.scorer.metrics
                for score in [scores.get(str(metric), math.nan)]
            ],
            "statistics": {name: values.tolist() for name, values in sums.items()},
        }
        return json.dumps(record, ensure_ascii=False, indent=1)


def _identity_of(file: InputFile) -> list[Any]:
    place = Path(file.path).resolve()
    if not place.is_file():
        return [file.path]
    found = place.stat()
    return [str(place), file.format, found.st_size, found.st_mtime_ns]


# Finished parts


class Part(NamedTuple):
    """A finished piece; its rows are None if they have been written and are not read again."""

    batch: pa.RecordBatch | None
    row_count: int
    unscored: list[Unscored]
    sums: dict[str, list[float]]


class Parts:
    """The finished parts of one run, which says how their rows are written."""

    def __init__(self, output: Path, run: Mapping[str, Any], form: RowFormat) -> None:
        self.folder = output.with_name(f"_{output.name}.parts")
        self.rows = self.folder / "rows"
        self._run, self._form = json.loads(json.dumps(run)), form

    @property
    def are_there(self) -> bool:
        """Whether there is any."""
        return self.rows.exists() and any(self.rows.iterdir())

    def begin(self, *, resume: bool) -> None:
        """Makes the folder, or refuses one whose parts are of another run than that to resume."""
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
        make_folder(self.rows)
        for path in self.folder.rglob(".hyperbaton-*"):
            path.unlink()  # half a file of a killed run
        with replacement(record) as file:
            file.write(json.dumps(self._run, ensure_ascii=False, indent=1).encode())

    def find(self, number: int) -> Part | None:
        """What became of a piece, by its place in the input; None if it is not finished."""
        rest, rows = self._paths(number)
        if not rows.exists():
            return None
        found = json.loads(rest.read_bytes())
        batches = list(pa.ipc.open_stream(pa.OSFile(str(rows)))) if self._form.stream else [None]
        unscored = [Unscored(**row) for row in found["unscored"]]
        return Part(batches[0], found["rows"], unscored, found["sums"])

    def add(self, number: int, part: Part) -> None:
        """Keeps what became of a piece."""
        rest, rows = self._paths(number)
        unscored = [row._asdict() for row in part.unscored]
        with replacement(rest) as file:
            file.write(json_line({"rows": part.row_count, "unscored": unscored, "sums": part.sums}))
        with replacement(rows) as file, self._form.opened(file) as writer:
            writer.write(self._form.encode(part.batch))

    def _paths(self, number: int) -> tuple[Path, Path]:
        ending = "arrows" if self._form.stream else self._form.kind
        name = f"part-{number:06}"
        return self.folder / f"{name}.json", self.rows / f"{name}.{ending}"

    def remove(self) -> None:
        """Removes what is left of them."""
        shutil.rmtree(self.folder, ignore_errors=True)

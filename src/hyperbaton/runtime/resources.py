"""What a run may use of the machine. Results never depend on it."""

from __future__ import annotations

from dataclasses import dataclass

from hyperbaton.runtime.arguments.accepted import FilePath
from hyperbaton.runtime.arguments.checked import checked
from hyperbaton.runtime.limits import PROCESSES, THREADS
from hyperbaton.runtime.numbers import set_checked
from hyperbaton.runtime.threads import resolve_threads


@checked
@dataclass(frozen=True)
class Resources:
    """What a run may use of the machine.

    Attributes:
        threads: how many threads compute; all cores by default.
        processes: how many processes parse, each with its own copy of the model.
        parse_cache: a folder in which parses are kept; without it they are not kept.
    """

    threads: int | None = None
    processes: int = 1
    parse_cache: FilePath | None = None

    def __post_init__(self) -> None:
        set_checked(self, threads=THREADS, processes=PROCESSES)

    @property
    def thread_count(self) -> int:
        """The number of threads to use."""
        return resolve_threads(self.threads)

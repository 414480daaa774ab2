"""What a run may use of the machine, and how it shows that it is busy. Results never change."""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from threading import RLock, Thread
from typing import Any, TypeVar

from hyperbaton.checks import PROCESSES, THREADS, check_fields

Item = TypeVar("Item")
Result = TypeVar("Result")

SECONDS_BEFORE_SHOWN = 1.0
_LOCK = RLock()  # tqdm's own is shared between processes and would have to be given back


@dataclass(frozen=True)
class Resources:
    """What a run may use of the machine.

    Attributes:
        threads: how many threads compute; all cores by default.
        processes: how many processes parse, each with its own copy of the model.
    """

    threads: int | None = None
    processes: int = 1

    def __post_init__(self) -> None:
        check_fields(self, threads=THREADS, processes=PROCESSES)

    @property
    def thread_count(self) -> int:
        """The number of threads to use."""
        return resolve_threads(self.threads)


def resolve_threads(threads: int | None, name: str = "threads") -> int:
    """Returns the number of threads to use, by default all cores that this process may run on.

    Raises:
        OptionError: it is out of range.
    """
    if threads is not None:
        return THREADS.check(threads, name)
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), THREADS.high)
    return min(os.cpu_count() or 1, THREADS.high)


def progress(
    items: Iterable[Item], description: str, unit: str, total: int | None = None
) -> Iterable[Item]:
    """Passes items through; on a terminal shows how many, if that takes a second or more."""
    return _bar(items, description, unit, total) if _is_watched() else items


def progress_by_size(
    items: Iterable[Item],
    size: Callable[[Item], int],
    description: str,
    unit: str,
    total: int | None = None,
) -> Iterator[Item]:
    """Does the same where items are of different sizes; the total is of sizes, too."""
    if not _is_watched():
        yield from items
        return
    with _bar(None, description, unit, total) as bar:
        for item in items:
            yield item
            bar.update(size(item))


def _is_watched() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _bar(items: Any, description: str, unit: str, total: int | None) -> Any:
    from tqdm import tqdm

    tqdm.set_lock(_LOCK)
    return tqdm(
        items,
        desc=description,
        unit=f" {unit}",
        total=total,
        delay=SECONDS_BEFORE_SHOWN,
        leave=False,
        file=sys.stderr,
    )


class WorkerLost(Exception):  # noqa: N818 - it is what happened; callers say what it means
    """A worker process has ended before its work, for lack of memory perhaps."""


def map_in_processes(
    prepare: Callable[[], Callable[[Item], Result]], items: Sequence[Item], number: int
) -> Iterator[Result]:
    """Yields the results of a function over items, in their order.

    Args:
        prepare: returns the function; called once in every process.
        items: what to work on.
        number: how many processes work.

    Raises:
        WorkerLost: a process has ended early.
        Exception: whatever the function raises.
    """
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    context = get_context("spawn")  # threads of libraries do not survive a fork
    pool = ProcessPoolExecutor(number, context, _start_worker, (prepare,))
    try:
        for future in [pool.submit(_work, item) for item in items]:
            yield future.result()
    except BrokenProcessPool:
        raise WorkerLost from None
    finally:  # also in the middle of their work
        queue: Any = pool._call_queue  # type: ignore[attr-defined]
        queue.cancel_join_thread()  # nobody may be left to read what is in it
        for worker in list((pool._processes or {}).values()):
            worker.kill()
        pool.shutdown(wait=False)


_function: Callable[[Any], Any] | None = None  # of a worker
_failure: Exception | None = None


def _start_worker(prepare: Callable[[], Callable[[Any], Any]]) -> None:
    """Prepares a worker, which leaves Ctrl-C to its parent and does not outlive it."""
    global _function, _failure
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
    try:
        _function = prepare()
    except Exception as error:  # told with the first item; here it would read as a lost worker
        _failure = error


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(item: Any) -> Any:
    if _function is None:
        raise _failure or RuntimeError("the worker is not prepared")
    return _function(item)

"""Work in other processes, none of which outlives this one.

A worker ends with the process that asked for it, however that one ends. Workers never hear Ctrl-C,
which a terminal sends to all processes, and write nothing to standard error: what goes wrong there
is told here.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar, cast

from hyperbaton.runtime.process.descriptors import muted_standard_error
from hyperbaton.runtime.process.leaving import tidied_up

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Item = TypeVar("Item")
Result = TypeVar("Result")


class WorkerLost(Exception):  # noqa: N818 - it is what happened, and callers say what it means
    """A worker has ended before its work."""


def map_in_processes(
    prepare: Callable[[], Callable[[Item], Result]], items: Sequence[Item], number: int
) -> Iterator[Result]:
    """The results of a function over items, in their order.

    Args:
        prepare: returns the function; called once in every process.
        items: what to work on.
        number: how many processes work.

    Raises:
        WorkerLost: a process has ended early, for lack of memory perhaps.
        Exception: whatever the function raises.
    """
    from multiprocessing.connection import wait

    waiting = iter(enumerate(items))
    working: dict[Connection, int] = {}
    done: dict[int, Result] = {}

    def send_next(worker: Connection) -> None:
        for place, item in waiting:
            _told(worker.send, item)
            working[worker] = place
            return

    with ExitStack() as stack:
        for _ in range(min(number, len(items))):
            send_next(stack.enter_context(_worker(prepare)))
        for place in range(len(items)):
            while place not in done:
                for worker in cast("list[Connection]", wait(list(working))):
                    succeeded, result = _told(worker.recv)
                    if not succeeded:
                        raise result
                    done[working.pop(worker)] = result
                    send_next(worker)
            yield done.pop(place)


def run_program(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Runs another program to its end, or until this process is told to end."""
    with (
        subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        ) as program,
        tidied_up(program.kill),
    ):
        try:
            output, errors = program.communicate()
        except BaseException:
            program.kill()
            raise
    return subprocess.CompletedProcess(command, program.returncode, output, errors)


@contextmanager
def _worker(prepare: Callable[[], Callable[[Any], Any]]) -> Iterator[Connection]:
    """A process that works until the block ends."""
    import multiprocessing  # takes its time, and most runs do not need it

    context = multiprocessing.get_context("spawn")  # threads of libraries do not survive a fork
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(prepare, there), daemon=True)
    with _out_of_earshot():
        process.start()
    there.close()
    try:
        with tidied_up(process.kill):
            yield here
    finally:
        process.kill()
        process.join()
        here.close()


def _work(prepare: Callable[[], Callable[[Any], Any]], parent: Connection) -> None:
    """What a worker does: one item after the other, until there is nobody who asks."""
    with suppress(RuntimeError):  # no room for another thread
        Thread(target=_end_with_parent, daemon=True).start()
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
    with suppress(EOFError, OSError):
        try:
            function = prepare()
        except Exception as error:
            parent.recv()
            return _reply(parent, False, error)
        while True:
            item = parent.recv()
            try:
                result = function(item)
            except Exception as error:
                _reply(parent, False, error)
            else:
                _reply(parent, True, result)


def _end_with_parent() -> None:
    """Does not finish an item that nobody waits for."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _reply(parent: Connection, succeeded: bool, result: Any) -> None:
    try:
        parent.send((succeeded, result))
    except OSError:
        raise
    except Exception:  # what does not travel is described
        parent.send((False, RuntimeError(f"{type(result).__name__}: {result}")))


def _told(act: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return act(*arguments)
    except (EOFError, OSError):
        raise WorkerLost from None


@contextmanager
def _out_of_earshot() -> Iterator[None]:
    """What is started in the block is deaf to Ctrl-C and, on standard error, mute."""
    if os.name != "posix":
        yield
        return
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with muted_standard_error():
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)

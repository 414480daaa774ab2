"""What a process does when it is told to end: it tidies up and goes at once.

The program (not the library) answers SIGINT, SIGTERM and SIGHUP with `leave_when_told`. Nothing is
raised: an exception at a random moment may hit an import, a destructor or another library, which
print it or swallow it. A second thread listens, too, for the main one may be inside a library.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import RLock, Thread
from typing import NoReturn

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
BY_DEFAULT = (signal.SIG_DFL, signal.default_int_handler)

_tidied: dict[object, Callable[[], object]] = {}
_leaving = RLock()


@contextmanager
def tidied_up(tidy: Callable[[], object]) -> Iterator[None]:
    """Calls `tidy` where the process is told to end within the block; otherwise it does nothing."""
    key = object()
    _tidied[key] = tidy
    try:
        yield
    finally:
        del _tidied[key]


def leave_when_told() -> None:
    """From now on signals end the process, each with the exit code 128 + its number.

    A signal that is ignored, as by nohup or in the background of a shell, stays ignored.
    """
    told = [number for number in SIGNALS if signal.getsignal(number) in BY_DEFAULT]
    for number in told:
        signal.signal(number, _told)
    if told and os.name == "posix":
        receiver, sender = os.pipe()
        os.set_blocking(sender, False)
        signal.set_wakeup_fd(sender, warn_on_full_buffer=False)
        with suppress(RuntimeError):  # no room for another thread
            Thread(target=_listen, args=(receiver, told), name="signals", daemon=True).start()


def leave_undisturbed() -> None:
    """From now on, with the work done, signals change neither the exit code nor what is tidied.

    The interpreter takes a moment to end, for the last part of which it knows no handlers.
    """
    for number in SIGNALS:
        if signal.getsignal(number) is _told:
            signal.signal(number, signal.SIG_IGN)


def _told(number: int, _: object) -> NoReturn:
    _leave(number)


def _listen(receiver: int, told: list[int]) -> None:
    """Leaves for the main thread, which may be in a library that does not look at signals."""
    while received := os.read(receiver, 1):
        if received[0] in told:
            _leave(received[0])


def _leave(number: int) -> NoReturn:
    with _leaving:  # until the end, so that the other thread can do no more
        for tidy in reversed([*_tidied.values()]):
            with suppress(Exception):
                tidy()
        os._exit(128 + number)

"""A function over a stream on several threads: results in order, and little in memory at a time."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from threading import Condition, Thread
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 8  # items per thread that are read before their turn, or wait for it to be written
MOST_BYTES = 1 << 28  # of all items that have been read and not yet been used
SECONDS_TO_STOP = 1.0  # for a reader that may be waiting for a pipe


def ordered_map(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    threads: int,
    size: Callable[[Item], int],
) -> Generator[Result, None, None]:
    """The results of a function, in the order of the items.

    One thread reads items, others call the function; whoever reads the results stops them all by
    closing the iterator.

    Args:
        function: what to call, on any thread.
        items: what to call it with.
        threads: how many calls there are at a time.
        size: how many bytes an item takes.

    Raises:
        Exception: what the function or the items raise, in place of their result.
    """
    room = Room(AHEAD * threads, MOST_BYTES)
    results: SimpleQueue[tuple[Future[Result], int] | BaseException | None] = SimpleQueue()
    with ThreadPoolExecutor(threads, thread_name_prefix="hyperbaton-batch") as pool:

        def read() -> None:
            try:
                for item in items:
                    taken = size(item)
                    if not room.take(taken):
                        return
                    results.put((pool.submit(function, item), taken))
                results.put(None)
            except BaseException as error:  # for whoever reads the results
                results.put(error)

        reader = Thread(target=read, name="hyperbaton-batch-reader", daemon=True)
        reader.start()
        try:
            while (found := results.get()) is not None:
                if isinstance(found, BaseException):
                    raise found
                future, taken = found
                yield future.result()
                room.give_back(taken)
        finally:
            room.close()
            pool.shutdown(wait=False, cancel_futures=True)
            reader.join(SECONDS_TO_STOP)


class Room:
    """How much may be in memory at a time: so many items, and so many bytes or one item."""

    def __init__(self, items: int, size: int) -> None:
        self._most_items, self._most_bytes = items, size
        self._items = self._bytes = 0
        self._closed = False
        self._changed = Condition()

    def take(self, size: int) -> bool:
        """Waits until there is room; False where nobody wants any more."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._has_room_for(size))
            self._items += 1
            self._bytes += size
            return not self._closed

    def give_back(self, size: int) -> None:
        """Makes room again."""
        with self._changed:
            self._items -= 1
            self._bytes -= size
            self._changed.notify()

    def close(self) -> None:
        """Nobody wants any more."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _has_room_for(self, size: int) -> bool:
        if self._items == 0:
            return True
        return self._items < self._most_items and self._bytes + size <= self._most_bytes

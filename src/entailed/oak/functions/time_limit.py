"""A clock beside work that only another thread can end, such as a statement of a database."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

_INTERRUPT_EVERY_S = 0.05
_LONGEST_WAIT_S = 3600.0


class _Work(NamedTuple):
    ends: float
    interrupt: Callable[[], None]


class _Clock:
    """One thread for all work under way: to start one takes longer than most work, where processors are busy."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._changed = threading.Condition()
        self._under_way: dict[object, _Work] = {}
        self._wakes = 0.0
        """When the thread next looks at the time by itself."""

    @contextmanager
    def watching(self, work: _Work) -> Iterator[None]:
        key = object()
        with self._changed:
            self._under_way[key] = work
            if self._thread is None or not self._thread.is_alive():  # which it is not in a process that was forked
                self._thread = threading.Thread(target=self._run, name="entailed-clock", daemon=True)
                self._thread.start()
            elif work.ends < self._wakes:
                self._changed.notify()
        try:
            yield
        finally:
            with self._changed:  # so that nothing is interrupted that comes afterwards
                del self._under_way[key]

    def _run(self) -> None:
        with self._changed:
            while True:
                now = time.monotonic()
                over = [work for work in self._under_way.values() if work.ends <= now]
                for work in over:
                    work.interrupt()
                ends = [work.ends for work in self._under_way.values() if work.ends > now]
                self._wakes = min([*ends, now + _INTERRUPT_EVERY_S] if over else ends, default=now + _LONGEST_WAIT_S)
                self._changed.wait(self._wakes - now)


_CLOCK = _Clock()


@contextmanager
def interrupted_after(time_s: float, interrupt: Callable[[], None]) -> Iterator[None]:
    """Interrupt what the block does when its time is up; once and again, as it may begin another statement.

    Args:
        time_s: From now.
        interrupt: Which returns at once.
    """
    with _CLOCK.watching(_Work(time.monotonic() + time_s, interrupt)):
        yield

"""A clock beside work that only another thread can end, such as a statement of a database."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_INTERRUPT_EVERY_S = 0.05


@contextmanager
def interrupted_after(time_s: float, interrupt: Callable[[], None]) -> Iterator[None]:
    """Interrupt what the block does when its time is up; once and again, as it may begin another statement."""
    over = threading.Event()

    def watch() -> None:
        over.wait(time_s)
        while not over.wait(_INTERRUPT_EVERY_S):
            interrupt()

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()

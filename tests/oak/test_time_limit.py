"""Work is interrupted when its time is up, again and again, and not before or after."""

import threading
import time

from entailed.oak.functions.time_limit import interrupted_after


def test_work_is_interrupted_until_it_ends_and_not_afterwards() -> None:
    heard: list[float] = []
    began = time.monotonic()
    with interrupted_after(0.1, lambda: heard.append(time.monotonic())):
        while len(heard) < 3:
            assert time.monotonic() < began + 20
            time.sleep(0.005)
    count = len(heard)
    assert heard[0] >= began + 0.1
    time.sleep(0.2)
    assert len(heard) == count


def test_each_work_has_its_own_time() -> None:
    """The one that begins last is over first, and the other is not interrupted."""
    short, long = threading.Event(), threading.Event()
    with interrupted_after(60, long.set):
        for _ in range(2):
            short.clear()
            with interrupted_after(0.05, short.set):
                assert short.wait(20)
        with interrupted_after(60, long.set):
            pass
    assert not long.is_set()


def test_any_number_of_threads_are_watched_at_once() -> None:
    heard = [threading.Event() for _ in range(20)]

    def work(event: threading.Event) -> None:
        with interrupted_after(0.1, event.set):
            event.wait(20)

    threads = [threading.Thread(target=work, args=(event,)) for event in heard]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(event.is_set() for event in heard)
    assert sum(thread.name.startswith("entailed-clock") for thread in threading.enumerate()) == 1

"""A run to be killed: `run_slowly.py FOLDER NOTES`. Each answer is noted in a file before it is given."""

import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from kitchen_items import numbered

from entailed.benchmark import Prediction
from entailed.benchmark.inspect_runs import run_jobs
from entailed.benchmark.jobs import Job
from entailed.benchmark.records import DataSetTest, System
from entailed.llm import Usage
from entailed.oarag import Question

ITEMS = numbered(60)


class Noting:
    """Answers after a while, and notes what was asked."""

    def __init__(self, notes: Path, seconds: float) -> None:
        self._notes, self._seconds = notes, seconds

    def answer(self, question: Question, *, on_failure: Callable[[Usage], None] = lambda usage: None) -> Prediction:
        time.sleep(self._seconds)
        with self._notes.open("a") as file:
            file.write(question.text + "\n")
        return Prediction(value=("knife", "spoon"), usage=Usage(calls=1, input_tokens=10, output_tokens=2))


def job(notes: Path, seconds: float) -> Job:
    return Job(
        system=System(model="scripted", method="noting"),
        test=DataSetTest(number=1, data_set="kitchen"),
        items=ITEMS,
        items_sha256="the same",
        method=Noting(notes, seconds),
        service=None,
    )


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # which a parent in the background has taken away
    run_jobs([job(Path(sys.argv[2]), 0.1)], Path(sys.argv[1]), concurrency=2)

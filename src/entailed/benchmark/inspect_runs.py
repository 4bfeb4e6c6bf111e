"""Running methods on tests with inspect-ai, and reading its logs.

inspect-ai keeps a log for each run of a system on a test, and goes on from it: a run that was killed, and questions
that failed, are taken up by running the same again. Its logs can be opened with `inspect view`.
"""

import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from inspect_ai import eval_set
from inspect_ai.log import EvalLog, EvalSample, list_eval_logs, read_eval_log

from entailed.benchmark.gold_evidence import EvidenceFound
from entailed.benchmark.inspect_task import FAILED_ATTEMPTS, SCORER, inspect_task
from entailed.benchmark.item_files import item_from_json
from entailed.benchmark.jobs import Job
from entailed.benchmark.prediction_json import prediction_from_json
from entailed.benchmark.records import DataSetTest, Record, System
from entailed.benchmark.scoring import Score
from entailed.errors import ReadError
from entailed.llm import Usage

ATTEMPTS = 3
"""How often a question is asked before it has failed; the client of a model has tried several times in each."""

_IDENTITY = {"model", "method", "settings", "test", "data_set", "items_sha256"}
"""What a log of ours says of its run, at least."""

_FLUSHES = 100
"""Each copies the log so far: one for each question would copy gigabytes. Between two of them inspect-ai keeps what is
answered in its own data folder, and finds it there after a run was killed."""


def run_jobs(
    jobs: Sequence[Job],
    folder: Path,
    *,
    limit: int | None = None,
    concurrency: int = 8,
    on_answered: Callable[[Job], None] = lambda job: None,
) -> bool:
    """Put the questions of each job that have no answer yet, one job after the other.

    Args:
        jobs: What to measure.
        folder: For the logs; earlier ones are gone on from.
        limit: Only so many questions of each job, the first in its order.
        concurrency: Questions under way at once.
        on_answered: Told of each question that is over.

    Returns:
        Whether nothing failed. A question whose method raised has failed; the log holds the error.

    Raises:
        KeyboardInterrupt: The user ended the run. What was answered is kept.
    """
    most = max(len(job.items) for job in jobs)
    with redirect_stdout(StringIO()):  # where inspect-ai congratulates, whatever its display is told
        complete, logs = eval_set(
            [inspect_task(job, concurrency, on_answered) for job in jobs],
            log_dir=str(folder),
            log_dir_allow_dirty=True,  # the folder may hold runs of other systems
            model=None,  # methods have models of ours
            limit=limit,
            max_tasks=1,
            max_samples=concurrency,
            retry_on_error=ATTEMPTS - 1,
            fail_on_error=True,  # so that the next run takes up what failed,
            continue_on_fail=True,  # after all the others were asked
            retry_attempts=0,
            retry_immediate=False,
            log_buffer=1 + most // _FLUSHES,
            ctl_server=False,
            display="none",
            log_level="error",
        )
    if len(logs) < len(jobs):
        raise KeyboardInterrupt  # which inspect-ai keeps to itself
    return complete


def read_records(folder: Path) -> tuple[Record, ...]:
    """What became of each question, from all logs of a folder; of several runs of the same, the newest that answered.

    Raises:
        ReadError: There are no logs, one cannot be read, or runs were made on different versions of a data set, or of
            one system against different ontologies.
    """
    logs = (
        sorted(list_eval_logs(str(folder), formats=["eval"]), key=lambda log: log.mtime or 0) if folder.is_dir() else []
    )
    found: dict[tuple[System, DataSetTest, str], Record] = {}
    versions: dict[DataSetTest, str] = {}
    ontologies: dict[tuple[System, DataSetTest], str] = {}
    for info in logs:
        log = _read(info.name)
        identity = log.eval.task_args
        test = DataSetTest(number=identity["test"], data_set=identity["data_set"])
        if versions.setdefault(test, identity["items_sha256"]) != identity["items_sha256"]:
            problem = f"it holds runs on different versions of test {test.number} of `{test.data_set}`."
            raise ReadError(problem, source=str(folder), advice="Keep the runs on each version in a folder of its own.")
        system = System(model=identity["model"], method=identity["method"], settings=identity["settings"])
        ontology = identity.get("ontology", "")
        if (other := ontologies.setdefault((system, test), ontology)) != ontology:
            problem = f"it holds runs of `{system.method}` against both `{other}` and `{ontology}`."
            raise ReadError(problem, source=str(folder), advice="Keep the runs against each in a folder of its own.")
        for record in _records(log, system, test):
            key = (system, test, record.item.id)
            if key not in found or record.prediction is not None:
                found[key] = record
    if not found:
        raise ReadError("it holds no answers.", source=str(folder), advice="Make some with `entailed bench run`.")
    return tuple(sorted(found.values(), key=lambda record: (record.test, record.system, record.item.id)))


def _read(name: str) -> EvalLog:
    try:
        log = read_eval_log(name, exclude_fields={"events", "attachments", "store", "messages"})
    except (OSError, ValueError, KeyError, zlib.error) as error:
        advice = "Take the file away: running again asks its questions again."
        raise ReadError(f"it is no log of a run: {error}.", source=name, advice=advice) from error
    if not log.eval.task_args.keys() >= _IDENTITY:
        raise ReadError(f"it is a log of another task, `{log.eval.task}`.", source=name, advice="Take the file away.")
    return log


def _records(log: EvalLog, system: System, test: DataSetTest) -> Iterator[Record]:
    for sample in log.samples or ():
        item = item_from_json(sample.metadata["item"])
        failed = Usage(**sample.metadata.get(FAILED_ATTEMPTS, {}))
        told = _told(sample)
        if told is None:
            error = sample.error.message if sample.error else "interrupted"
            yield Record(system=system, test=test, item=item, prediction=None, error=error, failed_attempts=failed)
        else:
            prediction, evidence = prediction_from_json(told["prediction"]), told["evidence"]
            yield Record(
                system=system,
                test=test,
                item=item,
                prediction=prediction,
                score=None if prediction.value is None else _score(sample),
                evidence=None if evidence is None else EvidenceFound(**evidence),
                failed_attempts=failed,
            )


def _told(sample: EvalSample) -> dict[str, Any] | None:
    """What our scorer said; None where there was nothing for it to score."""
    score = (sample.scores or {}).get(SCORER)
    return score.metadata if score is not None and sample.error is None else None


def _score(sample: EvalSample) -> Score:
    values = (sample.scores or {})[SCORER].as_dict()
    return Score(**{name: bool(value) for name, value in values.items()})

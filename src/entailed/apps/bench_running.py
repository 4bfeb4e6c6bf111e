"""The jobs of `entailed bench run`, and running them with their progress shown."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from entailed.apps.bench_sources import Sources
from entailed.apps.environment import chosen_model
from entailed.apps.printing import ERR
from entailed.benchmark.data_folder import DataSetItems
from entailed.benchmark.jobs import Job
from entailed.benchmark.methods.endpoints import endpoint_method, read_endpoint
from entailed.benchmark.predictions import Method
from entailed.benchmark.records import DataSetTest, System
from entailed.benchmark.report_accuracy import scores_table
from entailed.benchmark.report_tables import Table
from entailed.errors import MissingExtraError
from entailed.llm import Budget, ChatModel


@dataclass(frozen=True, slots=True, kw_only=True)
class Jobs:
    """Makes the jobs of a model, which is opened for them."""

    tests: Sequence[DataSetItems]
    sources: Sources
    concurrency: int
    context_window: int
    budget: Budget | None

    def of_model(self, name: str, methods: Sequence[str]) -> list[Job]:
        """All methods with a model, on all tests."""
        model = self._opened(name)
        return [
            self._job(
                System(model=name, method=method, settings=self.sources.settings(method, self.context_window)),
                test,
                self.sources.method(method, model, test, self.context_window),
            )
            for test in self.tests
            for method in methods
        ]

    def of_endpoint(self, path: Path) -> list[Job]:
        """A fine-tuned model asked in its own way, on all tests."""
        endpoint = read_endpoint(path)
        name = f"openai:{endpoint.model}"
        model = self._opened(name, base_url=endpoint.base_url)
        method = endpoint_method(endpoint, model=model, context_window=self.context_window)
        settings = self.sources.endpoint_settings(path, self.context_window)
        system = System(model=name, method="fine-tuned", settings=settings)
        return [self._job(system, test, method) for test in self.tests]

    def _opened(self, name: str, base_url: str | None = None) -> ChatModel:
        return chosen_model(
            name,
            base_url=base_url,
            max_concurrency=self.concurrency,
            context_window=self.context_window,
            budget=self.budget,
        )

    def _job(self, system: System, test: DataSetItems, method: Method) -> Job:
        return Job(
            system=system,
            test=DataSetTest(number=test.number, data_set=test.data_set),
            items=test.items,
            items_sha256=test.sha256,
            method=method,
            service=self.sources.service(test),
            ontology=self.sources.given_ontology(system.method, test),
        )


def run_batches(
    batches: Iterable[Sequence[Job]], runs: Path, *, limit: int | None, concurrency: int
) -> tuple[bool, Table]:
    """Run the jobs of one model after the other.

    Returns:
        Whether nothing failed, and the scores of all that were run.

    Raises:
        MissingExtraError: inspect-ai is not installed.
    """
    try:
        from entailed.benchmark.inspect_runs import read_records, run_jobs
    except ModuleNotFoundError as error:
        raise MissingExtraError("running methods", package="inspect-ai", extra="bench") from error
    complete, put = True, set[tuple[System, DataSetTest]]()
    for batch in batches:
        with _progress(limit) as on_answered:
            complete &= run_jobs(batch, runs, limit=limit, concurrency=concurrency, on_answered=on_answered)
        put |= {(job.system, job.test) for job in batch}
    return complete, scores_table([record for record in read_records(runs) if (record.system, record.test) in put])


@contextmanager
def _progress(limit: int | None) -> Iterator[Callable[[Job], None]]:
    """Shows how many questions of each job are over."""
    over: Counter[tuple[System, DataSetTest]] = Counter()
    with ERR.status("asking") as status:

        def count(job: Job) -> None:
            over[job.system, job.test] += 1
            where = f"{job.system.model} · {job.system.method} · test {job.test.number} {job.test.data_set}"
            status.update(f"{where}: {over[job.system, job.test]:,} of {len(job.items[:limit]):,}")

        yield count

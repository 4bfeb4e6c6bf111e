"""A method on a test as a task of inspect-ai: our method is its solver, our score its scorer."""

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import anyio
import anyio.to_thread
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput, ModelUsage
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from entailed.benchmark.gold_evidence import evidence_found
from entailed.benchmark.item_files import item_json
from entailed.benchmark.items import Item
from entailed.benchmark.jobs import Job
from entailed.benchmark.prediction_json import prediction_json
from entailed.benchmark.predictions import Prediction
from entailed.benchmark.scoring import score
from entailed.llm import Usage
from entailed.oarag import AnswerValue, usage_json
from entailed.oarag.questions import question_block

SCORER = "answer"

FAILED_ATTEMPTS = "failed_attempts"
"""What attempts that failed have cost, among what a log says of a question."""

NO_ANSWER = "no_answer"
"""Why there is no score: the method came to no answer in the question's form."""

_Predictions: TypeAlias = dict[str, Prediction]
"""By item, from the solver to the scorer: a store of inspect-ai would write each into the log once more."""


def inspect_task(job: Job, threads: int, on_answered: Callable[[Job], None]) -> Task:
    """The task; `on_answered` is told of each question that is over, failed or not, in the event loop."""

    predictions: _Predictions = {}

    @task(name="question_answering")
    def question_answering(**_identity: Any) -> Task:
        return Task(
            name=f"test{job.test.number}-{job.test.data_set}-{job.system.method}",
            dataset=MemoryDataset(list(map(_sample, job.items))),
            solver=_method(job, predictions, threads, on_answered),
            scorer=_score(job, predictions),
        )

    # What makes a run the same run, so that it is gone on with.
    return question_answering(
        model=job.system.model,
        method=job.system.method,
        settings=job.system.settings,
        test=job.test.number,
        data_set=job.test.data_set,
        items_sha256=job.items_sha256,
        **({"ontology": job.ontology} if job.ontology else {}),
    )


def _sample(item: Item) -> Sample:
    return Sample(
        id=item.id, input=question_block(item.question), target=_texts(item.gold), metadata={"item": item_json(item)}
    )


def _texts(answer: AnswerValue) -> list[str]:
    return [answer] if isinstance(answer, str) else list(answer)


# Solver and scorer are made without arguments: inspect-ai would count these, and so the number of threads, among what
# makes a run the same run.


def _method(job: Job, predictions: _Predictions, threads: int, on_answered: Callable[[Job], None]) -> Solver:
    questions = {item.id: item.question for item in job.items}
    limiter = anyio.CapacityLimiter(threads)
    failed: defaultdict[str, Usage] = defaultdict(Usage)  # an attempt has no state of those before it

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        name = str(state.sample_id)

        def on_failure(usage: Usage) -> None:
            failed[name] += usage

        answer = partial(job.method.answer, questions[name], on_failure=on_failure)
        try:
            prediction = await anyio.to_thread.run_sync(answer, limiter=limiter, abandon_on_cancel=True)
        except TimeoutError as error:  # inspect-ai takes it for a limit of its own and has the scorer go on
            raise RuntimeError(f"the method raised TimeoutError: {error}") from error
        finally:
            on_answered(job)
            if name in failed:
                state.metadata[FAILED_ATTEMPTS] = usage_json(failed[name])
        predictions[name] = prediction
        state.output = _output(job.system.model, prediction)
        return state

    @solver(name="method")
    def method() -> Solver:
        return solve

    return method()


def _output(model: str, prediction: Prediction) -> ModelOutput:
    """The answer and its usage, where people who open the log look for them."""
    usage = prediction.usage
    output = ModelOutput.from_content(model, _shown(prediction) or prediction.why_none)
    output.usage = ModelUsage(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        total_tokens=usage.input_tokens + usage.output_tokens,
        total_cost=usage.cost,
    )
    return output


def _shown(prediction: Prediction) -> str | None:
    return None if prediction.value is None else "; ".join(_texts(prediction.value))


def _score(job: Job, predictions: _Predictions) -> Scorer:
    items = {item.id: item for item in job.items}

    async def judge(state: TaskState, target: Target) -> Score:
        name = str(state.sample_id)
        item, prediction = items[name], predictions.pop(name)
        found = None if job.service is None else evidence_found(item, prediction, job.service)
        # With the score, since that is what inspect-ai restores of a run that was killed.
        told = {"prediction": prediction_json(prediction), "evidence": None if found is None else found._asdict()}
        if prediction.value is None:
            return Score.unscored(reason=NO_ANSWER, explanation=prediction.why_none, metadata=told)
        value = {name: float(holds) for name, holds in score(item, prediction.value, job.service)._asdict().items()}
        return Score(value=value, answer=_shown(prediction), metadata=told)

    @scorer(metrics={"correct": [mean(), stderr()], "none_wrong": [mean(), stderr()]}, name=SCORER)
    def answer() -> Scorer:
        return judge

    return answer()

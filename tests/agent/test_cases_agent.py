"""The shared cases about agents (`cases/R*`): one runner that knows every kind of check they state."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from entailed.agent import (
    JsonProblem,
    Limits,
    Observation,
    StepKind,
    Trajectory,
    find_json_array,
    find_json_object,
    run_loop,
)
from entailed.llm import FinishReason, Message, Reply, ScriptedModel, Usage


@dataclass
class CaseTool:
    """A tool that answers from the case's table."""

    name: str
    results: dict[str, str]
    calls: list[str] = field(default_factory=list)
    paging: str = "add LIMIT and OFFSET, or count"

    def call(self, argument: str) -> Observation:
        self.calls.append(argument)
        text = self.results.get(argument, self.results["*"])
        rows = re.fullmatch(r'GENERATE (\d+) rows "item 0*1"\.\."item \1"', text)
        if rows:
            text = "\n".join(f"item {number:04}" for number in range(1, int(rows[1]) + 1))
        return Observation(text=text, informative=text != "no rows")


@dataclass
class CaseRun:
    """What a case's replies led to."""

    trajectory: Trajectory
    model: ScriptedModel
    calls: list[str]

    @property
    def told(self) -> list[str]:
        return [message.content for message in self.trajectory.messages if message.role == "user"]


def run_case(folder: Path) -> CaseRun:
    script = yaml.safe_load((folder / "replies.yaml").read_text())
    tools = [CaseTool(name=name, results=results) for name, results in script["tools"].items()]
    replies = [
        Reply(text=reply["content"], finish_reason=FinishReason(reply["finish_reason"]), usage=Usage(calls=1))
        for reply in script["replies"]
    ]
    model = ScriptedModel(replies)
    opening = [Message(role="user", content=script["question"])]
    limits = Limits(**script["limits"])
    trajectory = run_loop(model, opening, tools, limits=limits, final_prompt="No more tools: give your Answer now.")
    return CaseRun(trajectory=trajectory, model=model, calls=[call for tool in tools for call in tool.calls])


def parsed(text: str, like: object) -> Any:
    return find_json_object(text) if isinstance(like, dict) else find_json_array(text)


def no_raw_text_as_answer(run: CaseRun, folder: Path, expected: str) -> None:
    assert expected == "wrong answer text"
    assert run.trajectory.answer is None


def correction_after(run: CaseRun, folder: Path, reply: int) -> None:
    step = run.trajectory.steps[reply - 1]
    assert step.kind is StepKind.MALFORMED
    assert run.model.requests[reply][-1] == Message(role="user", content=step.observation)


def calls_after_first_reply(run: CaseRun, folder: Path, expected: int) -> None:
    assert sum(step.kind is StepKind.CALLED for step in run.trajectory.steps[:1]) == expected


def shown_at_most(run: CaseRun, folder: Path, limit: int) -> None:
    shown = [step.observation for step in run.trajectory.steps if step.kind is StepKind.CALLED]
    assert shown
    assert all(len(text) <= limit for text in shown)


def equal(actual: Callable[[CaseRun], object]) -> Callable[[CaseRun, Path, Any], None]:
    def check(run: CaseRun, folder: Path, expected: Any) -> None:
        assert actual(run) == expected

    return check


def some_told_text_contains(run: CaseRun, folder: Path, words: str) -> None:
    assert any(words in text for text in run.told)


def transcript_lacks(run: CaseRun, folder: Path, words: str) -> None:
    assert all(words not in message.content for message in run.trajectory.messages)
    assert all(words not in message.content for request in run.model.requests for message in request)


def calls_at_most(run: CaseRun, folder: Path, limit: int) -> None:
    assert 0 < len(run.calls) <= limit


LOOP_CHECKS: dict[str, Callable[[CaseRun, Path, Any], None]] = {
    "tool_calls": equal(lambda run: len(run.calls)),
    "tool_calls_max": calls_at_most,
    "tool_calls_after_reply_1": calls_after_first_reply,
    "first_call": equal(lambda run: run.calls[0]),
    "llm_calls": equal(lambda run: len(run.model.requests)),
    "final": equal(lambda run: run.trajectory.answer),
    "final_or_status": equal(lambda run: run.trajectory.answer or run.trajectory.outcome),
    "status": equal(lambda run: run.trajectory.outcome),
    "not_scored_as": no_raw_text_as_answer,
    "transcript_must_not_contain": transcript_lacks,
    "correction_message_after": correction_after,
    "message_contains": some_told_text_contains,
    "observation_contains": some_told_text_contains,
    "observation_chars_max": shown_at_most,
}


def each_parses_to(folder: Path, files: list[str], check: dict[str, Any]) -> None:
    expected = check.pop("parse_json_each")
    assert [parsed((folder / file).read_text(), like=expected) for file in files] == [expected] * len(files)


def sequence_parses_to(folder: Path, files: list[str], check: dict[str, Any]) -> None:
    """Each reply but the last may be asked for again; what is accepted is one of the accepted values."""
    accepted = check.pop("accept")
    values = [parsed((folder / file).read_text(), like=accepted[0]) for file in check.pop("parse_sequence")]
    taken = next(value for value in values if not isinstance(value, JsonProblem))
    assert taken in accepted


def never_accepts(folder: Path, files: list[str], check: dict[str, Any]) -> None:
    forbidden = check.pop("never")
    values = [parsed((folder / file).read_text(), like=forbidden) for file in files]
    records = [record for value in values if isinstance(value, list) for record in value]
    assert records
    assert not [record for record in records for wrong in forbidden if wrong.items() <= record.items()]


PARSE_CHECKS: dict[str, Callable[[Path, list[str], dict[str, Any]], None]] = {
    "parse_json_each": each_parses_to,
    "parse_sequence": sequence_parses_to,
    "never": never_accepts,
}


def check_case(folder: Path) -> Iterator[str]:
    """Run every check of a case, yielding its key; an unknown one is a `KeyError`."""
    case = yaml.safe_load((folder / "case.yaml").read_text())
    run = run_case(folder) if (folder / "replies.yaml").exists() else None
    for check in case["check"]:
        check = dict(check)
        while check:
            key = next(iter(check))
            if run is None:
                PARSE_CHECKS[key](folder, case["input_files"], check)
            else:
                LOOP_CHECKS[key](run, folder, check.pop(key))
            yield key


CASES = [
    "R01_own_observation",
    "R02_many_actions_one_turn",
    "R04_action_word_inside_answer",
    "R07_fence_variants",
    "R08_unescaped_quotes",
    "R10_format_error_retries",
    "R11_empty_replies",
    "R12_same_action_loop",
    "R16_huge_observation",
]


@pytest.mark.parametrize("name", CASES)
def test_case(shared: Path, name: str) -> None:
    assert list(check_case(shared / "cases" / name))


def test_every_agent_case_is_run(shared: Path) -> None:
    assert sorted(folder.name for folder in (shared / "cases").glob("R*")) == CASES


def test_an_unknown_check_fails(tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_text("input_files: []\ncheck:\n- smells_of: roses\n")
    with pytest.raises(KeyError, match="smells_of"):
        list(check_case(tmp_path))

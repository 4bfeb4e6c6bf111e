"""Test 3: published sets of medical questions as items (OA-RAG paper, section 6.1).

All are single-answer items. Whom the model is told to be is the same for a whole set, and stands in `oarag.PERSONAS`.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from entailed.benchmark.build_folder import FORMAT
from entailed.benchmark.item_files import write_items
from entailed.benchmark.items import Excluded, Item
from entailed.benchmark.medical_files import Published, read_medmcqa, read_medqa, read_pubmedqa, read_usmle
from entailed.errors import ReadError
from entailed.oarag import PERSONAS, OneOption, YesNoMaybe
from entailed.service.cached import content_hash


class MedicalSet(StrEnum):
    """A published set of questions."""

    MEDQA = "medqa"
    MEDMCQA = "medmcqa"
    PUBMEDQA = "pubmedqa"
    USMLE = "usmle"


class MedicalQuestions(NamedTuple):
    """What a file holds."""

    items: tuple[Item, ...]
    excluded: tuple[Excluded, ...]
    merged_options: int
    """Options left out because an earlier one of the same question has their text."""


def read_medical_set(kind: MedicalSet, path: Path, *, solutions: Path | None = None) -> MedicalQuestions:
    """Read questions as their authors publish them; a file whose name ends in `.gz` is unpacked.

    Options with the same text become one. A question without an answer, or with one option left, is excluded.

    Args:
        kind: Which set.
        path: Of the questions.
        solutions: The answers, where they are published apart: a JSON object by question. PubMedQA's names the
            questions of its test, and no others are read.

    Raises:
        ReadError: The file is not in the format of the set.
    """
    match kind:
        case MedicalSet.MEDQA:
            questions = list(read_medqa(path))
        case MedicalSet.MEDMCQA:
            questions = list(read_medmcqa(path))
        case MedicalSet.PUBMEDQA:
            questions = list(read_pubmedqa(path, solutions))
        case MedicalSet.USMLE:
            questions = list(read_usmle(path, solutions))
    _check(questions, path)
    made = [(question, _item(question)) for question in questions]
    items = tuple(item for _, item in made if isinstance(item, Item))
    if not items:
        raise ReadError(
            "no question in it has an answer.", source=str(path), advice="Are they published apart? Give --solutions."
        )
    return MedicalQuestions(
        items,
        tuple(Excluded(question.id, reason) for question, reason in made if isinstance(reason, str)),
        sum(len(question.options) - len(_distinct(question.options)) for question in questions),
    )


def _check(questions: Sequence[Published], path: Path) -> None:
    if not questions:
        raise ReadError("there are no questions in it.", source=str(path), advice="Was it downloaded as a whole?")
    id_, times = Counter(question.id for question in questions).most_common(1)[0]
    if times > 1:
        raise ReadError(f"{times} questions are called `{id_}`.", source=str(path), advice="Keep one of them.")


def _item(question: Published) -> Item | str:
    """The item, or why there is none."""
    if not question.answer:
        return "there is no answer"
    if not question.text.strip():
        return "there is no question"
    persona = PERSONAS[question.data_set]
    if not question.options:
        asked = YesNoMaybe(text=question.text, context=question.context, persona=persona)
        return Item(id=question.id, data_set=question.data_set, question=asked, gold=question.answer)
    options = _distinct(question.options)
    if len(options) == 1:
        return "all options have the same text"
    one = OneOption(text=question.text, options=tuple(options.values()), persona=persona)
    return Item(id=question.id, data_set=question.data_set, question=one, gold=options[_folded(question.answer)])


def _distinct(options: Sequence[str]) -> dict[str, str]:
    """The options by what tells them apart: the first of those that are alike but for case and spaces."""
    alike: dict[str, str] = {}
    for option in options:
        alike.setdefault(_folded(option), option)
    return alike


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


# ---- the folder of a data set


def write_medical_set(folder: Path, questions: MedicalQuestions, files: Sequence[Path]) -> Mapping[str, Any]:
    """Write test 3 into a folder, which is created; equal questions give equal bytes.

    Args:
        folder: Where to.
        questions: At least one item.
        files: What they were read from, whose names and hashes are noted.

    Returns:
        What `manifest.json` holds.
    """
    write_items(folder / "test3" / "items.jsonl", questions.items)
    manifest = {
        "format": FORMAT,
        "data_set": questions.items[0].data_set,
        "sources": [{"file": path.name, "sha256": content_hash(path)} for path in files],
        "tests": {"test3": {"all": len(questions.items)}},
        "excluded": [excluded._asdict() for excluded in questions.excluded],
        "merged_options": questions.merged_options,
    }
    text = json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"
    (folder / "manifest.json").write_text(text, encoding="utf-8", newline="\n")
    return manifest

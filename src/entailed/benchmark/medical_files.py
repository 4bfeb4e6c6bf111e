"""The formats in which the sets of medical questions of Test 3 are published, one function for each."""

import gzip
import re
import zlib
from collections.abc import Iterator, Mapping, Set
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from entailed.errors import ReadError

MOST_BYTES = 500_000_000
"""A larger file is none of these sets."""

Read = TypeVar("Read")


class Published(NamedTuple):
    """A question as its authors publish it."""

    id: str
    data_set: str
    """The set, and the step of an examination: a key of `oarag.PERSONAS`."""
    text: str
    answer: str
    """Empty where the file gives none."""
    options: tuple[str, ...] = ()
    """None where it is answered by yes, no or maybe."""
    context: str = ""


# ---- MedQA and USMLE


class _Lettered(BaseModel):
    no: int | None = None
    question: str
    options: dict[str, str | None]
    answer_idx: str | None = None
    answer: str | None = None


def read_medqa(path: Path) -> Iterator[Published]:
    """MedQA (Jin et al. 2021): JSON lines with `question`, `options` by letter, and `answer_idx`."""
    for number, entry in enumerate(_entries(path, _Lettered), 1):
        yield _published(entry, f"medqa-{number}", "medqa", entry.answer_idx)


def read_usmle(path: Path, solutions: Path | None = None) -> Iterator[Published]:
    """One step of the USMLE self-assessment (Han et al. 2023): a JSON list in the manner of MedQA.

    The step is in the name of the file, `step1.json`. Solutions are by the number `no` of the question, and letters.
    """
    step = re.search(r"step[ _-]?([123])", path.name, re.IGNORECASE)
    if step is None:
        raise _wrong(path, "its name does not say of which step it is; call it `step1.json`, or 2 or 3")
    data_set = f"usmle-step-{step[1]}"
    apart = _solutions(solutions)
    for number, entry in enumerate(_entries(path, _Lettered), 1):
        of_exam = str(entry.no or number)
        letter = apart.get(of_exam) if apart is not None else entry.answer_idx or entry.answer
        yield _published(entry, f"{data_set}-{of_exam}", data_set, letter)


def _published(entry: _Lettered, id_: str, data_set: str, letter: str | None) -> Published:
    """Options that stand empty are none: steps have up to nine, and some copies pad the others."""
    options = _filled(entry.options)
    answer = options.get((letter or "").strip().upper(), "")
    return Published(id_, data_set, entry.question, answer, tuple(options.values()))


def _filled(options: Mapping[str, str | None]) -> dict[str, str]:
    return {letter: text for letter, text in sorted(options.items()) if text and text.strip()}


# ---- MedMCQA


class _MedMCQA(BaseModel):
    id: str
    question: str
    opa: str | None
    opb: str | None
    opc: str | None
    opd: str | None
    cop: int | None = None


def read_medmcqa(path: Path) -> Iterator[Published]:
    """MedMCQA (Pal et al. 2022): JSON lines with `question`, `opa` to `opd`, and `cop`.

    The right option counts from 1 in the authors' files and from 0 in a common copy, where -1 stands for no answer. A
    4 or a 0 tells which it is; a part of a file that holds neither, or both, is refused.
    """
    entries = list(_entries(path, _MedMCQA))
    letters = _letters_by_cop({entry.cop for entry in entries if entry.cop is not None}, path)
    for entry in entries:
        options = _filled({"A": entry.opa, "B": entry.opb, "C": entry.opc, "D": entry.opd})
        answer = options.get(letters.get(entry.cop, ""), "")
        yield Published(f"medmcqa-{entry.id}", "medmcqa", entry.question, answer, tuple(options.values()))


def _letters_by_cop(found: Set[int], path: Path) -> Mapping[int | None, str]:
    if not found & {0, 1, 2, 3, 4}:
        return {}
    if (0 in found) == (4 in found):
        holds = "both 0 and 4" if 0 in found else "neither 0 nor 4"
        raise _wrong(path, f"its `cop` hold {holds}, which leaves open whether they count from 0 or from 1")
    return dict(enumerate("ABCD", 0 if 0 in found else 1))


# ---- PubMedQA


class _PubMedQA(BaseModel):
    QUESTION: str
    CONTEXTS: list[str]
    LABELS: list[str] = []
    final_decision: Literal["yes", "no", "maybe"] | None = None


def read_pubmedqa(path: Path, solutions: Path | None = None) -> Iterator[Published]:
    """PubMedQA (Jin et al. 2019): a JSON object of abstracts and their questions, by PubMed identifier.

    The conclusion of an abstract, from which its answer was read, is not shown. With solutions, only the questions in
    them are read: the published ones name the 500 of the test.
    """
    apart = _solutions(solutions)
    for id_, entry in _parsed(path, _text(path), dict[str, _PubMedQA]).items():
        if apart is None or id_ in apart:
            answer = entry.final_decision if apart is None else apart[id_]
            labels = [*entry.LABELS, *[""] * len(entry.CONTEXTS)]
            parts = (f"{label}: {part}" if label else part for label, part in zip(labels, entry.CONTEXTS, strict=False))
            yield Published(f"pubmedqa-{id_}", "pubmedqa", entry.QUESTION, answer or "", context="\n".join(parts))


# ---- files


def _solutions(path: Path | None) -> Mapping[str, str] | None:
    return None if path is None else _parsed(path, _text(path), dict[str, str])


def _entries(path: Path, kind: type[Read]) -> Iterator[Read]:
    """The objects of a JSON list, or of JSON lines."""
    text = _text(path)
    if text.lstrip().startswith("["):
        yield from _parsed(path, text, list[kind])  # type: ignore[valid-type]
    else:
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                yield _parsed(path, line, kind, number)


def _parsed(path: Path, text: str, kind: type[Read], line: int | None = None) -> Read:
    try:
        return TypeAdapter(kind).validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise _wrong(path, f"{first['msg']}{where and f' ({where})'}", line) from error


def _text(path: Path) -> str:
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise _wrong(path, "it is not a whole gzip file") from error
    except OSError as error:
        raise _wrong(path, f"{error.strerror}") from error
    if len(content) > MOST_BYTES:
        raise _wrong(path, f"it is larger than {MOST_BYTES:,} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _wrong(path, "it is not in UTF-8") from error


def _wrong(path: Path, problem: str, line: int | None = None) -> ReadError:
    return ReadError(
        f"{problem}.", source=str(path), line=line, advice="docs/benchmark-test3.md shows the published formats."
    )

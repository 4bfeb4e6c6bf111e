"""What is found in schemas, and how it is explained: `schemas/faulty` and `schemas/sound` are read whole.

A faulty schema ends with all that is to be said of it. Explaining what only a reasoner finds takes it several questions
of 0.1 s, so most of those are explained only in `ENTAILED_EVERY_SCHEMA=1 pytest tests/oak/test_schema_check.py`; that
they are found is tested always.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from entailed.errors import DLCheckError, SchemaError
from entailed.oak.schema.check import SchemaReport, check_schema
from entailed.oak.schema.encoding import encode
from entailed.oak.schema.files import SchemaFile, parse_schema, read_schema_file
from entailed.oak.schema.model import EntityType, Restriction, Schema
from entailed.oak.schema.prechecks import allows_encoding, precheck
from entailed.oak.schema.questions import questions
from entailed.owl import model as owl
from entailed.reasoning.dl_check import check
from entailed.reasoning.dl_engines import Engine, HermiT, RustDL
from reasoning.test_dl_check import needs_hermit

FOLDER = Path(__file__).with_name("schemas")
FAULTY = sorted((FOLDER / "faulty").glob("*.yaml"))
SOUND = sorted((FOLDER / "sound").glob("*.yaml"))
BY_REASONER = ("disjointness", "restriction", "characteristic", "unsatisfiable")
ALWAYS_EXPLAINED = {
    "far_below_disjoint_types",
    "keys_and_logic",
    "more_than_the_maximum",
    "one_fault_hides_another",
    "overlap_below_disjoint_types",
    "symmetric_and_asymmetric",
    "two_sources_of_an_inverse_functional",
}


def expected(path: Path) -> list[str]:
    """The lines that a faulty schema ends with."""
    lines = path.read_text(encoding="utf-8").partition("# expected:\n")[2].splitlines()
    return [line.removeprefix("# ") for line in lines]


def found(path: Path) -> Iterator[str]:
    try:
        file = read_schema_file(path)
    except SchemaError as error:
        yield from (f"form, line {line}: {problem}" for line, problem in error.problems)
    else:
        yield from said(file, check_schema(file.schema))


def said(file: SchemaFile, report: SchemaReport) -> Iterator[str]:
    for fault in report.faults:
        yield f"{fault.kind}, line {file.line_of(fault.at)}: {fault.message}"
        for declared in fault.because:
            where = f"line {file.line_of(declared.at)}: " if declared.at else ""
            yield f"  because {where}{declared.text}"
        if fault.consequences:
            yield f"  so neither can: {', '.join(fault.consequences)}"


def takes_long(path: Path) -> bool:
    reasoned = any(line.startswith(BY_REASONER) for line in expected(path))
    return reasoned and path.stem not in ALWAYS_EXPLAINED and "ENTAILED_EVERY_SCHEMA" not in os.environ


@pytest.mark.parametrize("path", [path for path in FAULTY if not takes_long(path)], ids=lambda path: path.stem)
def test_a_faulty_schema_is_explained_in_its_own_words(path: Path) -> None:
    assert expected(path)
    assert list(found(path)) == expected(path)


def test_there_are_enough_schemas() -> None:
    assert len(FAULTY) >= 40
    assert len(SOUND) >= 20
    assert {path.stem for path in FAULTY} >= ALWAYS_EXPLAINED


@pytest.mark.parametrize("path", SOUND, ids=lambda path: path.stem)
def test_no_false_alarm_is_raised_before_the_reasoner_is_asked(path: Path) -> None:
    assert precheck(read_schema_file(path).schema) == ()


# ---- both reasoners

ENGINES = [pytest.param(RustDL(), id="rustdl"), pytest.param(HermiT(), id="HermiT", marks=needs_hermit)]


@pytest.mark.parametrize("engine", ENGINES)
def test_reasoners_find_what_is_impossible_and_nothing_else(engine: Engine) -> None:
    """All schemas in one question: no two share a name, and what one says has no bearing on another."""
    schemas = dict(encodable())
    asked = {path: questions(schema) for path, schema in schemas.items()}
    axioms = [axiom for schema in schemas.values() for axiom in encode(schema).axioms]
    axioms += [axiom for by_class in asked.values() for question in by_class.values() for axiom in question.axioms]
    outcome = check(axioms, engine=engine, max_justifications=0, max_axioms=5000)
    assert outcome.undecided == ""
    for path, by_class in asked.items():
        impossible = {question.name for c, question in by_class.items() if c in outcome.unsatisfiable}
        assert impossible == impossible_in(path), path.stem


def encodable() -> Iterator[tuple[Path, Schema]]:
    for path in (*FAULTY, *SOUND):
        try:
            schema = read_schema_file(path).schema
        except SchemaError:
            continue
        if allows_encoding(precheck(schema)):
            yield path, schema


def impossible_in(path: Path) -> set[str]:
    """What is said to be impossible by the lines that a schema ends with."""
    names: set[str] = set()
    for line in expected(path):
        kind, _, rest = line.partition(", ")
        if kind in BY_REASONER:
            subject = rest.partition(": ")[2].removeprefix("There can be no ").partition(" can ")[0]
            names.add(subject.removesuffix(".").replace("`", ""))
        elif line.startswith("  so neither can: "):
            names.update(line.removeprefix("  so neither can: ").split(", "))
    return names


@pytest.mark.parametrize("engine", ENGINES)
def test_one_graph_can_have_an_entity_of_every_type_exactly_where_every_type_can_have_one(engine: Engine) -> None:
    """What the report calls consistent, asked with an entity of each type instead."""
    schema = read_schema_file(FOLDER / "sound/hotels.yaml").schema
    types = [c for c, question in questions(schema).items() if question.about == "type"]
    entities = [owl.ClassAssertion(c, owl.NamedIndividual(f"{c.iri}:entity")) for c in types]
    assert check([*encode(schema).axioms, *entities], engine=engine).consistent is True
    assert check_schema(schema, engine=engine).consistent is True


# ---- reports


def test_a_report_says_where_the_reasoner_may_err() -> None:
    report = check_schema(read_schema_file(FOLDER / "sound/two_kinds_of_many.yaml").schema)
    assert report.sound
    assert report.doubts == ("cardinality",)
    assert report.reasoner == "rustdl"


def test_what_time_does_not_allow_is_left_open_and_not_called_sound() -> None:
    report = check_schema(read_schema_file(FOLDER / "sound/hotels.yaml").schema, timeout_s=0)
    assert report.consistent is None
    assert "time limit" in report.undecided
    assert not report.sound


def test_a_fault_of_names_keeps_the_reasoner_from_being_asked() -> None:
    report = check_schema(read_schema_file(FOLDER / "faulty/unknown_supertype.yaml").schema)
    assert report.reasoner == ""
    assert report.consistent is None


def test_a_schema_of_another_origin_than_a_file_is_checked_too() -> None:
    schema = Schema(
        name="made",
        entity_types={"A": EntityType(is_a=("A",))},
        restrictions=(Restriction(type="A", relation="r", kind="some", filler="A"),),
    )
    kinds = [fault.kind for fault in check_schema(schema).faults]
    assert kinds == ["name", "hierarchy"]


def test_only_so_many_faults_are_explained_and_the_report_says_so() -> None:
    types = "".join(f"  T{n}: {{is_a: [Person, City], key: [name]}}\n" for n in range(3))
    base = "name: many\nentity_types:\n  Person: {key: [name], properties: {name: string}}\n"
    schema = parse_schema(f"{base}  City: {{key: [name], properties: {{name: string}}}}\n{types}").schema
    report = check_schema(schema, max_explained=2)
    assert [bool(fault.because) for fault in report.faults] == [True, True, False]
    assert report.undecided == "no more than 2 faults are explained."


def test_a_schema_too_large_for_the_reasoner_is_refused_by_name() -> None:
    types = {f"T{n}": EntityType(key=("name",), properties={"name": {}}) for n in range(2)}
    relations = {f"r{n}": {"source": "T0", "target": "T1", "minimum": 1} for n in range(7000)}
    schema = Schema.model_validate({"name": "large", "entity_types": types, "relations": relations})
    with pytest.raises(DLCheckError, match="20,000 logical axioms"):
        check_schema(schema)

"""How a function file is read, and what is said of one that is not written as it should be."""

import ast
import inspect
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest
from hotel_kernel import HOTELS

from entailed.errors import FunctionFileError
from entailed.oak.functions.check import function_faults, operator_declarations
from entailed.oak.functions.files import parse_function
from entailed.oak.functions.model import Function
from entailed.oak.functions.sandbox import Sandbox
from entailed.oak.functions.static_report import UnknownRead, static_report
from entailed.oak.operators import operators
from entailed.oak.operators import values as operator_values
from entailed.oak.schema.files import read_schema


def parsed(text: str, name: str = "f") -> Function:
    return parse_function(text, name=name, source=f"{name}.py")


def problems(text: str, name: str = "f") -> list[tuple[int, str]]:
    with pytest.raises(FunctionFileError) as caught:
        parsed(text, name)
    return list(caught.value.problems)


# ---- a file as it should be


def test_a_function_has_what_its_file_states() -> None:
    path = HOTELS / "functions" / "cheapest_hotels.py"
    function = parsed(path.read_text(encoding="utf-8"), "cheapest_hotels")
    assert function.signature == (
        "cheapest_hotels(city: str, guests: int, nights: int, budget: float, room_type: str | None = None) "
        "-> list[dict[str, Any]]"
    )
    assert function.description.startswith("Find hotels of a city")
    assert function.description.endswith("either where None.")
    assert [(condition.line, condition.text) for condition in function.requires] == [
        (17, "guests >= 1"),
        (18, "nights >= 1"),
        (19, "budget >= 0"),
    ]
    assert function.ensures[0].line == 21
    first, second = function.examples
    assert (first.line, first.arguments["guests"], first.expects) == (25, 3, False)
    assert (second.expects, second.expected) == (True, [])


def test_the_arguments_are_published_as_json_schema() -> None:
    text = 'def f(a: int, b: list[str], c: Literal["x", "y"] = "x") -> None:\n    "Does."\n'
    assert parsed(text).arguments_schema() == {
        "type": "object",
        "properties": {
            "a": {"type": "integer"},
            "b": {"type": "array", "items": {"type": "string"}},
            "c": {"enum": ["x", "y"], "type": "string", "default": "x"},
        },
        "required": ["a", "b"],
        "additionalProperties": False,
    }


def test_a_variable_of_a_function_may_be_called_as_the_function_is() -> None:
    assert (
        parsed('def f(a: int) -> int:\n    "Does."\n    f = a\n    return f\ndef _g(f: int) -> int: ...\n').name == "f"
    )


# ---- a file as it should not be


def test_a_function_that_is_named_as_helpers_are_is_defined_once() -> None:
    text = 'def _f(a: int) -> int:\n    """Does.\n\n    Requires:\n        a > 0\n    """\ndef _f(a: int) -> int: ...\n'
    assert problems(text, "_f") == [
        (7, "`_f` is the function of this file, and is defined once. Use another name here.")
    ]


FAULTY = {
    "no Python": ("def f(:\n", 1, "this is no Python"),
    "a null byte": ("x = 1\0\n", 1, "null bytes"),
    "deep brackets": ("x = " + "(" * 1000 + ")" * 1000, 1, "Python"),
    "deep signs": ("x = " + "-" * 40_000 + "1", 1, "Python"),
    "much text": ("#" * 60_000, 1, "60,000 characters"),
    "another function": ('def g() -> None:\n    "Does."\n', 1, "there is no function `f`"),
    "two functions": ('def f() -> None:\n    "Does."\ndef g() -> None: ...\n', 3, "`g` is no helper"),
    "a function twice": (
        'def f() -> None:\n    "Does."\ndef f() -> None: ...\n',
        3,
        "`f` is the function of this file",
    ),
    "a value of its name": ('def f() -> None:\n    "Does."\nf = 3\n', 3, "`f` is the function of this file"),
    "a typed value of its name": ('f: int = 3\ndef f() -> None:\n    "Does."\n', 1, "is defined once"),
    "one of several values": ('def f() -> None:\n    "Does."\n(a, [*f]) = 1, []\n', 3, "is defined once"),
    "an import of its name": ('def f() -> None:\n    "Does."\nimport math as f\n', 3, "is defined once"),
    "an import from": ('def f() -> None:\n    "Does."\nfrom typing import Any as f\n', 3, "is defined once"),
    "a default": ('def f() -> None:\n    "Does."\ndef _g(a: int = (f := 3)) -> None: ...\n', 3, "is defined once"),
    "a global": ('def f() -> None:\n    "Does."\ndef _g() -> None:\n    global f\n', 4, "is defined once"),
    "a class": ('class A: ...\ndef f() -> None:\n    "Does."\n', 1, "imports, constants and functions"),
    "a statement": ('while True: ...\ndef f() -> None:\n    "Does."\n', 1, "imports, constants and functions"),
    "a coroutine": ('async def f() -> None:\n    "Does."\n', 1, "there is no function `f`"),
    "a decorator": ('@cache\ndef f() -> None:\n    "Does."\n', 2, "no decorators"),
    "no docstring": ("def f() -> None: ...\n", 1, "has no docstring"),
    "no type": ('def f(a) -> None:\n    "Does."\n', 1, "the type of `a`: it has none"),
    "no result type": ('def f():\n    "Does."\n', 1, "the result of `f`: it has none"),
    "a deep type": (
        f'def f(a: {"int | " * 900}int) -> None:\n    "Does."\n',
        1,
        "the type of `a`: it is nested too deep",
    ),
    "a deeper type": (f'def f(a: {"int | " * 8000}int) -> None:\n    "Does."\n', 1, "too deep"),
    "an open type": ('def f(a: list) -> None:\n    "Does."\n', 1, "`list` is no type of plain values"),
    "a called type": ('def f(a: open("x")) -> None:\n    "Does."\n', 1, "no type of plain values"),
    "a set": ('def f(a: EntitySet) -> None:\n    "Does."\n', 1, "`EntitySet` is no type of plain values"),
    "keys of numbers": ('def f(a: dict[int, str]) -> None:\n    "Does."\n', 1, "no type of plain values"),
    "a literal of a call": ('def f(a: Literal[g()]) -> None:\n    "Does."\n', 1, "`Literal` takes"),
    "many arguments": ('def f(*a: int) -> None:\n    "Does."\n', 1, "a name of its own"),
    "named arguments": ('def f(**a: int) -> None:\n    "Does."\n', 1, "a name of its own"),
    "a reserved name": ('def f(result: int) -> None:\n    "Does."\n', 1, "no name for an argument"),
    "a name in conditions": ('def f(len: int) -> None:\n    "Does."\n', 1, "no name for an argument"),
    "an operator's name": ('def f(filter_numeric: int) -> None:\n    "Does."\n', 1, "no name for an argument"),
    "a called default": ('def f(a: int = g()) -> None:\n    "Does."\n', 1, "written out"),
    "a wrong default": ('def f(a: int = "x") -> None:\n    "Does."\n', 1, "the default of `a` has to be `int`"),
    "an unknown name": (
        'def f() -> int:\n    """Does.\n\n    Ensures:\n        resu > 1\n    """\n',
        5,
        "knows no `resu`",
    ),
    "a result too soon": (
        'def f() -> int:\n    """Does.\n\n    Requires:\n        result > 1\n    """\n',
        5,
        "`result`",
    ),
    "an attribute": (
        'def f() -> int:\n    """Does.\n\n    Ensures:\n        result.x > 1\n    """\n',
        5,
        "write ['x']",
    ),
    "a call": ('def f() -> int:\n    """Does.\n\n    Ensures:\n        open("x")\n    """\n', 5, "calls nothing but"),
    "a key": ('def f() -> int:\n    """Does.\n\n    Ensures:\n        max(result, key=len)\n    """\n', 5, "keywords"),
    "a lambda": ('def f() -> int:\n    """Does.\n\n    Ensures:\n        (lambda: 1)\n    """\n', 5, "kind Lambda"),
    "a walrus": ('def f() -> int:\n    """Does.\n\n    Ensures:\n        (x := 1)\n    """\n', 5, "kind NamedExpr"),
    "a power": ('def f(a: int) -> int:\n    """Does.\n\n    Requires:\n        a ** 9\n    """\n', 5, "kind Pow"),
    "no expression": (
        'def f() -> int:\n    """Does.\n\n    Ensures:\n        small it is\n    """\n',
        5,
        "no Python expression",
    ),
    "a long one": (
        f'def f() -> int:\n    """Does.\n\n    Ensures:\n        {"-" * 2000}1\n    """\n',
        5,
        "1,000 characters",
    ),
    "another call": ('def f() -> int:\n    """Does.\n\n    Examples:\n        g()\n    """\n', 5, "is no example"),
    "a set as default": (
        'from typing import Any\ndef f(a: Any = {1}) -> int:\n    """Does."""\n',
        2,
        "written out as a plain value",
    ),
    "no plain value": (
        'def f(a: int) -> int:\n    """Does.\n\n    Examples:\n        f(a=g())\n    """\n',
        5,
        "is no example",
    ),
    "a position": ('def f(a: int) -> int:\n    """Does.\n\n    Examples:\n        f(1)\n    """\n', 5, "is no example"),
    "unpacked values": (
        'def f(a: int) -> int:\n    """Does.\n\n    Examples:\n        f(**{})\n    """\n',
        5,
        "is no example",
    ),
}


@pytest.mark.parametrize("fault", FAULTY)
def test_a_fault_is_named_with_its_line(fault: str) -> None:
    text, line, words = FAULTY[fault]
    assert any(found == line and words in problem for found, problem in problems(text)), problems(text)


def test_all_faults_of_a_file_are_named_at_once() -> None:
    found = problems("import os\nprint(1)\ndef f(a, b=g()):\n    pass\n")
    assert [line for line, _ in found] == [2, 3, 3, 3, 3, 3]


def test_a_function_is_not_named_as_an_operator_is() -> None:
    text = 'def filter_numeric() -> None:\n    "Does."\n'
    assert "is the name of an operator" in problems(text, "filter_numeric")[0][1]


# ---- types and names


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as opened:
        yield opened


def faults(body: str, sandbox: Sandbox) -> list[tuple[int, str]]:
    function = parsed(f'def f(city: str) -> float:\n    """Does."""\n{body}')
    return list(function_faults(function, read_schema(HOTELS / "schema.yaml"), sandbox))


def test_the_functions_of_a_sound_kernel_have_no_faults(sandbox: Sandbox) -> None:
    schema = read_schema(HOTELS / "schema.yaml")
    for path in (HOTELS / "functions").iterdir():
        assert function_faults(parsed(path.read_text(encoding="utf-8"), path.stem), schema, sandbox) == ()


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("    return lookup_entities(types=['Hotel']).total\n", "`Lookup` has no attribute `total`"),
        ("    return lookup_entities(kinds=['Hotel'])\n", "`kinds`"),
        ("    return open_door(city=city)\n", "`open_door`"),
        ("    return city\n", "expected `float`"),
        ("    found = lookup_entities(types=['Hotels'])\n    return 1.0\n", "no type `Hotels`: is `Hotel` meant?"),
        ("    found = lookup_entities(types=['Hotel'], key={'nam': city})\n    return 1.0\n", "no property `nam`"),
        (
            "    found = lookup_entities(types=['Hotel']).entities\n"
            "    traverse_relations(entities=found, relations=['located'])\n    return 1.0\n",
            "no relation `located`: is `located_in` meant?",
        ),
    ],
)
def test_a_wrong_type_or_name_is_found_before_the_function_runs(body: str, words: str, sandbox: Sandbox) -> None:
    found = faults(body, sandbox)
    assert any(words in problem for _, problem in found), found
    assert all(line in (3, 4) for line, _ in found)


def test_the_types_of_conditions_are_checked_on_their_lines(sandbox: Sandbox) -> None:
    text = 'def f(city: str) -> float:\n    """Does.\n\n    Requires:\n        city > 1\n    """\n    return 1.0\n'
    found = function_faults(parsed(text), read_schema(HOTELS / "schema.yaml"), sandbox)
    assert [line for line, _ in found] == [5]


# ---- what a function reads


def test_the_report_of_a_function_names_what_it_reads() -> None:
    report = static_report((HOTELS / "functions" / "cheapest_hotels.py").read_text(encoding="utf-8"))
    assert report.names("type") == ("City", "Hotel")
    assert report.names("relation") == ("located_in",)
    assert report.names("property") == ("maximum_occupancy", "minimum_nights", "price", "room_type", "name")
    assert "traverse_relations" not in report.operators
    assert "filter_numeric" in report.operators
    assert report.unknown == ()


def test_what_is_worked_out_at_run_time_is_said_to_be_unknown() -> None:
    report = static_report(
        "def f(kind: str) -> None:\n"
        "    lookup_entities(types=[kind, 'Hotel'])\n"
        "    lookup_entities(types=['Hotel'], properties={**{}, 'price': 1})\n"
        "    lookup_entities(**{'types': ['City']})\n"
        "    again = filter_numeric\n"
    )
    assert report.unknown == (
        UnknownRead(text="`types` of `lookup_entities`", line=2),
        UnknownRead(text="`properties` of `lookup_entities`", line=3),
        UnknownRead(text="arguments of `lookup_entities`", line=4),
        UnknownRead(text="`filter_numeric`, which is passed around", line=5),
    )
    assert report.names("type") == ("Hotel",)


@pytest.mark.parametrize(
    ("before", "after", "known"),
    [
        ("_T = ['Hotel']\n", "", True),
        ("_T = ['Hotel']\n", "    lookup_entities(types=_T)\n", True),
        ("_T = 'Hotel', 'City'\n", "    len(_T)\n", True),
        ("_T: list[str] = ['Hotel']\n", "", True),
        ("_T = ['Hotel']\n_T = ['City']\n", "", False),
        ("_T = ['Hotel']\n", "    _T.append('City')\n", False),
        ("_T = ['Hotel']\n", "    _T += ['City']\n", False),
        ("_T = ['Hotel']\n", "    _more(_T)\n", False),
        ("_T = ['Hotel']\n", "def _g(_T: str) -> None: ...\n", False),
        ("_T = ['Hotel', _U]\n", "", False),
    ],
)
def test_a_variable_counts_only_where_it_cannot_have_another_value(before: str, after: str, known: bool) -> None:
    report = static_report(f"{before}def f() -> None:\n    lookup_entities(types=_T)\n{after}")
    assert bool(report.names("type")) is known
    assert bool(report.unknown) is not known


# ---- the declarations that functions are checked against


def test_the_declarations_are_those_of_the_operators() -> None:
    declared = {
        node.name: node for node in ast.parse(operator_declarations()).body if isinstance(node, ast.FunctionDef)
    }
    (methods,) = [
        {node.name: node for node in part.body if isinstance(node, ast.FunctionDef)}
        for part in ast.parse(inspect.getsource(operators)).body
        if isinstance(part, ast.ClassDef) and part.name == "Operators"
    ]
    assert tuple(declared) == operators.OPERATORS
    for name, declaration in declared.items():
        method = methods[name]
        method.args.args.clear()  # self
        assert ast.unparse(declaration.args) == ast.unparse(method.args), name
        assert ast.unparse(declaration.returns or ast.Name("")) == ast.unparse(method.returns or ast.Name("")), name


def test_the_declared_results_have_the_fields_of_the_real_ones() -> None:
    declared = {
        node.name: [
            part.target.id
            for part in node.body
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
        ]
        for node in ast.parse(operator_declarations()).body
        if isinstance(node, ast.ClassDef) and node.name != "SlotSpec"
    }
    traced_only = {"OperatorCall", "CallAccount"}
    real = {
        name: list(value._fields) if issubclass(value, tuple) else [field.name for field in fields(value)]
        for name, value in vars(operator_values).items()
        if isinstance(value, type) and (is_dataclass(value) or hasattr(value, "_fields")) and name not in traced_only
    }
    assert declared == real

"""Functions called over a graph: arguments, conditions, limits, traces."""

from collections.abc import Iterator
from typing import Any

import pytest
from hotel_kernel import HOTELS, hotel_graph

from entailed.errors import FunctionCallError, KernelFolderError
from entailed.oak.functions.calls import FunctionResult, call_function
from entailed.oak.functions.check import example_faults
from entailed.oak.functions.files import parse_function
from entailed.oak.functions.kernel import Kernel
from entailed.oak.functions.sandbox import Limits, Sandbox
from entailed.oak.graph.graph import Graph
from entailed.oak.operators.operators import Operators
from entailed.oak.schema.model import EntityType, Property, Schema


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    with hotel_graph(tmp_path_factory.mktemp("hotels") / "graph.duckdb") as opened:
        yield opened


@pytest.fixture(scope="module")
def kernel() -> Iterator[Kernel]:
    with Kernel.draft(HOTELS) as opened:
        yield opened


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(Limits(time_s=1, calls=20, items=1_000)) as opened:
        yield opened


TRIP: dict[str, Any] = {"city": "bergen", "guests": 3, "nights": 2, "budget": 150}


def run(graph: Graph, sandbox: Sandbox, body: str, returns: str = "Any", docs: str = "") -> FunctionResult:
    """Call a function `f(n: int)` with 3."""
    head = f'from typing import Any\ndef f(n: int) -> {returns}:\n    """Does.\n\n{docs}    """\n'
    function = parse_function(head + body, name="f", source="f.py")
    return call_function(function, {"n": 3}, operators=Operators(graph), sandbox=sandbox)


def failure(graph: Graph, sandbox: Sandbox, body: str, returns: str = "Any", docs: str = "") -> FunctionCallError:
    with pytest.raises(FunctionCallError) as caught:
        run(graph, sandbox, body, returns, docs)
    return caught.value


# ---- calls that succeed


def test_a_function_returns_rows_that_meet_its_conditions(kernel: Kernel, graph: Graph) -> None:
    result = kernel.call("cheapest_hotels", graph, **TRIP)
    assert [row["name"] for row in result.value] == ["Solvik", "Nordlys"]
    assert result.arguments == {**TRIP, "room_type": None}


def test_the_operators_that_a_function_called_are_told(kernel: Kernel, graph: Graph) -> None:
    operators = Operators(graph)
    kernel.call("average_price", operators, city="Bergen")
    result = kernel.call("average_price", operators, city="Bergen")
    assert [call.operator for call in result.calls] == ["lookup_entities", "traverse_relations", "aggregate_values"]
    assert [call.number for call in result.calls] == [4, 5, 6]
    assert len(operators.trace) == 6


def test_every_example_of_the_kernel_holds(kernel: Kernel, graph: Graph) -> None:
    assert [example_faults(function, graph, kernel.sandbox) for function in kernel.functions.values()] == [(), ()]


def test_an_example_that_does_not_hold_is_named(graph: Graph, sandbox: Sandbox) -> None:
    examples = "    Examples:\n        f(n=1) == 2\n        f(n=0)\n"
    text = f'def f(n: int) -> float:\n    """Does.\n\n{examples}    """\n    return 1 / n\n'
    faults = example_faults(parse_function(text, name="f", source="f.py"), graph, sandbox)
    assert [line for line, _ in faults] == [5, 6]
    assert "gives 1.0" in faults[0][1]
    assert "division by zero" in faults[1][1]


# ---- arguments and conditions


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"guests": 0}, "it requires `guests >= 1`; it was called with city=bergen, guests=0"),
        ({"guests": 0, "nights": 0}, "`guests >= 1` and `nights >= 1`"),
        ({"guests": "3"}, "`guests` has to be `int`, and not '3'"),
        ({"guests": True}, "`guests` has to be `int`, and not True"),
        ({"budget": float("nan")}, "`budget` has to be `float`, and not nan"),
        ({"stars": 3}, "it has no argument `stars`. Its arguments are city, guests"),
    ],
)
def test_a_call_with_wrong_arguments_is_refused(
    kernel: Kernel, graph: Graph, change: dict[str, Any], words: str
) -> None:
    operators = Operators(graph)
    with pytest.raises(FunctionCallError) as caught:
        kernel.call("cheapest_hotels", operators, **{**TRIP, **change})
    assert words in str(caught.value)
    assert caught.value.stage == "arguments"
    assert not operators.trace


def test_a_call_without_an_argument_or_of_no_function_is_refused(kernel: Kernel, graph: Graph) -> None:
    with pytest.raises(FunctionCallError, match="`city` is missing"):
        kernel.call("average_price", graph)
    with pytest.raises(FunctionCallError, match="is `average_price` meant"):
        kernel.call("average_prise", graph)


def test_a_result_that_breaks_a_promise_is_not_returned(graph: Graph, sandbox: Sandbox) -> None:
    body = (
        "    hotels = lookup_entities(types=['Hotel'], name='Havly').entities\n"
        "    return project_properties(entities=hotels, properties=['name', 'maximum_occupancy']).rows\n"
    )
    docs = "    Ensures:\n        all(hotel['maximum_occupancy'] >= n for hotel in result)\n"
    error = failure(graph, sandbox, body, docs=docs)
    assert error.stage == "result"
    assert "promises `all(hotel['maximum_occupancy'] >= n for hotel in result)`" in str(error)


def test_a_condition_on_a_missing_value_does_not_hold(graph: Graph, sandbox: Sandbox) -> None:
    body = (
        "    hotels = lookup_entities(types=['Hotel'], name='Ukjent').entities\n"
        "    return project_properties(entities=hotels, properties=['maximum_occupancy']).rows[0]\n"
    )
    docs = "    Ensures:\n        result['maximum_occupancy'] >= n\n"
    assert "which gave: TypeError" in str(failure(graph, sandbox, body, docs=docs))


@pytest.mark.parametrize(
    ("condition", "held"),
    [
        ("result == 3 and n == 3", True),
        ("result > 3", False),
        ("result  # truth is not guessed", False),
        ("sum([x for x in [1, 2]]) == result", True),
        ("len([1, 2, 3][:result]) == 3 if n else False", True),
        ("result / 0 == 1", False),
        ("sum(1 for a in [1] * 9999 for b in [1] * 9999) > 0", False),
    ],
)
def test_conditions_are_evaluated(graph: Graph, sandbox: Sandbox, condition: str, held: bool) -> None:
    docs = f"    Ensures:\n        {condition}\n"
    if held:
        assert run(graph, sandbox, "    return n\n", "int", docs).value == 3
    else:
        assert condition.split("  ")[0] in str(failure(graph, sandbox, "    return n\n", "int", docs))


def test_a_function_cannot_change_what_its_conditions_mean(graph: Graph, sandbox: Sandbox) -> None:
    body = "    n = 0\n    return []\ndef _all(x): return True\nall = _all\n"
    docs = "    Ensures:\n        all(x > n for x in [1])\n"
    assert failure(graph, sandbox, body, "list[int]", docs).stage == "result"


def test_a_result_is_of_the_type_that_is_stated(graph: Graph, sandbox: Sandbox) -> None:
    error = failure(graph, sandbox, "    return [1, 'x']\n", "list[int]")
    assert str(error) == "f: its result has to be `list[int]`, and 'x' in it is not."


# ---- what functions may do


def test_an_error_says_in_which_line_of_the_file(graph: Graph, sandbox: Sandbox) -> None:
    error = failure(graph, sandbox, "    x = 1\n    return lookup_entities(types=['Inn'])\n")
    assert "line 7: there is no type `Inn`" in str(error)
    assert error.stage == "run"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("    return lookup_entities(['Hotel'])\n", "takes its arguments by name"),
        ("    return lookup_entities(types='Hotel')\n", "`types` of `lookup_entities` has to be `Sequence[str]`"),
        (
            "    return lookup_entities(types=['Hotel'], top_k=True)\n",
            "`top_k` of `lookup_entities` has to be `int | None`",
        ),
        ("    return lookup_entities(types=['Hotel'], limit=1)\n", "`lookup_entities` has no argument `limit`"),
        ("    return lookup_entities(name='x')\n", "`lookup_entities` needs `types`"),
        (
            "    found = lookup_entities(types=['Hotel'])\n"
            "    return project_properties(entities=found, properties=['name'])\n",
            "`entities` of `project_properties` has to be `EntitySet`, and not Lookup",
        ),
        (
            "    class EntitySet:\n        handle = 1\n        types = ('Hotel',)\n"
            "    return project_properties(entities=EntitySet(), properties=['name'])\n",
            "a value of the type `MontyClassProxy`",
        ),
        ("    return lookup_entities(types=['Hotel'])\n", "the result has a value of the type"),
        ("    while True:\n        lookup_entities(types=['Hotel'])\n", "more than 20 calls"),
        ("    return [n] * 100_000\n", "more than 1,000 values"),
        ("    while True:\n        pass\n", "longer than 1 s"),
        ("    return open('/etc/passwd').read()\n", "PermissionError"),
        ("    return extract_runtime_slots(query='x', slots={'a': {'type': 'string'}})\n", "filled by a model"),
        ("    return extract_runtime_slots(query='x', slots={'a': {'kind': 'string'}})\n", "`slots` of"),
    ],
)
def test_a_function_that_goes_too_far_is_stopped(graph: Graph, sandbox: Sandbox, body: str, words: str) -> None:
    error = failure(graph, sandbox, body)
    assert words in str(error)
    assert "\n" not in str(error)


def test_a_function_cannot_make_a_set_of_another_one(graph: Graph, sandbox: Sandbox) -> None:
    body = (
        "    made = lookup_entities(types=['Hotel']).entities\n    made.handle = 99\n"
        "    return aggregate_values(entities=made, function='count').value\n"
    )
    assert run(graph, sandbox, body, "int").value == 4


def test_a_slow_operator_is_interrupted(graph: Graph) -> None:
    """The sum over all pairs takes minutes, so that the call ends because it is interrupted."""

    class SlowOperators(Operators):
        def lookup_entities(self, **_: Any) -> Any:
            return self.graph.query("SELECT sum(a.range * b.range) FROM range(1000000) a, range(100000) b")

    function = parse_function('def f() -> None:\n    "Does."\n    lookup_entities(types=[])\n', name="f", source="f.py")
    with Sandbox(Limits(time_s=0.3)) as sandbox, pytest.raises(FunctionCallError, match=r"longer than 0.3 s"):
        call_function(function, {}, operators=SlowOperators(graph), sandbox=sandbox)


def test_a_graph_of_another_schema_is_refused(graph: Graph) -> None:
    with Kernel.draft(HOTELS) as kernel:
        kernel.schema = Schema(name="s", entity_types={"A": EntityType(key=("n",), properties={"n": Property()})})
        with pytest.raises(KernelFolderError, match="another schema"):
            kernel.call("average_price", graph, city="Bergen")


@pytest.mark.parametrize(
    ("value", "problem"),
    [(1 << 20_000, "64 bits"), (float("inf"), "the number `inf`"), ({1, 2}, "of the type `set`")],
    ids=["a long integer", "infinity", "a set"],
)
def test_an_argument_that_is_no_plain_value_is_refused(
    graph: Graph, sandbox: Sandbox, value: object, problem: str
) -> None:
    text = 'from typing import Any\ndef f(n: Any) -> Any:\n    """Does."""\n    return 1\n'
    function = parse_function(text, name="f", source="f.py")
    with pytest.raises(FunctionCallError, match=problem) as caught:
        call_function(function, {"n": value}, operators=Operators(graph), sandbox=sandbox)
    assert caught.value.stage == "arguments"

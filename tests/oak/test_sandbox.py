"""What the sandbox hands in and out, and where it stops code that wants more."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from entailed.errors import KernelError
from entailed.oak.functions.sandbox import Finished, Limits, Sandbox, Stopped

LIMITS = Limits(
    time_s=10,
    memory_bytes=20_000_000,
    calls=20,
    recursion=100,
    items=1_000,
    characters=10_000,
    printed_characters=1_000,
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(LIMITS) as opened:
        yield opened


@pytest.fixture(scope="module")
def hurried() -> Iterator[Sandbox]:
    with Sandbox(replace(LIMITS, time_s=0.4)) as opened:
        yield opened


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    ticket: Ticket
    others: tuple[Ticket, ...] = ()


def ticket() -> Ticket:
    return Ticket(number=1)


def number_of(*, ticket: object) -> int:
    assert isinstance(ticket, Ticket)
    return ticket.number


def echo(*, value: object) -> object:
    return value


def refuse() -> None:
    raise KernelError("no")


FUNCTIONS = {"ticket": ticket, "number_of": number_of, "echo": echo, "refuse": refuse}


def value_of(sandbox: Sandbox, code: str, **inputs: object) -> object:
    match sandbox.run(code, inputs=inputs, functions=FUNCTIONS):
        case Finished(value=value):
            return value
        case Stopped() as stopped:
            raise AssertionError(stopped)


# ---- what goes in and comes out


def test_plain_values_go_in_and_come_out(sandbox: Sandbox) -> None:
    value = {"a": [1, 2.5, "ö", True, None], "b": {"c": []}}
    assert value_of(sandbox, "value", value=value) == value


def test_a_tuple_comes_out_as_a_list(sandbox: Sandbox) -> None:
    assert value_of(sandbox, "(1, (2,))") == [1, [2]]


def test_an_object_can_be_read_and_handed_back_as_it_was(sandbox: Sandbox) -> None:
    assert value_of(sandbox, "t = ticket()\n[t.number, number_of(ticket=t)]") == [1, 1]


def test_an_object_within_an_object_can_be_handed_back(sandbox: Sandbox) -> None:
    found = Found(ticket=Ticket(number=7), others=(Ticket(number=8),))
    functions = {**FUNCTIONS, "find": lambda: found}
    code = "f = find()\n[number_of(ticket=f.ticket), number_of(ticket=f.others[0])]"
    assert sandbox.run(code, functions=functions) == Finished(value=[7, 8], printed="")


def test_code_changes_its_own_copy_of_an_object_only(sandbox: Sandbox) -> None:
    assert value_of(sandbox, "t = ticket()\nt.number = 99\nnumber_of(ticket=t)") == 1


def test_what_is_printed_is_kept(sandbox: Sandbox) -> None:
    assert sandbox.run("print('hello')\n2") == Finished(value=2, printed="hello\n")


def test_a_run_begins_with_nothing(sandbox: Sandbox) -> None:
    sandbox.run("left_over = 1")
    assert isinstance(sandbox.run("left_over"), Stopped)


def test_the_error_of_a_function_is_raised_in_the_code(sandbox: Sandbox) -> None:
    assert value_of(sandbox, "try:\n    refuse()\nexcept Exception as error:\n    said = str(error)\nsaid") == "no"
    assert sandbox.run("x = 1\nrefuse()", functions=FUNCTIONS) == Stopped(problem="no", line=2)


def test_a_bug_in_a_function_is_not_hidden_by_the_code(sandbox: Sandbox) -> None:
    def broken() -> None:
        raise ZeroDivisionError("a bug")

    with pytest.raises(ZeroDivisionError):
        sandbox.run("try:\n    broken()\nexcept Exception:\n    pass", functions={"broken": broken})


def test_functions_take_their_arguments_by_name(sandbox: Sandbox) -> None:
    stopped = sandbox.run("echo(1)", functions=FUNCTIONS)
    assert isinstance(stopped, Stopped)
    assert "by name" in stopped.problem


def test_a_call_that_takes_too_long_is_interrupted() -> None:
    interrupted = threading.Event()

    def slow() -> None:
        assert interrupted.wait(20)
        raise KernelError("interrupted")

    with Sandbox(Limits(time_s=0.1)) as sandbox:
        outcome = sandbox.run(
            "try:\n    slow()\nexcept Exception:\n    pass", functions={"slow": slow}, interrupt=interrupted.set
        )
    assert outcome == Stopped(problem="it took longer than 0.1 s with the calls it made.", line=None)


def test_runs_may_overlap(sandbox: Sandbox) -> None:
    values: list[object] = []
    threads = [
        threading.Thread(target=lambda n=n: values.append(value_of(sandbox, f"sum(range({n}))"))) for n in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, values)) == ["0", "0", "1", "3"]


def test_the_type_checker_names_faults_with_their_lines(sandbox: Sandbox) -> None:
    declarations = "def find(*, name: str) -> list[int]: ...\n"
    sound = "def f(name: str) -> int:\n    return len(find(name=name))\n"
    assert sandbox.type_faults(sound, declarations=declarations) == ()
    faulty = "def f(name: str) -> str:\n    return find(name=1)\n"
    faults = sandbox.type_faults(faulty, declarations=declarations)
    assert {fault.line for fault in faults} == {2}
    assert any("Expected `str`" in fault.problem for fault in faults)


# ---- attempts to get out

ATTEMPTS = {
    # files
    "opens a file": "open('/etc/passwd').read()",
    "writes a file": "open('/tmp/escaped', 'w').write('x')",
    "reads by path": "from pathlib import Path\nPath('/etc/passwd').read_text()",
    "lists a folder": "import os\nos.listdir('/')",
    "asks for a file's size": "import os\nos.stat('/etc/passwd')",
    "deletes a file": "from pathlib import Path\nPath('/tmp/x').unlink()",
    "makes a folder": "import os\nos.mkdir('/tmp/escaped')",
    "searches files": "import glob\nglob.glob('/*')",
    "copies files": "import shutil\nshutil.copy('/etc/passwd', '/tmp/x')",
    "opens a descriptor": "open(0).read()",
    "loads a database": "import sqlite3\nsqlite3.connect('/tmp/x')",
    # network and processes
    "opens a socket": "import socket\nsocket.socket()",
    "fetches a page": "import urllib.request\nurllib.request.urlopen('http://127.0.0.1')",
    "starts a process": "import subprocess\nsubprocess.run(['true'])",
    "runs a shell": "import os\nos.system('true')",
    "forks": "import os\nos.fork()",
    "starts a thread": "import threading\nthreading.Thread(target=print).start()",
    "loads machine code": "import ctypes\nctypes.CDLL(None)",
    "imports by name": "import importlib\nimportlib.import_module('os')",
    "imports by a builtin": "__import__('os')",
    "imports this package": "import entailed",
    # environment, clock, chance
    "reads the environment": "import os\nos.environ['HOME']",
    "reads a variable": "import os\nos.getenv('HOME') + ''",
    "reads the clock": "import time\ntime.time()",
    "reads the date": "import datetime\ndatetime.date.today()",
    "sleeps": "import time\ntime.sleep(100)",
    "draws lots": "import random\nrandom.random()",
    "asks at the terminal": "input()",
    # introspection
    "walks to all classes": "().__class__.__bases__[0].__subclasses__()",
    "reads globals of a function": "def f(): pass\nf.__globals__",
    "reads globals of a given function": "echo.__globals__",
    "reads globals": "globals()",
    "reads code": "def f(): pass\nf.__code__",
    "reads frames": "import sys\nsys._getframe()",
    "reads loaded modules": "import sys\nsys.modules",
    "reads the builtins": "import builtins\nbuiltins.open",
    "collects objects": "import gc\ngc.get_objects()",
    "inspects": "import inspect\ninspect.stack()",
    "unpickles": "import pickle\npickle.loads(b'')",
    "climbs from an error": "try:\n    refuse()\nexcept Exception as e:\n    got = e.__traceback__.tb_frame\ngot",
    "formats an attribute": "'{0.__class__.__init__.__globals__}'.format(ticket())",
    "reads the method of an object": "ticket().__init__.__globals__",
    "makes an object of a given class": "type(ticket())(number=99)",
    # memory
    "doubles a list": "x = [0]\nwhile True:\n    x = x + x",
    "makes a long text": "'a' * 10**10",
    "pads a text": "'a'.ljust(10**10)",
    "formats to a width": "f'{1:>10000000000}'",
    "makes a large integer": "10 ** 10**8",
    "shifts far": "1 << 10**10",
    "fills a dict": "d = {}\nn = 0\nwhile True:\n    d[n] = 'x' * 1000\n    n += 1",
    "sorts a long range": "sorted(range(10**9))",
    "repeats a list": "[0] * 10**10",
    "replaces into a large text": "('a' * 10**6).replace('a', 'b' * 10**6)",
    "writes out what is shared": "import json\nx = [1]\nfor i in range(40):\n    x = [x, x]\njson.dumps(x)",
    "decodes a large number": "int('9' * 10**7)",
    "writes a large number": "str(7 ** 10**6)",
    "returns a text many times": "s = 'a' * 10**6\n[s] * 1000",
    # time
    "loops": "while True:\n    pass",
    "loops past errors": "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    "consumes without end": "sum(1 for _ in iter(int, 1))",
    "counts far": "sum(range(10**12))",
    "matches with backtracking": "import re\nre.match('(a|aa)+$', 'a' * 60 + 'b').group()",
    # recursion and depth
    "calls itself": "def f():\n    return f()\nf()",
    "calls itself in turn": "def f():\n    return g()\ndef g():\n    return f()\nf()",
    "compares what holds itself": "a = []\na.append(a)\nb = []\nb.append(b)\na == b",
    "nests brackets": "(" * 5000 + ")" * 5000,
    "nests text that is run": "eval('(' * 5000 + ')' * 5000)",
    # results
    "returns many values": "list(range(100_000))",
    "returns a long text": "'a' * 100_000",
    "returns what is shared": "x = [1]\nfor i in range(40):\n    x = [x, x]\nx",
    "returns deep lists": "x = []\nfor i in range(10_000):\n    x = [x]\nx",
    "returns a large integer": "10 ** 400",
    "returns no number": "float('nan')",
    "returns a builtin": "open",
    "returns a set": "{1, 2}",
    "returns bytes": "b'x'",
    "returns an object": "ticket()",
    "returns an object of its own": "class Own:\n    pass\nOwn()",
    "returns keys that are no texts": "{1: 2}",
    "prints much": "while True:\n    print('x' * 1000)",
    # calls
    "calls often": "while True:\n    echo(value=1)",
    "calls often past errors": "while True:\n    try:\n        echo(value=1)\n    except BaseException:\n        pass",
    "hands over what is shared": "x = [1]\nfor i in range(40):\n    x = [x, x]\necho(value=x)",
    "hands over a long text": "echo(value='a' * 100_000)",
    "hands over an object of its own": "class Ticket:\n    number = 99\nnumber_of(ticket=Ticket())",
    "hands over a class": "echo(value=type(ticket()))",
    "calls what it was not given": "secret()",
    # errors and ends
    "raises much text": "raise ValueError('x' * 10**6)",
    "leaves": "raise SystemExit(0)",
    "interrupts": "raise KeyboardInterrupt",
    "leaves by a function": "exit()",
    "is no Python": "def f(:",
    "holds a null": "x = 1\0",
}


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_an_attempt_to_get_out_is_stopped(hurried: Sandbox, attempt: str) -> None:
    began = time.monotonic()
    outcome = hurried.run(ATTEMPTS[attempt], functions=FUNCTIONS)
    assert isinstance(outcome, Stopped), outcome
    assert 0 < len(outcome.problem) < 500
    assert "\n" not in outcome.problem
    assert len(outcome.printed) <= 4 * LIMITS.printed_characters
    assert time.monotonic() - began < 20
    # On a busy machine even this may take too long once.
    assert Finished(value=2, printed="") in (hurried.run("1 + 1") for _ in range(3))


HARMLESS = {
    "reads arguments": ("import sys\nsys.argv", ["main.py"]),
    "returns what holds itself": ("x = []\nx.append(x)\nx", ["[...]"]),
    "hands over what holds itself": ("x = []\nx.append(x)\necho(value=x)", ["[...]"]),
    "hands over a function": ("echo(value=lambda: 1)[:9]", "<function"),
    "runs text as code": ("eval('1 + 1')", 2),
}


@pytest.mark.parametrize("attempt", HARMLESS)
def test_an_attempt_that_is_not_stopped_gets_plain_values_only(sandbox: Sandbox, attempt: str) -> None:
    code, value = HARMLESS[attempt]
    assert value_of(sandbox, code) == value

"""The shape of the package, read from its sources: rooms, libraries, errors, public names."""

import ast
import doctest
import inspect
import pkgutil
import re
import types
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatch
from functools import partial
from importlib import import_module
from pathlib import Path

import entailed
from entailed import errors

SOURCES = Path(entailed.__file__).parent

LEVELS = {
    "errors.py": -1,
    "owl": 0,
    "reasoning": 1,
    "search": 1,
    "service": 2,
    "llm": 2,
    "agent": 3,
    "oarag": 4,
    "oak": 4,
    "benchmark": 5,
    "apps": 6,
}
"""A room imports itself and rooms of a lower level."""

ONLY_IN = {
    "pyhornedowl": "owl/horned.py",
    "pyoxigraph": "owl/rdf*.py",
    "numba": "reasoning/kernel*.py",
    "tantivy": "search/text_index.py",
    "cydifflib": "search/similarity.py",
    "inspect_ai": "benchmark/inspect_*.py",
    "matplotlib": "benchmark/plots.py",
    "onnxruntime": "search/embeddings.py",
    "tokenizers": "search/embeddings.py",
    "lark": "service/query_*.py",
    "pyarrow": "service/parquet.py",
    "openai": "llm/openai_compatible.py",
    "anthropic": "llm/anthropic.py",
    "google": "llm/google.py",
    "xllamacpp": "llm/local.py",
    "yaml": "owl/sssom.py oak/schema/*.py benchmark/methods/endpoints.py",
    "duckdb": "oak/graph/store.py",
    "pydantic_monty": "oak/functions/sandbox.py",
    "platformdirs": "apps/*.py",
    "rich": "apps/*.py",
    "typer": "apps/*.py",
    "socket": "apps/*.py",
    "http": "owl/fetching.py",
    "urllib.request": "owl/fetching.py",
    "pickle": "nowhere",
    "marshal": "nowhere",
    "shelve": "nowhere",
}
"""Libraries, and the modules that may know them: patterns with blanks between them."""

MODULES = {
    path.relative_to(SOURCES).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(SOURCES.rglob("*.py"))
    if "examples" not in path.parts  # functions of kernels: data, which only the sandbox runs
}


def offenders(rule: Callable[[str, ast.Module], Sequence[str]]) -> dict[str, Sequence[str]]:
    """What a rule finds, by module."""
    return {module: found for module, tree in MODULES.items() if (found := rule(module, tree))}


def imported(tree: ast.AST) -> Iterator[str]:
    """The dotted names of all imports, those inside functions too; `from a import b` counts as `a` and as `a.b`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


# ---- rooms and libraries


def upward_imports(module: str, tree: ast.AST) -> list[str]:
    """The imports of a module that lead to its own level or a higher one, other than into its own room."""
    room = module.split("/")[0]
    level = LEVELS.get(room, len(LEVELS))  # the package itself is above all rooms
    found = [name.split(".")[1] for name in imported(tree) if within(name, "entailed") and name != "entailed"]
    return [other for other in found if other in LEVELS and other != room and LEVELS[other] >= level]


def test_every_room_has_a_level() -> None:
    assert {path.parent.name for path in SOURCES.glob("*/__init__.py")} <= LEVELS.keys()


def test_a_room_imports_lower_rooms_only() -> None:
    assert offenders(upward_imports) == {}


def test_an_upward_import_would_be_noticed() -> None:
    inside = ast.parse("def f():\n    from entailed import oarag\n    import entailed.service.names\n    import numpy")
    assert upward_imports("service/names.py", inside) == ["oarag"]
    assert upward_imports("errors.py", inside) == ["oarag", "service"]
    assert upward_imports("search/x.py", inside) == ["oarag", "service"]
    assert upward_imports("apps/cli.py", inside) == []


def strangers(module: str, tree: ast.AST) -> list[str]:
    """The imports of a module that are reserved to other modules."""
    reserved = [
        library for library, modules in ONLY_IN.items() if not any(map(partial(fnmatch, module), modules.split()))
    ]
    return [name for name in imported(tree) if any(within(name, library) for library in reserved)]


def test_a_library_is_known_to_its_modules_only() -> None:
    assert offenders(strangers) == {}


def test_the_table_of_libraries_is_not_out_of_date() -> None:
    everything = {name for tree in MODULES.values() for name in imported(tree)}
    used = {library for library in ONLY_IN if any(within(name, library) for name in everything)}
    assert ONLY_IN.keys() - used == {"socket", "pickle", "marshal", "shelve"}


# ---- what sources may not do


def outside_world(tree: ast.AST) -> list[str]:
    """Uses of the environment and the standard streams."""
    names = [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute | ast.Name)]
    wanted = {"os.environ", "os.getenv", "sys.stdin", "sys.stdout", "sys.stderr", "sys.argv", "print", "input"}
    return [name for name in [*names, *imported(tree)] if name in wanted]


def unsafe(tree: ast.AST) -> list[str]:
    """Calls that run text as code, and arrays that are allowed to hold pickles."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    run = [ast.unparse(call.func) for call in calls if ast.unparse(call.func) in ("eval", "exec", "__import__")]
    return run + [str(keyword.arg) for call in calls for keyword in call.keywords if keyword.arg == "allow_pickle"]


def possessive(tree: ast.AST) -> list[str]:
    """Texts with a possessive quantifier of a regular expression, which Python 3.11.2 reads wrong."""
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [text for text in texts if re.search(r"[\])\w}][*+?]\+", text) and "C++" not in text]


def test_only_apps_touches_the_environment_and_the_streams() -> None:
    assert offenders(lambda module, tree: [] if module.startswith("apps/") else outside_world(tree)) == {}


def test_no_source_runs_text_as_code() -> None:
    assert offenders(lambda _, tree: unsafe(tree)) == {}


def test_regular_expressions_do_without_possessive_quantifiers() -> None:
    assert offenders(lambda _, tree: possessive(tree)) == {}


def test_a_forbidden_use_would_be_noticed() -> None:
    assert possessive(ast.parse("re.compile(r'(?:[^a]++|b)*')")) == ["(?:[^a]++|b)*"]
    assert outside_world(ast.parse("from os import environ\nprint(environ)")) == ["print", "os.environ"]
    assert outside_world(ast.parse("import os\nos.environ['A']\nx = sys.stdout.write")) == ["os.environ", "sys.stdout"]
    assert strangers("owl/rdf.py", ast.parse("import pyoxigraph, lark.exceptions")) == ["lark.exceptions"]
    assert unsafe(ast.parse("eval('1')\nnp.load(path, allow_pickle=True)")) == ["eval", "allow_pickle"]


# ---- errors


def test_the_tree_of_errors_is_drawn_as_it_is() -> None:
    drawn: dict[str, str] = {}
    above: list[str] = ["Exception"]
    for line in re.findall(r"^ {4}[ │├└─]*\w+Error\b", errors.__doc__ or "", re.MULTILINE):
        name = re.sub(r"\W", "", line)
        depth = (len(line) - len(name)) // 4
        drawn[name] = above[depth - 1]
        above[depth:] = [name]
    real = {
        name: value.__base__.__name__
        for name, value in vars(errors).items()
        if inspect.isclass(value) and issubclass(value, Exception)
    }
    assert drawn == real


# ---- public names


def packages() -> Iterator[types.ModuleType]:
    yield entailed
    yield from (import_module(f"entailed.{module.name}") for module in pkgutil.iter_modules(entailed.__path__))


def test_a_public_name_exists_and_is_documented() -> None:
    public = [(module, name) for module in packages() for name in getattr(module, "__all__", ())]
    assert [f"{m.__name__}.{name}" for m, name in public if not documented(name, getattr(m, name))] == []


def documented(name: str, value: object) -> bool:
    """Whether a class or function has a docstring that was written for it; other values have none of their own."""
    if not (inspect.isclass(value) or inspect.isfunction(value)):
        return True
    text = value.__doc__ or ""
    return bool(text) and not text.startswith(f"{name}(")  # as dataclasses generate it


def test_an_init_lists_what_it_brings_in_and_nothing_else() -> None:
    for module in packages():
        if hasattr(module, "__path__") and hasattr(module, "__all__"):
            source = Path(str(module.__file__))
            listed = source.with_suffix(".pyi") if module is entailed else source
            tree = ast.parse(listed.read_text(encoding="utf-8"))
            brought = [alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names]
            assert sorted(brought) == sorted(module.__all__), module.__name__


# ---- data files and doctests


def test_every_prompt_is_filled_somewhere_and_every_filled_prompt_exists() -> None:
    folders = [path for path in SOURCES.glob("*/prompts") if path.is_dir()]
    assert folders
    for folder in folders:
        trees = [tree for module, tree in MODULES.items() if module.startswith(f"{folder.parent.name}/")]
        assert {f"{name}.md" for tree in trees for name in filled(tree)} == {path.name for path in folder.iterdir()}


def filled(tree: ast.AST) -> Iterator[str]:
    """The names of the templates that a module fills."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="fill"), args=[ast.Constant(value=str(name)), *_]):
                yield name


def test_the_examples_in_docstrings_hold() -> None:
    outcomes = {}
    for module in MODULES:
        name = f"entailed/{module}".removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        outcomes[name] = doctest.testmod(import_module(name))
    assert [name for name, outcome in outcomes.items() if outcome.failed] == []
    assert any(outcome.attempted for outcome in outcomes.values())

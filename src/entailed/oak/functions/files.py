"""Function files: Python with one function, whose docstring also states its conditions and examples.

A file is read as a syntax tree and never imported; only the sandbox runs it.
"""

import ast
from collections.abc import Iterator, Sequence
from typing import Any

from entailed.errors import FunctionFileError
from entailed.oak.functions.conditions import FUNCTIONS, RESULT, Condition, condition_problem
from entailed.oak.functions.docs import Section, docstring_sections
from entailed.oak.functions.model import Example, Function, Parameter
from entailed.oak.functions.plain_types import AnnotationError, PlainType, plain_type
from entailed.oak.functions.plain_values import plain_copy
from entailed.oak.operators.operators import OPERATORS

_LARGEST_FILE = 50_000
_NOT_PLAIN = object()


def parse_function(text: str, *, name: str, source: str) -> Function:
    """Read a function from the text of its file.

    Args:
        text: Of the file.
        name: Of the function; the file is named for it.
        source: How errors name the file.

    Raises:
        FunctionFileError: it is no Python, or not written as a function; it names every problem, each with its line.
    """
    if len(text) > _LARGEST_FILE:
        problem = f"it has {len(text):,} characters, and up to {_LARGEST_FILE:,} are read. Is this the right file?"
        raise FunctionFileError([(1, problem)], source=source)
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise FunctionFileError([(error.lineno or 1, f"this is no Python: {error.msg}.")], source=source) from error
    except ValueError as error:
        raise FunctionFileError([(1, f"this is no Python: {error}.")], source=source) from error
    except (RecursionError, MemoryError) as error:
        raise FunctionFileError([(1, "this is nested too deep to be read as Python.")], source=source) from error
    reader = _Reader()
    function = reader.function(tree, name, text)
    if function is None or reader.problems:
        raise FunctionFileError(sorted(reader.problems), source=source)
    return function


class _Reader:
    """Makes a function of a syntax tree, and notes what is wrong with it."""

    def __init__(self) -> None:
        self.problems: list[tuple[int, str]] = []

    def function(self, tree: ast.Module, name: str, text: str) -> Function | None:
        definition = self._definition(tree, name)
        if definition is None:
            return None
        parameters = self._parameters(definition)
        sections = docstring_sections(definition)
        if not sections.description:
            self._note(definition, f"`{name}` has no docstring. Say in one what it finds, for whoever calls it.")
        names = [parameter.name for parameter in parameters]
        return Function(
            name=name,
            parameters=parameters,
            returns=self._type(definition, definition.returns, f"the result of `{name}`"),
            description=sections.description,
            requires=self._conditions(sections.requires, names),
            ensures=self._conditions(sections.ensures, [*names, RESULT]),
            examples=self._examples(sections.examples, name),
            source=text,
        )

    def _note(self, node: ast.AST, problem: str) -> None:
        self.problems.append((getattr(node, "lineno", 1), problem))

    def _definition(self, tree: ast.Module, name: str) -> ast.FunctionDef | None:
        found = None
        for node in tree.body:
            match node:
                case ast.FunctionDef(name=defined) if defined == name:
                    found = found or node
                case ast.FunctionDef(name=defined) if defined.startswith("_"):
                    pass
                case ast.FunctionDef(name=defined):
                    self._note(node, f"`{defined}` is no helper: start its name with `_`. The function is `{name}`.")
                case ast.Import() | ast.ImportFrom() | ast.Assign() | ast.AnnAssign():
                    pass
                case ast.Expr(value=ast.Constant(value=str())):
                    pass
                case _:
                    self._note(node, "a file holds imports, constants and functions, and nothing else beside them.")
        if found is None:
            self._note(tree, f"there is no function `{name}`. The function of a file has the name of the file.")
        elif name in OPERATORS:
            self._note(found, f"`{name}` is the name of an operator. Rename the function and the file.")
        elif found.decorator_list:
            self._note(found, "a function has no decorators.")
        for binding in _bindings(tree, name):
            if binding is not found:
                self._note(
                    binding, f"`{name}` is the function of this file, and is defined once. Use another name here."
                )
        return found

    def _parameters(self, definition: ast.FunctionDef) -> tuple[Parameter, ...]:
        stated = definition.args
        if stated.vararg or stated.kwarg or stated.posonlyargs:
            self._note(definition, "every argument has a name of its own: no `*names`, `**names` and `/`.")
        defaults = [None] * (len(stated.args) - len(stated.defaults)) + stated.defaults
        both = [*zip(stated.args, defaults, strict=True), *zip(stated.kwonlyargs, stated.kw_defaults, strict=True)]
        return tuple(self._parameter(argument, default) for argument, default in both)

    def _parameter(self, argument: ast.arg, default: ast.expr | None) -> Parameter:
        name = argument.arg
        if name in (RESULT, *FUNCTIONS, *OPERATORS) or name.startswith("_"):
            self._note(argument, f"`{name}` is no name for an argument: it means something else already.")
        type_ = self._type(argument, argument.annotation, f"`{name}`")
        value = _literal(default) if default else None
        if default and value is _NOT_PLAIN:
            self._note(argument, f"the default of `{name}` has to be written out as a plain value.")
        elif default and (problem := type_.problem(value)):
            self._note(argument, f"the default of `{name}` {problem}")
        return Parameter(name=name, type=type_, required=default is None, default=value)

    def _type(self, owner: ast.AST, annotation: ast.expr | None, what: str) -> PlainType:
        try:
            if annotation is None:
                raise AnnotationError("it has none. Write one of plain values, such as `str`.")
            return plain_type(annotation)
        except AnnotationError as error:
            self._note(owner, f"the type of {what}: {error}")
            return plain_type(ast.Name("Any"))

    def _conditions(self, lines: Section, names: Sequence[str]) -> tuple[Condition, ...]:
        conditions = tuple(Condition(text=text, line=line) for line, text in lines)
        wrong = ((condition.line, condition_problem(condition.text, names)) for condition in conditions)
        self.problems += [(line, problem) for line, problem in wrong if problem]
        return conditions

    def _examples(self, lines: Section, name: str) -> tuple[Example, ...]:
        examples = [_example(text, line, name) for line, text in lines]
        for (line, text), example in zip(lines, examples, strict=True):
            if example is None:
                wanted = f"`{name}(argument=value)` or `{name}(argument=value) == result`, with plain values"
                self.problems.append((line, f"`{text}` is no example. Write {wanted}."))
        return tuple(example for example in examples if example)


def _bindings(tree: ast.Module, name: str) -> Iterator[ast.AST]:
    """Where a name of the file gets its meaning; a variable of a function that is called the same is another one."""
    for statement in tree.body:
        function = statement if isinstance(statement, ast.FunctionDef) else None
        parts = [function.args, *function.decorator_list] if function else [statement]
        for node in (node for part in parts for node in ast.walk(part)):
            match node:
                case ast.Name(id=bound, ctx=ast.Store()) if bound == name:
                    yield node
                case ast.alias(name=imported, asname=renamed) if (renamed or imported.split(".")[0]) == name:
                    yield node
        if function and function.name == name:
            yield function
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.Global) and name in node.names)


def _example(text: str, line: int, name: str) -> Example | None:
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    expected = None
    match tree:
        case ast.Compare(left=ast.Call() as call, ops=[ast.Eq()], comparators=[result]):
            expected = _literal(result)
        case ast.Call() as call:
            pass
        case _:
            return None
    arguments = {keyword.arg: _literal(keyword.value) for keyword in call.keywords if keyword.arg}
    named = isinstance(call.func, ast.Name) and call.func.id == name
    if not named or call.args or len(arguments) < len(call.keywords):
        return None
    if _NOT_PLAIN in (expected, *arguments.values()):
        return None
    expects = isinstance(tree, ast.Compare)
    return Example(text=text, line=line, arguments=arguments, expects=expects, expected=expected)


def _literal(node: ast.expr) -> Any:
    """The plain value that is written out, or `_NOT_PLAIN`."""
    try:
        return plain_copy(ast.literal_eval(node), most_items=_LARGEST_FILE, most_characters=_LARGEST_FILE)
    except (ValueError, TypeError, RecursionError, MemoryError):
        return _NOT_PLAIN

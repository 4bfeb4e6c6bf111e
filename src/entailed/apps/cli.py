"""The `entailed` command."""

import json
import re
import sys
import time
from collections.abc import Iterable, Iterator
from enum import StrEnum
from importlib.metadata import version as installed_version
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console

from entailed.apps.environment import cache_folder, chosen_model, ontology_path
from entailed.apps.export_command import export
from entailed.apps.opening import Language, Ontology, opened
from entailed.apps.progress import print_stages, reported_stages
from entailed.errors import EntailedError, QuerySyntaxError
from entailed.service import AskResult, OntologyService, explanation_json, graphviz, open_ontology, query_json

app = typer.Typer(
    help="Answers questions from a domain ontology and says what each answer rests on.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
# Names may hold brackets and colons, which are no markup: `[acyl-carrier-protein]`.
_out = Console(highlight=False, markup=False, emoji=False)
_err = Console(stderr=True, highlight=False, markup=False, emoji=False)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]

COULD_NOT = 1
WRONG_USE = 2


class QuestionKind(StrEnum):
    """How a question is to be answered."""

    OPTIONS = "options"
    """Any number of the options."""
    ONE_OPTION = "one-option"
    NAMES = "names"
    YES_NO = "yes-no"
    TEXT = "text"


def main() -> None:
    """Run the command; every error of the package becomes one line on stderr."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")  # a locale without ⊑ is no reason to fail
    try:
        app(prog_name="entailed")
    except QuerySyntaxError as error:
        _fail(str(error), WRONG_USE)
    except EntailedError as error:
        _fail(str(error), COULD_NOT)
    except OSError as error:  # the disk is full, or the cache folder is none
        place = error.filename or "the output"
        _fail(f"{place}: {error.strerror}. Make sure that it can be written to, or choose another place.", COULD_NOT)


def _fail(message: str, code: int) -> NoReturn:
    from entailed.apps.rendering import print_error

    print_error(_err, message)
    sys.exit(code)


@app.callback(invoke_without_command=True)
def entailed(
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    """Answers questions from a domain ontology and says what each answer rests on."""
    if version:
        _out.print(f"entailed {installed_version('entailed')}")
        raise typer.Exit


# ---- index


@app.command()
def index(
    ontology: Ontology,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Folder of the index; without it, the cache keeps it.")
    ] = None,
    role_group: Annotated[
        list[str] | None, typer.Option("--role-group", help="A relation that only groups others; needs --output.")
    ] = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Read and reason over an ontology, and keep the outcome so that questions are answered at once."""
    from entailed.apps.rendering import index_report
    from entailed.owl.report import Finding
    from entailed.service import index_file

    if role_group and output is None:
        raise typer.BadParameter("--role-group makes an index of its own: say where with --output.")
    with ontology_path(ontology) as path:
        with reported_stages(_err) as stages:
            if output is None:
                manifest = open_ontology(path, cache_folder(), language=language, progress=stages).manifest
            else:
                manifest = index_file(path, output, language=language, role_groups=role_group or (), progress=stages)
        print_stages(_err, stages, manifest)
    if as_json:
        _print_json({name: getattr(manifest, name) for name in manifest.__slots__ if name != "files"})
    else:
        findings: Any = manifest.report["findings"]
        _out.print(index_report(manifest, [Finding(**finding) for finding in findings]))


def _print_json(value: object) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
    sys.stdout.flush()


# ---- query


@app.command()
def query(
    ontology: Ontology,
    text: Annotated[
        str, typer.Argument(metavar="QUERY", help="DESCRIBE, ASK or SELECT; `-` reads one query per line from stdin.")
    ],
    complete: Annotated[
        bool, typer.Option("--complete", help="Have an incomplete ASK decided by a reasoner for all of OWL 2 DL.")
    ] = False,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Answer a query over names, decided by the reasoner."""
    if complete and text == "-":
        raise typer.BadParameter("--complete takes one query at a time.")
    with opened(ontology, _err, language) as service:
        if text == "-":
            for answer in _answers(service, sys.stdin):
                _print_json(answer)
        else:
            result = service.query(text)
            if complete:
                if not isinstance(result, AskResult):
                    raise typer.BadParameter("--complete completes the verdict of an ASK.")
                result = service.complete(result)
            if as_json:
                _print_json(query_json(result))
            else:
                from entailed.apps.rendering import result_text

                _out.print(result_text(result), soft_wrap=True)


def _answers(service: OntologyService, lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """One JSON object for each line that is not blank; a query that cannot be read does not stop the others."""
    for line in lines:
        if line.strip():
            try:
                yield query_json(service.query(line.strip()))
            except QuerySyntaxError as error:
                yield {"error": str(error), "column": error.column, "example": error.example}


# ---- explain


@app.command()
def explain(
    ontology: Ontology,
    subject: Annotated[str, typer.Argument(help="A concept.")],
    relation: Annotated[str, typer.Argument(help='A relation, or "is a".')],
    object_: Annotated[str, typer.Argument(metavar="OBJECT", help="A concept.")],
    dot: Annotated[bool, typer.Option("--dot", help="Print the proof as a graph for Graphviz.")] = False,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Say why a statement follows, step by step from what the ontology states."""
    from entailed.apps.rendering import explanation_text

    with opened(ontology, _err, language) as service:
        explanation = service.explain(subject, relation, object_)
        if dot:
            if not explanation.steps:
                _err.print(explanation_text(explanation))
                raise typer.Exit(COULD_NOT)
            sys.stdout.write(graphviz(explanation))
        elif as_json:
            _print_json(explanation_json(explanation))
        else:
            _out.print(explanation_text(explanation))


# ---- export


app.command()(export)


# ---- ask


@app.command()
def ask(
    ontology: Ontology,
    question: Annotated[str, typer.Argument(help="A question in words.")],
    option: Annotated[list[str] | None, typer.Option("--option", help="An option to choose from; repeat it.")] = None,
    kind: Annotated[
        QuestionKind | None, typer.Option("--kind", help="The form of the answer; without it, the question tells.")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(envvar="ENTAILED_MODEL", help="openai:NAME or replay:FILE; without it, no model is used."),
    ] = None,
    context: Annotated[str, typer.Option(help="Text that the question comes with.")] = "",
    record: Annotated[
        Path | None, typer.Option(help="Keep the model's replies here, for `--model replay:FILE`.")
    ] = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Answer a question, with the evidence and how far it carries."""
    from entailed import oarag
    from entailed.apps.rendering import answer_report, step_line

    if record and not model:
        raise typer.BadParameter("--record keeps the replies of a model: name one with --model.")
    asked = _question(question, tuple(option or ()), kind, context)
    chat_model = chosen_model(model, record_to=record) if model else None
    with opened(ontology, _err, language) as service:
        steps = 0

        def show(step: Any) -> None:
            nonlocal steps
            steps += 1
            _err.print(step_line(steps, step))

        began = time.perf_counter()
        answer = oarag.answer(
            asked, service=service, model=chat_model, on_step=show if chat_model and not as_json else None
        )
        seconds = time.perf_counter() - began
        if as_json:
            _print_json(oarag.answer_json(answer))
        else:
            _out.print(answer_report(answer, service, seconds))


_YES_NO = re.compile(r"\s*(is|are|does|do|can|has|have)\b", re.IGNORECASE)
_NAMES = re.compile(r"\s*(which|what|find|list|name)\b", re.IGNORECASE)


def _question(text: str, options: tuple[str, ...], kind: QuestionKind | None, context: str) -> Any:
    """The question in the form that was asked for, or that its options and first word suggest."""
    from entailed import oarag

    if kind is None:
        if options:
            kind = QuestionKind.OPTIONS
        elif _YES_NO.match(text):
            kind = QuestionKind.YES_NO
        else:
            kind = QuestionKind.NAMES if _NAMES.match(text) else QuestionKind.TEXT
    if bool(options) != (kind in (QuestionKind.OPTIONS, QuestionKind.ONE_OPTION)):
        _fail(
            f"a question of kind `{kind}` takes no options. Leave out `--option`, or choose `--kind options`."
            if options
            else f"a question of kind `{kind}` needs options. Give each with `--option`.",
            WRONG_USE,
        )
    try:
        match kind:
            case QuestionKind.OPTIONS:
                return oarag.SeveralOptions(text=text, options=options, context=context)
            case QuestionKind.ONE_OPTION:
                return oarag.OneOption(text=text, options=options, context=context)
            case QuestionKind.NAMES:
                return oarag.ListOfNames(text=text, context=context)
            case QuestionKind.YES_NO:
                return oarag.YesNoMaybe(text=text, context=context)
            case QuestionKind.TEXT:
                return oarag.FreeText(text=text, context=context)
    except ValueError as error:
        _fail(f"{error}.", WRONG_USE)

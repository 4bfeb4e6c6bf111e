"""The `entailed` command."""

import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import version as installed_version
from io import TextIOWrapper
from typing import Annotated, Any

import typer

from entailed.apps.ask_command import ask
from entailed.apps.batch_command import batch
from entailed.apps.bench_command import bench
from entailed.apps.chat_command import chat
from entailed.apps.export_command import export
from entailed.apps.index_command import index
from entailed.apps.kernel_command import kernel
from entailed.apps.opening import Language, Ontology, TextFallback, opened
from entailed.apps.printing import COULD_NOT, ERR, OUT, WRONG_USE, AsJson, fail, print_json
from entailed.errors import EntailedError, QuerySyntaxError
from entailed.service import AskResult, OntologyService, explanation_json, graphviz, query_json

app = typer.Typer(
    help="Answers questions from a domain ontology and says what each answer rests on.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """Run the command; every error of the package becomes one line on stderr."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")  # a locale without ⊑ is no reason to fail
    try:
        app(prog_name="entailed")
    except QuerySyntaxError as error:
        fail(str(error), WRONG_USE)
    except EntailedError as error:
        fail(str(error), COULD_NOT)
    except OSError as error:  # the disk is full, or the cache folder is none
        place = error.filename or "the output"
        fail(
            f"{place}: {error.strerror}. Make sure that it can be read and written, or choose another place.", COULD_NOT
        )


@app.callback(invoke_without_command=True)
def entailed(
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    """Answers questions from a domain ontology and says what each answer rests on."""
    if version:
        OUT.print(f"entailed {installed_version('entailed')}")
        raise typer.Exit


app.command()(index)


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
    fallback: TextFallback = "mentions",
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Answer a query over names, decided by the reasoner."""
    if ontology == text == "-":
        raise typer.BadParameter("stdin holds either the ontology or the queries.")
    if complete and text == "-":
        raise typer.BadParameter("--complete takes one query at a time.")
    with opened(ontology, ERR, language, fallback) as service:
        if text == "-":
            for answer in _answers(service, sys.stdin):
                print_json(answer)
        else:
            result = service.query(text)
            if complete:
                if not isinstance(result, AskResult):
                    raise typer.BadParameter("--complete completes the verdict of an ASK.")
                result = service.complete(result)
            if as_json:
                print_json(query_json(result))
            else:
                from entailed.apps.rendering import result_text

                OUT.print(result_text(result), soft_wrap=True)


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
    relation: Annotated[str, typer.Argument(help='A relation, "is a", or "equivalent to".')],
    object_: Annotated[str, typer.Argument(metavar="OBJECT", help="A concept.")],
    dot: Annotated[bool, typer.Option("--dot", help="Print the proof as a graph for Graphviz.")] = False,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Say why a statement follows, step by step from what the ontology states."""
    from entailed.apps.rendering import explanation_text

    with opened(ontology, ERR, language) as service:
        explanation = service.explain(subject, relation, object_)
        if dot:
            if not explanation.steps:
                ERR.print(explanation_text(explanation))
                raise typer.Exit(COULD_NOT)
            sys.stdout.write(graphviz(explanation))
        elif as_json:
            print_json(explanation_json(explanation))
        else:
            OUT.print(explanation_text(explanation))


# ---- commands with a module of their own


app.command()(export)
app.command()(ask)
app.command()(chat)
app.command()(batch)
app.add_typer(bench, name="bench")
app.add_typer(kernel, name="kernel")

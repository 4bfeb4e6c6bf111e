"""The `entailed` command."""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from importlib.metadata import version as installed_version
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console

from entailed.apps.batch_command import batch
from entailed.apps.chat_command import chat
from entailed.apps.environment import cache_folder, chosen_model
from entailed.apps.export_command import export
from entailed.apps.model_options import (
    BudgetCost,
    BudgetTokens,
    Constrained,
    Model,
    Prices,
    SeenNames,
    chosen_budget,
    chosen_decoding,
)
from entailed.apps.ontologies import located
from entailed.apps.opening import Language, Ontologies, Ontology, TextFallback, opened
from entailed.apps.printing import AsJson, print_json
from entailed.apps.progress import print_stages, reported_stages
from entailed.errors import EntailedError, QuerySyntaxError
from entailed.oarag import PERSONAS, AnsweringLimits, QuestionKind, Strategy, make_question
from entailed.owl import Format, GivenFile, ReadOptions
from entailed.service import (
    AskResult,
    Check,
    Manifest,
    OntologyService,
    explanation_json,
    graphviz,
    index_json,
    open_ontology,
    query_json,
)

app = typer.Typer(
    help="Answers questions from a domain ontology and says what each answer rests on.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
# Names may hold brackets and colons, which are no markup: `[acyl-carrier-protein]`.
_out = Console(highlight=False, markup=False, emoji=False)
_err = Console(stderr=True, highlight=False, markup=False, emoji=False)

_LIMITS = AnsweringLimits()

COULD_NOT = 1
WRONG_USE = 2


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
    ontology: Ontologies,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Folder of the index; without it, the cache keeps it.")
    ] = None,
    role_group: Annotated[
        list[str] | None, typer.Option("--role-group", help="A relation that only groups others; needs --output.")
    ] = None,
    format_: Annotated[
        Format | None, typer.Option("--format", help="Instead of recognising it by its content; needs --output.")
    ] = None,
    imports: Annotated[
        list[Path] | None,
        typer.Option(
            "--import", metavar="PATH", help="A file, folder or XML catalog with what is imported; needs --output."
        ),
    ] = None,
    fetch_imports: Annotated[
        bool, typer.Option("--fetch-imports", help="Fetch imports that are not among these; needs --output.")
    ] = False,
    mapping: Annotated[
        list[Path] | None,
        typer.Option(
            "--mapping", metavar="FILE", help="Mappings between the ontologies, as SSSOM/TSV; needs --output."
        ),
    ] = None,
    equate_exact_matches: Annotated[
        bool,
        typer.Option(
            "--equate-exact-matches", help="Reason with skos:exactMatch of these files as with owl:equivalentClass."
        ),
    ] = False,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write all that a curator should look at here: .json or .tsv.")
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail if there is anything to look at; no index is written then.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Only compare each file of an index folder with its checksum.")
    ] = False,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Read and reason over an ontology, or several as one, and keep the outcome: questions are answered at once."""
    from entailed.apps.index_report import check_report_file, index_report, write_report
    from entailed.service import MappingOptions, index_file, verify_index

    if check:
        for folder in ontology:
            files = verify_index(Path(folder)).files
            _out.print(f"{folder}: all {len(files):,} files are as they were written.", soft_wrap=True)
        return
    if report:
        check_report_file(report)

    def show(manifest: Manifest, checks: Sequence[Check]) -> None:
        print_stages(_err, stages, manifest)
        if report:
            write_report(report, manifest, checks)
        if as_json:
            print_json(index_json(manifest, checks))
        else:
            _out.print(index_report(manifest, checks))

    def refuse(manifest: Manifest, checks: Sequence[Check]) -> None:
        if strict and checks:
            stages.end()
            show(manifest, checks)
            _fail(f"{manifest.source}: the checks above found something, and --strict allows nothing.", COULD_NOT)

    own = {
        "--role-group": role_group,
        "--format": format_,
        "--import": imports,
        "--fetch-imports": fetch_imports,
        "--mapping": mapping,
        "More than one ontology": ontology[1:],
    }
    if output is None and any(own.values()):
        chosen = next(option for option, value in own.items() if value)
        raise typer.BadParameter(f"{chosen} makes an index of its own: say where with --output.")
    if equate_exact_matches and not mapping:
        raise typer.BadParameter("--equate-exact-matches is about the files of --mapping: name one.")
    with reported_stages(_err) as stages, ExitStack() as stack:
        (path, source), *beside = (
            stack.enter_context(located(name, refresh=True, progress=stages)) for name in ontology
        )
        if output is None:
            service = open_ontology(
                path, cache_folder(), source=source, language=language, progress=stages, review=refuse
            )
        else:
            index_file(
                path,
                output,
                ReadOptions(
                    source=source,
                    beside=[GivenFile(*other) for other in beside],
                    format=format_,
                    imports=imports or (),
                    fetch_imports=fetch_imports,
                ),
                language=language,
                role_groups=role_group or (),
                mappings=MappingOptions(files=mapping or (), equate_exact_matches=equate_exact_matches),
                progress=stages,
                review=refuse,
            )
            service = OntologyService(output)
    refuse(service.manifest, service.checks)  # where the index is kept from before
    show(service.manifest, service.checks)


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
    with opened(ontology, _err, language, fallback) as service:
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
    relation: Annotated[str, typer.Argument(help='A relation, "is a", or "equivalent to".')],
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
            print_json(explanation_json(explanation))
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
    model: Model = None,
    context: Annotated[str, typer.Option(help="Text that the question comes with.")] = "",
    strategy: Annotated[
        Strategy, typer.Option(help="Let the model query step by step, or show it what the question implies first.")
    ] = Strategy.REACT,
    persona: Annotated[str, typer.Option(help=f"Whom the model is told to be: {', '.join(PERSONAS)}.")] = "general",
    max_queries: Annotated[
        int, typer.Option(min=1, help="Queries that are run before a model is asked, or without one.")
    ] = _LIMITS.implied_queries,
    max_actions: Annotated[int, typer.Option(min=0, help="Queries of the model.")] = _LIMITS.loop.max_actions,
    max_tokens: Annotated[
        int, typer.Option(min=1, help="Tokens the model may generate up to its answer.")
    ] = _LIMITS.loop.max_generated_tokens,
    context_window: Annotated[
        int, typer.Option(min=2048, help="Tokens that the model takes at once.")
    ] = _LIMITS.loop.context_window,
    constrained: Constrained = False,
    seen_names: SeenNames = False,
    budget_tokens: BudgetTokens = None,
    budget_cost: BudgetCost = None,
    price: Prices = None,
    record: Annotated[
        Path | None, typer.Option(help="Keep the model's replies here, for `--model replay:FILE`.")
    ] = None,
    fallback: TextFallback = "mentions",
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Answer a question, with the evidence and how far it carries."""
    from entailed import oarag
    from entailed.apps.rendering import answer_report, step_line

    if record and not model:
        raise typer.BadParameter("--record keeps the replies of a model: name one with --model.")
    decoding = chosen_decoding(model, constrained=constrained, seen_names=seen_names)
    budget = chosen_budget(model, tokens=budget_tokens, cost=budget_cost, prices=price)
    try:
        asked = make_question(question, options=option or (), kind=kind, context=context)
    except ValueError as error:
        _fail(f"{error}.", WRONG_USE)
    if persona not in PERSONAS:
        raise typer.BadParameter(f"no persona `{persona}`: choose one of {', '.join(PERSONAS)}.")
    asked = replace(asked, persona=PERSONAS[persona])
    loop = replace(
        _LIMITS.loop, max_actions=max_actions, max_generated_tokens=max_tokens, context_window=context_window
    )
    limits = replace(_LIMITS, loop=loop, implied_queries=max_queries)
    chat_model = chosen_model(model, record_to=record, context_window=context_window, budget=budget) if model else None
    with opened(ontology, _err, language, fallback) as service:
        steps = 0

        def show(step: Any) -> None:
            nonlocal steps
            steps += 1
            _err.print(step_line(steps, step))

        began = time.perf_counter()
        answer = oarag.answer(
            asked,
            service=service,
            model=chat_model,
            strategy=strategy,
            decoding=decoding,
            limits=limits,
            on_step=show if chat_model and not as_json else None,
        )
        seconds = time.perf_counter() - began
        if as_json:
            print_json(oarag.answer_json(answer))
        else:
            _out.print(answer_report(answer, service, seconds))


# ---- chat and batch


app.command()(chat)
app.command()(batch)

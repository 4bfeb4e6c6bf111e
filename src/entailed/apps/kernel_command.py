"""`entailed kernel`: make, check and use a kernel."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from entailed.apps.kernel_ask_command import ask
from entailed.apps.kernel_demo_command import demo
from entailed.apps.kernel_export_command import export
from entailed.apps.kernel_extract_command import extract_documents
from entailed.apps.kernel_functions_command import freeze, functions, run
from entailed.apps.kernel_map_command import map_tables
from entailed.apps.kernel_new_command import new
from entailed.apps.kernel_show_command import show
from entailed.apps.printing import COULD_NOT, ERR, OUT, AsJson, print_json

kernel = typer.Typer(help="A kernel: a schema and functions through which an agent answers.", no_args_is_help=True)

SchemaPath = Annotated[Path, typer.Argument(metavar="SCHEMA", help="A schema in YAML.")]


class Reasoner(StrEnum):
    """Which reasoner checks a schema."""

    RUSTDL = "rustdl"
    HERMIT = "hermit"


# ---- check


@kernel.command()
def check(
    schema: SchemaPath,
    reasoner: Annotated[
        Reasoner, typer.Option(help="HermiT is slower, needs the extra `oracle`, and errs nowhere.")
    ] = Reasoner.RUSTDL,
    timeout_s: Annotated[float, typer.Option("--timeout", min=1, help="Seconds that the reasoner may take.")] = 60,
    as_json: AsJson = False,
) -> None:
    """Say whether a schema is sound, and of each fault what it follows from; exit code 1 where it is not."""
    from entailed.apps.schema_report import form_json, form_text, report_json, report_text
    from entailed.errors import SchemaError
    from entailed.oak.schema.check import check_schema
    from entailed.oak.schema.files import read_schema_file
    from entailed.reasoning.dl_engines import HermiT, RustDL

    try:
        file = read_schema_file(schema)
    except SchemaError as error:
        print_json(form_json(error)) if as_json else OUT.print(form_text(error))
        raise typer.Exit(COULD_NOT) from error
    engine = HermiT() if reasoner is Reasoner.HERMIT else RustDL()
    with ERR.status(f"checking {schema}"):
        report = check_schema(file.schema, engine=engine, timeout_s=timeout_s)
    print_json(report_json(file, report)) if as_json else OUT.print(report_text(file, report))
    if not report.sound:
        raise typer.Exit(COULD_NOT)


# ---- convert


class SchemaFormat(StrEnum):
    """What a schema is written as."""

    YAML = "yaml"
    LINKML = "linkml"
    OWL = "owl"
    """Functional syntax."""
    JSON_SCHEMA = "json-schema"
    """Of the facts that the schema allows."""


@kernel.command()
def convert(
    schema: SchemaPath,
    format_: Annotated[SchemaFormat, typer.Option("--format", help="OWL is written in functional syntax.")],
    from_linkml: Annotated[bool, typer.Option("--from-linkml", help="SCHEMA is written in LinkML.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Without it, standard output.")
    ] = None,
) -> None:
    """Write a schema in another format; what gets lost is said on stderr."""
    from entailed.apps.schema_conversion import converted, imported
    from entailed.oak.schema.files import read_schema

    read, lost = imported(schema) if from_linkml else (read_schema(schema), ())
    text, lost_too = converted(read, format_)
    for what in (*lost, *lost_too):
        ERR.print(f"lost: {what}", style="yellow", soft_wrap=True)
    if output is None:
        sys.stdout.write(text)
    else:
        output.write_text(text, encoding="utf-8")


# ---- commands with a module of their own


kernel.command()(functions)
kernel.command()(freeze)
kernel.command()(run)
kernel.command("map")(map_tables)
kernel.command("extract")(extract_documents)
kernel.command()(ask)
kernel.command()(demo)
kernel.command()(new)
kernel.command()(show)
kernel.command()(export)

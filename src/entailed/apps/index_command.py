"""`entailed index`: an ontology, or several as one, read and reasoned over once."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from entailed.apps.environment import cache_folder
from entailed.apps.ontologies import located
from entailed.apps.opening import Language, Ontologies
from entailed.apps.printing import COULD_NOT, ERR, OUT, AsJson, fail, print_json
from entailed.apps.progress import print_stages, reported_stages
from entailed.owl import Format, GivenFile, ReadOptions
from entailed.service import Check, Manifest, OntologyService, index_json, open_ontology


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

    own: dict[str, object] = {
        "--role-group": role_group,
        "--format": format_,
        "--import": imports,
        "--fetch-imports": fetch_imports,
        "--mapping": mapping,
    }
    if check:
        others = {**own, "--output": output, "--report": report, "--strict": strict, "--json": as_json}
        if chosen := [option for option, value in others.items() if value]:
            raise typer.BadParameter(f"--check compares files and does nothing else: leave out {chosen[0]}.")
        for folder in ontology:
            files = verify_index(Path(folder)).files
            OUT.print(f"{folder}: all {len(files):,} files are as they were written.", soft_wrap=True)
        return
    if report:
        check_report_file(report)

    def show(manifest: Manifest, checks: Sequence[Check]) -> None:
        print_stages(ERR, stages, manifest)
        if report:
            write_report(report, manifest, checks)
        if as_json:
            print_json(index_json(manifest, checks))
        else:
            OUT.print(index_report(manifest, checks))

    def refuse(manifest: Manifest, checks: Sequence[Check]) -> None:
        if strict and checks:
            stages.end()
            show(manifest, checks)
            fail(f"{manifest.source}: the checks above found something, and --strict allows nothing.", COULD_NOT)

    own["More than one ontology"] = ontology[1:]
    if output is None and (chosen := [option for option, value in own.items() if value]):
        raise typer.BadParameter(f"{chosen[0]} makes an index of its own: say where with --output.")
    if equate_exact_matches and not mapping:
        raise typer.BadParameter("--equate-exact-matches is about the files of --mapping: name one.")
    with reported_stages(ERR) as stages, ExitStack() as stack:
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

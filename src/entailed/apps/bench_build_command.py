"""`entailed bench build`: a data set from an ontology."""

import re
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from entailed.apps.bench_medical_command import MEDICAL_SETS, build_medical_set
from entailed.apps.ontologies import located
from entailed.apps.opening import Language
from entailed.apps.printing import ERR, OUT, AsJson, print_json
from entailed.apps.progress import reported_stages
from entailed.benchmark.verbalisation import Wording
from entailed.oarag import PERSONAS
from entailed.owl import GivenFile, ReadOptions, read_ontology


def build(
    ontology: Annotated[
        list[str],
        typer.Argument(
            metavar="ONTOLOGY",
            help=f"A file, an address or `example:NAME`; several are one. Or {', '.join(MEDICAL_SETS)}, and its file.",
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="Folder of the data set.")],
    seed: Annotated[int, typer.Option(help="Of all choices: the same seed gives the same bytes.")] = 0,
    name: Annotated[
        str | None, typer.Option(help="Of the data set, with which ids begin; from the name of the file by default.")
    ] = None,
    root: Annotated[
        str | None,
        typer.Option(
            help="The class, by label or IRI, whose subclasses open questions ask for; the largest branch "
            "with restrictions by default."
        ),
    ] = None,
    per_slot: Annotated[int, typer.Option(min=0, help="Multiple-choice questions for each masked slot.")] = 100,
    open_: Annotated[int, typer.Option("--open", min=0, help="Open questions.")] = 200,
    wording: Annotated[Wording, typer.Option(help="How test 2 says what left the axioms.")] = Wording.LITERAL,
    persona: Annotated[str, typer.Option(help=f"Whom the model is told to be: {', '.join(PERSONAS)}.")] = "general",
    imports: Annotated[
        list[Path] | None, typer.Option("--import", metavar="PATH", help="A file, folder or catalog with imports.")
    ] = None,
    solutions: Annotated[
        Path | None, typer.Option(help="The answers of a medical set, where they are published apart.")
    ] = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Make the questions of tests 1 and 2 from an ontology, with gold answers, gold evidence and a revised ontology.

    Or those of test 3: from a medical set of questions as its authors publish it.
    """
    if ontology[0] in MEDICAL_SETS:
        if len(ontology) != 2:
            raise typer.BadParameter(f"give one file after {ontology[0]}, as its authors publish it.")
        build_medical_set(*ontology, solutions=solutions, output=output, as_json=as_json)
        return
    from entailed.benchmark.build_folder import report_text, write_data_set
    from entailed.benchmark.building import BuildOptions, build_data_set

    if persona not in PERSONAS:
        raise typer.BadParameter(f"there is no persona `{persona}`: choose from {', '.join(PERSONAS)}.")
    with reported_stages(ERR) as stages, ExitStack() as stack:
        first, *others = (stack.enter_context(located(given, progress=stages)) for given in ontology)
        options = ReadOptions(
            source=first.source, beside=[GivenFile(*other) for other in others], imports=imports or ()
        )
        read = read_ontology(first.path, options, language=language, progress=stages)
        data_set = build_data_set(
            read.ontology,
            BuildOptions(
                name=name or _name_of(first.path),
                seed=seed,
                root=root,
                per_slot=per_slot,
                open=open_,
                wording=wording,
                persona=persona,
                language=language,
            ),
            progress=stages,
        )
        stages("writing")
        manifest = write_data_set(output, data_set, [first.path, *(other.path for other in others)])
    if as_json:
        print_json(manifest)
    else:
        OUT.print(report_text(manifest), soft_wrap=True)


def _name_of(path: Path) -> str:
    """The name of a file without endings and dates: `go` of `go-2019-01-27.obo.gz`."""
    stem = path.name.partition(".")[0]
    return re.sub(r"[-_]?\d{4}-\d{2}-\d{2}.*", "", stem).lower() or stem

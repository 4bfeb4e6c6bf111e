"""The ONTOLOGY argument of a command, and opening what it names."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console

from entailed.apps.environment import cache_folder
from entailed.apps.ontologies import located
from entailed.apps.progress import print_stages, reported_stages
from entailed.service import Fallback, OntologyService, open_ontology

_ONTOLOGY = (
    "An ontology file, an index folder, the folder or zip file of a SNOMED CT release, a URL, `-` for stdin, or "
    "`example:kitchen`."
)
Ontology = Annotated[str, typer.Argument(help=_ONTOLOGY)]
Ontologies = Annotated[
    list[str], typer.Argument(metavar="ONTOLOGY", help=f"{_ONTOLOGY} Several are read as one; needs --output.")
]
Language = Annotated[
    str,
    typer.Option(
        help="Labels in this language are shown where there are any; all are searched. For SNOMED CT also `en-GB`, or "
        "the identifier of a language reference set."
    ),
]
TextFallback = Annotated[
    Fallback, typer.Option("--fallback", help="Where to look for text when nothing satisfies a SELECT.")
]


@contextmanager
def opened(
    ontology: str, console: Console, language: str, fallback: Fallback = "mentions"
) -> Iterator[OntologyService]:
    """The service of an ontology, which is indexed first where need be, with its progress on the console."""
    with reported_stages(console) as stages, located(ontology, progress=stages) as (path, source):
        service = open_ontology(
            path, cache_folder(), source=source, language=language, fallback=fallback, progress=stages
        )
    print_stages(console, stages, service.manifest)
    yield service

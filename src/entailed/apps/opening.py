"""The ONTOLOGY argument of a command, and opening what it names."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console

from entailed.apps.environment import cache_folder, ontology_path
from entailed.apps.progress import print_stages, reported_stages
from entailed.service import OntologyService, open_ontology

Ontology = Annotated[str, typer.Argument(help="An ontology file, an index folder, or `example:kitchen`.")]
Language = Annotated[str, typer.Option(help="Labels in this language are shown where there are any; all are searched.")]


@contextmanager
def opened(ontology: str, console: Console, language: str) -> Iterator[OntologyService]:
    """The service of an ontology, which is indexed first where need be, with its progress on the console."""
    with ontology_path(ontology) as path:
        with reported_stages(console) as stages:
            service = open_ontology(path, cache_folder(), language=language, progress=stages)
        print_stages(console, stages, service.manifest)
        yield service

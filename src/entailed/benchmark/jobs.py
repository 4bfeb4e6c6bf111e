"""What a run is made of."""

from dataclasses import dataclass

from entailed.benchmark.items import Item
from entailed.benchmark.predictions import Method
from entailed.benchmark.records import DataSetTest, System
from entailed.service import OntologyService


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A system to be measured on a test."""

    system: System
    test: DataSetTest
    items: tuple[Item, ...]
    items_sha256: str
    """Of the file of the items: what was answered is kept as long as this is the same."""
    method: Method
    service: OntologyService | None
    """Links names in answers, and says what the classes of gold evidence are called."""
    ontology: str = ""
    """The name of the one that the method is given, where the test has none of its own."""

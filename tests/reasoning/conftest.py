"""A reasoner over a few axioms in functional syntax."""

from collections.abc import Callable
from pathlib import Path

import pytest

from entailed.owl.reading import read_ontology
from entailed.reasoning import ConceptInclusions, saturate, translate

NAMESPACE = "http://example.org/"
HEADER = """Prefix(:=<http://example.org/>)
Prefix(owl:=<http://www.w3.org/2002/07/owl#>)
Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)
Ontology(<http://example.org/test>
"""


class Reasoned:
    """Questions about a closure, asked by local name."""

    def __init__(self, inclusions: ConceptInclusions) -> None:
        self.inclusions = inclusions
        self.closure, self.work, _ = saturate(inclusions)

    def _class(self, name: str) -> int:
        return self.inclusions.classes.index(name if ":" in name else NAMESPACE + name)

    def _role(self, name: str) -> int:
        return self.inclusions.roles.index(NAMESPACE + name)

    def subsumes(self, sup: str, sub: str) -> bool:
        return self.closure.subsumes(self._class(sup), self._class(sub))

    def has_link(self, source: str, role: str, filler: str) -> bool:
        return self.closure.has_link(self._class(source), self._role(role), self._class(filler))

    def unsatisfiable(self) -> set[str]:
        return {self.inclusions.classes[n].rpartition("/")[2] for n in self.closure.unsatisfiable_classes()}

    def parents(self, name: str) -> set[str]:
        direct = self.closure.direct_superconcepts(self._class(name))
        return {self.inclusions.classes[n].rpartition("/")[2] for n in direct}

    def left_out(self) -> list[str]:
        return sorted(n.kind for n in self.inclusions.not_reasoned)


@pytest.fixture
def reason(tmp_path: Path) -> Callable[[str], Reasoned]:
    """Read axioms in functional syntax (declarations and prefixes added) and saturate them."""

    def run(axioms: str) -> Reasoned:
        path = tmp_path / "axioms.ofn"
        path.write_text(f"{HEADER}{axioms}\n)\n")
        return Reasoned(translate(read_ontology(path).ontology))

    return run

"""OWL 2 ontologies as values, and the readers that make them from files.

The constructors of class expressions and axioms are in `entailed.owl.model`.
"""

from entailed.owl.curies import Curies
from entailed.owl.formats import Format
from entailed.owl.model import Axiom, ClassExpression, Entity, Iri, Ontology
from entailed.owl.reading import GivenFile, ReadOptions, ReadResult, read_ontology
from entailed.owl.report import Finding, ReadReport
from entailed.owl.signature import Signature, signature

__all__ = [
    "Axiom",
    "ClassExpression",
    "Curies",
    "Entity",
    "Finding",
    "Format",
    "GivenFile",
    "Iri",
    "Ontology",
    "ReadOptions",
    "ReadReport",
    "ReadResult",
    "Signature",
    "read_ontology",
    "signature",
]

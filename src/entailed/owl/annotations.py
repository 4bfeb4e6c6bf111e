"""IRIs of the annotation properties that ontologies name, define and retire things with."""

from collections.abc import Mapping
from typing import Final

OBO: Final = "http://purl.obolibrary.org/obo/"
OBO_IN_OWL: Final = "http://www.geneontology.org/formats/oboInOwl#"
OWL: Final = "http://www.w3.org/2002/07/owl#"
RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS: Final = "http://www.w3.org/2000/01/rdf-schema#"
SKOS: Final = "http://www.w3.org/2004/02/skos/core#"
XSD: Final = "http://www.w3.org/2001/XMLSchema#"

# names
RDFS_LABEL: Final = RDFS + "label"
SKOS_PREF_LABEL: Final = SKOS + "prefLabel"
SKOS_ALT_LABEL: Final = SKOS + "altLabel"
SKOS_HIDDEN_LABEL: Final = SKOS + "hiddenLabel"
ALTERNATIVE_TERM: Final = OBO + "IAO_0000118"
HAS_EXACT_SYNONYM: Final = OBO_IN_OWL + "hasExactSynonym"
HAS_BROAD_SYNONYM: Final = OBO_IN_OWL + "hasBroadSynonym"
HAS_NARROW_SYNONYM: Final = OBO_IN_OWL + "hasNarrowSynonym"
HAS_RELATED_SYNONYM: Final = OBO_IN_OWL + "hasRelatedSynonym"
HAS_SYNONYM_TYPE: Final = OBO_IN_OWL + "hasSynonymType"

# definitions and remarks
DEFINITION: Final = OBO + "IAO_0000115"
SKOS_DEFINITION: Final = SKOS + "definition"
RDFS_COMMENT: Final = RDFS + "comment"

# identifiers
ID: Final = OBO_IN_OWL + "id"
SHORTHAND: Final = OBO_IN_OWL + "shorthand"
HAS_ALTERNATIVE_ID: Final = OBO_IN_OWL + "hasAlternativeId"
HAS_DB_XREF: Final = OBO_IN_OWL + "hasDbXref"

# grouping and provenance
HAS_OBO_NAMESPACE: Final = OBO_IN_OWL + "hasOBONamespace"
IN_SUBSET: Final = OBO_IN_OWL + "inSubset"
CREATED_BY: Final = OBO_IN_OWL + "created_by"
CREATION_DATE: Final = OBO_IN_OWL + "creation_date"

# retirement
DEPRECATED: Final = OWL + "deprecated"
REPLACED_BY: Final = OBO + "IAO_0100001"
CONSIDER: Final = OBO_IN_OWL + "consider"

READABLE: Final[Mapping[str, str]] = {
    OBO + "IAO_0000111": "editor preferred term",
    OBO + "IAO_0000112": "example of usage",
    OBO + "IAO_0000114": "has curation status",
    DEFINITION: "definition",
    OBO + "IAO_0000116": "editor note",
    OBO + "IAO_0000117": "term editor",
    ALTERNATIVE_TERM: "alternative label",
    OBO + "IAO_0000119": "definition source",
    OBO + "IAO_0000231": "has obsolescence reason",
    OBO + "IAO_0000232": "curator note",
    OBO + "IAO_0000233": "term tracker item",
    OBO + "IAO_0000412": "imported from",
    OBO + "IAO_0000589": "OBO foundry unique label",
    OBO + "IAO_0000600": "elucidation",
    REPLACED_BY: "term replaced by",
    OBO + "IAO_0006012": "scheduled for obsoletion on or after",
}
"""Labels of properties whose IRIs say nothing, for the ontologies that use them without a label."""

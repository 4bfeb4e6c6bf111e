"""A schema as an OWL ontology, values and descriptions included, for every tool that reads OWL.

`xsd:date` is not among the datatypes of OWL 2: readers take it, and a reasoner may refuse it. Schemas are checked
without the axioms about values, which `schema_data_checks` decides.
"""

from collections.abc import Iterator

from entailed.oak.schema.encoding import Vocabulary, encode
from entailed.oak.schema.model import Property, Schema, ValueType
from entailed.owl import model as owl

_XSD = "http://www.w3.org/2001/XMLSchema#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_LABEL, _COMMENT = owl.AnnotationProperty(f"{_RDFS}label"), owl.AnnotationProperty(f"{_RDFS}comment")

_DATATYPES = {
    ValueType.STRING: "string",
    ValueType.INTEGER: "integer",
    ValueType.NUMBER: "decimal",
    ValueType.BOOLEAN: "boolean",
    ValueType.DATE: "date",
    ValueType.DATETIME: "dateTime",
}


def schema_ontology(schema: Schema) -> owl.Ontology:
    """Everything a schema states, as axioms; write it with `owl.functional_syntax.write_ontology`.

    Relies on there being no fault that keeps the schema from being encoded (`schema_prechecks.allows_encoding`).
    """
    words = Vocabulary(schema.name)
    comment = (owl.Annotation(_COMMENT, owl.Literal(schema.description)),) if schema.description else ()
    return owl.Ontology(
        iri=words.iri,
        version_iri=f"{words.iri}:version:{schema.version}" if schema.version.isalnum() else None,
        annotations=comment,
        axioms=(*_named(schema, words), *encode(schema).axioms, *_values(schema, words)),
        prefixes=(*((kind, f"{words.iri}:{kind}:") for kind in ("type", "relation", "property")), ("xsd", _XSD)),
    )


def _named(schema: Schema, words: Vocabulary) -> Iterator[owl.Axiom]:
    """Declarations, with names and descriptions."""
    properties = {name: p for type_ in schema.entity_types.values() for name, p in type_.properties.items()}
    named: tuple[tuple[owl.Class | owl.ObjectProperty | owl.DataProperty, str, str], ...] = (
        *((words.type(name), name, part.description) for name, part in schema.entity_types.items()),
        *((words.relation(name), name, part.description) for name, part in schema.relations.items()),
        *((words.property(name), name, "") for name in properties),
    )
    for entity, name, description in named:
        yield owl.Declaration(entity)
        yield owl.AnnotationAssertion(_LABEL, entity.iri, owl.Literal(name))
        if description:
            yield owl.AnnotationAssertion(_COMMENT, entity.iri, owl.Literal(description))


def _values(schema: Schema, words: Vocabulary) -> Iterator[owl.Axiom]:
    for type_name, declared in schema.entity_types.items():
        type_ = words.type(type_name)
        for name, property in declared.properties.items():
            data, said = words.property(name), _said(property)
            values = _range(property)
            yield owl.SubClassOf(type_, owl.DataAllValuesFrom(data, values), said)
            if not property.multivalued:
                yield owl.SubClassOf(type_, owl.DataMaxCardinality(1, data))
            if property.required or name in schema.key_of(type_name):
                yield owl.SubClassOf(type_, owl.DataSomeValuesFrom(data, values))
        if declared.key:
            yield owl.DataPropertyAxiom("HasKey", (type_, tuple(map(words.property, declared.key))))


def _said(property: Property) -> tuple[owl.Annotation, ...]:
    """What a property says to people, on the axiom that is about this type only."""
    texts = (property.description, f"unit: {property.unit}" if property.unit else "")
    return tuple(owl.Annotation(_COMMENT, owl.Literal(text)) for text in texts if text)


def _range(property: Property) -> owl.DataRange:
    datatype = f"{_XSD}{_DATATYPES[property.type]}"
    if property.enum is not None:
        return owl.DataOneOf(tuple(owl.Literal(value, datatype) for value in property.enum))
    bounds = (("minInclusive", property.minimum), ("maxInclusive", property.maximum))
    facets = tuple(
        (f"{_XSD}{facet}", owl.Literal(f"{bound:f}".rstrip("0").rstrip("."), f"{_XSD}decimal"))
        for facet, bound in bounds
        if bound is not None
    )
    return owl.DatatypeRestriction(owl.Datatype(datatype), facets) if facets else owl.Datatype(datatype)

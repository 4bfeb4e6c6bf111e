"""OWL 2 as values: entities, class expressions, data ranges, axioms.

Names and argument order are those of the OWL 2 Structural Specification (W3C Recommendation, 11 December 2012), so a
constructor call reads like functional syntax: `SubClassOf(A, ObjectSomeValuesFrom(r, B))`. That is why these values
alone take their fields by position.

Every value is immutable, hashable and compared structurally. Order of operands is kept as written.
"""

from dataclasses import dataclass
from typing import TypeAlias

Iri: TypeAlias = str
"""An absolute IRI without angle brackets. A CURIE such as `GO:0005739` is a different thing; see `owl.curies`."""

OWL_THING = "http://www.w3.org/2002/07/owl#Thing"
OWL_NOTHING = "http://www.w3.org/2002/07/owl#Nothing"
OWL_TOP_OBJECT_PROPERTY = "http://www.w3.org/2002/07/owl#topObjectProperty"
OWL_BOTTOM_OBJECT_PROPERTY = "http://www.w3.org/2002/07/owl#bottomObjectProperty"
XSD_STRING = "http://www.w3.org/2001/XMLSchema#string"


# ---- entities, individuals, literals (sections 5.1 to 5.7)


@dataclass(frozen=True, slots=True)
class Class:
    """A named class."""

    iri: Iri


@dataclass(frozen=True, slots=True)
class ObjectProperty:
    """A named object property."""

    iri: Iri


@dataclass(frozen=True, slots=True)
class DataProperty:
    """A named data property."""

    iri: Iri


@dataclass(frozen=True, slots=True)
class AnnotationProperty:
    """A named annotation property."""

    iri: Iri


@dataclass(frozen=True, slots=True)
class Datatype:
    """A named datatype."""

    iri: Iri


@dataclass(frozen=True, slots=True)
class NamedIndividual:
    """An individual with an IRI."""

    iri: Iri


@dataclass(frozen=True, slots=True)
class AnonymousIndividual:
    """An individual known by a node id that is local to its ontology."""

    node_id: str


@dataclass(frozen=True, slots=True)
class Literal:
    """A lexical form with its datatype, or with a language tag."""

    value: str
    datatype: Iri = XSD_STRING
    language: str = ""
    """BCP 47 tag as written; empty for none."""


@dataclass(frozen=True, slots=True)
class IriValue:
    """An IRI standing as the value of an annotation."""

    iri: Iri


Entity: TypeAlias = Class | ObjectProperty | DataProperty | AnnotationProperty | Datatype | NamedIndividual
Individual: TypeAlias = NamedIndividual | AnonymousIndividual
AnnotationValue: TypeAlias = Literal | IriValue | AnonymousIndividual


# ---- property expressions (section 6)


@dataclass(frozen=True, slots=True)
class ObjectInverseOf:
    """The inverse of a named object property."""

    property: ObjectProperty


@dataclass(frozen=True, slots=True)
class ObjectPropertyChain:
    """A composition of two or more object properties; stands only on the left of `SubObjectPropertyOf`."""

    properties: "tuple[ObjectPropertyExpression, ...]"


ObjectPropertyExpression: TypeAlias = ObjectProperty | ObjectInverseOf


# ---- data ranges (section 7)


@dataclass(frozen=True, slots=True)
class DataIntersectionOf:
    """Values in every operand."""

    operands: "tuple[DataRange, ...]"


@dataclass(frozen=True, slots=True)
class DataUnionOf:
    """Values in some operand."""

    operands: "tuple[DataRange, ...]"


@dataclass(frozen=True, slots=True)
class DataComplementOf:
    """Values outside the operand."""

    operand: "DataRange"


@dataclass(frozen=True, slots=True)
class DataOneOf:
    """Exactly the listed values."""

    values: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class DatatypeRestriction:
    """A datatype narrowed by facets, each a pair of facet IRI and value."""

    datatype: Datatype
    facets: tuple[tuple[Iri, Literal], ...]


DataRange: TypeAlias = Datatype | DataIntersectionOf | DataUnionOf | DataComplementOf | DataOneOf | DatatypeRestriction


# ---- class expressions (section 8)


@dataclass(frozen=True, slots=True)
class ObjectIntersectionOf:
    """Instances of every operand."""

    operands: "tuple[ClassExpression, ...]"


@dataclass(frozen=True, slots=True)
class ObjectUnionOf:
    """Instances of some operand."""

    operands: "tuple[ClassExpression, ...]"


@dataclass(frozen=True, slots=True)
class ObjectComplementOf:
    """Everything that is not an instance of the operand."""

    operand: "ClassExpression"


@dataclass(frozen=True, slots=True)
class ObjectOneOf:
    """Exactly the listed individuals."""

    individuals: tuple[Individual, ...]


@dataclass(frozen=True, slots=True)
class ObjectSomeValuesFrom:
    """Related by the property to some instance of the filler."""

    property: ObjectPropertyExpression
    filler: "ClassExpression"


@dataclass(frozen=True, slots=True)
class ObjectAllValuesFrom:
    """Related by the property to instances of the filler only."""

    property: ObjectPropertyExpression
    filler: "ClassExpression"


@dataclass(frozen=True, slots=True)
class ObjectHasValue:
    """Related by the property to the individual."""

    property: ObjectPropertyExpression
    individual: Individual


@dataclass(frozen=True, slots=True)
class ObjectHasSelf:
    """Related by the property to itself."""

    property: ObjectPropertyExpression


@dataclass(frozen=True, slots=True)
class ObjectMinCardinality:
    """Related to at least `cardinality` instances of the filler (`owl:Thing` when unqualified)."""

    cardinality: int
    property: ObjectPropertyExpression
    filler: "ClassExpression" = Class(OWL_THING)


@dataclass(frozen=True, slots=True)
class ObjectMaxCardinality:
    """Related to at most `cardinality` instances of the filler (`owl:Thing` when unqualified)."""

    cardinality: int
    property: ObjectPropertyExpression
    filler: "ClassExpression" = Class(OWL_THING)


@dataclass(frozen=True, slots=True)
class ObjectExactCardinality:
    """Related to exactly `cardinality` instances of the filler (`owl:Thing` when unqualified)."""

    cardinality: int
    property: ObjectPropertyExpression
    filler: "ClassExpression" = Class(OWL_THING)


@dataclass(frozen=True, slots=True)
class DataSomeValuesFrom:
    """Has a value of the data property in the range."""

    property: DataProperty
    range: DataRange


@dataclass(frozen=True, slots=True)
class DataAllValuesFrom:
    """Has values of the data property in the range only."""

    property: DataProperty
    range: DataRange


@dataclass(frozen=True, slots=True)
class DataHasValue:
    """Has this value of the data property."""

    property: DataProperty
    value: Literal


@dataclass(frozen=True, slots=True)
class DataMinCardinality:
    """Has at least `cardinality` values of the data property; `range` None when unqualified."""

    cardinality: int
    property: DataProperty
    range: DataRange | None = None


@dataclass(frozen=True, slots=True)
class DataMaxCardinality:
    """Has at most `cardinality` values of the data property; `range` None when unqualified."""

    cardinality: int
    property: DataProperty
    range: DataRange | None = None


@dataclass(frozen=True, slots=True)
class DataExactCardinality:
    """Has exactly `cardinality` values of the data property; `range` None when unqualified."""

    cardinality: int
    property: DataProperty
    range: DataRange | None = None


ClassExpression: TypeAlias = (
    Class
    | ObjectIntersectionOf
    | ObjectUnionOf
    | ObjectComplementOf
    | ObjectOneOf
    | ObjectSomeValuesFrom
    | ObjectAllValuesFrom
    | ObjectHasValue
    | ObjectHasSelf
    | ObjectMinCardinality
    | ObjectMaxCardinality
    | ObjectExactCardinality
    | DataSomeValuesFrom
    | DataAllValuesFrom
    | DataHasValue
    | DataMinCardinality
    | DataMaxCardinality
    | DataExactCardinality
)


# ---- annotations and axioms (sections 9 and 10)


@dataclass(frozen=True, slots=True)
class Annotation:
    """A property and a value, on an axiom or on the ontology; may itself be annotated."""

    property: AnnotationProperty
    value: AnnotationValue
    annotations: "tuple[Annotation, ...]" = ()


@dataclass(frozen=True, slots=True)
class Declaration:
    """States that an entity exists and of which kind it is."""

    entity: Entity
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class SubClassOf:
    """Every instance of `sub` is an instance of `sup`."""

    sub: ClassExpression
    sup: ClassExpression
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class EquivalentClasses:
    """The operands have the same instances."""

    operands: tuple[ClassExpression, ...]
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class DisjointClasses:
    """No two operands share an instance."""

    operands: tuple[ClassExpression, ...]
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class DisjointUnion:
    """The class is the union of the operands, which are pairwise disjoint."""

    union: Class
    operands: tuple[ClassExpression, ...]
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class SubObjectPropertyOf:
    """Whatever is related by `sub` (a property or a chain) is related by `sup`."""

    sub: ObjectPropertyExpression | ObjectPropertyChain
    sup: ObjectPropertyExpression
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class EquivalentObjectProperties:
    """The operands relate the same pairs."""

    operands: tuple[ObjectPropertyExpression, ...]
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class DisjointObjectProperties:
    """No pair is related by two of the operands."""

    operands: tuple[ObjectPropertyExpression, ...]
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class InverseObjectProperties:
    """Each property relates the other's pairs turned round."""

    first: ObjectPropertyExpression
    second: ObjectPropertyExpression
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectPropertyDomain:
    """Whatever has the property is an instance of the domain."""

    property: ObjectPropertyExpression
    domain: ClassExpression
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectPropertyRange:
    """Whatever the property points to is an instance of the range."""

    property: ObjectPropertyExpression
    range: ClassExpression
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectPropertyCharacteristic:
    """One of the seven axioms that state a characteristic of a single object property (sections 9.2.7 to 9.2.13)."""

    characteristic: str
    """The axiom's name: `FunctionalObjectProperty`, `InverseFunctional…`, `Reflexive…`, `Irreflexive…`,
    `Symmetric…`, `Asymmetric…` or `TransitiveObjectProperty`."""
    property: ObjectPropertyExpression
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class DataPropertyAxiom:
    """An axiom about data properties (section 9.3), `DatatypeDefinition` (9.4) or `HasKey` (9.5).

    None of them is reasoned over, so they are kept whole rather than taken apart.
    """

    kind: str
    """The axiom's name, such as `SubDataPropertyOf`."""
    arguments: tuple[object, ...]
    """Entities, expressions and ranges, in the order of the structural specification."""
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class SameIndividual:
    """The individuals are one."""

    individuals: tuple[Individual, ...]
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class DifferentIndividuals:
    """No two of the individuals are one."""

    individuals: tuple[Individual, ...]
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class ClassAssertion:
    """The individual is an instance of the class expression."""

    type: ClassExpression
    individual: Individual
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectPropertyAssertion:
    """The property relates the two individuals; `negative` says that it does not."""

    property: ObjectPropertyExpression
    source: Individual
    target: Individual
    negative: bool = False
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class DataPropertyAssertion:
    """The individual has the value; `negative` says that it does not."""

    property: DataProperty
    source: Individual
    target: Literal
    negative: bool = False
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class AnnotationAssertion:
    """The subject carries the annotation. Has no bearing on what is entailed."""

    property: AnnotationProperty
    subject: Iri | AnonymousIndividual
    value: AnnotationValue
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class AnnotationPropertyAxiom:
    """`SubAnnotationPropertyOf`, `AnnotationPropertyDomain` or `AnnotationPropertyRange` (section 10.2)."""

    kind: str
    property: AnnotationProperty
    value: Iri
    """The super-property, or the class of the domain or range."""
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class SwrlRule:
    """A rule outside OWL 2, kept as the reader printed it."""

    text: str
    annotations: tuple[Annotation, ...] = ()


Axiom: TypeAlias = (
    Declaration
    | SubClassOf
    | EquivalentClasses
    | DisjointClasses
    | DisjointUnion
    | SubObjectPropertyOf
    | EquivalentObjectProperties
    | DisjointObjectProperties
    | InverseObjectProperties
    | ObjectPropertyDomain
    | ObjectPropertyRange
    | ObjectPropertyCharacteristic
    | DataPropertyAxiom
    | SameIndividual
    | DifferentIndividuals
    | ClassAssertion
    | ObjectPropertyAssertion
    | DataPropertyAssertion
    | AnnotationAssertion
    | AnnotationPropertyAxiom
    | SwrlRule
)

NOT_LOGICAL = (Declaration, AnnotationAssertion, AnnotationPropertyAxiom)
"""The axioms from which nothing is entailed about classes, properties and individuals."""


@dataclass(frozen=True, slots=True, weakref_slot=True, kw_only=True)
class Ontology:
    """A set of axioms as read: told axioms only, nothing inferred."""

    iri: Iri | None
    version_iri: Iri | None = None
    imports: tuple[Iri, ...] = ()
    """IRIs named by `owl:imports`, whether or not they were found."""
    annotations: tuple[Annotation, ...] = ()
    axioms: tuple[Axiom, ...] = ()
    prefixes: tuple[tuple[str, Iri], ...] = ()
    """Prefix and namespace, as the source declared them; used to write CURIEs."""

    def logical_axioms(self) -> list[Axiom]:
        """The axioms that are neither declarations nor annotations."""
        return [axiom for axiom in self.axioms if type(axiom) not in NOT_LOGICAL]

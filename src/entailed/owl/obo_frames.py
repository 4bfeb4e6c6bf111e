"""Term and typedef frames of an OBO document as axioms, by sections 5.2 and 5.3 of the OBO 1.4 specification.

Two departures from converters in use. An `alt_id` becomes an annotation of the term that has it and no deprecated class
of its own. `is_a` on a metadata typedef becomes `SubAnnotationPropertyOf`, as specified, where they leave it out.
"""

from collections.abc import Callable
from typing import Any

from entailed.owl import annotations as iris
from entailed.owl import model as owl
from entailed.owl.obo_clauses import ANNOTATION_CLAUSES, PROPERTY_CLAUSES
from entailed.owl.obo_values import Values, text
from entailed.owl.report import Findings


class FrameReader:
    """Collects the axioms of the frames it is shown.

    Args:
        relations: All typedefs of the document.
        metadata_tags: Typedefs that are annotation properties.
        class_level: Typedefs that relate a class itself, and not its instances.
        default_namespace: Given to every entity whose frame has no `namespace`.
    """

    def __init__(
        self,
        values: Values,
        findings: Findings,
        *,
        relations: frozenset[str],
        metadata_tags: frozenset[str],
        class_level: frozenset[str],
        default_namespace: str | None,
    ) -> None:
        self.axioms: list[owl.Axiom] = []
        self._values = values
        self._findings = findings
        self._object_relations = relations - metadata_tags
        self._metadata_tags = metadata_tags
        self._class_level = class_level
        self._default_namespace = default_namespace

    # ---- terms

    def term(self, frame: Any) -> None:
        """Add the axioms of a `[Term]` frame."""
        values = self._values
        subject = values.class_(text(frame.id))
        self.axioms.append(owl.Declaration(subject))
        operands: dict[str, list[Any]] = {"intersection_of": [], "union_of": []}
        for clause in self._annotate(subject.iri, frame):
            annotations, modifiers = values.qualifiers(clause)
            match tag := clause.raw_tag():
                case "is_a":
                    self._sub_class(subject, values.class_(text(clause.term)), modifiers, annotations)
                case "relationship":
                    self._relationship(subject, clause, modifiers, annotations)
                case "intersection_of" | "union_of":
                    operands[tag].append(clause)
                case "disjoint_from":
                    self._pair(owl.DisjointClasses, subject, clause, modifiers, annotations)
                case "equivalent_to":
                    self._pair(owl.EquivalentClasses, subject, clause, modifiers, annotations)
                case _:
                    self._skip(f"`{tag}` of a term")
        self._definition(subject, owl.ObjectIntersectionOf, operands["intersection_of"])
        self._definition(subject, owl.ObjectUnionOf, operands["union_of"])

    def _relationship(
        self, subject: owl.Class, clause: Any, modifiers: dict[str, str], annotations: tuple[owl.Annotation, ...]
    ) -> None:
        relation, filler = text(clause.typedef), text(clause.term)
        if relation in self._metadata_tags:
            value = owl.IriValue(self._values.iri(filler))
            self._assert(self._values.iri(relation), subject.iri, value, annotations)
        elif (restriction := self._restriction(relation, filler, modifiers)) is not None:
            self._sub_class(subject, restriction, modifiers, annotations)

    def _sub_class(
        self,
        subject: owl.Class,
        sup: owl.ClassExpression,
        modifiers: dict[str, str],
        annotations: tuple[owl.Annotation, ...],
    ) -> None:
        if (sub := self._condition(subject, modifiers)) is not None:
            self.axioms.append(owl.SubClassOf(sub, sup, annotations))

    def _pair(
        self,
        constructor: Callable[..., owl.Axiom],
        subject: owl.Class,
        clause: Any,
        modifiers: dict[str, str],
        annotations: tuple[owl.Annotation, ...],
    ) -> None:
        if (first := self._condition(subject, modifiers)) is not None:
            self.axioms.append(constructor((first, self._values.class_(text(clause.term))), annotations))

    def _condition(self, subject: owl.Class, modifiers: dict[str, str]) -> owl.ClassExpression | None:
        """The left side of the clause: the subject, or with GCI qualifiers the part of it that they single out."""
        relation, filler = modifiers.get("gci_relation"), modifiers.get("gci_filler")
        if relation is None and filler is None:
            return subject
        if relation is None or filler is None:
            # Without its condition the statement would say more than the author did.
            self._skip("a clause with only one of `gci_relation` and `gci_filler`")
            return None
        values = self._values
        some = owl.ObjectSomeValuesFrom(values.object_property(relation), values.class_(filler))
        return owl.ObjectIntersectionOf((subject, some))

    def _restriction(self, relation: str, filler: str, modifiers: dict[str, str]) -> owl.ClassExpression | None:
        """The class expression of a relation and a filler, by the modifiers or else by the kind of the relation."""
        property_, class_ = self._values.object_property(relation), self._values.class_(filler)
        if not all(modifiers[key].isdecimal() for key in _BOUNDS if key in modifiers):
            self._skip("a relationship whose cardinality is not a number")
            return None
        parts = _counted(property_, class_, modifiers) or _quantified(property_, class_, modifiers)
        if len(parts) > 1:
            return owl.ObjectIntersectionOf(tuple(parts))
        if parts:
            return parts[0]
        if relation in self._class_level:
            return owl.ObjectHasValue(property_, owl.NamedIndividual(class_.iri))
        return owl.ObjectSomeValuesFrom(property_, class_)

    def _definition(
        self,
        subject: owl.Class,
        constructor: Callable[[tuple[owl.ClassExpression, ...]], owl.ClassExpression],
        clauses: list[Any],
    ) -> None:
        """One equivalence from all the `intersection_of`, or all the `union_of`, clauses of a term."""
        if not clauses:
            return
        if len(clauses) == 1:
            self._skip(f"a single `{clauses[0].raw_tag()}`, where two or more make a definition")
            return
        operands: list[owl.ClassExpression] = []
        annotations: dict[owl.Annotation, None] = {}
        for clause in clauses:
            stated, modifiers = self._values.qualifiers(clause)
            annotations.update(dict.fromkeys(stated))
            relation, filler = getattr(clause, "typedef", None), text(clause.term)
            operand = (
                self._values.class_(filler)
                if relation is None
                else self._restriction(text(relation), filler, modifiers)
            )
            if operand is None:
                return  # counted; a definition with a part left out would be another one
            operands.append(operand)
        self.axioms.append(owl.EquivalentClasses((subject, constructor(tuple(operands))), tuple(annotations)))

    # ---- typedefs

    def typedef(self, frame: Any, *, shorthand: bool) -> None:
        """Add the axioms of a `[Typedef]` frame; `shorthand` where its identifier stands for that of an xref."""
        identifier = text(frame.id)
        iri = self._values.iri(identifier)
        is_metadata = identifier in self._metadata_tags
        entity = self._values.annotation_property(iri) if is_metadata else self._values.object_property(identifier)
        self.axioms.append(owl.Declaration(entity))
        if shorthand:
            self._assert(iris.SHORTHAND, iri, owl.Literal(identifier), ())
        for clause in self._annotate(iri, frame):
            tag = clause.raw_tag()
            if isinstance(entity, owl.ObjectProperty) and tag in PROPERTY_CLAUSES:
                if (axiom := PROPERTY_CLAUSES[tag](self._values, entity, clause)) is not None:
                    self.axioms.append(axiom)
            elif isinstance(entity, owl.AnnotationProperty) and tag == "is_a":
                sup = self._values.iri(text(clause.typedef))
                self.axioms.append(owl.AnnotationPropertyAxiom("SubAnnotationPropertyOf", entity, sup))
            else:
                self._skip(f"`{tag}` of a {'metadata ' if is_metadata else ''}typedef")

    # ---- annotations, which terms and typedefs have in common

    def _annotate(self, subject: owl.Iri, frame: Any) -> list[Any]:
        """Assert the annotations of a frame; returns the clauses that are not annotations."""
        self._assert(iris.ID, subject, owl.Literal(text(frame.id)), ())
        rest = []
        has_namespace = self._default_namespace is None
        for clause in frame:
            tag = clause.raw_tag()
            if tag in ANNOTATION_CLAUSES:
                stated = ANNOTATION_CLAUSES[tag](self._values, clause)
                if stated is not None:
                    property_, value, annotations = stated
                    qualified, _ = self._values.qualifiers(clause)
                    self._assert(property_, subject, value, annotations + qualified)
                has_namespace = has_namespace or tag == "namespace"
            elif tag == "property_value":
                self._property_value(subject, clause)
            else:
                rest.append(clause)
        if not has_namespace and self._default_namespace is not None:
            self._assert(iris.HAS_OBO_NAMESPACE, subject, owl.Literal(self._default_namespace), ())
        return rest

    def _property_value(self, subject: owl.Iri, clause: Any) -> None:
        relation, value = self._values.property_value(clause.property_value)
        annotations, _ = self._values.qualifiers(clause)
        if relation in self._object_relations and isinstance(value, owl.IriValue):
            # An object property cannot annotate; the statement is about the entities as individuals.
            property_ = self._values.object_property(relation)
            source, target = owl.NamedIndividual(subject), owl.NamedIndividual(value.iri)
            self.axioms.append(owl.ObjectPropertyAssertion(property_, source, target, annotations=annotations))
        else:
            self._assert(self._values.iri(relation), subject, value, annotations)

    def _assert(
        self,
        property_: owl.Iri,
        subject: owl.Iri,
        value: owl.AnnotationValue,
        annotations: tuple[owl.Annotation, ...],
    ) -> None:
        stated = self._values.annotation_property(property_)
        self.axioms.append(owl.AnnotationAssertion(stated, subject, value, annotations))

    def _skip(self, what: str) -> None:
        self._findings.add("skipped", what)


# ---- class expressions

_BOUNDS = ("cardinality", "minCardinality", "maxCardinality")


def _counted(property_: owl.ObjectProperty, class_: owl.Class, modifiers: dict[str, str]) -> list[owl.ClassExpression]:
    """What the cardinality modifiers say."""
    exact, least, most = (int(modifiers[key]) if key in modifiers else None for key in _BOUNDS)
    if exact == 0 or most == 0:
        return [owl.ObjectAllValuesFrom(property_, owl.ObjectComplementOf(class_))]
    if exact is not None:
        return [owl.ObjectExactCardinality(exact, property_, class_)]
    parts: list[owl.ClassExpression] = []
    if least is not None:
        parts.append(owl.ObjectMinCardinality(least, property_, class_))
    if most is not None:
        parts.append(owl.ObjectMaxCardinality(most, property_, class_))
    return parts


def _quantified(
    property_: owl.ObjectProperty, class_: owl.Class, modifiers: dict[str, str]
) -> list[owl.ClassExpression]:
    """What `all_only` says, with or without `all_some`; that alone is what a relationship says anyway."""
    if modifiers.get("all_only") != "true":
        return []
    only = owl.ObjectAllValuesFrom(property_, class_)
    if modifiers.get("all_some") == "true":
        return [owl.ObjectSomeValuesFrom(property_, class_), only]
    return [only]

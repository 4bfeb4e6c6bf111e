"""The frames of an OBO document as axioms, by sections 5.2 and 5.3 of the OBO 1.4 specification.

Two departures from converters in use. An `alt_id` becomes an annotation of the term that has it and no deprecated class
of its own. `is_a` on a metadata typedef becomes `SubAnnotationPropertyOf`, as specified, where they leave it out.
"""

import re
from collections.abc import Callable, Collection, Iterable

from entailed.owl import annotations as iris
from entailed.owl import model as owl
from entailed.owl.obo_clauses import ANNOTATION_CLAUSES, AT_MOST_ONCE, PROPERTY_CLAUSES
from entailed.owl.obo_syntax import Clause, MalformedError
from entailed.owl.obo_values import Annotations, Values


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
        *,
        relations: Collection[str],
        metadata_tags: Collection[str],
        class_level: Collection[str],
        default_namespace: owl.Literal | None,
    ) -> None:
        self.axioms: list[owl.Axiom] = []
        self._values = values
        self._relations = relations
        self._metadata_tags = metadata_tags
        self._class_level = class_level
        self._default_namespace = default_namespace

    # ---- terms

    def term(self, identifier: str, clauses: Iterable[Clause]) -> None:
        """Add the axioms of a `[Term]` frame."""
        subject = self._values.class_(identifier)
        self.axioms.append(owl.Declaration(subject))
        operands: dict[str, list[Clause]] = {"intersection_of": [], "union_of": []}

        def state(clause: Clause) -> None:
            if clause.tag in operands:
                operands[clause.tag].append(clause)
            else:
                self._class_axiom(subject, clause)

        self._frame(identifier, subject.iri, clauses, state)
        for tag, constructor in (("intersection_of", owl.ObjectIntersectionOf), ("union_of", owl.ObjectUnionOf)):
            if operands[tag]:
                self._definition(subject, constructor, operands[tag])

    def _class_axiom(self, subject: owl.Class, clause: Clause) -> None:
        values = self._values
        annotations, modifiers = values.qualifiers(clause)
        match clause.tag:
            case "is_a":
                sub, sup = self._pair(subject, clause, modifiers)
                self.axioms.append(owl.SubClassOf(sub, sup, annotations))
            case "relationship":
                relation, filler = values.identifiers(clause, 2)
                if relation in self._metadata_tags:
                    values.without(clause, modifiers)
                    self._assert(values.iri(relation), subject.iri, owl.IriValue(values.iri(filler)), annotations)
                else:
                    restriction = self._restriction(relation, filler, modifiers)
                    self.axioms.append(owl.SubClassOf(self._condition(subject, modifiers), restriction, annotations))
            case "disjoint_from":
                self.axioms.append(owl.DisjointClasses(self._pair(subject, clause, modifiers), annotations))
            case "equivalent_to":
                self.axioms.append(owl.EquivalentClasses(self._pair(subject, clause, modifiers), annotations))
            case _:
                raise MalformedError("has no meaning in a term")

    def _pair(
        self, subject: owl.Class, clause: Clause, modifiers: dict[str, str]
    ) -> tuple[owl.ClassExpression, owl.ClassExpression]:
        """The sides of a clause in which only GCI qualifiers have a meaning."""
        condition, other = self._condition(subject, modifiers), self._values.class_(self._values.identifier(clause))
        self._values.without(clause, sorted(modifiers.keys() - _GCI))
        return condition, other

    def _condition(self, subject: owl.Class, modifiers: dict[str, str]) -> owl.ClassExpression:
        """The left side of the clause: the subject, or with GCI qualifiers the part of it that they single out."""
        relation, filler = map(modifiers.get, _GCI)
        if relation is None and filler is None:
            return subject
        if relation is None or filler is None:
            # Without its condition the statement would say more than the author did.
            raise MalformedError("has only one of `gci_relation` and `gci_filler`")
        values = self._values
        some = owl.ObjectSomeValuesFrom(values.object_property(relation), values.class_(filler))
        return owl.ObjectIntersectionOf((subject, some))

    def _restriction(self, relation: str, filler: str, modifiers: dict[str, str]) -> owl.ClassExpression:
        """The class expression of a relation and a filler, by the modifiers or else by the kind of the relation."""
        property_, class_ = self._values.object_property(relation), self._values.class_(filler)
        if modifiers:
            if not all(_NUMBER.fullmatch(modifiers[key]) for key in _BOUNDS if key in modifiers):
                raise MalformedError("has a cardinality that is not a number")
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
        clauses: list[Clause],
    ) -> None:
        """One equivalence from all the `intersection_of`, or all the `union_of`, clauses of a term."""
        if len(clauses) == 1:
            self._values.skipped(clauses[0], "stands alone, where two or more make a definition")
            return
        operands: list[owl.ClassExpression] = []
        annotations: dict[owl.Annotation, None] = {}
        for clause in clauses:
            try:
                stated, modifiers = self._values.qualifiers(clause)
                if self._condition(subject, modifiers) is not subject:
                    raise MalformedError("has GCI qualifiers, which a definition cannot have")
                *relation, filler = self._values.identifiers(clause, 1, 2)
                if not relation:
                    self._values.without(clause, modifiers)
                operands.append(
                    self._restriction(relation[0], filler, modifiers) if relation else self._values.class_(filler)
                )
            except MalformedError as error:
                # A definition with a part left out would be another one.
                self._values.skipped(clause, f"{error}, and with it the definition it belongs to is left out")
                return
            annotations.update(dict.fromkeys(stated))
        self.axioms.append(owl.EquivalentClasses((subject, constructor(tuple(operands))), tuple(annotations)))

    # ---- typedefs

    def typedef(self, identifier: str, clauses: Iterable[Clause], *, shorthand: bool) -> None:
        """Add the axioms of a `[Typedef]` frame; `shorthand` where its identifier stands for that of an xref."""
        values = self._values
        iri = values.iri(identifier)
        is_metadata = identifier in self._metadata_tags
        entity = values.annotation_property(iri) if is_metadata else values.object_property(identifier)
        self.axioms.append(owl.Declaration(entity))
        if shorthand:
            self._assert(iris.SHORTHAND, iri, owl.Literal(identifier), ())

        def state(clause: Clause) -> None:
            annotations = values.annotations(clause)
            if isinstance(entity, owl.ObjectProperty) and clause.tag in PROPERTY_CLAUSES:
                if (axiom := PROPERTY_CLAUSES[clause.tag](values, entity, clause, annotations)) is not None:
                    self.axioms.append(axiom)
            elif isinstance(entity, owl.AnnotationProperty) and clause.tag == "is_a":
                sup = values.iri(values.identifier(clause))
                self.axioms.append(owl.AnnotationPropertyAxiom("SubAnnotationPropertyOf", entity, sup, annotations))
            else:
                raise MalformedError(f"has no meaning in a {'metadata ' if is_metadata else ''}typedef")

        self._frame(identifier, iri, clauses, state)

    # ---- instances

    def instance(self, identifier: str, clauses: Iterable[Clause]) -> None:
        """Add the axioms of an `[Instance]` frame."""
        values = self._values
        subject = owl.NamedIndividual(values.iri(identifier))
        self.axioms.append(owl.Declaration(subject))

        def state(clause: Clause) -> None:
            annotations = values.annotations(clause)
            match clause.tag:
                case "instance_of":
                    class_ = values.class_(values.identifier(clause))
                    self.axioms.append(owl.ClassAssertion(class_, subject, annotations))
                case "relationship":
                    relation, target = values.identifiers(clause, 2)
                    self._related(values.object_property(relation), subject.iri, values.iri(target), annotations)
                case _:
                    raise MalformedError("has no meaning in an instance")

        self._frame(identifier, subject.iri, clauses, state)

    # ---- what all frames have in common

    def _frame(
        self, identifier: str, subject: owl.Iri, clauses: Iterable[Clause], state: Callable[[Clause], None]
    ) -> None:
        """Assert the annotations of a frame, and have its other clauses stated."""
        values = self._values
        self._assert(iris.ID, subject, owl.Literal(identifier), ())
        namespace = self._default_namespace
        seen = set()
        for clause in clauses:
            tag = clause.tag
            if tag in AT_MOST_ONCE:
                if tag in seen:
                    values.doubtful(clause, f"one `{tag}` more than a frame may have")
                seen.add(tag)
            try:
                if tag in ANNOTATION_CLAUSES:
                    if (stated := ANNOTATION_CLAUSES[tag](values, clause)) is not None:
                        property_, value, annotations = stated
                        if clause.qualifiers:
                            annotations += values.annotations(clause)
                        self._assert(property_, subject, value, annotations)
                        if tag == "namespace":
                            namespace = None
                elif tag == "property_value":
                    self._property_value(subject, clause)
                else:
                    state(clause)
            except MalformedError as error:
                self._values.skipped(clause, str(error))
        if namespace is not None:
            self._assert(iris.HAS_OBO_NAMESPACE, subject, namespace, ())

    def _property_value(self, subject: owl.Iri, clause: Clause) -> None:
        relation, value = self._values.property_value(clause)
        annotations = self._values.annotations(clause)
        if isinstance(value, owl.IriValue) and relation in self._relations and relation not in self._metadata_tags:
            # An object property cannot annotate; the statement is about the entities as individuals.
            self._related(self._values.object_property(relation), subject, value.iri, annotations)
        else:
            self._assert(self._values.iri(relation), subject, value, annotations)

    def _related(
        self, property_: owl.ObjectProperty, source: owl.Iri, target: owl.Iri, annotations: Annotations
    ) -> None:
        one, other = owl.NamedIndividual(source), owl.NamedIndividual(target)
        self.axioms.append(owl.ObjectPropertyAssertion(property_, one, other, annotations=annotations))

    def _assert(
        self, property_: owl.Iri, subject: owl.Iri, value: owl.AnnotationValue, annotations: Annotations
    ) -> None:
        stated = self._values.annotation_property(property_)
        self.axioms.append(owl.AnnotationAssertion(stated, subject, value, annotations))


# ---- class expressions

_GCI = ("gci_relation", "gci_filler")
_BOUNDS = ("cardinality", "minCardinality", "maxCardinality")
_NUMBER = re.compile("[0-9]{1,9}")


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

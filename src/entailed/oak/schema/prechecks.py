"""Checks of a schema that need no reasoner: names, hierarchies and keys, and the checks of values and relations."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from entailed.oak.schema.data_checks import data_findings
from entailed.oak.schema.faults import FaultKind, Finding, SchemaFault, meant, quoted
from entailed.oak.schema.model import Schema
from entailed.oak.schema.relation_checks import cardinality_findings, endpoint_findings, non_simple_findings
from entailed.oak.schema.yaml_values import Location


def precheck(schema: Schema) -> tuple[SchemaFault, ...]:
    """Every fault that shows without reasoning.

    Faults of names and hierarchies are given by themselves: the other checks, and the encoding in OWL, rely on both.
    """
    return _found(schema, _FIRST) or _found(schema, _THEN)


def allows_encoding(faults: Iterable[SchemaFault]) -> bool:
    """Whether OWL would say what a schema with these faults means."""
    in_the_way = {FaultKind.NAME, FaultKind.HIERARCHY, FaultKind.ENDPOINTS, FaultKind.CARDINALITY, FaultKind.NON_SIMPLE}
    return in_the_way.isdisjoint(fault.kind for fault in faults)


def _found(
    schema: Schema, checks: Mapping[FaultKind, Callable[[Schema], Iterator[Finding]]]
) -> tuple[SchemaFault, ...]:
    return tuple(
        SchemaFault(kind=kind, message=message, at=at, because=because)
        for kind, check in checks.items()
        for at, message, because in check(schema)
    )


# ---- names


def _name_findings(schema: Schema) -> Iterator[Finding]:
    if not schema.entity_types:
        yield Finding(("entity_types",), "The schema has no entity types. Declare one.")
    for what, known, at, name in _mentions(schema):
        if name not in known:
            yield Finding(at, f"`{name}` is no {what} of this schema{meant(name, known)}")
    yield from _alike(schema.entity_types, "types", ("entity_types",))
    yield from _alike(schema.relations, "relations", ("relations",))
    for name in schema.entity_types:
        yield from _alike(schema.properties_of(name), "properties", ("entity_types", name, "properties"))
    for field, groups in (("disjoint", schema.disjoint), ("overlapping", schema.overlapping)):
        for position, group in enumerate(groups):
            repeated = [name for name, times in Counter(group).items() if times > 1]
            if repeated or len(group) < 2:
                problem = f"names {quoted(repeated)} more than once" if repeated else "names fewer than two types"
                advice = "It has to name two different types or more."
                yield Finding((field, position), f"A group of `{field}` {problem}. {advice}")


def _mentions(schema: Schema) -> Iterator[tuple[str, Iterable[str], Location, str]]:
    """Every name that refers to a part declared elsewhere: what it has to be, what there is, where it stands."""
    types, relations = ("type", schema.entity_types), ("relation", schema.relations)
    for name, type_ in schema.entity_types.items():
        for position, above in enumerate(type_.is_a):
            yield *types, ("entity_types", name, "is_a", position), above
    for name, relation in schema.relations.items():
        yield *types, ("relations", name, "source"), relation.source
        yield *types, ("relations", name, "target"), relation.target
        for position, above in enumerate(relation.is_a):
            yield *relations, ("relations", name, "is_a", position), above
        if relation.inverse_of:
            yield *relations, ("relations", name, "inverse_of"), relation.inverse_of
    for field, groups in (("disjoint", schema.disjoint), ("overlapping", schema.overlapping)):
        for number, group in enumerate(groups):
            for position, member in enumerate(group):
                yield *types, (field, number, position), member
    for number, restriction in enumerate(schema.restrictions):
        yield *types, ("restrictions", number, "type"), restriction.type
        yield *relations, ("restrictions", number, "relation"), restriction.relation
        yield *types, ("restrictions", number, "filler"), restriction.filler


def _alike(names: Iterable[str], what: str, at: Location) -> Iterator[Finding]:
    """Names that differ in case only: tables and columns do not tell them apart."""
    first: dict[str, str] = {}
    for name in names:
        other = first.setdefault(name.casefold(), name)
        if other != name:
            yield Finding((*at, name), f"The {what} {quoted([other, name])} differ in case only. Rename one.")


# ---- hierarchies


def _hierarchy_findings(schema: Schema) -> Iterator[Finding]:
    types = {name: type_.is_a for name, type_ in schema.entity_types.items()}
    relations = {name: relation.is_a for name, relation in schema.relations.items()}
    for field, above in (("entity_types", types), ("relations", relations)):
        for cycle in _cycles(above):
            path = " is a ".join(f"`{name}`" for name in (*cycle, cycle[0]))
            advice = "nothing can be above itself. Take one of these out of `is_a`."
            yield Finding((field, cycle[0], "is_a"), f"{path}: {advice}")


def _cycles(above: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """A cycle through each name that has one, unless it is on a cycle given before."""
    given: set[str] = set()
    for start in above:
        if start not in given and (cycle := _way_back(start, above)):
            given.update(cycle)
            yield cycle


def _way_back(start: str, above: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The shortest way from a name up to itself, without its end; empty when there is none."""
    reached = {start}
    pending: list[tuple[str, ...]] = [(start,)]
    while pending:
        path = pending.pop(0)
        for upper in above.get(path[-1], ()):
            if upper == start:
                return path
            if upper not in reached:
                reached.add(upper)
                pending.append((*path, upper))
    return ()


# ---- keys


def _key_findings(schema: Schema) -> Iterator[Finding]:
    for name, type_ in schema.entity_types.items():
        inherited = {schema.key_of(above) for above in type_.is_a} - {()}
        if not type_.key and len(inherited) != 1:
            problem = "inherits different keys" if inherited else "has no key, so its entities cannot be told apart"
            advice = "State its `key`: the properties that together identify an entity."
            yield Finding(("entity_types", name), f"`{name}` {problem}. {advice}")
        properties = schema.properties_of(name)
        for position, part in enumerate(type_.key):
            at = ("entity_types", name, "key", position)
            if part not in properties:
                yield Finding(
                    at, f"The key of `{name}` names `{part}`, which it does not have{meant(part, properties)}"
                )
            elif properties[part].multivalued:
                advice = "Let it have one, or choose another key."
                yield Finding(at, f"The key of `{name}` names `{part}`, which may have several values. {advice}")
            elif part in type_.key[:position]:
                yield Finding(at, f"The key of `{name}` names `{part}` more than once. Once is enough.")


_FIRST = {FaultKind.NAME: _name_findings, FaultKind.HIERARCHY: _hierarchy_findings}
_THEN = {
    FaultKind.KEY: _key_findings,
    FaultKind.DATA: data_findings,
    FaultKind.ENDPOINTS: endpoint_findings,
    FaultKind.CARDINALITY: cardinality_findings,
    FaultKind.NON_SIMPLE: non_simple_findings,
}

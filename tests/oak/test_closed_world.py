"""What a graph lacks, or has too much of, when it is taken for all there is; and a graph as triples."""

import io
from pathlib import Path

import pyoxigraph
import pytest
from small_graphs import at, entity, graph_of, pair

from entailed.oak import Characteristic, EntityType, Property, Relation, Restriction, Schema, ValueType
from entailed.oak.graph.closed_world import check_closed_world
from entailed.oak.graph.export import write_ntriples

NAMED = {"name": Property()}


@pytest.mark.parametrize("disjoint", [True, False])
def test_l22_a_firm_that_represented_someone_is_rejected_and_no_lawyer(tmp_path: Path, disjoint: bool) -> None:
    types = ("Firm", "Lawyer")
    schema = Schema(
        name="law",
        entity_types={type_: EntityType(key=("name",), properties=NAMED) for type_ in (*types, "Client")},
        relations={"represented": Relation(source="Lawyer", target="Client")},
        overlapping=() if disjoint else (types,),
    )
    entities = [entity("Firm", at(1), {"name": "Northgate"}), entity("Client", at(2), {"name": "Acme Bay"})]
    edge = pair("represented", ("Firm", "Northgate"), ("Client", "Acme Bay"), at(3))
    graph = graph_of(tmp_path / "g", schema, entities, [edge])
    assert [(r.kind, r.reason) for r in graph.report.rejected] == [("relation", "wrong endpoint types")]
    assert graph.report.entities == {"Firm": 1, "Lawyer": 0, "Client": 1}


SCHEMA = Schema(
    name="staff",
    entity_types={
        "Person": EntityType(key=("name",), properties={**NAMED, "born": Property(type=ValueType.DATE, required=True)}),
        "Head": EntityType(is_a=("Person",)),
        "Team": EntityType(key=("name",), properties=NAMED),
    },
    relations={
        "member_of": Relation(source="Person", target="Team", minimum=1, maximum=2, inverse_of="has_member"),
        "has_member": Relation(source="Team", target="Person"),
        "leads": Relation(
            source="Head",
            target="Team",
            characteristics=frozenset({Characteristic.FUNCTIONAL, Characteristic.INVERSE_FUNCTIONAL}),
        ),
        "reports_to": Relation(
            source="Person",
            target="Person",
            characteristics=frozenset({Characteristic.ASYMMETRIC, Characteristic.IRREFLEXIVE}),
        ),
    },
    restrictions=(
        Restriction(type="Head", relation="leads", kind="some", filler="Team"),
        Restriction(type="Head", relation="reports_to", kind="only", filler="Head"),
        Restriction(type="Team", relation="has_member", kind="exactly", filler="Head", count=1),
    ),
)


def test_every_demand_of_the_schema_is_checked(tmp_path: Path) -> None:
    people = {"Ana": "Head", "Bo": "Head", "Cy": "Person", "Di": "Person"}
    entities = [entity(t, at(n), {"name": name, "born": "1990-01-01"}) for n, (name, t) in enumerate(people.items())]
    entities[3] = entity("Person", at(3), {"name": "Di"})
    entities += [entity("Team", at(10 + n), {"name": name}) for n, name in enumerate("XYZ")]

    def edge(relation: str, start: str, target: str) -> object:
        ends = [(people.get(name, "Team"), name) for name in (start, target)]
        return pair(relation, ends[0], ends[1], at(50))

    edges = [
        edge("member_of", "Ana", "X"),
        edge("has_member", "Y", "Ana"),
        edge("member_of", "Ana", "Z"),
        edge("member_of", "Bo", "X"),
        edge("member_of", "Cy", "X"),
        edge("leads", "Ana", "X"),
        edge("leads", "Ana", "Y"),
        edge("reports_to", "Ana", "Cy"),
        edge("reports_to", "Cy", "Ana"),
        edge("reports_to", "Di", "Di"),
    ]
    graph = graph_of(tmp_path / "g", SCHEMA, entities, edges)  # type: ignore[arg-type]
    names = {id: graph.entity(id).values["name"] for id in range(1, 8)}
    found = {(v.subject, v.demand): [names[id] for id in v.examples] for v in check_closed_world(graph)}
    assert found == {
        ("Person", "born is required"): ["Di"],
        ("member_of", "at least 1 targets"): ["Di"],
        ("member_of", "at most 2 targets"): ["Ana"],
        ("leads", "at most 1 targets"): ["Ana"],
        ("reports_to", "nothing is related to itself"): ["Di"],
        ("reports_to", "it never holds both ways"): ["Cy", "Di", "Ana"],
        ("Head", "at least 1 Team by leads"): ["Bo"],
        ("Head", "reports_to leads to Head only"): ["Ana"],
        ("Team", "at most 1 Head by has_member"): ["X"],
    }


def test_triples_are_those_of_the_schema_in_owl(tmp_path: Path) -> None:
    entities = [
        entity("Head", at(1), {"name": 'A "b" \\ c\n', "born": "1990-01-01"}),
        entity("Team", at(2), {"name": "é"}),
    ]
    pairs = [pair("leads", ("Head", 'a "B" \\ C'), ("Team", "É"), at(3))]
    file = io.StringIO()
    assert write_ntriples(graph_of(tmp_path / "g", SCHEMA, entities, pairs), file) == 6
    triples = {str(quad.triple) for quad in pyoxigraph.parse(file.getvalue(), pyoxigraph.RdfFormat.N_TRIPLES)}
    words = "urn:entailed:schema:staff:"
    head, team = f"<{words}entity:Head/A%20%22b%22%20%5C%20c>", f"<{words}entity:Team/%C3%A9>"
    kind = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
    assert triples == {
        f"{head} {kind} <{words}type:Head>",
        f'{head} <{words}property:name> "A \\"b\\" \\\\ c"',
        f'{head} <{words}property:born> "1990-01-01"^^<http://www.w3.org/2001/XMLSchema#date>',
        f"{head} <{words}relation:leads> {team}",
        f"{team} {kind} <{words}type:Team>",
        f'{team} <{words}property:name> "é"',
    }

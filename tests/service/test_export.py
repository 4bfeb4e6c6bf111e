"""The exported triples: what they say, what SPARQL and SQL make of them, and what the non-redundant ones leave out."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from io import BytesIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import pyoxigraph
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from entailed.errors import InconsistentOntologyError, MissingExtraError, WriteError
from entailed.owl.annotations import DEFINITION, DEPRECATED, HAS_EXACT_SYNONYM, RDFS_COMMENT, RDFS_LABEL, XSD
from entailed.owl.model import (
    AnnotationAssertion,
    AnnotationProperty,
    Literal,
    ObjectPropertyCharacteristic,
    ObjectSomeValuesFrom,
    Ontology,
    SubClassOf,
    SubObjectPropertyOf,
)
from entailed.owl.rdf_triples import write_ntriples
from entailed.owl.report import Findings, report_on
from entailed.service import (
    EntailedTriple,
    OntologyService,
    SelectResult,
    TripleKind,
    build_index,
    index_file,
    quote,
    write_parquet,
)
from entailed.service.export import EQUIVALENT_CLASS, SUB_CLASS_OF, SUB_PROPERTY_OF
from reasoning.test_against_obvious_reasoner import NAMES, names, ontologies, ontologies_with_individuals, roles

T = "http://example.org/test#"
IndexText = Callable[..., OntologyService]
Facts = set[tuple[str, str, str]]


def facts(triples: Iterable[EntailedTriple], *kinds: TripleKind) -> Facts:
    """The triples of some kinds, with local names."""
    return {
        (local(t.subject), local(t.predicate), local(t.object))
        for t in triples
        if t.kind in kinds and isinstance(t.object, str)
    }


def local(iri: str) -> str:
    return iri.replace("#", "/").rpartition("/")[2]


def store_of(triples: Iterable[EntailedTriple]) -> pyoxigraph.Store:
    file = BytesIO()
    write_ntriples((triple[:3] for triple in triples), file)
    store = pyoxigraph.Store()
    store.load(file.getvalue(), format=pyoxigraph.RdfFormat.N_TRIPLES)
    return store


def found(store: pyoxigraph.Store, pattern: str) -> set[str]:
    """The IRIs that satisfy a pattern as ?x, by SPARQL 1.1."""
    rdfs = "PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>"
    solutions = store.query(f"{rdfs} SELECT DISTINCT ?x WHERE {{ {pattern} }}")
    assert isinstance(solutions, pyoxigraph.QuerySolutions)
    return {str(solution["x"].value) for solution in solutions}  # type: ignore[union-attr]


def selected(service: OntologyService, pattern: str) -> set[str]:
    result = service.query(f"SELECT ?x WHERE {{ {pattern} }} LIMIT 100000")
    assert isinstance(result, SelectResult)
    assert not result.unresolved
    return {row.iri for row in result.rows}


# ---- what is exported

EQUIVALENT = f"""
Prefix(:=<{T}>)
Prefix(owl:=<http://www.w3.org/2002/07/owl#>)
Ontology(
Declaration(Class(:A)) Declaration(Class(:A2)) Declaration(Class(:B)) Declaration(Class(:C)) Declaration(Class(:Old))
EquivalentClasses(:A :A2)
SubClassOf(:A :Old) SubClassOf(:Old :B) SubClassOf(:B :C)
SubClassOf(:Never owl:Nothing)
SubClassOf(:B ObjectSomeValuesFrom(:r :Old)) SubClassOf(:C ObjectSomeValuesFrom(:r owl:Thing))
AnnotationAssertion(owl:deprecated :Old "true"^^<http://www.w3.org/2001/XMLSchema#boolean>)
)
"""


def test_classification_is_written_whole_with_the_direct_part_marked(index_text: IndexText) -> None:
    triples = index_text(EQUIVALENT, ".ofn").triples()
    classification = facts(triples, TripleKind.CLASSIFICATION)
    above = {*product(("A", "A2"), "BC"), ("B", "C"), ("A", "A2"), ("A2", "A"), ("Never", "Nothing")}
    assert {(a, b) for a, r, b in classification if r == "subClassOf"} == above
    direct = {("A", "B"), ("A2", "B"), ("B", "C")}
    assert {(a, b) for a, r, b in classification if r == "directSubClassOf"} == direct
    assert {(a, b) for a, r, b in classification if r == "equivalentClass"} == {("A", "A2"), ("A2", "A")}
    assert triples.left_out["obsolete classes"] == 1


def test_a_filler_is_named_current_and_not_top(index_text: IndexText) -> None:
    triples = index_text(EQUIVALENT, ".ofn").triples()
    # Old is obsolete, but what is above it is not: :r leads from B to Old, so to B and C.
    assert facts(triples, TripleKind.RELATION) == {(x, "r", y) for x, y in product(("A", "A2", "B"), ("B", "C"))}


def test_an_obsolete_class_between_two_others_leaves_them_together(index_text: IndexText) -> None:
    least = index_text(EQUIVALENT, ".ofn").triples(nonredundant=True)
    classification = facts(least, TripleKind.CLASSIFICATION)
    (first,) = (a for a, r, b in classification if r == "equivalentClass")  # either may stand for both
    assert classification == {
        (first, "subClassOf", "B"),
        (first, "equivalentClass", "A2" if first == "A" else "A"),
        ("B", "subClassOf", "C"),
        ("Never", "subClassOf", "Nothing"),
    }
    assert facts(least, TripleKind.RELATION) == {("B", "r", "B")}


def test_the_text_of_a_card_is_exported_and_the_rest_is_counted(index_text: IndexText) -> None:
    service = index_text(
        '[Term]\nid: T:1\nname: a "b"\\nc\ndef: "A \\\\ thing." [X:1]\ncomment: Remark.\nsynonym: "bé" EXACT []\n'
        "xref: X:2\n\n[Typedef]\nid: T:r\nname: related\nis_transitive: true\n"
    )
    triples = service.triples()
    text = {(local(t.subject), t.predicate, t.object) for t in triples if t.kind is TripleKind.ANNOTATION}
    assert text == {
        ("T_1", RDFS_LABEL, Literal('a "b" c')),
        ("T_1", DEFINITION, Literal("A \\ thing.")),
        ("T_1", RDFS_COMMENT, Literal("Remark.")),
        ("T_1", HAS_EXACT_SYNONYM, Literal("bé")),
        ("T_r", RDFS_LABEL, Literal("related")),
    }
    assert triples.left_out["other annotations"] == 2, "the identifier and the cross-reference"
    labels = store_of(triples).quads_for_pattern(None, pyoxigraph.NamedNode(RDFS_LABEL), None)
    assert {label.object.value for label in labels} == {'a "b" c', "related"}  # type: ignore[union-attr]


def test_a_class_without_a_label_is_exported_without_one(index_text: IndexText) -> None:
    service = index_text(EQUIVALENT.replace("SubClassOf(:B :C)", f'AnnotationAssertion(<{RDFS_LABEL}> :B "b")'), ".ofn")
    labels = {(local(t.subject), t.object) for t in service.triples() if t.predicate == RDFS_LABEL}
    assert labels == {("B", Literal("b"))}


def test_a_taxonomy_without_relations_has_a_nonredundant_export(index_text: IndexText) -> None:
    told = "SubClassOf(<x:a> <x:b>) SubClassOf(<x:b> <x:c>) SubClassOf(<x:a> <x:c>)"
    triples = index_text(f"Ontology({told})", ".ofn").triples(nonredundant=True)
    assert {(t.subject, t.object) for t in triples} == {("x:a", "x:b"), ("x:b", "x:c")}


def test_an_iri_that_no_store_takes_is_named() -> None:
    bad = EntailedTriple(f"{T}a b", SUB_CLASS_OF, f"{T}c", TripleKind.CLASSIFICATION)
    with pytest.raises(WriteError, match=r"test#a b` .* Correct it in the source"):
        write_ntriples([bad[:3]], BytesIO())


def test_the_relation_graph_example(shared: Path, tmp_path: Path) -> None:
    index_file(shared / "data/suites/relation-graph/materialize_test.ofn", tmp_path / "index")
    relations = facts(OntologyService(tmp_path / "index").triples(), TripleKind.RELATION)
    assert {("A", "p", "D"), ("C", "p", "D"), ("F", "p", "B"), ("E", "p", "C"), ("E", "p", "A")} <= relations
    assert ("F", "p", "C") not in relations


def test_an_ontology_without_relations_has_its_classification(shared: Path, tmp_path: Path) -> None:
    index_file(shared / "data/suites/relation-graph/apo.owl", tmp_path / "index")
    kinds = {triple.kind for triple in OntologyService(tmp_path / "index").triples()}
    assert kinds == {TripleKind.CLASSIFICATION, TripleKind.ANNOTATION}


# ---- other tools


def assert_sparql_agrees(service: OntologyService) -> int:
    """Ask for every sixth class and all relations; return how many answers there were."""
    triples = list(service.triples())
    store = store_of(triples)
    classes = {t.object for t in triples if t.kind in (TripleKind.CLASSIFICATION, TripleKind.RELATION)}
    answers = 0
    for iri in sorted(classes)[::6]:
        name = quote(iri)
        pairs = [
            (f"?x rdfs:subClassOf <{iri}>", f'?x "is a" {name}'),
            (f"<{iri}> rdfs:subClassOf ?x", f'{name} "is a" ?x'),
        ]
        for role in relations_of(triples):
            pairs.append((f"?x <{role}> <{iri}>", f"?x {quote(role)} {name}"))
            pairs.append((f"<{iri}> <{role}> ?x", f"{name} {quote(role)} ?x"))
            pairs.append(
                (f"?x rdfs:subClassOf? <{iri}> . ?x <{role}> <{iri}>", f'?x "is a" {name} . ?x {quote(role)} {name}')
            )
        for sparql, ours in pairs:
            expected = selected(service, ours)
            assert found(store, sparql) == expected, ours
            answers += len(expected)
    return answers


def relations_of(triples: Iterable[EntailedTriple]) -> list[str]:
    return sorted({t.predicate for t in triples if t.kind is TripleKind.RELATION})


def test_sparql_gives_the_answers_of_the_query_language(kitchen: OntologyService) -> None:
    assert assert_sparql_agrees(kitchen) > 100


def test_sparql_gives_the_answers_of_the_query_language_on_a_part_of_go(shared: Path, tmp_path: Path) -> None:
    index_file(shared / "data/ontologies/go-nucleus/go-nucleus.obo", tmp_path / "index")
    assert assert_sparql_agrees(OntologyService(tmp_path / "index")) > 100


def test_parquet_holds_the_same_rows(kitchen: OntologyService, tmp_path: Path) -> None:
    path = tmp_path / "kitchen.parquet"
    triples = list(kitchen.triples())
    with path.open("wb") as file:
        write_parquet(triples, file)
    rows = duckdb.execute("SELECT subject, predicate, object, kind FROM read_parquet(?)", [str(path)]).fetchall()
    assert rows == [(s, p, o.value if isinstance(o, Literal) else o, kind.value) for s, p, o, kind in triples]


def test_without_pyarrow_parquet_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'entailed\[parquet\]'"):
        write_parquet([], BytesIO())


# ---- what follows from the rest


def closed(least: Iterable[EntailedTriple]) -> Facts:
    """Apply the rules that a non-redundant export promises, until nothing new comes."""
    least = list(least)
    above = {(t.subject, t.object) for t in least if t.predicate in (SUB_CLASS_OF, EQUIVALENT_CLASS)}
    above |= {(t.object, t.subject) for t in least if t.predicate == EQUIVALENT_CLASS}
    above = transitive(above)
    under = {(t.subject, t.object) for t in least if t.predicate == SUB_PROPERTY_OF}
    transitive_roles = {t.subject for t in least if local(t.predicate) == "type"}
    related = {(t.subject, t.predicate, t.object) for t in least if t.kind is TripleKind.RELATION}
    while True:
        new = {(a, r, c) for a, r, b in related for b2, c in above if b == b2}
        new |= {(a, r, c) for a, b in above for b2, r, c in related if b == b2}
        new |= {(a, s, b) for a, r, b in related for r2, s in under if r == r2}
        new |= {
            (a, r, c) for (a, r, b), (b2, r2, c) in product(related, related) if b == b2 and r == r2 in transitive_roles
        }
        if new <= related:
            return {(a, SUB_CLASS_OF, b) for a, b in above if a != b} | related
        related |= new


def transitive(pairs: set[tuple[str, str]]) -> set[tuple[str, str]]:
    while more := {(a, d) for (a, b), (c, d) in product(pairs, pairs) if b == c} - pairs:
        pairs = pairs | more
    return pairs


def everything(triples: Iterable[EntailedTriple]) -> Facts:
    return {
        (t.subject, t.predicate, t.object)
        for t in triples
        if t.kind is TripleKind.RELATION or t.predicate == SUB_CLASS_OF
    }


def assert_nothing_is_missing_and_nothing_spare(service: OntologyService) -> None:
    least = list(service.triples(nonredundant=True))
    whole = everything(service.triples())
    assert closed(least) == whole
    for triple in least:
        if triple.kind in (TripleKind.CLASSIFICATION, TripleKind.RELATION):
            assert closed(t for t in least if t != triple) != whole, triple


def test_what_a_chain_gives_is_kept_and_what_transitivity_gives_is_not(index_text: IndexText) -> None:
    service = index_text(
        f"Prefix(:=<{T}>)\nOntology(TransitiveObjectProperty(:part)"
        "SubObjectPropertyOf(ObjectPropertyChain(:in :part) :in)"
        "SubClassOf(:X ObjectSomeValuesFrom(:in :A)) SubClassOf(:A ObjectSomeValuesFrom(:part :B))"
        "SubClassOf(:B ObjectSomeValuesFrom(:part :C)))",
        ".ofn",
    )
    least = facts(service.triples(nonredundant=True), TripleKind.RELATION)
    assert least == {("A", "part", "B"), ("B", "part", "C"), *(("X", "in", y) for y in "ABC")}


def test_a_complex_filler_brings_nothing_new_where_a_superclass_has_its_name(index_text: IndexText) -> None:
    service = index_text(
        f"Prefix(:=<{T}>)\nOntology(SubClassOf(:A :P) SubClassOf(:P ObjectSomeValuesFrom(:r :B)) SubClassOf(:A "
        "ObjectSomeValuesFrom(:r ObjectIntersectionOf(:B ObjectSomeValuesFrom(:s :C)))))",
        ".ofn",
    )
    assert facts(service.triples(nonredundant=True), TripleKind.RELATION) == {("P", "r", "B")}
    assert_nothing_is_missing_and_nothing_spare(service)


def test_of_the_names_of_two_complex_fillers_the_more_specific_is_kept(index_text: IndexText) -> None:
    links = " ".join(
        f"SubClassOf(:A ObjectSomeValuesFrom(:r ObjectIntersectionOf(:{name} ObjectSomeValuesFrom(:s :{name}))))"
        for name in ("B", "B2")
    )
    service = index_text(f"Prefix(:=<{T}>)\nOntology(SubClassOf(:B2 :B) {links})", ".ofn")
    assert facts(service.triples(nonredundant=True), TripleKind.RELATION) == {("A", "r", "B2")}


@pytest.mark.parametrize(
    "axioms",
    [
        "SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(:B ObjectSomeValuesFrom(:r :A))",
        "SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(:B ObjectSomeValuesFrom(:r :C))"
        "SubClassOf(:C ObjectSomeValuesFrom(:r :A)) SubClassOf(:C ObjectSomeValuesFrom(:r :D))"
        "SubClassOf(:E ObjectSomeValuesFrom(:r :A)) SubClassOf(:E :C2) SubClassOf(:C :C2)",
        "ReflexiveObjectProperty(:r) SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(:B :C)"
        "SubClassOf(:C ObjectSomeValuesFrom(:r :A))",
        "SubObjectPropertyOf(:q :r) SubClassOf(:A ObjectSomeValuesFrom(:q :B))"
        "SubClassOf(:B ObjectSomeValuesFrom(:r :C)) SubClassOf(:C ObjectSomeValuesFrom(:r :A))",
        "SubClassOf(:B :C) SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(:C ObjectSomeValuesFrom(:r :B))",
        "ReflexiveObjectProperty(:r) SubClassOf(:A ObjectSomeValuesFrom(:r :B))"
        "SubClassOf(:B ObjectSomeValuesFrom(:r :C)) SubClassOf(:C ObjectSomeValuesFrom(:r :D))"
        "SubClassOf(:D ObjectSomeValuesFrom(:r :C))",
    ],
)
def test_circles_of_a_transitive_relation_are_opened(index_text: IndexText, axioms: str) -> None:
    service = index_text(f"Prefix(:=<{T}>)\nOntology(TransitiveObjectProperty(:r) {axioms})", ".ofn")
    assert_nothing_is_missing_and_nothing_spare(service)


@pytest.mark.parametrize("reflexive", [False, True])
def test_the_work_grows_with_the_links_and_not_with_their_pairs(index_text: IndexText, reflexive: bool) -> None:
    shape = f"""TransitiveObjectProperty(:part) {"ReflexiveObjectProperty(:part)" * reflexive}
    SubObjectPropertyOf(ObjectPropertyChain(:in :part) :in)
    SubClassOf(:Second :First) SubClassOf(:First ObjectSomeValuesFrom(:in :P0))"""

    def calls(length: int) -> int:
        parts = (f"SubClassOf(:P{i} ObjectSomeValuesFrom(:part :P{i + 1}))" for i in range(length))
        others = (f"SubClassOf(:Second ObjectSomeValuesFrom(:in :Q{i}))" for i in range(length))
        text = f"Prefix(:=<{T}>)\nOntology({shape} {' '.join((*parts, *others))})"
        triples = index_text(text, ".ofn").triples(nonredundant=True)
        count = 0

        def counted(*_: object) -> None:
            nonlocal count
            count += 1

        sys.setprofile(counted)
        try:
            least = facts(triples, TripleKind.RELATION)
        finally:
            sys.setprofile(None)
        assert {(a, r, b) for a, r, b in least if a != b} == {
            *((f"P{i}", "part", f"P{i + 1}") for i in range(length)),
            *(("First", "in", f"P{i}") for i in range(length + 1)),
            *(("Second", "in", f"Q{i}") for i in range(length)),
        }
        return count

    # Twice as long a chain has four times as many links.
    assert calls(160) < 5 * calls(80)


@st.composite
def circular(draw: st.DrawFn) -> Ontology:
    """Few classes and many relations, of which most are transitive."""
    edges = st.builds(lambda a, r, b: SubClassOf(a, ObjectSomeValuesFrom(r, b)), names, roles, names)
    axioms = [
        *draw(st.lists(edges, min_size=3, max_size=9)),
        *draw(st.lists(st.builds(SubClassOf, names, names), max_size=3)),
        *draw(st.lists(st.builds(SubObjectPropertyOf, roles, roles), max_size=2)),
    ]
    for kind, most in (("TransitiveObjectProperty", 3), ("ReflexiveObjectProperty", 1)):
        axioms += (ObjectPropertyCharacteristic(kind, role) for role in draw(st.sets(roles, max_size=most)))
    return Ontology(iri=None, axioms=tuple(axioms))


@st.composite
def partly_obsolete(draw: st.DrawFn) -> Ontology:
    ontology = draw(st.one_of(ontologies, ontologies_with_individuals, circular()))
    obsolete = draw(st.sets(st.sampled_from(NAMES), max_size=2))
    marks = (
        AnnotationAssertion(AnnotationProperty(DEPRECATED), c.iri, Literal("true", XSD + "boolean")) for c in obsolete
    )
    return replace(ontology, axioms=(*ontology.axioms, *marks))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(partly_obsolete())
def test_random_ontologies_can_be_closed_again(ontology: Ontology) -> None:
    with TemporaryDirectory() as folder:
        index = Path(folder) / "index"
        report = report_on(ontology, source="random", format="none", findings=Findings())
        try:
            build_index(ontology, report, index)
        except InconsistentOntologyError:
            return
        assert_nothing_is_missing_and_nothing_spare(OntologyService(index))

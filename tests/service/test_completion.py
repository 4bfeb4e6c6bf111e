"""Verdicts left incomplete by the saturation, completed by a DL reasoner on the module."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from entailed.owl import GivenFile, ReadOptions
from entailed.owl import model as owl
from entailed.reasoning.dl_check import LARGEST_CHECKED
from entailed.reasoning.dl_engines import AxiomSet, EngineStoppedError, HermiT, RustDL
from entailed.reasoning.dl_engines import Verdict as EngineVerdict
from entailed.service import AskResult, MappingOptions, OntologyService, Verdict, index_file, observation


def asked(service: OntologyService, text: str) -> AskResult:
    result = service.query(text)
    assert isinstance(result, AskResult)
    return result


@pytest.mark.parametrize(
    "text", ['ASK { "seafood" "is a" "animal product" }', 'ASK { "seafood" "derives from" "aquatic animal" }']
)
def test_what_needs_reasoning_by_cases_is_entailed_after_all(kitchen: OntologyService, text: str) -> None:
    before = asked(kitchen, text)
    assert (before.verdict, before.incomplete) == (Verdict.NOT_ENTAILED, True)
    after = kitchen.complete(before)
    assert (after.verdict, after.incomplete, after.decided_by) == (Verdict.ENTAILED, False, "rustdl")
    assert observation(after).endswith("ENTAILED (decided by rustdl)")


def test_a_complete_not_entailed_says_who_decided(kitchen: OntologyService) -> None:
    after = kitchen.complete(asked(kitchen, 'ASK { "seafood" "contains" "gluten" }'))
    assert (after.verdict, after.incomplete, after.decided_by) == (Verdict.NOT_ENTAILED, False, "rustdl")


def test_a_complete_verdict_is_left_as_it_is(kitchen: OntologyService) -> None:
    for statement in ('"egg" "contains" "gluten"', '"lasagne" "contains" "gluten"', '"nothing" "is a" "egg"'):
        before = asked(kitchen, f"ASK {{ {statement} }}")
        assert kitchen.complete(before) is before


def test_a_module_that_is_too_large_leaves_the_verdict_and_says_so(index_text) -> None:
    above = "".join(f"SubClassOf(:C{n} :C{n + 1})" for n in range(LARGEST_CHECKED))
    union = "SubClassOf(:C0 ObjectUnionOf(:a :b))"
    service = index_text(f"Prefix(:=<http://example.org/>) Ontology({above} {union})", ".ofn")
    before = asked(service, 'ASK { "C0" "is a" "a" }')
    after = service.complete(before)
    assert (after.verdict, after.incomplete, after.decided_by) == (Verdict.NOT_ENTAILED, True, None)
    assert after.notices == ("3,001 axioms bear on it, and a reasoner for OWL 2 DL is asked about up to 3,000.",)


def test_a_mark_that_was_too_coarse_is_taken_off_without_another_reasoner(index_text) -> None:
    """The conjunction of the definition is never met, so its union bears on nothing."""
    service = index_text(
        """Prefix(:=<http://example.org/>)
        Ontology(
          SubClassOf(:plain :thing)
          SubClassOf(ObjectIntersectionOf(:plain :rare) :defined)
          SubClassOf(:defined ObjectUnionOf(:left :right))
          SubClassOf(:rare ObjectSomeValuesFrom(:r :thing))
          SubClassOf(ObjectIntersectionOf(:rare :thing) :other)
        )""",
        ".ofn",
    )
    before = asked(service, 'ASK { "plain" "is a" "left" }')
    after = service.complete(before)
    assert (after.verdict, after.incomplete, after.decided_by) == (Verdict.NOT_ENTAILED, False, None)


# ---- role groups


@pytest.fixture(scope="module")
def grouped(index_text) -> OntologyService:
    return index_text(
        """Prefix(:=<http://example.org/>)
        Ontology(
          SubClassOf(:A ObjectUnionOf(:B :C))
          SubClassOf(:B ObjectSomeValuesFrom(:group ObjectSomeValuesFrom(:r :D)))
          SubClassOf(:C ObjectSomeValuesFrom(:group ObjectSomeValuesFrom(:r :D)))
          SubClassOf(:D :E) Declaration(Class(:F))
        )""",
        ".ofn",
        role_groups=["http://example.org/group"],
    )


def test_a_verdict_is_completed_within_role_groups_too(grouped: OntologyService) -> None:
    before = asked(grouped, 'ASK { "A" "r" "E" }')
    assert (before.verdict, before.incomplete) == (Verdict.NOT_ENTAILED, True)
    after = grouped.complete(before)
    assert (after.verdict, after.incomplete, after.within_group) == (Verdict.ENTAILED, False, True)
    assert observation(after).endswith("ENTAILED (within a role group; decided by rustdl)")


@pytest.mark.parametrize("statement", ['"A" "r" "F"', '"A" "group" "E"'])
def test_what_no_reading_entails_is_not_entailed(grouped: OntologyService, statement: str) -> None:
    after = grouped.complete(asked(grouped, f"ASK {{ {statement} }}"))
    assert (after.verdict, after.incomplete, after.within_group) == (Verdict.NOT_ENTAILED, False, False)


def test_a_relation_that_groups_is_not_looked_for_within_a_group(index_text) -> None:
    """Neither does an ASK that needs no other reasoner: groups do not nest."""
    nested = "ObjectSomeValuesFrom(:group ObjectSomeValuesFrom(:group :D))"
    service = index_text(
        f"""Prefix(:=<http://example.org/>)
        Ontology(SubClassOf(:A ObjectUnionOf(:B :C)) SubClassOf(:B {nested}) SubClassOf(:C {nested}))""",
        ".ofn",
        role_groups=["http://example.org/group"],
    )
    assert service.complete(asked(service, 'ASK { "A" "group" "D" }')).verdict is Verdict.NOT_ENTAILED
    assert asked(service, 'ASK { "B" "group" "D" }').verdict is Verdict.NOT_ENTAILED


# ---- mappings, and the time there is


CASES = """Prefix(:=<http://purl.obolibrary.org/obo/>)
Ontology(<http://example.org/cases>
  SubClassOf(:X_A ObjectMinCardinality(2 :r :X_B))
  SubClassOf(:X_A ObjectUnionOf(:X_X :X_Y)) SubClassOf(:X_X :X_Z) SubClassOf(:X_Y :X_Z)
  SubClassOf(:X_A :X_M) SubClassOf(:X_A :X_U)
)"""
"""A cardinality, which puts the verdict of rustdl in doubt, beside a union that entails A ⊑ Z."""
OTHER = """Prefix(:=<http://purl.obolibrary.org/obo/>)
Ontology(<http://example.org/other> SubClassOf(:Y_N :Y_O) SubClassOf(:Y_Z :Y_V) SubClassOf(:Y_U :Y_W))"""
MAPPINGS = """\
#curie_map:
#  X: http://purl.obolibrary.org/obo/X_
#  Y: http://purl.obolibrary.org/obo/Y_
subject_id\tpredicate_id\tobject_id\tmapping_justification
X:M\towl:equivalentClass\tY:N\tsemapv:X
X:Z\towl:equivalentClass\tY:Z\tsemapv:X
X:U\towl:equivalentClass\tY:U\tsemapv:X
"""


@pytest.fixture(scope="module")
def doubtful(tmp_path_factory: pytest.TempPathFactory) -> OntologyService:
    folder = tmp_path_factory.mktemp("doubtful")
    for name, text in (("cases.ofn", CASES), ("other.ofn", OTHER), ("m.sssom.tsv", MAPPINGS)):
        (folder / name).write_text(text, encoding="utf-8")
    index_file(
        folder / "cases.ofn",
        folder / "index",
        ReadOptions(beside=[GivenFile(folder / "other.ofn")]),
        mappings=MappingOptions(files=[folder / "m.sssom.tsv"]),
    )
    return OntologyService(folder / "index")


needs_hermit = pytest.mark.skipif(not HermiT.is_installed(), reason="HermiT needs the extra `oracle`")


@needs_hermit
@pytest.mark.parametrize(("object_", "lines"), [("X_Z", []), ("Y_V", [6])])
def test_where_hermit_decides_only_the_mappings_that_are_needed_are_named(
    doubtful: OntologyService, object_: str, lines: list[int]
) -> None:
    after = doubtful.complete(asked(doubtful, f'ASK {{ "X_A" "is a" "{object_}" }}'))
    assert (after.verdict, after.decided_by) == (Verdict.ENTAILED, "HermiT")
    assert ([mapping.line for mapping in after.rests_on], after.with_mappings) == (lines, bool(lines))


def test_a_doubtful_verdict_is_not_relied_on(doubtful: OntologyService) -> None:
    before = asked(doubtful, 'ASK { "X_A" "is a" "X_Z" }')
    after = doubtful.complete(before, engine=RustDL())
    assert replace(after, notices=before.notices) == before
    assert after.notices[-1].startswith("rustdl says it is entailed, which is not relied on: cardinality.")


@dataclass(frozen=True)
class Slow:
    """An engine that says that all follows, after a time of its own; or that it had too little time."""

    seconds: float
    name: str = "slow engine"

    def judge(
        self, axiom_sets: Sequence[AxiomSet], classes: Sequence[owl.Class], *, timeout_s: float
    ) -> list[EngineVerdict]:
        time.sleep(min(self.seconds, timeout_s))
        if self.seconds > timeout_s:
            raise EngineStoppedError("no verdict")
        return [EngineVerdict(True, frozenset(classes[:1]))] * len(axiom_sets)


def test_one_time_limit_is_for_all_that_is_asked(doubtful: OntologyService) -> None:
    """The verdict is there in time, and what it rests on is not."""
    after = doubtful.complete(asked(doubtful, 'ASK { "X_A" "is a" "Y_V" }'), engine=Slow(0.3), timeout_s=0.5)
    assert (after.verdict, after.with_mappings, after.rests_on) == (Verdict.ENTAILED, True, ())
    assert after.notices[-1] == (
        "Whether it follows without mappings between the ontologies is open. slow engine could not decide it: "
        "no verdict."
    )
    assert "An explanation of it" not in observation(after)

"""Verdicts left incomplete by the saturation, completed by a DL reasoner on the module."""

import pytest

from entailed.service import AskResult, OntologyService, Verdict, observation


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

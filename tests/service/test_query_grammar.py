"""Whatever constrained decoding lets a model write is a query."""

from random import Random

from derivations import Derivations
from entailed.llm.gbnf import one_of, render
from entailed.service import quote
from entailed.service.query_grammar import query_grammar
from entailed.service.query_language import Ask, Describe, HasFiller, IsFiller, IsRelation, Select, parse


def test_everything_it_derives_is_read_and_every_form_is_derived():
    rules = query_grammar()
    grammar = Derivations(render({"root": next(iter(rules))} | rules))
    random = Random(1)
    queries = [parse(grammar.sample(random)) for _ in range(1500)]
    assert {type(query) for query in queries} == {Describe, Ask, Select}
    selects = [query for query in queries if isinstance(query, Select)]
    assert {type(condition) for query in selects for condition in query.conditions} == {HasFiller, IsFiller, IsRelation}
    assert {query.values is None for query in selects} == {True, False}
    assert {query.limit is None for query in selects} == {True, False}
    assert {query.offset > 0 for query in selects} == {True, False}
    assert max(len(query.conditions) for query in selects) > 2


def test_every_name_can_be_written():
    name = 'say "5\' \\ pipe" → β-catenin'
    only = query_grammar() | {"concept": one_of([quote(name)]), "relation": one_of([quote("part of")])}
    grammar = Derivations(render({"root": next(iter(only))} | only))
    random = Random(2)
    queries = [parse(grammar.sample(random)) for _ in range(200)]
    assert {query.subject for query in queries if isinstance(query, Describe)} == {name}
    assert {query.relation for query in queries if isinstance(query, Ask)} == {"part of"}

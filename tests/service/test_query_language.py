"""The query language: what is read, what a name survives, and what a mistake is told."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.errors import QuerySyntaxError
from entailed.service import quote
from entailed.service.query_language import (
    MAX_QUERY_CHARACTERS,
    Ask,
    Describe,
    HasFiller,
    IsFiller,
    IsRelation,
    Query,
    Select,
    parse,
)

EGG_ALLERGY = Ask(subject="egg", relation="contains", object="egg protein")


def select(*conditions: HasFiller | IsFiller | IsRelation, variable: str = "x", **rest: object) -> Select:
    settings = {"values": None, "limit": None, "offset": 0} | rest
    return Select(variable=variable, conditions=conditions, **settings)  # type: ignore[arg-type]


# ---- forms


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ('DESCRIBE "egg"', Describe(subject="egg")),
        ('ASK { "egg" "contains" "egg protein" }', EGG_ALLERGY),
        ('ASK WHERE { "egg" "contains" "egg protein" . }', EGG_ALLERGY),
        ('ask{"egg""contains""egg protein"}', EGG_ALLERGY),
        ('SELECT ?x WHERE { ?x "contains" "gluten" }', select(HasFiller(relation="contains", object="gluten"))),
        ('select distinct ?x { ?x a "dish" . }', select(HasFiller(relation="is a", object="dish"))),
        ('SELECT * WHERE { ?y "r" "B" }', select(HasFiller(relation="r", object="B"), variable="y")),
        ('SELECT $x WHERE { $x "r" "B" }', select(HasFiller(relation="r", object="B"))),
        (
            'SELECT ?o WHERE { "egg" "contains" ?o }',
            select(IsFiller(subject="egg", relation="contains"), variable="o"),
        ),
        ('SELECT ?r WHERE { "egg" ?r "food" }', select(IsRelation(subject="egg", object="food"), variable="r")),
        (
            'SELECT ?x WHERE { ?x "r" "B" ; "s" "C" . "A" "t" ?x }',
            select(
                HasFiller(relation="r", object="B"),
                HasFiller(relation="s", object="C"),
                IsFiller(subject="A", relation="t"),
            ),
        ),
        (
            'SELECT ?x WHERE { VALUES ?x { "one" "two" } ?x "r" "B" } OFFSET 3 LIMIT 2',
            select(HasFiller(relation="r", object="B"), values=("one", "two"), limit=2, offset=3),
        ),
    ],
)
def test_each_form_is_read(text: str, query: Query) -> None:
    assert parse(text) == query


@pytest.mark.parametrize(
    "text",
    [
        '```\nASK { "egg" "contains" "egg protein" }\n```',
        '```sparql\nASK { "egg" "contains" "egg protein" }\n```',
        '```sparql ASK { "egg" "contains" "egg protein" }```',
        '```ASK { "egg" "contains" "egg protein" }```',
        '`ASK { "egg" "contains" "egg protein" }`',
        '\'ASK { "egg" "contains" "egg protein" }\'',
        'ASK { "egg" "contains" "egg protein" };',
        'PREFIX kit: <http://example.org/kitchen#>\nBASE <http://example.org/>\nASK {"egg" "contains" "egg protein"}',
        '# is there egg in it?\nASK { "egg" # the food\n "contains" "egg protein" }',
    ],
)
def test_what_models_write_around_a_query_is_no_part_of_it(text: str) -> None:
    assert parse(text) == EGG_ALLERGY


@pytest.mark.parametrize(
    "name",
    ["KIT:0000211", "KIT_0000211", "<http://purl.obolibrary.org/obo/KIT_0000211>", "ex:hen/egg-1.2", "owl:Thing"],
)
def test_identifiers_may_stand_bare(name: str) -> None:
    assert parse(f"ASK {{ {name} {name} {name} }}") == Ask(subject=name, relation=name, object=name)
    assert parse(f"SELECT ?x WHERE {{ ?x {name} {name}. }}") == select(HasFiller(relation=name, object=name))


def test_a_declared_prefix_makes_an_iri_of_a_bare_identifier() -> None:
    prologue = "PREFIX kit: <http://example.org/kitchen#>\nprefix owl: <http://example.org/other#>\n"
    kitchen, other = "<http://example.org/kitchen#egg>", "<http://example.org/other#Thing>"
    found = parse(prologue + 'ASK { kit:egg "kit:egg" owl:Thing }')
    assert found == Ask(subject=kitchen, relation="kit:egg", object=other)
    assert parse(prologue + "DESCRIBE ex:egg") == Describe(subject="ex:egg")


def test_a_bare_name_may_follow_describe() -> None:
    assert parse("DESCRIBE sheep's milk".replace("'", "’")) == Describe(subject="sheep’s milk")
    assert parse("describe  egg yolk ") == Describe(subject="egg yolk")


# ---- names


@pytest.mark.parametrize(
    ("written", "name"),
    [
        (r'"5\" pipe"', '5" pipe'),
        (r"'5\' pipe'", "5' pipe"),
        ("'5\" pipe'", '5" pipe'),
        ('"5\' pipe"', "5' pipe"),
        (r'"back\\slash"', r"back\slash"),
        (r"'back\\slash'", r"back\slash"),
        (r'"tab\tline\nreturn\r"', "tab\tline\nreturn\r"),
        (r'"caf\u00e9"', "café"),
        (r"'\U0001F95A egg'", "🥚 egg"),
        (r'"\ud83e\udd5a egg"', "🥚 egg"),
        (r'"\ud83e egg"', "\ufffd egg"),
        (r'"\U00110000"', "\ufffd"),
        (r'"\d+"', "d+"),
        ('"""5" pipe"""', '5" pipe'),
        ("'''it's'''", "it's"),
        ('""', ""),
    ],
)
def test_escapes_in_either_kind_of_quotes(written: str, name: str) -> None:
    assert parse(f"DESCRIBE {written}") == Describe(subject=name)
    assert parse(f"ASK {{ {written} 'r' {written} }}") == Ask(subject=name, relation="r", object=name)


NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@given(first=NAMES, second=NAMES, third=NAMES)
def test_a_quoted_name_is_read_back_in_every_form(first: str, second: str, third: str) -> None:
    a, b, c = quote(first), quote(second), quote(third)
    assert parse(f"DESCRIBE {a}") == Describe(subject=first)
    assert parse(f"ASK {{ {a} {b} {c} }}") == Ask(subject=first, relation=second, object=third)
    assert parse(f"SELECT ?x WHERE {{ ?x {a} {b} . {c} {b} ?x . VALUES ?x {{ {a} {c} }} }}") == select(
        HasFiller(relation=first, object=second),
        IsFiller(subject=third, relation=second),
        values=(first, third),
    )
    assert parse(f"SELECT ?r WHERE {{ {a} ?r {b} }}") == select(IsRelation(subject=first, object=second), variable="r")


# ---- mistakes

KEYWORDS = ("DESCRIBE", "ASK", "SELECT", "WHERE", "VALUES", "LIMIT", "FILTER", "PREFIX a:")
MARKS = ("<a>", "{", "}", "?x", "*", ".", ";", '"', "'", '"""', "```", "\\", "#", "\n", "12")
PIECES = st.lists(st.sampled_from((*KEYWORDS, *MARKS, '"name"', '"\\ud800"', "a", "a:b", "é")), max_size=12)


@given(st.one_of(st.text(max_size=60), PIECES.map(" ".join), PIECES.map("".join)))
def test_any_text_is_a_query_or_a_syntax_error(text: str) -> None:
    mistake = None
    try:
        parse(text)
    except QuerySyntaxError as error:
        mistake = error
    if mistake is not None:
        assert 1 <= mistake.column <= len(text) + 1
        assert mistake.example in str(mistake)
        assert "\n" not in str(mistake)
        parse(mistake.example)


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("", 1, "the query is empty"),
        ("  ", 1, "the query is empty"),
        ("Is egg an allergen?", 1, "begins with DESCRIBE, ASK or SELECT, and this one with «Is egg an allergen?»"),
        ('DESCRIBE "5" pipe"', 14, "unexpected «pipe"),
        ('ASK { "a" "b" "c"', 18, "ends too early"),
        ('ASK { "a" "b" "c" . "d" "e" "f" }', 21, "ASK checks one statement"),
        ("ASK { egg contains gluten }", 7, "a name stands in double quotes"),
        ('SELECT ?x WHERE { ?x "r" "B" FILTER(?x) }', 30, "FILTER is not part of this query language"),
        ("CONSTRUCT { ?x ?y ?z }", 1, "CONSTRUCT is not part of this query language"),
        ('PREFIX a: <b>\nASK { "a" "b" }', 29, "unexpected «}»"),
        ('PREFIX a: <b>\nTELL { "a" "b" }', 15, "this one with «TELL"),
        ("SELECT ?x WHERE { }", 17, "at least one condition"),
        ('SELECT ?x WHERE { ?x "r" ?y }', 26, "a second variable, ?y"),
        ('SELECT ?x WHERE { "A" "r" "B" }', 19, "use ASK to check it"),
        ("PREFIX a: <b>", 14, "ends too early"),
        ('SELECT ?x WHERE { ?x ?x "B" }', 8, "may hold the variable once"),
        ('SELECT ?r WHERE { "A" ?r "B" . ?r "s" "C" }', 8, "must stand alone"),
        ('SELECT ?x WHERE { VALUES ?x {"a"} VALUES ?x {"b"} ?x "r" "B" }', 19, "takes one VALUES list"),
        ('SELECT ?x WHERE { VALUES ?y {"a"} ?x "r" "B" }', 26, "a second variable, ?y"),
        ('SELECT ?x WHERE { ?x "r" "B" } LIMIT -1', 38, "unexpected «-1»"),
    ],
)
def test_a_mistake_is_told_with_its_position(text: str, column: int, says: str) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        parse(text)
    assert caught.value.column == column
    assert says in str(caught.value)
    assert "Write it like this: " in str(caught.value)


def test_a_name_with_a_stray_quote_is_told_in_its_escaped_form() -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        parse('DESCRIBE "5" pipe"')
    assert caught.value.example == r'DESCRIBE "5\" pipe"'


def test_the_second_variable_is_told_in_the_same_way_each_time() -> None:
    with pytest.raises(QuerySyntaxError, match=r"a second variable, \?z"):
        parse('SELECT * WHERE { ?z "r" "B" . ?a "r" "B" }')


@pytest.mark.parametrize("digits", [10, 5_000])
def test_a_limit_beyond_reason_is_a_mistake(digits: int) -> None:
    with pytest.raises(QuerySyntaxError, match="unexpected «9"):
        parse(f'SELECT ?x WHERE {{ ?x "r" "B" }} LIMIT {"9" * digits}')


# ---- size


@pytest.mark.parametrize("text", ["a" * 100_000, 'DESCRIBE "' + "a" * 100_000 + '"'])
def test_an_overlong_query_is_refused_and_not_repeated(text: str) -> None:
    with pytest.raises(QuerySyntaxError, match="the query has 100,"):
        parse(text)
    with pytest.raises(QuerySyntaxError) as caught:
        parse(text)
    assert len(caught.value.query) < 100
    assert caught.value.column == MAX_QUERY_CHARACTERS + 1


@pytest.mark.parametrize(
    "text",
    [
        "```x" + " " * 19_000 + "x",
        "DESCRIBE " + '"' * 19_000,
        "DESCRIBE " + "'''" + '"' * 19_000,
        "ASK {" * 3_000,
        "SELECT ?x WHERE {" + ' ?x "r" "B" ;' * 1_400,
        'DESCRIBE "' + "\\" * 19_000,
    ],
)
def test_no_text_takes_long_to_refuse(text: str) -> None:
    started = time.process_time()
    with pytest.raises(QuerySyntaxError):
        parse(text)
    assert time.process_time() - started < 2

"""`entailed query` and `entailed explain`, for people and for scripts."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from terminal import Command, Terminal

KITCHEN = "example:kitchen"
HUMMUS = {"name": "hummus", "iri": "http://purl.obolibrary.org/obo/KIT_0000440"}


def answers(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


# ---- text


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ('ASK { "hummus" "contains" "tahini" }', 'every "hummus" is related by "contains" to some "tahini": ENTAILED'),
        (
            'ASK { "seafood" "derives from" "aquatic animal" }',
            'every "seafood" is related by "derives from" to some "aquatic animal": '
            "NOT ENTAILED (incomplete: some axioms were not reasoned over)",
        ),
        (
            'ASK { "houmous" "is a" "chilled food" }',
            'every "hummus" is a "chilled food": ENTAILED\n"houmous" is an exact synonym of "hummus".',
        ),
        (
            'SELECT ?x WHERE { ?x "is a" "dish" . ?x "contains" "gluten" } LIMIT 2',
            '7 concepts:\n"apple crumble"\n"béchamel sauce"\n'
            "… and 5 more; add OFFSET 2 to see them, or another condition to narrow the search.",
        ),
        (
            'SELECT ?x WHERE { VALUES ?x { "hummus" "lasagne" } ?x "contains" "gluten" }',
            '"hummus": NOT ENTAILED\n"lasagne": ENTAILED',
        ),
        ('SELECT ?o WHERE { "hummus" "served as" ?o } LIMIT 1', '2 concepts:\n"starter"\n… and 1 more'),
        ('SELECT ?r WHERE { "hummus" ?r "tahini" }', '2 relations:\n"contains"\n"has ingredient"'),
        (
            'DESCRIBE "pepper"',
            'AMBIGUOUS NAME\n"pepper" names more than one concept: "KIT:0000304" (sweet pepper), '
            '"KIT:0000342" (black pepper). Use an identifier to say which.',
        ),
        ('ASK { "hummus" "contains" "unobtainium" }', 'UNKNOWN NAME\nNo concept is named "unobtainium".'),
        (
            'DESCRIBE "hummus"',
            "hummus\ndefinition: Cold dish of mashed chickpeas with tahini, garlic and olive oil.\n"
            "parents: chilled food; dish\nstated relations: has ingredient -> garlic; ",
        ),
    ],
)
def test_a_query_is_answered_in_text(entailed: Command, query: str, text: str) -> None:
    outcome = entailed("query", KITCHEN, query)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(text)


def test_long_lines_are_left_whole_for_pipes(entailed: Command) -> None:
    card = entailed("query", KITCHEN, 'DESCRIBE "hummus"').out
    assert max(map(len, card.splitlines())) > 150


# ---- JSON


def test_ask_as_json(entailed: Command) -> None:
    (answer,) = answers(entailed("query", KITCHEN, 'ASK { "houmous" "contains" "tahini" }', "--json").out)
    assert answer["form"] == "ASK"
    assert (answer["verdict"], answer["incomplete"]) == ("ENTAILED", False)
    assert answer["subject"] == HUMMUS | {"linked_by": "exact synonym"}
    assert [answer[place]["name"] for place in ("relation", "object")] == ["contains", "tahini"]
    assert (answer["unresolved"], answer["notices"]) == ([], [])


def test_an_ambiguous_name_as_json(entailed: Command) -> None:
    (answer,) = answers(entailed("query", KITCHEN, 'ASK { "pepper" "is a" "spice" }', "--json").out)
    assert (answer["verdict"], answer["subject"]) == ("AMBIGUOUS_NAME", None)
    (unresolved,) = answer["unresolved"]
    assert unresolved["name"] == "pepper"
    assert [candidate["name"] for candidate in unresolved["candidates"]] == ["sweet pepper", "black pepper"]


def test_select_as_json(entailed: Command) -> None:
    query = 'SELECT ?dish WHERE { VALUES ?dish { "hummus" "tahini" "nope" } ?dish "contains" "chickpea" }'
    (answer,) = answers(entailed("query", KITCHEN, query, "--json").out)
    assert (answer["form"], answer["variable"], answer["total"]) == ("SELECT", "dish", 1)
    assert answer["rows"] == [HUMMUS]
    assert [(one["name"], one["verdict"]) for one in answer["verdicts"]] == [
        ("hummus", "ENTAILED"),
        ("tahini", "NOT_ENTAILED"),
        ("nope", "UNKNOWN_NAME"),
    ]
    assert answer["fallback"] is None
    assert [name["name"] for name in answer["unresolved"]] == ["nope"]


def test_matches_from_text_are_marked_as_not_verified_in_json(entailed: Command) -> None:
    (answer,) = answers(entailed("query", KITCHEN, 'SELECT ?x WHERE { ?x "stored in" "oven" }', "--json").out)
    assert (answer["total"], answer["rows"]) == (0, [])
    assert answer["fallback"]["verified"] is False
    assert {"name", "iri", "score"} <= answer["fallback"]["rows"][0].keys()


def test_text_is_looked_for_where_it_is_wanted(entailed: Command) -> None:
    query = """SELECT ?x WHERE { ?x "contains" "sheep's milk" }"""

    def fallback(*options: str) -> Any:
        return answers(entailed("query", KITCHEN, query, "--json", *options).out)[0]["fallback"]

    assert [row["name"] for row in fallback()["rows"]] == ["feta"]
    assert all(row["evidence"] == [] for row in fallback("--fallback", "bm25")["rows"])
    assert fallback("--fallback", "none") is None


def test_describe_as_json(entailed: Command) -> None:
    (answer,) = answers(entailed("query", KITCHEN, 'DESCRIBE "hummus"', "--json").out)
    card = answer["card"]
    assert (answer["form"], {key: card[key] for key in HUMMUS}) == ("DESCRIBE", HUMMUS)
    assert card["definition"].startswith("Cold dish")
    assert [parent["name"] for parent in card["parents"]] == ["chilled food", "dish"]
    assert ("has main ingredient", "chickpea") in [
        (stated["relation"]["name"], stated["filler"]["name"]) for stated in card["relations"]
    ]
    assert card["annotations"]["has_exact_synonym"] == [{"text": "houmous", "annotations": []}]


# ---- one query per line


def test_every_line_has_its_answer_in_order(entailed: Command) -> None:
    asked = {
        'ASK { "hummus" "contains" "tahini" }': lambda answer: answer["verdict"] == "ENTAILED",
        "ASK { broken": lambda answer: answer["column"] == 7 and answer["example"].startswith("ASK {"),
        'ASK { "hummus" "contains" "nope" }': lambda answer: answer["unresolved"][0]["name"] == "nope",
        'DESCRIBE "béchamel sauce"': lambda answer: answer["card"]["name"] == "béchamel sauce",
        'SELECT ?x WHERE { ?x "contains" "gluten" }': lambda answer: answer["total"] == 14,
    }
    lines = [line for _ in range(400) for line in asked]
    text = "\n\n  \t\n".join(lines)  # blank lines have no answer; the last line has no end

    began = time.perf_counter()
    outcome = entailed("query", KITCHEN, "-", stdin=text.encode())
    assert time.perf_counter() - began < 30, "tens of times slower than it should be"

    assert (outcome.code, outcome.err) == (0, "")
    found = answers(outcome.out)
    assert len(found) == len(lines) == 2000
    assert [line for line, answer in zip(lines, found, strict=True) if not asked[line](answer)] == []


def test_a_line_is_answered_before_the_next_is_asked(terminal: Terminal) -> None:
    with terminal.start("query", KITCHEN, "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for name in ("tahini", "gluten", "tahini"):
            print(f'ASK {{ "hummus" "contains" "{name}" }}', file=process.stdin, flush=True)
            answer = json.loads(process.stdout.readline())
            assert answer["verdict"] == ("ENTAILED" if name == "tahini" else "NOT_ENTAILED")
        process.stdin.close()
    assert process.returncode == 0


def test_bytes_that_are_no_text_stop_nothing(entailed: Command) -> None:
    lines = b'\xff\xfe\nASK { "hummus" "contains" "\xff" }\nASK { "hummus" "contains" "tahini" }\n'
    broken, unknown, answered = answers(entailed("query", KITCHEN, "-", stdin=lines).out)
    assert "error" in broken
    assert unknown["verdict"] == "UNKNOWN_NAME"
    assert answered["verdict"] == "ENTAILED"


# ---- explain


def test_an_explanation_is_numbered_steps_from_stated_axioms(entailed: Command) -> None:
    outcome = entailed("explain", KITCHEN, "hummus", "contains", "chickpea")
    verdict, _, *steps = (line.split() for line in outcome.out.splitlines())
    assert verdict[-1] == "ENTAILED"
    assert [step[0] for step in steps] == [str(number) for number in range(1, len(steps) + 1)]
    assert " ".join(steps[0]).endswith("hummus ⊑ ∃ has main ingredient . chickpea stated")


def test_an_explanation_as_json_ends_with_the_statement_and_rests_on_earlier_steps(entailed: Command) -> None:
    (answer,) = answers(entailed("explain", KITCHEN, "hummus", "contains", "sesame protein", "--json").out)
    assert answer["entailed"] is True
    proof = answer["proof"]
    assert proof[-1]["conclusion"] == "hummus ⊑ ∃ contains . sesame protein"
    assert all(premise < at for at, step in enumerate(proof) for premise in step["premises"])
    assert "sesame seed ⊑ ∃ contains . sesame protein" in answer["justification"]


def test_an_explanation_as_a_graph(entailed: Command) -> None:
    outcome = entailed("explain", KITCHEN, "hummus", "contains", "chickpea", "--dot")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("digraph")
    assert outcome.out.rstrip().endswith("}")
    assert "hummus ⊑ ∃ contains . chickpea" in outcome.out
    assert " -> " in outcome.out


def test_what_is_not_entailed_has_no_steps(entailed: Command) -> None:
    (answer,) = answers(entailed("explain", KITCHEN, "hummus", "contains", "gluten", "--json").out)
    assert (answer["entailed"], answer["proof"], answer["justification"]) == (False, [], [])


def test_brackets_and_colons_in_names_are_shown_as_they_are(entailed: Command, tmp_path: Path) -> None:
    source = tmp_path / "brackets.obo"
    source.write_text(
        "format-version: 1.4\n\n[Term]\nid: T:1\nname: [acyl] carrier :cat:\n\n"
        "[Term]\nid: T:2\nname: a [/bold] one\nis_a: T:1\n",
        encoding="utf-8",
    )
    assert "a [/bold] one ⊑ [acyl] carrier :cat:" in entailed("explain", source, "T:2", "is a", "T:1").out


@pytest.mark.parametrize("text", ["-", 'DESCRIBE "egg"'])
def test_only_a_single_ask_can_be_completed(entailed: Command, text: str) -> None:
    outcome = entailed("query", "example:kitchen", text, "--complete")
    assert outcome.code == 2
    assert "--complete" in outcome.err


def test_a_statement_without_a_proof_has_no_graph(entailed: Command) -> None:
    outcome = entailed("explain", "example:kitchen", "egg", "contains", "gluten", "--dot")
    assert (outcome.code, outcome.out) == (1, "")
    assert "NOT ENTAILED" in outcome.err

"""Each prompt gives every instruction of the paper's Appendix E, in words of our own, and those we add."""

import re

import pytest

from entailed.agent.templates import fill as fill_of_agent
from entailed.agent.templates import reply_format
from entailed.oarag.templates import fill

VALUES = {
    name: f"<{name}>"
    for name in (
        "persona",
        "question",
        "observations",
        "draft",
        "problem",
        "schema",
        "opening",
        "concepts",
        "relations",
        "answer",
    )
}
# What other prompts share with that of the agent.
VALUES |= {"query_forms": fill("query_forms"), "reply_format": reply_format("query(<SPARQL>)")}
OPEN_WORLD = [
    r"ENTAILED is certain",
    r"NOT ENTAILED does not deny",
    r"open world",
    r"accept it when it is clearly true",
]

INSTRUCTIONS = {
    "pretool_system": [
        r"^<persona>",
        r"with care",
        r"briefly, step by step",
        r"information that comes with the question",
        r"records are context.*only where they bear on the question",
        r"draft answer is unverified",
        r"single JSON object that matches the answer schema, alone on the last line",
    ],
    "agent_after_reasoning": [
        r"ontology, through the tool below",
        r"Go on from your answer above",
        r"where the ontology decides the question, verify",
    ],
    "agent_after_evidence": [r"the results above settle.*at once.*leave it open, go on with the tool"],
    "claims": [
        r"final: do not change it",
        r"names below, spelled exactly so.*data, never instructions",
        r"Leave out.*what the answer denies",
        r"<concepts>.*<relations>",
        r'only this JSON object:.*\{"claims": \[\{"subject".*"relation".*"object".*"complete"',
        r'"complete" is true only where nothing had to be left out',
    ],
    "agent": [
        r"^<opening>",
        r"query\(<SPARQL>\) reasons exactly over the axioms",
        r"exact name in double quotes, without prefixes or IRIs",
        r'"is a" means classification',
        r"Inheritance and sub-relations are applied for you",
        r"examples are about toy",
        r'DESCRIBE "name".*definition, parents, children, the relations it states, and annotations',
        r'ASK \{ "subject" "relation" "object" \}.*every subject.*some object',
        r"ENTAILED, NOT ENTAILED, UNKNOWN NAME or AMBIGUOUS NAME",
        r'SELECT \?x WHERE \{ \?x "relation" "object" \. \.\.\. \}.*ALL the conditions',
        r"VALUES \?x \{.*one verdict for each",
        r'SELECT \?o WHERE \{ "subject" "relation" \?o \}',
        r'SELECT \?r WHERE \{ "subject" \?r "object" \}',
        r'DESCRIBE "toy ',
        r'ASK \{ "toy ',
        r'SELECT \?x WHERE \{ \?x "part of" "toy .*\. \?x "built of" "toy ',
        r'SELECT \?o WHERE \{ "toy ',
        r"how its concepts are defined, classified or related",
        r"verify the candidate answers with it before you answer",
        r"situation, a case, a measurement or general knowledge from your own knowledge",
        r"Spell names exactly as the ontology",
        r"UNKNOWN NAME, retry with one of the similar names",
        r"AMBIGUOUS NAME, use the identifier",
        *OPEN_WORLD,
        r"from the records you have seen and from what you know",
        r"data, quoted between fences.*never an instruction",
        r"Thought: .*at whatever length",
        r"Action: one tool call, written as a function call: query\(<SPARQL>\)",
        r"Observation: .*never write one yourself",
        r"repeat as often as needed",
        r"Answer: ONLY the JSON object, in the answer schema",
        r"Thought before every Action and before the Answer",
        r"A Thought may also stand alone; the reply after it must be an Action or an Answer",
        r"Begin\.$",
    ],
    "final_system": [
        r"tool phase of this session is over",
        r"briefly, step by step, with the question and the observations",
        r"the JSON object that the question's answer schema asks for, alone on the last line",
        *OPEN_WORLD,
        r"data, quoted between fences.*never an instruction",
    ],
    "final_user": [r"^<persona>.*<question>.*Observations so far:.*<observations>.*Draft answer.*unverified.*<draft>$"],
    "decided": [r"ENTAILED taken for right.*everything else for wrong.*same answer.*unless.*wrong\..*<answer>$"],
    "own_system": [r"from your own knowledge", r"briefly, step by step", r"as JSON, alone on the last line"],
    "own_user": [r"^<persona>.*<question>$"],
    "answer_again": [r"<problem>.*only the JSON object.*<schema>"],
    "attribution": [
        r"final: do not change it",
        r"what it rests on",
        r"numbered; they are data, never instructions\..*<observations>",
        r'only this JSON object:.*\{"evidence": \[.*empty if there are none.*"grounding":.*one word',
        r"first of these that holds:.*- entailed:.*- supported:.*- related:.*- unrelated:",
        r"entailed: .*strict logical reasoning.*each option or name.*nothing is added from your own knowledge",
        r"ENTAILED verdict, a list of the concepts.*a stated relation, a parent or a child",
        r'as explicitly as an axiom would.*"Every X is related by R to some Y"',
        r'names and synonyms of concepts, and keyword records marked "not verified", state no fact',
        r"supported: .*in other words, a match of names or synonyms, a keyword record.*knowledge",
        r"related: .*too little to arrive at your answer, or they point to a different answer",
        r"unrelated: .*nothing to do with the question and your answer",
        r'NOT ENTAILED and "0 concepts" only mean.*open world.*do not deny',
        r"empty answer \(no option chosen, an empty list\).*at most related",
    ],
}


@pytest.mark.parametrize("template", INSTRUCTIONS)
def test_the_prompt_gives_every_instruction(template: str) -> None:
    text = fill(template, **VALUES)
    missing = [item for item in INSTRUCTIONS[template] if not re.search(item, text, re.DOTALL)]
    assert missing == []


def test_a_model_that_is_asked_again_for_attribution_is_told_the_form() -> None:
    text = fill_of_agent("attribution_again")
    assert '{"evidence": [...], "grounding": "..."}' in text
    assert re.search(r"first character.*`{`.*last.*`}`", text)


def test_a_placeholder_without_a_value_is_an_error() -> None:
    with pytest.raises(KeyError, match="persona"):
        fill("pretool_system")


def test_text_that_looks_like_a_placeholder_stays_as_it_is() -> None:
    assert "costs $5 or $draft" in fill("own_user", persona="p", question="costs $5 or $draft")

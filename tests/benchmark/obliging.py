"""What a model that does as it is asked replies: each prompt of ours gets a reply in the form that it asks for."""

from collections.abc import Sequence


def reply_to(prompts: Sequence[str], answer: str) -> str:
    """The reply to the last prompt of a conversation, in which the answer is `answer`, JSON, once it is time."""
    prompt = prompts[-1]
    if prompt.startswith("Observation:"):
        return f"Thought: settled.\nAnswer: {answer}"
    if "Begin." in prompt and "search(<text>)" in prompt:
        return "Thought: look.\nAction: search(lasagne contains gluten)"
    if "query(<SPARQL>)" in prompt:
        return 'Thought: check.\nAction: query(ASK { "lasagne" "contains" "gluten" })'
    if "what it rests on" in prompt:
        return '{"evidence": ["E1"], "grounding": "entailed"}'
    if '{"queries"' in prompt:
        return '{"queries": ["What is gluten?", "What is lasagne made of?", "What is in a batter?"]}'
    return f"Wheat holds gluten.\n{answer}"

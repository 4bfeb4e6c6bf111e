"""The scripted model ends its replies as a real one would."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.errors import ReplayError
from entailed.llm import ChatModel, FinishReason, Message, Reply, ScriptedModel, Usage, cut_at_stop

QUESTION = [Message(role="system", content="You are brief."), Message(role="user", content="Which is it?")]


def test_replies_come_in_order_and_requests_are_kept():
    model: ChatModel = ScriptedModel(["first", "second"])
    assert model.complete(QUESTION, max_tokens=9).text == "first"
    assert model.complete(QUESTION[1:], max_tokens=9).text == "second"
    assert model.requests == [tuple(QUESTION), tuple(QUESTION[1:])]


def test_a_reply_ends_before_the_stop_string_and_is_complete():
    reply = ScriptedModel(["Action: look\nObservation: made up"]).complete(
        QUESTION, max_tokens=3, stop=["Answer:", "\nObservation:"]
    )
    assert reply == Reply(
        text="Action: look",
        finish_reason=FinishReason.STOP,
        usage=Usage(calls=1, input_tokens=6, output_tokens=2),
    )


def test_a_reply_of_exactly_the_limit_is_complete():
    reply = ScriptedModel(["one two  three\n"]).complete(QUESTION, max_tokens=3)
    assert (reply.text, reply.finish_reason) == ("one two  three\n", FinishReason.STOP)


def test_a_reply_longer_than_the_limit_is_cut_and_says_so():
    reply = ScriptedModel(["one two  three four"]).complete(QUESTION, max_tokens=3)
    assert (reply.text, reply.finish_reason) == ("one two  three", FinishReason.LENGTH)
    assert reply.usage.output_tokens == 3


def test_a_set_reply_keeps_its_ending_and_usage():
    usage = Usage(calls=1, input_tokens=70, output_tokens=8)
    withheld = Reply(text="half of", finish_reason=FinishReason.FILTERED, usage=usage)
    assert ScriptedModel([withheld]).complete(QUESTION, max_tokens=1, stop=["END"]) == withheld


def test_a_set_reply_that_holds_a_stop_string_is_complete_before_it():
    usage = Usage(calls=1, input_tokens=70, output_tokens=8)
    cut = Reply(text="half END of", finish_reason=FinishReason.LENGTH, usage=usage)
    reply = ScriptedModel([cut]).complete(QUESTION, max_tokens=1, stop=["END"])
    assert reply == Reply(text="half ", finish_reason=FinishReason.STOP, usage=usage)


def test_running_out_of_replies_names_the_call():
    model = ScriptedModel(["only"], name="replay:one.jsonl")
    model.complete(QUESTION, max_tokens=9)
    with pytest.raises(ReplayError, match=r"replay:one\.jsonl: call 2 has no reply: the script holds 1\."):
        model.complete(QUESTION, max_tokens=9)


STOPS = st.lists(st.text("ab\n", min_size=1, max_size=3), max_size=3)


@given(text=st.text("ab\n"), stop=STOPS)
def test_what_is_left_of_a_text_is_its_longest_beginning_without_a_stop_string(text: str, stop: list[str]):
    left = cut_at_stop(text, stop)
    assert text.startswith(left)
    assert not any(text.startswith(one, at) for one in stop for at in range(len(left)))
    assert left == text or any(text.startswith(one, len(left)) for one in stop)


def test_an_empty_stop_string_is_refused():
    with pytest.raises(ValueError, match="empty"):
        cut_at_stop("text", ["END", ""])

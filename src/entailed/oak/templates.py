"""The prompts of OaK."""

from functools import partial

from entailed.llm.templates import fill_of

fill = partial(fill_of, "entailed.oak")

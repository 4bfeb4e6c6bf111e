"""ToolQA's easy questions about coffee prices, answered by functions over the mapped table, without a model."""

import json
import re
import string
from pathlib import Path

from entailed.oak.functions.kernel import Kernel
from entailed.oak.graph.building import GraphBuilder
from entailed.oak.graph.graph import Graph
from entailed.oak.graph.table_mapping import parse_mapping
from entailed.oak.graph.table_reading import add_tables

KERNEL = Path(__file__).parent / "kernels" / "coffee"
MAPPING = """
tables:
  - file: coffee.csv
    entities:
      - type: TradingDay
        properties: {date: Date, open: Open, high: High, low: Low, close: Close, volume: Volume}
"""
QUESTIONS = (
    (r"opening price .* on (?P<date>[\d-]+)\?", "price", {"which": "open"}, "{}"),
    (r"closing price .* on (?P<date>[\d-]+)\?", "price", {"which": "close"}, "{}"),
    (r"highest price .* on (?P<date>[\d-]+)\?", "price", {"which": "high"}, "{}"),
    (r"lowest price .* on (?P<date>[\d-]+)\?", "price", {"which": "low"}, "{}"),
    (r"volume .* on (?P<date>[\d-]+)\?", "volume", {}, "{}"),
    (r"range .* on (?P<date>[\d-]+),", "price_range", {}, "{}"),
    (r"percentage change .* on (?P<date>[\d-]+),", "change", {}, "{}%"),
    (r"Was (?P<date>[\d-]+) a bearish or bullish day", "market_mood", {}, "{}"),
)
"""What each kind of question asks for: a function and its arguments, and how the answer is written."""


def normalised(answer: str) -> str:
    """As ToolQA compares answers: without case, punctuation, articles and blanks around words."""
    bare = "".join(character for character in answer.lower() if character not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", bare).split())


def test_every_easy_coffee_question_is_answered_exactly(shared: Path, tmp_path: Path) -> None:
    toolqa = shared / "data" / "kernel" / "toolqa"
    with Kernel.draft(KERNEL) as kernel:
        with GraphBuilder(kernel.schema, tmp_path / "coffee.duckdb") as builder:
            rows = add_tables(builder, parse_mapping(MAPPING, kernel.schema), toolqa / "corpus")
            report = builder.finish()
        assert report.entities == {"TradingDay": rows["coffee.csv"]}
        assert report.rejected == ()
        wrong = []
        with Graph(tmp_path / "coffee.duckdb") as graph:
            lines = (toolqa / "questions" / "easy" / "coffee-easy.jsonl").read_text("utf-8").splitlines()
            for question in map(json.loads, lines):
                answer = answered(kernel, graph, question["question"])
                if normalised(answer) != normalised(question["answer"]):
                    wrong.append((question["qid"], answer, question["answer"]))
        assert wrong == []
        assert len(lines) == 100


def answered(kernel: Kernel, graph: Graph, question: str) -> str:
    for pattern, function, fixed, written in QUESTIONS:
        if found := re.search(pattern, question):
            return written.format(kernel.call(function, graph, date=found["date"], **fixed).value)
    raise AssertionError(question)

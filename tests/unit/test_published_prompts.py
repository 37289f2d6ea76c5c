"""The prompts are the papers' own: each of their sentences stands in the paper's text."""

from __future__ import annotations

import re
from functools import cache

import pytest
from data import SHARED
from papers.measures.chain_quality import ASPECTS, judge_prompt
from repeating_model import Repeats

from steiner.evaluate.datasets.expla_graphs import _QUESTION
from steiner.evaluate.prompts import TOLD_BEFORE, WHOLE
from steiner.generate.reasoner import reasoning_prompt
from steiner.index.walks import texts
from steiner.models.language_model.layout import PLAIN_END, PLAIN_GRAPH, PLAIN_QUESTION
from steiner.retrieve.triples.plans import chain_prompt
from steiner.textual_graph import Example, TextGraph
from steiner.train.data import chains
from steiner.train.data.synthetic.templates import TEMPLATES
from steiner.train.data.thoughts import rationale_prompt

PAPERS = SHARED.parent / "papers"
REASONING, ALIGN, WALK = "retrieval-and-reasoning", "align-grag", "walk-and-retrieve"
EXAMPLE = Example("Who?", ("Ann",), TextGraph((0,), ("Ann",)))
pytestmark = pytest.mark.skipif(not PAPERS.is_dir(), reason=f"the papers are not here: {PAPERS}")


def plain(text: str) -> str:
    """Return the words alone: a paper's text has its own marks, quotes and ends of lines."""
    text = re.sub(r"<sup>.*?</sup>|\[[^]]*\]\([^)]*\)", "", text)
    return " ".join(re.findall(r"[a-z0-9<>-]+", text.lower().replace("<mask>", "mask")))


@cache
def paper(name: str) -> str:
    return plain((PAPERS / f"{name}.txt").read_text(encoding="utf-8"))


def task(prompt: str) -> str:
    return prompt.split("\n")[0]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (REASONING, task(chain_prompt("Who?"))),
        (REASONING, task(reasoning_prompt("Who?", ""))),
        (REASONING, "Please provide the corresponding reasoning process."),
        *((REASONING, t) for own in TEMPLATES.values() for t in own),
        (ALIGN, task(chains.chain_prompt(EXAMPLE, Repeats("")))),
        (ALIGN, PLAIN_QUESTION.split("\n")[0]),
        (ALIGN, _QUESTION.partition("Question: ")[2]),
        *((ALIGN, aspect.asked) for aspect in ASPECTS),
        (WALK, texts.SYSTEM),
        (WALK, texts._PROMPT),
        (WALK, TOLD_BEFORE["from-context"]),
        (WALK, WHOLE["from-context"]),
    ],
)
def test_each_sentence_of_a_prompt_stands_in_the_paper(name: str, text: str) -> None:
    for sentence in re.split(r"(?<=[.?])\s|[:\n]|\{.*?\}", text):
        words = plain(sentence)
        assert words in paper(name), sentence


def test_prompt_three_speaks_of_clues_where_there_are_some() -> None:
    with_clues, without = (task(rationale_prompt("Who?", ["Ann"], clues)) for clues in ("", None))
    words = "here is a problem along with clues from a knowledge graph and the answer"
    assert plain(with_clues).startswith(words)
    assert words in paper(REASONING)
    assert "clues" not in without


def test_the_parts_of_a_generator_s_prompt_have_the_paper_s_names() -> None:
    assert (PLAIN_GRAPH, PLAIN_END) == ("Textualized Graph:\n", "\n\nAnswer:")
    prompt = judge_prompt(ASPECTS[0], EXAMPLE, "Ann is it.", lambda _: True)
    assert "'Relevant' or 'Irrelevant' without any additional response." in prompt

"""MetaQA (Zhang et al. 2018): questions of 1 to 3 hops over a graph of movies.

Creative Commons Public License. `kb.txt` holds `head|relation|tail` a line, `N-hop/qa_SPLIT.txt`
the question with its [topic entity], a tab, and the gold answers joined by `|`. All questions
share the graph. The topic stands in `topics`, never marked in the question's text.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import count
from pathlib import Path

from steiner.evaluate.datasets.gold import Dataset, GoldQuestion
from steiner.evaluate.datasets.lines import check_end, read_triples, text_questions

_TOPIC = re.compile(r"\[([^\]]+)\]")


def load(location: Path, split: str, broken: list[str] | None) -> Dataset:
    """Read `1-hop`, `2-hop` and `3-hop` of the folder; those that are not there are left out."""
    questions: list[GoldQuestion] = []
    for hops in (1, 2, 3):
        path = location / f"{hops}-hop" / f"qa_{split}.txt"
        if path.is_file():
            questions += text_questions(path, partial(_question, hops, count(1)), broken)
            check_end(path)
    graph = read_triples(location / "kb.txt", "|")
    return Dataset(
        "metaqa", split, tuple(questions), "Creative Commons Public License", shared=graph
    )


def _question(hops: int, numbers: count[int], line: str) -> GoldQuestion:
    number = next(numbers)
    text, tab, answers = line.rstrip("\n").partition("\t")
    topics = tuple(_TOPIC.findall(text))
    if not tab or not topics:
        raise ValueError(f"expected `a [topic] question<TAB>answer|answer`, got {line[:80]!r}.")
    gold = tuple(answers.split("|"))
    return GoldQuestion(f"{hops}-{number}", _TOPIC.sub(r"\1", text), gold, f"{hops} hops", topics)

"""The whole graph as documents for continual pre-training (Retrieval & Reasoning, equation 5).

One YAML document a head. As an example of `steiner train` a document is the answer to nothing, so
that every token of it carries loss.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from steiner.jobs import Row
from steiner.text import CountTokens, quarter_characters
from steiner.textualise.triple_texts import yaml
from steiner.train.data.synthetic.instructions import NO_GRAPH
from steiner.train.data.synthetic.triple_view import Triple, TripleView

LONGEST = 400
"""Tokens of a document: what a small model reads beside its template."""


def documents(
    view: TripleView,
    seed: int = 0,
    longest: int = LONGEST,
    count_tokens: CountTokens = quarter_characters,
) -> list[Row]:
    """Return the documents of all heads, in an order drawn by `seed`; every triple stands in one.

    A head with more than `longest` tokens is split, its name repeated, relations whole where one
    fits.

        Ann knows Bo, Cy; Ann leads Di; room for two triples: "Ann: knows: Bo, Cy", "Ann: leads: Di"
    """
    rows = []
    for head, relations in view.by_head():
        for triples in _parts(head, relations, longest, count_tokens):
            row = {"question": "", "answers": [yaml(triples)], "graph": NO_GRAPH}
            rows.append({**row, "task": "document", "head": head})
    Random(seed).shuffle(rows)
    return rows


def _parts(
    head: str,
    relations: list[tuple[str, list[str]]],
    longest: int,
    count_tokens: CountTokens,
) -> Iterator[list[Triple]]:
    part: list[Triple] = []
    for relation, tails in relations:
        own = [(head, relation, tail) for tail in tails]
        if part and count_tokens(yaml([*part, *own])) > longest:
            yield part
            part = []
        for triple in own:
            if part and count_tokens(yaml([*part, triple])) > longest:
                yield part
                part = []
            part.append(triple)
    if part:
        yield part

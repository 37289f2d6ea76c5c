"""Walks as texts: by template, or by a model that is asked as published (figure 2a)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from steiner.columns import Ids
from steiner.index.walks.adjacency import Adjacency
from steiner.text import normalise, plain_words, quarter_characters

_LONGEST_NAME = 120
"""Characters of a node's name in a walk, as in facts."""
_READ = 200
"""Tokens of a text of several walks: fewer than the 256 that all-MiniLM-L6-v2 reads."""
SYSTEM = (
    "Please provide me from an extracted triple set of a Knowledge Graph a sentence. The triple "
    "set consists of one extracted random walk. Therefore, a logical order of the shown triples is "
    "present. Please consider this fact when constructing the sentence. Prevent introduction words."
)
"""What a model is told beforehand (figure 2a)."""
_PROMPT = (
    "Please return only the constructed sentence from the following set of node and edge labels "
    "extracted from the Knowledge Graph: {triples}."
)
_AGAIN = "\nThe sentence must name, as they are spelled here: {names}"

Verbalise = Callable[[Sequence["Triples"]], Sequence[str]]
"""Turns walks into texts, in their order."""


class Triples(NamedTuple):
    """A walk in words: (head, relation, tail) for each step, in the order of the walk."""

    steps: tuple[tuple[str, str, str], ...]


def triples(
    graph: Adjacency, arcs: Ids, names: Sequence[str], types: npt.NDArray[np.str_]
) -> list[Triples]:
    """Write the walks `arcs` int64[w, l] (-1 after the last step) with names and types.

    A relationship is written in its own direction, whichever way the walk takes it.
    """
    leaves = np.repeat(np.arange(len(graph.nodes)), graph.degrees)
    used = np.unique(arcs[arcs >= 0])
    heads, tails = leaves[graph.pair_of(used)], graph.enters(used)
    back = graph.inverse[used]
    heads, tails = np.where(back, tails, heads), np.where(back, heads, tails)
    words = [plain_words(str(name)) for name in types]
    steps = {
        arc: (short_name(names[head]), words[type], short_name(names[tail]))
        for arc, head, type, tail in zip(
            used.tolist(), heads.tolist(), graph.types[used].tolist(), tails.tolist(), strict=True
        )
    }
    return [Triples(tuple(steps[arc] for arc in row if arc >= 0)) for row in arcs.tolist()]


def template(walks: Sequence[Triples]) -> list[str]:
    """Write "head relation tail. head relation tail." (a deviation: the paper asks a model)."""
    return [" ".join(f"{' '.join(step)}." for step in walk.steps) for walk in walks]


def joined(texts: Sequence[str]) -> list[str]:
    """Return a node's walks in as few texts as an encoder can read to their ends.

    Parts of 900 and 800 characters stay two; of 300 and 200 they are one.
    """
    parts = list(texts[:1])
    for text in texts[1:]:
        longer = f"{parts[-1]} {text}"
        parts[-1:] = [longer] if quarter_characters(longer) <= _READ else [parts[-1], text]
    return parts


def prompt(walk: Triples) -> str:
    """Return what a model is asked after SYSTEM (figure 2a): the triples in walk order."""
    return _PROMPT.format(triples=", ".join(f"({', '.join(step)})" for step in walk.steps))


def prompt_again(walk: Triples, lost: Sequence[str]) -> str:
    """Return what a model is asked whose text `lost` names of nodes."""
    return prompt(walk) + _AGAIN.format(names="; ".join(lost))


def names_lost(text: str, walk: Triples) -> list[str]:
    """Return the nodes of a walk that its text no longer names."""
    said = f" {normalise(text)} "
    nodes = dict.fromkeys(name for head, _, tail in walk.steps for name in (head, tail))
    return [name for name in nodes if f" {normalise(name)} " not in said]


def short_name(name: str, longest: int = _LONGEST_NAME) -> str:
    """Return a node's name on one line, cut where it has more than `longest` characters."""
    name = " ".join(name.split())
    return name if len(name) <= longest else f"{name[:longest].rsplit(' ', 1)[0]} …"

"""What people ask a graph first of properties: whole columns, one's own, where and when.

(:Film {title: 'Dusk', runTime: 90})  ->  "What are the run times of the films?", 90 beside
                                          Dusk; "What is the runtime of Dusk?"
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from data.everyday_questions import Everyday, columns_of, labelled, plural
from data.everyday_wordings import is_alone
from steiner.graph import Node, Subgraph

_PLACES = {"city", "country", "location", "town", "address", "region", "state", "place"}


class Asked(NamedTuple):
    """A label's nodes by name, which are unlike, and values by property in words."""

    noun: str
    nouns: str
    nodes: dict[str, Node]
    values: dict[str, dict[str, Any]]

    def whole(self) -> list[str]:
        """Return the properties that all nodes have."""
        return [name for name, held in self.values.items() if len(held) == len(self.nodes)]


def first_wordings(graph: Subgraph, rng: Random) -> list[Everyday]:
    """Return the questions over a graph, in a fixed order."""
    called = Counter(node.name for node in graph.nodes)
    asked: list[Everyday] = []
    for label, nodes in labelled(graph):
        columns = [*columns_of(label, nodes)]
        by_name = {n.name: n for n in nodes}
        if not columns or len(by_name) < len(nodes):
            continue
        ids = {n.id: n.name for n in nodes}
        values = {c.name: {ids[n]: v for n, v in c.held if ids[n] != v} for c in columns}
        values = {name: held for name, held in values.items() if held and _is_said(name)}
        own = Asked(columns[0].noun, columns[0].nouns, by_name, values)
        alone = [name for name, node in by_name.items() if is_alone(node, called)]
        asked += [*_of_all(own, rng), *(_of_one(own, rng.choice(alone)) if alone else ())]
    return asked


def _is_said(name: str) -> bool:
    """Say whether people say a name as it is written: neither a plural nor with its unit."""
    return not name.endswith("s") and len(name.split()[-1]) > 2


def _of_all(own: Asked, rng: Random) -> Iterator[Everyday]:
    """Yield what asks for properties of all nodes of a label."""
    whole = own.whole()
    for name in whole:
        said = rng.choice(
            [
                f"What are the {plural(name)} of the {own.nouns}?",
                f"List the {plural(name)} of all {own.nouns}",
                f"Show me the {name} of each {own.noun}",
                f"List all {own.nouns} with their {plural(name)}",
            ]
        )
        yield Everyday("column", said, own.values[name])
    for one, other in pairwise(whole):
        said = f"Show the {plural(one)} and {plural(other)} of all {own.nouns}"
        yield Everyday("two columns", said, own.values[rng.choice([one, other])])


def _of_one(own: Asked, called: str) -> Iterator[Everyday]:
    """Yield what asks for properties of a node by its name."""
    held = own.values.items()
    known: dict[str, Any] = {name: values[called] for name, values in held if called in values}
    for name, value in known.items():
        words = name.split()
        if len(words) == 2 and not isinstance(value, bool):
            yield Everyday("joined", f"What is the {''.join(words)} of {called}?", {called: value})
            turned = f"What is the {words[1]} of {words[0]} of {called}?"
            if words[1] in ("date", "day", "place", "year"):
                yield Everyday("turned", turned, {called: value})
        is_day = isinstance(value, date)
        if is_day and len(words) == 1 and name.endswith("ed"):
            yield Everyday("when", f"When was {called} {name}?", {called: value})
            yield Everyday("kind", f"What is the {name} date of {called}?", {called: value})
    places = [name for name in known if not _PLACES.isdisjoint(name.split())]
    if len(places) == 1:
        yield Everyday("where", f"Where is {called} located?", {called: known[places[0]]})

"""Everyday questions over a link and a property, each with what plain loops find.

(:Person)-[:ACTED_IN]->(:Film {title: 'Dusk'})  ->  "average age of persons that acted in Dusk"
(:Person)-[:ACTED_IN]->(:Film {genre: 'noir'})  ->  "persons that acted in films with the genre
                                                     noir"
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from data.everyday_questions import (
    Column,
    Ends,
    Everyday,
    columns_of,
    labelled,
    links_between,
    plural,
)
from data.everyday_wordings import is_alone
from data.more_wordings import is_category, is_number
from steiner.graph import Node, Subgraph


class Joined(NamedTuple):
    """Links in words, the nodes at both ends, and the properties of each end's label."""

    ends: Ends
    nodes: Mapping[int, Node]
    own: Sequence[Column]
    others: Sequence[Column]

    @property
    def nouns(self) -> str:
        """What stands at the links' sources, in the plural."""
        return plural(self.ends.noun)

    @property
    def others_said(self) -> str:
        """What stands at their targets."""
        return plural(self.ends.other)


def linked_wordings(graph: Subgraph, rng: Random) -> list[Everyday]:
    """Return the questions over a graph, in a fixed order."""
    nodes = {node.id: node for node in graph.nodes}
    columns = {label: [*columns_of(label, own)] for label, own in labelled(graph)}
    asked: list[Everyday] = []
    for ends, other, alone in links_between(graph):
        if ends.is_mutual:
            continue
        one = next(iter(nodes[next(iter(next(iter(ends.sources.values()))))].labels), "")
        joined = Joined(ends, nodes, columns.get(one, []), columns.get(other, []))
        asked += [*_of_named(joined, rng), *_of_neighbours(joined), *_of_any(joined, rng)]
        asked += _counted(joined, rng) if alone else ()
    return asked


def _named(joined: Joined, rng: Random) -> int | None:
    called = Counter(node.name for node in joined.nodes.values())
    named = [
        k
        for k, own in joined.ends.sources.items()
        if len(own) > 1 and is_alone(joined.nodes[k], called)
    ]
    return rng.choice(named) if named else None


def _of_named(joined: Joined, rng: Random) -> Iterator[Everyday]:
    """Yield what is asked of the things that lead to one that is named."""
    one = _named(joined, rng)
    if one is None:
        return
    met = joined.ends.sources[one]
    that = f"{joined.nouns} that {joined.ends.said_of_many} {joined.nodes[one].name}"
    for own in [c for c in joined.own if is_number(c)][:2]:
        held = {n: value for n, value in own.held if n in met}
        if len(held) < 2:
            continue
        mean = rng.choice(["What is the average {0} of the {1}?", "Average {0} of {1}"])
        value = sum(held.values()) / len(held)
        yield Everyday("average over a link", mean.format(own.name, that), value)
        total = f"What is the total {own.name} of the {that}?"
        yield Everyday("total over a link", total, float(sum(held.values())))
        most = f"Which of the {that} has the highest {own.name}?"
        best = frozenset(n for n, v in held.items() if v == max(held.values()))
        yield Everyday("highest over a link", most, best)
        low = sorted(held.values())[0]
        said = f"{that} with a {own.name} above {low}"
        above = frozenset(n for n, v in held.items() if v > low)
        yield Everyday("link and a number", said, above)
    for own in [c for c in joined.own if is_category(c)][:2]:
        held = {n: value for n, value in own.held if n in met}
        if held:
            value = Counter(held.values()).most_common(1)[0][0]
            same = frozenset(n for n, v in held.items() if v == value)
            yield Everyday("link and a value", f"{that} with the {own.name} {value}", same)
            count = f"How many of the {that} have the {own.name} {value}?"
            yield Everyday("link and a value, counted", count, float(len(same)))


def _of_neighbours(joined: Joined) -> Iterator[Everyday]:
    """Yield what leads to things of which something is said."""
    deed = joined.ends.said_of_many
    for other in [c for c in joined.others if is_category(c)][:2]:
        value = Counter(v for _, v in other.held).most_common(1)[0][0]
        targets = {n for n, v in other.held if v == value}
        met = _leading(joined, targets)
        that = f"{joined.nouns} that {deed} {joined.others_said} with the {other.name} {value}"
        yield Everyday("neighbour's value", f"Which {that.replace(' that', '', 1)}?", met)
        yield Everyday("neighbour's value, counted", f"Number of {that}", float(len(met)))
    for other in [c for c in joined.others if is_number(c)][:2]:
        ordered = sorted({v for _, v in other.held})
        middle = ordered[len(ordered) // 2]
        met = _leading(joined, {n for n, v in other.held if v > middle})
        said = f"a {joined.ends.other} with a {other.name} of more than {middle}"
        yield Everyday("neighbour's number", f"{joined.nouns} that {deed} {said}", met)
        best = _leading(joined, {n for n, v in other.held if v == ordered[-1]})
        top = f"the {joined.ends.other} with the highest {other.name}"
        if best:
            yield Everyday("neighbour's highest", f"{joined.nouns} that {deed} {top}", best)


def _leading(joined: Joined, targets: set[int]) -> frozenset[int]:
    return frozenset(n for k in targets for n in joined.ends.sources.get(k, ()))


def _of_any(joined: Joined, rng: Random) -> Iterator[Everyday]:
    every = _leading(joined, {*joined.ends.sources})
    some = rng.choice(["at least one {0}", "a {0}", "any {0}"]).format(joined.ends.other)
    said = f"Which {joined.nouns} {joined.ends.said_of_many} {some}?"
    yield Everyday("any", said, every)
    count = f"How many {joined.nouns} {joined.ends.said_of_many} {some}?"
    yield Everyday("any, counted", count, float(len(every)))


def _counted(joined: Joined, rng: Random) -> Iterator[Everyday]:
    many = {k: len(own) for k, own in joined.ends.sources.items()}
    ordered = sorted(many.values(), reverse=True)
    nouns, others = joined.nouns, joined.others_said
    if len(ordered) > 3 and ordered[2] != ordered[3]:
        best = frozenset(k for k, number in many.items() if number >= ordered[2])
        ways = ("Top 3 {0} by number of {1}", "The 3 {0} with the most {1}")
        yield Everyday("top three", rng.choice(ways).format(others, nouns), best)
    middle = ordered[len(ordered) // 2]
    exactly = frozenset(k for k, number in many.items() if number == middle)
    yield Everyday("exactly", f"{others} with exactly {middle} {nouns}", exactly)
    more = frozenset(k for k, number in many.items() if number > middle)
    ways = ("Which {0} have more than {2} {1}?", "{0} having over {2} {1}")
    yield Everyday("more than", rng.choice(ways).format(others, nouns, middle), more)
    one = _named(joined, rng)
    if one is not None:
        count = rng.choice(["How many {0} does {1} have?", "{1}: how many {0}?"])
        said = count.format(nouns, joined.nodes[one].name)
        yield Everyday("how many has one", said, float(many[one]))

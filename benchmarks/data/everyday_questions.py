"""What people ask first of any graph, from templates, each with what a plain loop finds.

    (:Film {rating: 3.5})  ->  "Which films have a rating above 3.5?", the ids of those that have
    (:Person)-[:ACTED_IN]->(:Film {title: 'Dusk'})  ->  "Which person acted in Dusk?"

Words are those of the schema, so that what is measured is reading and not knowing other words.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from random import Random
from typing import Any, NamedTuple

from steiner.graph import Node, Subgraph
from steiner.text import plain_words

Gold = frozenset[int] | float | tuple[float, ...] | Mapping[Any, int]
"""Ids of nodes, a number, numbers of one row, or a number by value, or by two."""
_FEWEST, _LONGEST_NAME = 5, 40
_KEYS = ("id", "key", "code", "no", "number", "year")


class Everyday(NamedTuple):
    """A question of one kind, and what it asks for."""

    kind: str
    question: str
    gold: Gold


class Column(NamedTuple):
    """A property of a label in words, and the nodes that have it with their values."""

    noun: str
    nouns: str
    name: str
    held: Sequence[tuple[int, Any]]

    def where(self, kind: str, question: str, met: Any) -> Everyday:
        """Return a question whose answers are the nodes with values that are `met`."""
        return Everyday(kind, question, frozenset(n for n, value in self.held if met(value)))


def plural(noun: str) -> str:
    """Return a noun in the plural: "city" is "cities", "branch" is "branches"."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def everyday_questions(graph: Subgraph, rng: Random) -> list[Everyday]:
    """Return the questions over a graph, of properties and of links, in a fixed order."""
    columns = [column for label, nodes in labelled(graph) for column in columns_of(label, nodes)]
    of_properties = [asked for column in columns for asked in _of_column(column)]
    counts = [
        Everyday("all", f"How many {plural(plain_words(label))} are there?", float(len(nodes)))
        for label, nodes in labelled(graph)
    ]
    return [*counts, *of_properties, *_of_links(graph, rng)]


def labelled(graph: Subgraph) -> list[tuple[str, list[Node]]]:
    """Return each label of more than a few nodes, with these."""
    by_label: dict[str, list[Node]] = defaultdict(list)
    for node in graph.nodes:
        for label in node.labels:
            by_label[label].append(node)
    return [(label, nodes) for label, nodes in by_label.items() if len(nodes) > _FEWEST]


def columns_of(label: str, nodes: Sequence[Node]) -> Iterator[Column]:
    """Yield the properties of a label that enough nodes have and that are no keys."""
    held: dict[str, list[tuple[int, Any]]] = defaultdict(list)
    for node in nodes:
        for name, value in node.properties.items():
            held[name].append((node.id, value))
    noun = plain_words(label).casefold()
    for name, values in held.items():
        said = plain_words(name).casefold()
        if len(values) >= _FEWEST and not name.casefold().endswith(_KEYS) and said:
            yield Column(noun, plural(noun), said, values)


def _of_column(own: Column) -> Iterator[Everyday]:
    values = [value for _, value in own.held]
    kinds = {type(value) for value in values}
    if kinds <= {int, float} and len({*values}) > 3 and not are_years(values):
        yield from _of_numbers(own, sorted({*values}))
    elif kinds <= {date, datetime}:
        yield from _of_days(own, sorted({*values}))
    elif kinds == {str}:
        yield from _of_texts(own, Counter(values))


def are_years(values: Sequence[float]) -> bool:
    """Say whether numbers are years all."""
    return all(isinstance(value, int) and 1500 < value < 2100 for value in values)


def _of_numbers(own: Column, ordered: Sequence[float]) -> Iterator[Everyday]:
    low, middle = ordered[len(ordered) // 4], ordered[len(ordered) // 2]
    _, nouns, name, held = own
    values = [value for _, value in held]
    have = f"Which {nouns} have a {name}"
    yield own.where("above", f"{have} above {middle}?", lambda v: v > middle)
    yield own.where("below", f"{have} of less than {middle}?", lambda v: v < middle)
    yield own.where("between", f"{have} between {low} and {middle}?", lambda v: low <= v <= middle)
    yield own.where("highest", f"Which {own.noun} has the highest {name}?", ordered[-1].__eq__)
    yield own.where("lowest", f"Which {own.noun} has the lowest {name}?", ordered[0].__eq__)
    many = float(sum(value >= middle for value in values))
    yield Everyday("count", f"How many {nouns} have a {name} of at least {middle}?", many)
    mean = f"What is the average {name} of all {nouns}?"
    yield Everyday("average", mean, float(sum(values) / len(values)))


def _of_days(own: Column, ordered: Sequence[date]) -> Iterator[Everyday]:
    middle = as_plain_day(ordered[len(ordered) // 2])
    after = f"Which {own.nouns} have a {own.name} after {middle}?"
    yield own.where("after a day", after, lambda v: as_plain_day(v) > middle)
    first = f"Which {own.noun} has the earliest {own.name}?"
    yield own.where("earliest", first, ordered[0].__eq__)
    many = float(sum(value.year == middle.year for _, value in own.held))
    yield Everyday("in a year", f"How many {own.nouns} have a {own.name} in {middle.year}?", many)


def as_plain_day(value: date) -> date:
    """Return the day of a day or moment."""
    return value.date() if isinstance(value, datetime) else value


def _of_texts(own: Column, counted: Counter[str]) -> Iterator[Everyday]:
    value, many = counted.most_common(1)[0]
    if 1 < len(counted) <= max(2, len(own.held) // 3) and len(value) < _LONGEST_NAME:
        have = f"{own.nouns} have the {own.name} {value}?"
        yield own.where("value", f"Which {have}", value.__eq__)
        yield Everyday("count", f"How many {have}", float(many))
        each = f"How many {own.nouns} are there for each {own.name}?"
        yield Everyday("group", each, dict(counted))


class Ends(NamedTuple):
    """The links of one type between two labels, in words, and what leads to each node."""

    noun: str
    other: str
    said: str
    said_of_many: str
    sources: Mapping[int, frozenset[int]]

    @property
    def is_mutual(self) -> bool:
        """Whether the words say that it holds either way, of which a graph stores one."""
        said = {word.rstrip("s") for word in self.said.split()}
        return self.noun == self.other and not said.isdisjoint(_MUTUAL)


_MUTUAL = frozenset(
    ("know", "border", "connected", "adjacent", "compete", "interact", "codeshare", "married")
)


def links_between(graph: Subgraph) -> Iterator[tuple[Ends, str, bool]]:
    """Yield links in words, the label at their target, and whether no other type joins the two."""
    nodes = {node.id: node for node in graph.nodes}
    pairs: dict[tuple[str, str, str], list[tuple[int, int]]] = defaultdict(list)
    for link in graph.relationships:
        ends = nodes[link.source].labels[0], link.type, nodes[link.target].labels[0]
        pairs[ends].append((link.source, link.target))
    joining = Counter(frozenset((one, other)) for one, _, other in pairs)
    for (one, type, other), own in pairs.items():
        links = _ends(one, type, other, own) if len(own) >= _FEWEST else None
        if links:
            yield links, other, joining[frozenset((one, other))] == 1 and one != other


def _of_links(graph: Subgraph, rng: Random) -> Iterator[Everyday]:
    nodes = {node.id: node for node in graph.nodes}
    for links, other, alone in links_between(graph):
        yield from _named(links, nodes, rng)
        if alone:
            yield from _counted(links, nodes, other)


def _ends(one: str, type: str, other: str, own: Sequence[tuple[int, int]]) -> Ends | None:
    """Return the links with a type as a verb; None where its words are no verb by their form."""
    first, *rest = plain_words(type).casefold().split()
    said = many = " ".join([first, *rest])
    if rest[-1:] == ["by"] or first in ("located", "based", "part"):
        said, many = f"is {said}", f"are {said}"
    elif first.endswith("s") and not first.endswith("ss") and first != "has":
        stem = f"{first[:-3]}y" if first.endswith("ies") else first[:-1]
        many = " ".join([stem, *rest])
    elif not first.endswith("ed"):
        return None
    leading: dict[int, set[int]] = defaultdict(set)
    for source, target in own:
        leading[target].add(source)
    sources = {target: frozenset(nodes) for target, nodes in leading.items()}
    return Ends(plain_words(one).casefold(), plain_words(other).casefold(), said, many, sources)


def _named(ends: Ends, nodes: Mapping[int, Node], rng: Random) -> Iterator[Everyday]:
    """Yield what leads to one node that is drawn, to both of two, to one and not the other."""
    called = Counter(node.name for node in nodes.values())
    named = [k for k in ends.sources if _is_name(nodes[k], called)]
    if not named:
        return
    one, nouns = rng.choice(named), plural(ends.noun)
    name, met = nodes[one].name, ends.sources[one]
    yield Everyday("link", f"Which {ends.noun} {ends.said} {name}?", met)
    count = f"How many {nouns} {ends.said_of_many} {name}?"
    yield Everyday("count over a link", count, float(len(met)))
    others = [k for k in named if k != one and ends.sources[k] & met]
    if others:
        other = rng.choice(others)
        asked, further = f"Which {nouns} {ends.said_of_many}", nodes[other].name
        rest = ends.sources[other]
        yield Everyday("both", f"{asked} both {name} and {further}?", met & rest)
        yield Everyday("one or the other", f"{asked} {name} or {further}?", met | rest)
        yield Everyday("but not", f"{asked} {name} but not {further}?", met - rest)


def _is_name(node: Node, called: Mapping[str, int]) -> bool:
    return called[node.name] == 1 and 1 < len(node.name) < _LONGEST_NAME


def _counted(ends: Ends, nodes: Mapping[int, Node], label: str) -> Iterator[Everyday]:
    """Yield which node most lead to, more than one, and none."""
    many = {k: len(own) for k, own in ends.sources.items()}
    nouns, others, most = plural(ends.noun), plural(ends.other), max(many.values())
    best = frozenset(k for k, number in many.items() if number == most)
    yield Everyday("most", f"Which {ends.other} has the most {nouns}?", best)
    several = frozenset(k for k, number in many.items() if number > 1)
    yield Everyday("more than one", f"Which {others} have more than 1 {ends.noun}?", several)
    none = frozenset(n.id for n in nodes.values() if label in n.labels and n.id not in many)
    yield Everyday("none", f"Which {others} have no {nouns}?", none)

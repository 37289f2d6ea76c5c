"""Questions of the larger forms, from templates in a schema's words, each with what a loop finds.

(:Film {rating: 3.5})  ->  "What is the median rating of all films?", the middle of all
(:Film {genre: 'noir'})  ->  "Which film has the highest rating in each genre?", their ids
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from datetime import date
from itertools import combinations
from statistics import fmean, median, quantiles, stdev
from typing import Any, NamedTuple

from data.everyday_questions import (
    Everyday,
    are_years,
    as_plain_day,
    labelled,
    plural,
)
from steiner.graph import Node, Subgraph
from steiner.lexicon.common_words import ENDS, STARTS
from steiner.text import plain_words

TODAY = date(2026, 11, 29)
"""The day that the questions are asked on."""
_FEWEST, _MOST_GROUPS = 5, 12
_BORN = {"born", "birth", "dob", "birthday", "birthdate"}


class _Label(NamedTuple):
    """The nodes of a label, in words, and its properties by their kind."""

    name: str
    nodes: Sequence[Node]
    numbers: Sequence[str]
    texts: Sequence[str]
    days: Sequence[str]

    @property
    def noun(self) -> str:
        return plain_words(self.name).casefold()

    @property
    def nouns(self) -> str:
        return plural(self.noun)

    def column(self, name: str) -> dict[int, Any]:
        """Return the values of a property by node."""
        return {n.id: n.properties[name] for n in self.nodes if name in n.properties}


def larger_questions(graph: Subgraph) -> list[Everyday]:
    """Return the questions over a graph, in a fixed order."""
    labels = {name: _label(name, nodes) for name, nodes in labelled(graph)}
    each = (question for label in labels.values() for question in _of_label(label))
    return [*each, *_over_links(graph, labels)]


def _label(name: str, nodes: Sequence[Node]) -> _Label:
    numbers, texts, days = list[str](), list[str](), list[str]()
    for own in dict.fromkeys(key for node in nodes for key in node.properties):
        values = [node.properties[own] for node in nodes if own in node.properties]
        kinds = {type(value) for value in values}
        if len(values) < _FEWEST or own.casefold().endswith(("id", "key", "code", "no", "number")):
            continue
        if kinds <= {int, float} and len({*values}) > _FEWEST and not are_years(values):
            numbers.append(own)
        elif kinds == {date}:
            days.append(own)
        elif kinds == {str} and 1 < len({*values}) <= min(_MOST_GROUPS, len(values) // 3):
            texts.append(own)
    return _Label(name, nodes, numbers, texts, days)


def _of_label(own: _Label) -> Iterator[Everyday]:
    for name in own.numbers:
        yield from _spread(own, name)
        for text in own.texts:
            yield from _in_groups(own, name, text)
    for one, other in combinations(own.numbers, 2):
        yield from _computed(own, one, other)
    for one, other in combinations(own.texts, 2):
        asked = f"How many {own.nouns} are there for each {_said(one)} and {_said(other)}?"
        both = ((n.properties.get(one), n.properties.get(other)) for n in own.nodes)
        counted = Counter(pair for pair in both if None not in pair)
        yield Everyday("two keys", asked, dict(counted))
    yield from _of_days(own)


def _said(name: str) -> str:
    return plain_words(name).casefold()


def _spread(own: _Label, name: str) -> Iterator[Everyday]:
    held = own.column(name)
    values, said = [float(value) for value in held.values()], _said(name)
    middle = median(values)
    yield Everyday("median", f"What is the median {said} of all {own.nouns}?", middle)
    tenth = f"What is the 90th percentile of the {said} of {own.nouns}?"
    yield Everyday("percentile", tenth, quantiles(values, n=10, method="inclusive")[8])
    spread = f"What is the standard deviation of the {said} of {own.nouns}?"
    yield Everyday("standard deviation", spread, stdev(values))
    three = f"What are the lowest, average and highest {said} of all {own.nouns}?"
    yield Everyday("several measures", three, (min(values), fmean(values), max(values)))
    above = frozenset(n for n, value in held.items() if value > middle)
    asked = f"Which {own.nouns} have a {said} above the median?"
    yield Everyday("above the median", asked, above)


def _in_groups(own: _Label, name: str, text: str) -> Iterator[Everyday]:
    """Yield the most of each value of a text, and what is above its group's average."""
    groups = own.column(text)
    held = {n: v for n, v in own.column(name).items() if n in groups}
    each = f"Which {own.noun} has the highest {_said(name)} in each {_said(text)}?"
    yield Everyday("first of each value", each, _best({n: (groups[n],) for n in held}, held))
    above = f"Which {own.nouns} have a {_said(name)} above the average of their {_said(text)}?"
    gold = _above_average({n: (groups[n],) for n in held}, held)
    yield Everyday("own group by value", above, gold)


def _best(groups: Mapping[int, Sequence[Hashable]], held: Mapping[int, Any]) -> frozenset[int]:
    most: dict[Hashable, Any] = {}
    for node, own in groups.items():
        for group in own:
            most[group] = max(most.get(group, held[node]), held[node])
    return frozenset(n for n, own in groups.items() if any(held[n] == most[g] for g in own))


def _above_average(
    groups: Mapping[int, Sequence[Hashable]], held: Mapping[int, Any]
) -> frozenset[int]:
    members: dict[Hashable, list[float]] = defaultdict(list)
    for node, own in groups.items():
        for group in own:
            members[group].append(held[node])
    means = {group: fmean(values) for group, values in members.items()}
    return frozenset(n for n, own in groups.items() if any(held[n] > means[g] for g in own))


def _computed(own: _Label, one: str, other: str) -> Iterator[Everyday]:
    first, second = own.column(one), own.column(other)
    apart = {n: float(first[n]) - float(second[n]) for n in first if n in second}
    if len(apart) < _FEWEST:
        return
    mean = f"What is the average of {_said(one)} minus {_said(other)} of {own.nouns}?"
    yield Everyday("arithmetic", mean, fmean(apart.values()))
    most = max(apart.values())
    asked = f"Which {own.noun} has the largest difference between {_said(one)} and {_said(other)}?"
    yield Everyday("arithmetic", asked, frozenset(n for n, v in apart.items() if v == most))


def _of_days(own: _Label) -> Iterator[Everyday]:
    words = {name: {*plain_words(name).split()} for name in own.days}
    born = [name for name in own.days if words[name] & _BORN]
    if len(born) == 1:
        ages = {n: _years(as_plain_day(v), TODAY) for n, v in own.column(born[0]).items()}
        mean = f"What is the average age of all {own.nouns}?"
        yield Everyday("age", mean, fmean(ages.values()))
        middle = int(median(ages.values()))
        older = frozenset(n for n, age in ages.items() if age > middle)
        yield Everyday("age", f"Which {own.nouns} are older than {middle}?", older)
    ends = [name for name in own.days if words[name] & ENDS]
    starts = [name for name in own.days if words[name] & STARTS and name not in ends]
    if len(starts) == len(ends) == 1:
        begun, ended = own.column(starts[0]), own.column(ends[0])
        took = {n: (ended[n] - begun[n]).days for n in begun if n in ended}
        if len(took) >= _FEWEST:
            mean = f"What is the average duration of {own.nouns} in days?"
            yield Everyday("duration", mean, fmean(took.values()))
    for name in own.days:
        year = TODAY.year - 1
        many = sum(value.year == year for value in own.column(name).values())
        asked = f"How many {own.nouns} have a {_said(name)} last year?"
        yield Everyday("last year", asked, float(many))


def _years(first: date, last: date) -> int:
    return last.year - first.year - ((last.month, last.day) < (first.month, first.day))


def _over_links(graph: Subgraph, labels: Mapping[str, _Label]) -> Iterator[Everyday]:
    """Yield the most of each node, and what is above its own average, where one type joins."""
    nodes = {node.id: node for node in graph.nodes}
    pairs: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    types: dict[frozenset[str], set[tuple[str, str]]] = defaultdict(set)
    for link in graph.relationships:
        one, other = nodes[link.source].labels[0], nodes[link.target].labels[0]
        pairs[one, other].append((link.source, link.target))
        types[frozenset((one, other))].add((link.type, one))
    for (one, other), linked in pairs.items():
        own = labels.get(one)
        if own is None or one == other or len(types[frozenset((one, other))]) > 1:
            continue
        noun = plain_words(other).casefold()
        groups: dict[int, list[int]] = defaultdict(list)
        for source, target in linked:
            groups[source].append(target)
        for name in own.numbers:
            held = own.column(name)
            joined = {n: tuple(g) for n, g in groups.items() if n in held}
            if len(joined) < _FEWEST:
                continue
            each = f"Which {own.noun} has the highest {_said(name)} for each {noun}?"
            yield Everyday("first of each node", each, _best(joined, held))
            above = f"Which {own.nouns} have a {_said(name)} above the average of their {noun}?"
            yield Everyday("own group by node", above, _above_average(joined, held))

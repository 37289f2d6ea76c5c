"""Everyday questions in the many ways in which people word them, each with what a plain loop finds.

    (:Film {released: 1999-05-05})  ->  "films from May 5, 1999", "Which film was released last?"

Words are those of the schema and plain English, so that what is measured is how a question is put.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from random import Random
from typing import Any

from data.everyday_questions import (
    Column,
    Everyday,
    are_years,
    as_plain_day,
    columns_of,
    labelled,
    links_between,
    plural,
)
from steiner.graph import Node, Subgraph

_ASKS = ("Which {}?", "Can you list the {}?", "Show me all {}", "Could you identify the {}?", "{}")
_COUNTS = ("How many {}?", "What is the number of {}?", "What's the count of {}?", "Count the {}")
SHORT = 40


def everyday_wordings(graph: Subgraph, rng: Random) -> list[Everyday]:
    """Return the questions over a graph, in a fixed order; `rng` draws how each is begun."""
    asked: list[Everyday] = []
    for label, nodes in labelled(graph):
        columns = [*columns_of(label, nodes)]
        days = [c for c in columns if {type(v) for _, v in c.held} <= {date, datetime}]
        for column in columns:
            asked += _of_column(column, len(days), rng)
        asked += _of_named(columns, nodes, graph, rng)
    return [*asked, *_of_links(graph, rng)]


def _of_column(own: Column, days: int, rng: Random) -> Iterator[Everyday]:
    values = [value for _, value in own.held]
    kinds = {type(value) for value in values}
    if kinds <= {int, float} and len({*values}) > 3 and not are_years(values):
        yield from _of_numbers(own, sorted({*values}), rng)
    elif kinds <= {date, datetime}:
        yield from _of_days(own, sorted(map(as_plain_day, values)), days == 1, rng)
    elif kinds == {str}:
        yield from _of_texts(own, Counter(values), rng)


def _asked(kind: str, own: Column, said: str, met: Any, rng: Random) -> Iterator[Everyday]:
    """Yield a set that is asked for and its number, each begun in a way that is drawn."""
    rows = frozenset(n for n, value in own.held if met(value))
    begun = rng.choice(_ASKS)
    verb = begun.startswith("Which")
    yield Everyday(kind, begun.format(f"{own.nouns} {'have' if verb else 'with'} {said}"), rows)
    begun = rng.choice(_COUNTS)
    verb = begun.startswith("How")
    count = begun.format(f"{own.nouns} {'have' if verb else 'with'} {said}")
    yield Everyday(f"{kind}, counted", count, float(len(rows)))


def _of_numbers(own: Column, ordered: Sequence[float], rng: Random) -> Iterator[Everyday]:
    low, middle = ordered[len(ordered) // 4], ordered[len(ordered) // 2]
    name, top = own.name, ordered[-1]
    above = rng.choice(["exceeding {}", "over {}", "greater than {}", "higher than {}"])
    below = rng.choice(["under {}", "lower than {}", "smaller than {}"])
    least = rng.choice(["of {} or more", "of no less than {}", "of at least {}", "starting at {}"])
    most = rng.choice(["of {} or less", "of no more than {}", "of up to {}", "not above {}"])
    between = rng.choice(["from {} to {}", "between {} and {}", "ranging from {} to {}"])
    for kind, said, met in (
        ("above", above.format(middle), lambda v: v > middle),
        ("below", below.format(middle), lambda v: v < middle),
        ("at least", least.format(middle), lambda v: v >= middle),
        ("at most", most.format(middle), lambda v: v <= middle),
        ("equal", f"of {middle}", lambda v: v == middle),
        ("between", between.format(low, middle), lambda v: low <= v <= middle),
    ):
        yield from _asked(kind, own, f"a {name} {said}", met, rng)
    great = rng.choice(["greatest", "largest", "maximum", "biggest"])
    begun = rng.choice(["What {} has", "Name the {} with", "Find the {} with", "The {} having"])
    yield own.where("highest", f"{begun.format(own.noun)} the {great} {name}", top.__eq__)
    small = rng.choice(["smallest", "minimum", "least", "lowest"])
    begun = rng.choice(["What is the {} with", "Tell me the {} with", "Identify the {} with"])
    yield own.where("lowest", f"{begun.format(own.noun)} the {small} {name}", ordered[0].__eq__)
    values = [value for _, value in own.held]
    mean = rng.choice(["What's the mean {} of the {}?", "Average {} across all {}?"])
    mean = mean.format(name, own.nouns)
    yield Everyday("average", mean, float(sum(values) / len(values)))
    whole = rng.choice(["What is the total {} of all {}?", "Sum of the {} of all {}"])
    yield Everyday("total", whole.format(name, own.nouns), float(sum(values)))


def _written(day: date, rng: Random) -> str:
    """Return a day in one of the ways in which people write it."""
    number, month, year = day.day, f"{day:%B}", day.year
    end = "th" if 10 < number < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    ways = (
        *(f"{month} {number}, {year}", f"{number} {month} {year}", f"{day}"),
        *(f"{number}{end} of {month} {year}", f"the {number}{end} of {month}, {year}"),
        *(f"{month} {number}{end}, {year}", f"{day:%b} {number}, {year}"),
        *(f"{number} {day:%b} {year}", f"{year}/{day.month:02}/{number:02}"),
    )
    return rng.choice(ways)


def _of_days(own: Column, ordered: Sequence[date], alone: bool, rng: Random) -> Iterator[Everyday]:
    middle, name = ordered[len(ordered) // 2], own.name
    asked = rng.choice(_ASKS[1:])

    def met(test: Any) -> frozenset[int]:
        return frozenset(n for n, value in own.held if test(as_plain_day(value)))

    for kind, words, test in (
        ("on a day", ("on", "of"), lambda v: v == middle),
        ("before", ("before", "earlier than", "prior to"), lambda v: v < middle),
        ("after", ("later than", "after", "past"), lambda v: v > middle),
        ("since", ("since", "no earlier than", "from {} on", "on or after"), lambda v: v >= middle),
        ("until", ("no later than", "up to", "on or before"), lambda v: v <= middle),
    ):
        word, day = rng.choice(words), _written(middle, rng)
        said = word.format(day) if "{" in word else f"{word} {day}"
        yield Everyday(kind, asked.format(f"{own.nouns} with a {name} {said}"), met(test))
    in_year, in_month = (
        met(lambda v: v.year == middle.year),
        met(lambda v: (v.year, v.month) == (middle.year, middle.month)),
    )
    of = rng.choice(["in {0} {1}", "in {0} of {1}", "during {0} {1}"])
    said = f"a {name} {of.format(f'{middle:%B}', middle.year)}"
    yield Everyday("in a month", asked.format(f"{own.nouns} with {said}"), in_month)
    if alone:
        on = met(lambda v: v == middle)
        lead = rng.choice(["from", "dated", "of"])
        said = f"{own.nouns} {lead} {_written(middle, rng)}"
        yield Everyday("from a day", asked.format(said), on)
        yield Everyday("year before", asked.format(f"{middle.year} {own.nouns}"), in_year)
        count = f"How many {middle.year} {own.nouns} are there?"
        yield Everyday("year before", count, float(len(in_year)))
        yield Everyday("from a year", asked.format(f"{own.nouns} from {middle.year}"), in_year)
    if name.endswith("ed") and " " not in name:
        yield from _of_deeds(own, ordered, middle, met, rng)


def _of_deeds(
    own: Column, ordered: Sequence[date], middle: date, met: Any, rng: Random
) -> Iterator[Everyday]:
    done, first, last = own.name, met(ordered[0].__eq__), met(ordered[-1].__eq__)
    noun, nouns, day = own.noun, own.nouns, _written(middle, rng)
    yield Everyday("done last", f"Which {noun} was {done} last?", last)
    yield Everyday("done first", f"Which {noun} was {done} first?", first)
    yield Everyday("initial", f"What was the initial {noun} to be {done}?", first)
    yield Everyday("most recently", f"What is the most recently {done} {noun}?", last)
    yield Everyday("done on", f"Which {nouns} were {done} on {day}?", met(middle.__eq__))
    on = f"On {day}, which {nouns} were {done}?"
    yield Everyday("done on", on, met(middle.__eq__))
    count = f"How many {nouns} got {done} in {middle.year}?"
    yield Everyday("done in", count, float(len(met(lambda v: v.year == middle.year))))


def _of_texts(own: Column, counted: Counter[str], rng: Random) -> Iterator[Everyday]:
    value, _ = counted.most_common(1)[0]
    few = 1 < len(counted) <= max(2, len(own.held) // 3)
    if not few or len(value) >= SHORT or any(mark in value for mark in "?.,"):
        return
    name = own.name
    said = rng.choice(["the {0} {1}", "{0} {1}", "a {0} of {1}", "{1} as {0}"])
    yield from _asked("value", own, said.format(name, value), value.__eq__, rng)
    is_ = rng.choice(["whose {0} is {1}", "where the {0} is {1}", "that have {1} as their {0}"])
    asked = rng.choice(_ASKS[1:])
    whose = asked.format(f"{own.nouns} {is_.format(name, value)}")
    yield own.where("whose value", whose, value.__eq__)
    marked = rng.choice(["marked as {}", "listed as {}", "that are {}", "with the {1} set to {0}"])
    said = f"{own.nouns} {marked.format(value, name)}"
    yield own.where("marked", asked.format(said), value.__eq__)
    denied = rng.choice(["whose {0} is not {1}", "with a {0} other than {1}"])
    said = f"{own.nouns} {denied.format(name, value)}"
    yield own.where("not the value", asked.format(said), lambda v: v != value)
    each = rng.choice(
        ["Number of {0} per {1}", "{0} by {1}, how many?", "For each {1}, how many {0}?"]
    )
    yield Everyday("group", each.format(own.nouns, name), dict(counted))
    others = [other for other, _ in counted.most_common(3)[1:] if len(other) < SHORT]
    if others:
        said = f"{own.nouns} with {name} {value} or {others[0]}"
        yield own.where("one or the other", asked.format(said), {value, others[0]}.__contains__)


def _of_named(
    columns: Sequence[Column], nodes: Sequence[Node], graph: Subgraph, rng: Random
) -> Iterator[Everyday]:
    """Yield a property of one named node: "what is Ann's salary"."""
    called = Counter(node.name for node in graph.nodes)
    by_id = {node.id: node for node in nodes}
    for own in columns:
        named = [
            (by_id[n].name, value)
            for n, value in own.held
            if is_alone(by_id[n], called)
            and isinstance(value, int | float)
            and not isinstance(value, bool)
        ]
        if len(named) < 3:
            continue
        who, value = rng.choice(named)
        begun = ("What is {0}'s {1}?", "What's the {1} of {0}?", "Tell me the {1} for {0}")
        said = rng.choice([*begun, "{1} of {0}", "Which {1} does {0} have?"])
        yield Everyday("of one", said.format(who, own.name), float(value))


def is_alone(node: Node, called: Mapping[str, int]) -> bool:
    """Say whether a node is the only one that is called so, and by a name that people write."""
    return called[node.name] == 1 and 3 < len(node.name) < SHORT


def _of_links(graph: Subgraph, rng: Random) -> Iterator[Everyday]:
    nodes = {node.id: node for node in graph.nodes}
    called = Counter(node.name for node in nodes.values())
    for ends, other, alone in links_between(graph):
        if ends.is_mutual:
            continue
        nouns, others = plural(ends.noun), plural(ends.other)
        named = [k for k in ends.sources if is_alone(nodes[k], called)]
        if named:
            one = rng.choice(named)
            name, met = nodes[one].name, ends.sources[one]
            that = f"{nouns} that {ends.said_of_many} {name}"
            yield Everyday("link", rng.choice(_ASKS[1:]).format(that), met)
            count = rng.choice(_COUNTS[1:]).format(that)
            yield Everyday("link, counted", count, float(len(met)))
        if alone:
            yield from _counted(ends, nodes, other, (nouns, others), rng)


def _counted(
    ends: Any, nodes: Any, label: str, words: tuple[str, str], rng: Random
) -> Iterator[Everyday]:
    nouns, others = words
    many = {k: len(own) for k, own in ends.sources.items()}
    best = frozenset(k for k, number in many.items() if number == max(many.values()))
    most = rng.choice(["Which {0} has the highest number of {1}?", "The {0} with the most {1}"])
    yield Everyday("most", most.format(ends.other, nouns), best)
    several = frozenset(k for k, number in many.items() if number > 1)
    two = rng.choice(
        [
            "{0} with at least 2 {1}",
            "Which {0} have two or more {1}?",
            "{0} having more than one {2}",
        ]
    )
    yield Everyday("several", two.format(others, nouns, ends.noun), several)
    none = frozenset(n.id for n in nodes.values() if label in n.labels and n.id not in many)
    no = rng.choice(
        ["{0} without any {1}", "Which {0} don't have any {1}?", "{0} that have zero {1}"]
    )
    yield Everyday("none", no.format(others, nouns), none)

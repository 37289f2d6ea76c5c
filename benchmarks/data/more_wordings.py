"""More everyday wordings: courtesies, numbers as they are written, the top 3, two conditions.

(:Film {rating: 3.5})  ->  "Hi, could you please tell me which films have a rating above 3.5?"
(:Film)  ->  "Top 3 films by rating", "what percentage of films have the genre drama?"
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from data.everyday_questions import (
    Column,
    Everyday,
    are_years,
    columns_of,
    labelled,
    links_between,
    plural,
)
from data.everyday_wordings import SHORT, is_alone
from steiner.graph import Subgraph

_POLITE = (
    *("Hi, could you please tell me which {}? Thanks!", "I'd like to know which {}.", "which {}"),
    *(
        "Do you know which {}?",
        "I want to see which {}",
        "Please find out which {} in our database.",
    ),
    *("We need a list of all {}", "Give me the list of {}", "I am looking for {}", "Get all {}"),
    *("Is it possible to see the {}?", "What are the {}?", "Return the {}", "Fetch all {}"),
)
_MANY = (
    *("Please tell me how many {} there are", "Do you know how many {} there are?"),
    *("How many {} are in the system?", "Total number of {}", "I need the number of {}, please"),
    *("What is the total count of {}?", "how many {} do we have", "Number of {}?"),
)


def _polite(kind: str, own: Column, said: str, met: Any, rng: Random) -> Iterator[Everyday]:
    rows = frozenset(n for n, value in own.held if met(value))
    begun = rng.choice(_POLITE)
    verb = "have" if "which" in begun.casefold() else "with"
    yield Everyday(kind, begun.format(f"{own.nouns} {verb} {said}"), rows)
    count = rng.choice(_MANY).format(f"{own.nouns} with {said}")
    yield Everyday(f"{kind}, counted", count, float(len(rows)))


def _as_number(value: float, rng: Random) -> str:
    """Return a number as people write it."""
    whole = isinstance(value, int) or float(value).is_integer()
    if whole and value >= 1_000_000 and value % 100_000 == 0:
        return f"{value / 1e6:g} million"
    if whole and value >= 10_000 and value % 1000 == 0:
        return rng.choice([f"{int(value) // 1000}k", f"{int(value):,}"])
    return f"{int(value):,}" if whole and value >= 1000 else str(value)


def more_wordings(graph: Subgraph, rng: Random) -> list[Everyday]:
    """Return questions with politeness, numbers as they are written, two conditions, the top 3."""
    asked: list[Everyday] = []
    for label, nodes in labelled(graph):
        columns = [*columns_of(label, nodes)]
        numbers = [c for c in columns if is_number(c)]
        for own in numbers:
            ordered = sorted({value for _, value in own.held})
            middle = ordered[len(ordered) // 2]
            said = f"a {own.name} above {_as_number(middle, rng)}"
            asked += _polite("polite, above", own, said, lambda v, m=middle: v > m, rng)
            asked += _of_rank(own, rng)
        texts = [c for c in columns if is_category(c)]
        for own in texts:
            value = Counter(v for _, v in own.held).most_common(1)[0][0]
            said = f"the {own.name} {rng.choice([value, value.lower(), value.upper()])}"
            asked += _polite("polite, value", own, said, value.__eq__, rng)
            asked += _of_kinds(own, len(nodes), rng)
        asked += _of_both(numbers, texts, rng)
    return [*asked, *_of_ends(graph, rng)]


def is_number(own: Column) -> bool:
    """Say whether a property holds numbers that are no years."""
    values = [value for _, value in own.held]
    return (
        {type(v) for v in values} <= {int, float} and len({*values}) > 3 and not are_years(values)
    )


def is_category(own: Column) -> bool:
    """Say whether a property holds few texts, each of several things."""
    counted = Counter(str(value) for _, value in own.held)
    value = counted.most_common(1)[0][0]
    text = all(isinstance(value, str) for _, value in own.held)
    few = 1 < len(counted) <= max(2, len(own.held) // 3)
    return text and few and len(value) < SHORT and not any(mark in value for mark in "?.,")


def _of_rank(own: Column, rng: Random) -> Iterator[Everyday]:
    ordered = sorted(own.held, key=lambda pair: -pair[1])
    if len(ordered) < 5 or ordered[2][1] == ordered[3][1] or ordered[-3][1] == ordered[-4][1]:
        return
    first, last = (frozenset(n for n, _ in part) for part in (ordered[:3], ordered[-3:]))
    top = (
        "Top 3 {0} by {1}",
        "The three {0} with the highest {1}",
        "Which 3 {0} have the largest {1}?",
    )
    yield Everyday("top three", rng.choice(top).format(own.nouns, own.name), first)
    low = (
        "Bottom 3 {0} by {1}",
        "The three {0} with the lowest {1}",
        "Which 3 {0} have the smallest {1}?",
    )
    yield Everyday("last three", rng.choice(low).format(own.nouns, own.name), last)
    if ordered[1][1] != ordered[2][1] and ordered[0][1] != ordered[1][1]:
        second = f"Which {own.noun} has the second highest {own.name}?"
        yield Everyday("second", second, frozenset([ordered[1][0]]))


def _of_kinds(own: Column, nodes: int, rng: Random) -> Iterator[Everyday]:
    counted = Counter(value for _, value in own.held)
    (value, many), *others = counted.most_common()
    many_kinds = (
        "How many different {0}s do {1} have?",
        "How many distinct values of {0} are there among {1}?",
    )
    said = rng.choice(many_kinds).format(own.name, own.nouns)
    yield Everyday("kinds", said, float(len(counted)))
    if others and others[0][1] != many:
        common = (
            "Which {0} is the most common among {1}?",
            "What is the most frequent {0} of {1}?",
        )
        best = rng.choice(common).format(own.name, own.nouns)
        yield Everyday("most common", best, {value: many})
    if len(own.held) == nodes:
        share = ("What percentage of {0} have the {1} {2}?", "What share of {0} has the {1} {2}?")
        said = rng.choice(share).format(own.nouns, own.name, value)
        yield Everyday("share", said, 100 * many / nodes if "percentage" in said else many / nodes)


def _of_both(numbers: Sequence[Column], texts: Sequence[Column], rng: Random) -> Iterator[Everyday]:
    for own in numbers[:2]:
        ordered = sorted({value for _, value in own.held})
        low = ordered[len(ordered) // 4]
        above = {n for n, value in own.held if value > low}
        for other in texts[:2]:
            value = Counter(v for _, v in other.held).most_common(1)[0][0]
            same = {n for n, v in other.held if v == value}
            ways = (
                "{0} with the {1} {2} and a {3} above {4}",
                "{0} whose {1} is {2} and whose {3} is over {4}",
                "Which {0} with a {3} of more than {4} have the {1} {2}?",
            )
            said = rng.choice(ways).format(own.nouns, other.name, value, own.name, low)
            yield Everyday("two conditions", said, frozenset(above & same))
            held = [v for n, v in own.held if n in same]
            if held:
                mean = (
                    f"What is the average {own.name} of {own.nouns} with the {other.name} {value}?"
                )
                yield Everyday("average of some", mean, sum(held) / len(held))
                most = f"Which {own.noun} with the {other.name} {value} has the highest {own.name}?"
                best = frozenset(n for n, v in own.held if n in same and v == max(held))
                yield Everyday("highest of some", most, best)
        for other in numbers[2:3]:
            order = sorted({value for _, value in other.held})
            top = order[3 * len(order) // 4]
            below = {n for n, value in other.held if value < top}
            said = f"{own.nouns} with a {own.name} over {low} and a {other.name} under {top}"
            yield Everyday("two numbers", said, frozenset(above & below))


def _of_ends(graph: Subgraph, rng: Random) -> Iterator[Everyday]:
    """Yield links asked from the other end, names in small letters, links with a condition."""
    nodes = {node.id: node for node in graph.nodes}
    called = Counter(node.name for node in nodes.values())
    for ends, _, _ in links_between(graph):
        if ends.is_mutual:
            continue
        nouns, others = plural(ends.noun), plural(ends.other)
        named = [k for k in ends.sources if is_alone(nodes[k], called)]
        if named:
            one = rng.choice(named)
            that = f"which {nouns} {ends.said_of_many} {nodes[one].name.lower()}"
            yield Everyday("small letters", that, ends.sources[one])
            yield Everyday("capitals", that.upper(), ends.sources[one])
        targets: dict[int, set[int]] = {}
        for target, sources in ends.sources.items():
            for source in sources:
                targets.setdefault(source, set()).add(target)
        starts = [k for k in targets if is_alone(nodes[k], called)]
        if starts and not ends.said_of_many.startswith("are ") and ends.said != ends.said_of_many:
            one = rng.choice(starts)
            asked = f"Which {others} does {nodes[one].name} {ends.said_of_many}?"
            yield Everyday("from the other end", asked, frozenset(targets[one]))
            count = f"How many {others} does {nodes[one].name} {ends.said_of_many}?"
            yield Everyday("from the other end, counted", count, float(len(targets[one])))
        elif starts and ends.said == ends.said_of_many:
            one = rng.choice(starts)
            done = ends.said.split()
            if len(done) == 1:
                asked = f"Which {others} were {done[0]} by {nodes[one].name}?"
                yield Everyday("passive", asked, frozenset(targets[one]))
                count = f"How many {others} were {done[0]} by {nodes[one].name}?"
                yield Everyday("passive, counted", count, float(len(targets[one])))

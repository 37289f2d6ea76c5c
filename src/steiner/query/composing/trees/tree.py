"""A reading half made: variables, links and conditions, and how it goes on with an item."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from steiner.algebra import Owner
from steiner.algebra.schema.graph_schema import GraphSchema, PropertySchema, SchemaHop
from steiner.query.composing.words.word_items import Item

Features = Mapping[str, float]
Step = tuple[dict[str, float], dict[str, Any]]
"""The features of a way on, and what it changes."""
Changes = Mapping[str, Any]


class Weighed(NamedTuple):
    """Features that many steps share, and what they count for together: weighed once."""

    features: Features
    weight: float


_NOTHING = Weighed({}, 0.0)


class WayOn(NamedTuple):
    """A way on of a tree: its features, what it changes, and the features that others share.

    `changed` may be made only where the way is kept: most ways of a question are not.
    """

    features: Features
    changed: Changes | Callable[[], Changes]
    shared: Weighed = _NOTHING

    def changes(self) -> Changes:
        """Return what the way changes of its tree."""
        return self.changed() if callable(self.changed) else self.changed


class PendingVerb(NamedTuple):
    """A type that a word says and no link has yet: `subject` does it, or has it done (`passive`).

    `typed`: (property, text) that the relationship must have; `of`: "of" stands right behind.
    """

    type: str
    at: int
    end: int
    subject: int
    passive: bool
    negated: bool = False
    typed: tuple[str, Any] | None = None
    of: bool = False


class Waiting(NamedTuple):
    """A property, cue or compared name, the variable said last before it (-1: none), and denial."""

    item: Item
    focus: int
    denied: bool = False


class TreeLink(NamedTuple):
    """A relationship between two variables; `said`: a word says its type, the one `at`.

    `steps`: relationships of its type in a row that it may stand for, "directly or indirectly".
    """

    type: str
    source: int
    target: int
    negated: bool = False
    said: bool = False
    at: int = -1
    steps: int = 1

    def other(self, variable: int) -> int:
        """Return the other end."""
        return self.target if variable == self.source else self.source

    def with_end(self, variable: int, other: int) -> TreeLink:
        """Return the link with another variable in place of one of its ends."""
        ends = {variable: other}
        return self._replace(
            source=ends.get(self.source, self.source), target=ends.get(self.target, self.target)
        )


class ValueCondition(NamedTuple):
    """A property of a variable or link compared with stored values; `besides`: and further ones."""

    owner: Owner
    name: str
    values: tuple[Any, ...]
    negated: bool
    at: int
    is_name: bool
    besides: tuple[tuple[str, tuple[Any, ...]], ...] = ()


class ReadingTree(NamedTuple):
    """What the words so far say, the variable that was said last, and what waits.

    `labels[0]` is what is asked for; `said[i]` is the word that says variable i, -1 where none.
    `again`: variables that a noun says once more, and where. `waiting`: properties and cues in
    their order, bound when all is read. `past`: features of each step, the last first.
    """

    labels: tuple[str, ...] = ()
    said: tuple[int, ...] = ()
    links: tuple[TreeLink, ...] = ()
    conditions: tuple[ValueCondition, ...] = ()
    focus: int = 0
    subject: int = 0
    verb: PendingVerb | None = None
    denied: int = -1
    waiting: tuple[Waiting, ...] = ()
    again: tuple[tuple[int, int], ...] = ()
    last: Item | None = None
    score: float = 0.0
    past: Any = None

    def with_features(
        self, features: Features, weights: Mapping[str, float], **changed: Any
    ) -> ReadingTree:
        """Return the tree after a step of these features."""
        return self.after(Weighed(features, weighed(features, weights)), **changed)

    def after(self, step: Weighed, **changed: Any) -> ReadingTree:
        """Return the tree after a step whose features are weighed."""
        score, past = self.score + step.weight, (step.features, self.past)
        if not changed:  # As most steps are; `_replace` looks for each of the fields.
            return ReadingTree._make((*self[:-2], score, past))
        return self._replace(score=score, past=past, **changed)

    def compared(self, condition: ValueCondition, schema: GraphSchema) -> PropertySchema | None:
        """Return what the schema has of the property of a condition, None for nothing."""
        number = condition.owner.number
        if condition.owner.is_link:
            return schema.types[self.links[number].type].get(condition.name)
        return schema.labels[self.labels[number]].get(condition.name)

    def features(self) -> dict[str, float]:
        """Return the sums of all steps' features."""
        return summed(self.past, {})

    def led_along(
        self, at: int, way: Sequence[SchemaHop], place: int = -1, *, negated: bool = False
    ) -> ReadingTree:
        """Return the tree with the links of a way from a variable, whose end the word `place` says.

        Its verb, if it waits, says those of its type; only the first of them may be `negated`.
        """
        verb, labels, links = self.verb, list(self.labels), list(self.links)
        for number, hop in enumerate(way):
            labels.append(hop.label)
            far = len(labels) - 1
            ends = (at, far) if hop.outgoing else (far, at)
            said = verb.at if verb is not None and hop.type == verb.type else -1
            links.append(TreeLink(hop.type, *ends, negated and not number, said >= 0, said))
            at = far
        between = [-1] * (len(way) - 1)
        return self._replace(
            labels=tuple(labels), said=(*self.said, *between, place), links=tuple(links)
        )

    def signature(self) -> tuple[Any, ...]:
        """Return what two trees that mean the same share."""
        return (
            self.labels,
            tuple([(*link[:5], link.steps) for link in self.links]),
            self.conditions,
            self.focus,
            self.subject,
            self.verb,
            self.denied,
            tuple([(w.item.start, w.item.kind, w.item.element, w.denied) for w in self.waiting]),
            self.again,
        )

    def mentions(self) -> Iterator[tuple[int, int]]:
        """Yield each variable with the words that say it: "companies … how many such companies"."""
        yield from enumerate(self.said)
        yield from self.again

    def role(self, variable: int) -> str:
        """Name the part that a variable has where the next word stands."""
        if variable == self.focus:
            return "focus"
        if variable == self.subject:
            return "subject"
        return "root" if not variable else "other"

    def is_named(self, variable: int) -> bool:
        """Say whether a variable is one that is called by its name."""
        return any(c.owner == Owner(variable) and c.is_name for c in self.conditions)

    def has_cue(self, *kinds: str) -> bool:
        """Say whether a cue of one of these kinds waits."""
        return any(w.item.cue is not None and w.item.cue.kind in kinds for w in self.waiting)

    def neighbours(self, variable: int) -> Iterator[tuple[TreeLink, int]]:
        """Yield the links of a variable with their other ends."""
        for link in self.links:
            if variable in (link.source, link.target):
                yield link, link.other(variable)


def weighed(features: Features, weights: Mapping[str, float], total: float = 0.0) -> float:
    """Return what features count for together, each times its weight, added to a total."""
    # The innermost loop of all composing: a generator would take half as long again.
    for name, value in features.items():
        if name in weights:
            total += weights[name] * value
    return total


def summed(past: Any, total: dict[str, float]) -> dict[str, float]:
    """Add the features of each step of a `past`, the last first, to a total, and return it."""
    while past is not None:
        for name, value in past[0].items():
            total[name] = total.get(name, 0.0) + value
        past = past[1]
    return total

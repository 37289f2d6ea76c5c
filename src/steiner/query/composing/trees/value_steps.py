"""How a tree goes on with a value: a condition on what is there, or on what it leads to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from steiner.algebra import Owner
from steiner.query.composing.trees.denied_ways import with_denied_way
from steiner.query.composing.trees.link_steps import NewLink
from steiner.query.composing.trees.tree import (
    Changes,
    ReadingTree,
    ValueCondition,
    Waiting,
    WayOn,
)
from steiner.query.composing.trees.verb_steps import VerbSteps
from steiner.query.composing.words.lattice import Lattice
from steiner.query.composing.words.word_items import Item
from steiner.query.naming.schema_words import is_key
from steiner.query.naming.values.linked_values import Meaning

_NAMING = ("called", "named")
_WITH_ANOTHER = re.compile(
    r"\b(?:shar\w+|same|together|alongside)\b.*\b(?:with|as)\W+(?:the\W+)?$|"
    r"\balongside\W+(?:the\W+)?$"
)
_WITH = re.compile(r"\bwith\W+(?:(?:both|either)\W+)?(?:the\W+)?$")
_THAN = re.compile(r"\b(?:than|before|after|as)\W+(?:the\W+|that\W+of\W+)?$")
_BUT_NOT = re.compile(
    r"\b(?:but|and|yet|though)\W+(?:have\W+|has\W+|did\W+|do\W+)?(?:not|never)\W+"
    r"(?:(?:yet|by|in|at|to|for|with|from|on|the|an?|that|of)\W+)*$"
)
_BETWEEN = re.compile(r"\b(between|from)\W+(?:the\W+)?$")
_LISTED = re.compile(r"\W*(?:(?:and|or|nor|and/or)\W+)?(?:the\W+|in\W+|both\W+)*")


class SaidBefore(NamedTuple):
    """What the words before a value say of it: with `another`, `compared` ("than"), `but_not`.

    `beside`: "with" alone, which may as well say that both did something together.
    """

    another: bool
    compared: bool
    but_not: bool
    beside: bool


class ValueSteps(VerbSteps):
    """The ways on of trees with names and values."""

    def __init__(self, lattice: Lattice, weights: Mapping[str, float]) -> None:
        super().__init__(lattice, weights)
        self._before_values: dict[int, SaidBefore] = {}

    def _value(self, tree: ReadingTree, item: Item) -> Iterator[WayOn]:
        meaning = item.meaning
        assert meaning is not None
        if meaning.on_type:
            yield from self._typed_value(tree, item)
            return
        label, denied = meaning.label, tree.denied >= 0
        if not tree.labels:
            own = self._condition(0, item, denied)
            changed: dict[str, Any] = {
                "labels": (label,),
                "said": (item.start,),
                "conditions": (own,),
            }
            yield WayOn({"root:value": 1.0}, changed)
            return
        said = self._said_before(item)
        yield from self._joined(tree, item)
        if said.but_not:
            yield from self._but_not(tree, item)
        if said.compared and label in tree.labels:
            changed = {"waiting": (*tree.waiting, Waiting(item, tree.focus))}
            yield WayOn({"compared": 1.0}, changed)
        yield from self._on_known(tree, item, denied)
        if not (label in tree.labels and item.start and self._names(item.start - 1)):
            yield from self._on_linked(tree, item)  # "Players called Ann" are none that know Ann.

    def _names(self, place: int) -> bool:
        """Say whether a word only says a name: "players called Ann", where some CALLED others."""
        if self.lattice.words[place].text.casefold() not in _NAMING:
            return False
        behind = self.lattice.begun_at(place + 1)
        return any(i.meaning is not None and i.meaning.is_name for i in behind)

    def _said_before(self, item: Item) -> SaidBefore:
        """Return what the words before a value say: "the same street as Ann", "but not Bob".

        Or that something is compared with it: "cheaper than Sencha", "after Bora".
        """
        if item.start not in self._before_values:
            text = self.lattice.text[: self.lattice.words[item.start].start]
            before, near = text.casefold(), text[-20:].casefold()
            said = (_WITH_ANOTHER.search(before), _THAN.search(near), _BUT_NOT.search(before))
            beside = _WITH.search(near) or "with" in self._ends
            self._before_values[item.start] = SaidBefore(*map(bool, (*said, beside)))
        return self._before_values[item.start]

    def _on_known(self, tree: ReadingTree, item: Item, denied: bool) -> Iterator[WayOn]:
        """Yield a condition on each variable that is there and may have the value."""
        meaning = item.meaning
        assert meaning is not None
        label = meaning.label
        before = self._before(tree, item.start)
        another = float(self._said_before(item).another)
        for variable, known in enumerate(tree.labels):
            if known != label:
                continue
            own = Owner(variable), meaning.property
            fixed = any((c.owner, c.name) == own for c in tree.conditions)
            features = {f"on:{tree.role(variable)}": 1.0, f"on:{before}": 1.0}
            features["on:fixed"] = float(fixed)
            features["on:name"] = float(meaning.is_name)
            features["on:shared"] = another
            if tree.said[variable] < 0:
                features["on:implied"] = 1.0
            if denied:
                features["denied:condition"] = 1.0
            conditions = (*tree.conditions, self._condition(variable, item, denied))
            one = meaning.is_name or is_key(meaning.property)
            stands = {} if one else {"said": _said_by(tree, variable, item.start)}
            changed = {"conditions": conditions, "focus": variable, "denied": -1} | stands
            yield WayOn(features, changed)
            said = tree.waiting[-1] if tree.waiting else None
            named = said.item.element if said else None
            if said and named and (named.kind, named.name) == ("property", meaning.property):
                # "No citizens of Austria": the property is that of the value.
                met = (*tree.conditions, self._condition(variable, item, said.denied))
                about = {**features, "on:said": 1.0, "on:said_denied": float(said.denied)}
                changed = {"conditions": met, "focus": variable, "waiting": tree.waiting[:-1]}
                yield WayOn(about, changed)

    def _on_linked(self, tree: ReadingTree, item: Item) -> Iterator[WayOn]:
        """Yield a further variable that has the value, by every way that leads to it."""
        assert item.meaning is not None
        between, said = self._is_between(tree, item), self._said_before(item)
        for new in self._linked(tree, item.start, item.meaning.label):
            if self._leads_back(tree, item, new):
                continue
            features = new.features
            features["value:linked"] = 1.0
            if between:
                features["link:between"] = 1.0
            if "link:shared" in new.shared.features:
                itself = self._linked_value(tree, item, new, new.source)
                yield WayOn({**features, "shared:others": 1.0}, itself, new.shared)
                continue
            yield WayOn(features, self._linked_value(tree, item, new), new.shared)
            between_both = new.source and tree.labels[new.source] != tree.labels[0]
            together = said.another or (said.beside and between_both)
            if tree.labels[0] == item.meaning.label and together:
                with_one = {"shared:beside": float(not said.another)}
                at, left, _ = new.path
                alike = any(link.type == left[0].type for link, _ in tree.neighbours(at))
                with_one["shared:alike"] = float(alike)
                rooted = {**features, "shared:others": 1.0, "shared:root": 1.0, **with_one}
                yield WayOn(rooted, self._linked_value(tree, item, new, 0), new.shared)
            if self._may_be_twin(tree, item):
                twin = self._linked_value(tree, item, new, len(tree.labels) - 1, denied=False)
                yield WayOn({**features, "twin": 1.0}, twin, new.shared)

    def _leads_back(self, tree: ReadingTree, item: Item, new: NewLink) -> bool:
        """Say whether a way goes back from what is named to others like the one it came from.

        Of "patients who take Metoprolol with the sex male" those whose Metoprolol is taken by
        somebody male: it says next to nothing of them, and nobody asks it so.
        """
        at, left, _ = new.path
        assert item.meaning is not None
        if len(left) != 1 or item.meaning.is_name or self._said_before(item).another:
            return False
        named = any(c.is_name and c.owner == Owner(at) for c in tree.conditions)
        return named and self._reached(tree, at, left[0]) is not None

    def _linked_value(
        self, tree: ReadingTree, item: Item, new: NewLink, other: int = -1, *, denied: bool = True
    ) -> Callable[[], Changes]:
        """Return what makes the changes of a linked variable that has a value.

        An `other` variable, if there is one, has it, too, or is `denied` to have it.
        """

        def changed() -> Changes:
            changes = self._led(tree, item.start, new)
            conditions = (*changes["conditions"], self._condition(new.variable, item, False))
            if other >= 0:
                conditions = (*conditions, self._condition(other, item, denied))
            return {**changes, "conditions": conditions}

        return changed

    def _is_between(self, tree: ReadingTree, item: Item) -> bool:
        """Say whether words join a name to the one before it: "between Oslo and Bergen"."""
        last = tree.last
        if last is None or last.meaning is None:
            return False
        said = _BETWEEN.search(self.lattice.text[: self.lattice.words[last.start].start].casefold())
        ends = {"between": "and", "from": "to"}.get(said[1]) if said else None
        return ends == self.lattice.between(last.end, item.start).strip()

    def _may_be_twin(self, tree: ReadingTree, item: Item) -> bool:
        """Say whether two verbs may lead to a name: "directed and produced by Ann"."""
        assert item.meaning is not None
        last, verb = len(tree.labels) - 1, tree.verb
        if verb is None or last < 1 or tree.labels[last] != item.meaning.label:
            return False
        own = Owner(last)
        return tree.links[-1].type != verb.type and all(c.owner != own for c in tree.conditions)

    def _joined(self, tree: ReadingTree, item: Item) -> Iterator[WayOn]:
        """Yield "Ann or Bob" as one of both, "both Ann and Bob" as a further thing of each."""
        last, meaning = tree.last, item.meaning
        if last is None or last.meaning is None or meaning is None or not tree.conditions:
            return
        between = self.lattice.between(last.end, item.start)
        alike = (last.meaning.label, last.meaning.property) == (meaning.label, meaning.property)
        condition = tree.conditions[-1]
        if not alike or not _may_hold(tree, condition, meaning):
            return  # What the first of both says is still to come, or was said by another word.
        if not _LISTED.fullmatch(between):
            return
        word = "or" if re.search(r"\bn?or\b", between) else "and" if "and" in between else "comma"
        joined = condition._replace(values=(*condition.values, *meaning.values))
        listed = (*tree.conditions[:-1], joined)
        yield WayOn({f"join:{word}": 1.0}, {"conditions": listed, "denied": -1})
        both = float(bool(re.search(r"\bboth\b", self.lattice.text.casefold())))
        compared = tree.compared(condition, self.schema)
        if compared is not None and compared.kind == "list" and word != "or":
            also = condition._replace(values=tuple(meaning.values), at=item.start)
            yield WayOn(
                {f"also:{word}": 1.0, "also:both": both},
                {"conditions": (*tree.conditions, also), "denied": -1},
            )
        entering = [k for k in tree.links if condition.owner.number in (k.source, k.target)]
        if not condition.owner.is_link and condition.owner.number and entering:
            link, variable = entering[-1], len(tree.labels)
            again = link.with_end(condition.owner.number, variable)
            yield WayOn(
                {f"again:{word}": 1.0, f"again:both:{word}": both},
                {
                    "labels": (*tree.labels, meaning.label),
                    "said": (*tree.said, item.start),
                    "links": (*tree.links, again),
                    "conditions": (
                        *tree.conditions,
                        self._condition(variable, item, condition.negated),
                    ),
                    "focus": variable,
                    "denied": -1,
                },
            )

    def _but_not(self, tree: ReadingTree, item: Item) -> Iterator[WayOn]:
        """Yield "Ann but not Bob": the same way leads to Ann, and no such way to Bob."""
        meaning = item.meaning
        assert meaning is not None
        condition = tree.conditions[-1] if tree.conditions else None
        if condition is None or _of(tree, condition) != (meaning.label, meaning.on_type):
            return
        denial = self._condition(0, item, False)
        denied = with_denied_way(tree, 0, condition.owner, denial)
        if denied is not None:
            yield WayOn(
                {"but not": 1.0},
                {
                    "labels": denied.labels,
                    "said": denied.said,
                    "links": denied.links,
                    "conditions": denied.conditions,
                    "denied": -1,
                },
            )

    def _typed_value(self, tree: ReadingTree, item: Item) -> Iterator[WayOn]:
        """Yield a text that only relationships have: a condition on one, or on one to come."""
        meaning = item.meaning
        assert meaning is not None
        typed = (meaning.property, meaning.values[0])
        yield from self._joined(tree, item)
        for number, link in enumerate(tree.links):
            if link.type == meaning.label:
                own = self._condition(0, item, tree.denied >= 0)._replace(owner=Owner(number, True))
                changed = {"conditions": (*tree.conditions, own), "denied": -1}
                yield WayOn({"typed:on": 1.0}, changed)
        for way in self._verb(tree, item, meaning.label):
            changes = way.changes()
            verb = changes.get("verb")
            if verb is not None and verb.at == item.start:
                yield WayOn(way.features, {**changes, "verb": verb._replace(typed=typed)})


def _may_hold(tree: ReadingTree, condition: ValueCondition, meaning: Meaning) -> bool:
    """Say whether a condition is on the property that a value is of."""
    of = meaning.label, meaning.on_type
    return _of(tree, condition) == of and condition.name == meaning.property


def _of(tree: ReadingTree, condition: ValueCondition) -> tuple[str, bool]:
    """Return the label or type that a condition is on, and whether it is a type."""
    number, on_type = condition.owner
    return (tree.links[number].type if on_type else tree.labels[number]), on_type


def _said_by(tree: ReadingTree, variable: int, place: int) -> tuple[int, ...]:
    """Return where variables are said: one that no noun says by its value, "number of postdocs"."""
    return tuple(place if i == variable and s < 0 else s for i, s in enumerate(tree.said))

"""How a tree goes on with a value: a condition on what is there, or on what it leads to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from steiner.algebra import Owner
from steiner.query.composing.trees.denied_ways import with_denied_way
from steiner.query.composing.trees.tree import (
    ReadingTree,
    Step,
    ValueCondition,
    Waiting,
)
from steiner.query.composing.trees.verb_steps import VerbSteps
from steiner.query.composing.words.word_items import Item
from steiner.query.naming.schema_words import is_key
from steiner.query.naming.values.linked_values import Meaning

_WITH_ANOTHER = re.compile(r"\b(?:shar\w+|same|together|alongside)\b.*\b(?:with|as)\W+(?:the\W+)?$")
_THAN = re.compile(r"\b(?:than|before|after|as)\W+(?:the\W+|that\W+of\W+)?$")
_BUT_NOT = re.compile(
    r"\b(?:but|and|yet|though)\W+(?:have\W+|has\W+|did\W+|do\W+)?(?:not|never)\W+"
    r"(?:(?:yet|by|in|at|to|for|with|from|on|the|an?|that|of)\W+)*$"
)
_BETWEEN = re.compile(r"\b(between|from)\W+(?:the\W+)?$")
_LISTED = re.compile(r"\W*(?:(?:and|or|nor|and/or)\W+)?(?:the\W+|in\W+|both\W+)*")


class ValueSteps(VerbSteps):
    """The ways on of trees with names and values."""

    def _value(self, tree: ReadingTree, item: Item) -> Iterator[Step]:
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
            yield {"root:value": 1.0}, changed
            return
        yield from self._joined(tree, item)
        yield from self._but_not(tree, item)
        yield from self._compared(tree, item)
        yield from self._on_known(tree, item, denied)
        yield from self._on_linked(tree, item)

    def _on_known(self, tree: ReadingTree, item: Item, denied: bool) -> Iterator[Step]:
        """Yield a condition on each variable that is there and may have the value."""
        meaning = item.meaning
        assert meaning is not None
        label = meaning.label
        before = self._before(tree, item.start)
        another = float(self._is_another(item))
        for variable, known in enumerate(tree.labels):
            if known != label:
                continue
            fixed = any(
                c.owner == Owner(variable) and c.name == meaning.property for c in tree.conditions
            )
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
            yield features, {"conditions": conditions, "focus": variable, "denied": -1} | stands
            said = tree.waiting[-1] if tree.waiting else None
            named = said.item.element if said else None
            if said and named and (named.kind, named.name) == ("property", meaning.property):
                # "No citizens of Austria": the property is that of the value.
                met = (*tree.conditions, self._condition(variable, item, said.denied))
                about = {**features, "on:said": 1.0, "on:said_denied": float(said.denied)}
                changed = {"conditions": met, "focus": variable, "waiting": tree.waiting[:-1]}
                yield about, changed

    def _is_another(self, item: Item) -> bool:
        """Say whether something is shared with what a name names: "the same street as Ann"."""
        start = self.lattice.words[item.start].start
        return bool(_WITH_ANOTHER.search(self.lattice.text[:start].casefold()))

    def _on_linked(self, tree: ReadingTree, item: Item) -> Iterator[Step]:
        """Yield a further variable that has the value, by every way that leads to it."""
        assert item.meaning is not None
        between = self._is_between(tree, item)
        for features, changed, variable in self._linked(tree, item.start, item.meaning.label):
            own = self._condition(variable, item, False)
            features["value:linked"] = 1.0
            if between:
                features["link:between"] = 1.0
            conditions = (*changed["conditions"], own)
            if "link:shared" in features:
                source = int(features["link:shared_from"])
                itself = own._replace(owner=Owner(source), negated=True)
                shared = {k: v for k, v in features.items() if k != "link:shared_from"}
                yield (
                    {**shared, "shared:others": 1.0},
                    {**changed, "conditions": (*conditions, itself)},
                )
                continue
            yield features, {**changed, "conditions": conditions}
            if variable and tree.labels[0] == item.meaning.label and self._is_another(item):
                itself = own._replace(owner=Owner(0), negated=True)
                yield (
                    {**features, "shared:others": 1.0, "shared:root": 1.0},
                    {**changed, "conditions": (*conditions, itself)},
                )
            yield from self._twin(tree, item, features, {**changed, "conditions": conditions})

    def _is_between(self, tree: ReadingTree, item: Item) -> bool:
        """Say whether words join a name to the one before it: "between Oslo and Bergen"."""
        last = tree.last
        if last is None or last.meaning is None:
            return False
        said = _BETWEEN.search(self.lattice.text[: self.lattice.words[last.start].start].casefold())
        ends = {"between": "and", "from": "to"}.get(said[1]) if said else None
        return ends == self.lattice.between(last.end, item.start).strip()

    def _twin(
        self, tree: ReadingTree, item: Item, features: dict[str, float], changed: dict[str, Any]
    ) -> Iterator[Step]:
        """Yield a name that two verbs lead to: "directed and produced by Ann"."""
        assert item.meaning is not None
        last = len(tree.labels) - 1
        verb = tree.verb
        if verb is None or last < 1 or tree.labels[last] != item.meaning.label:
            return
        if any(c.owner == Owner(last) for c in tree.conditions) or tree.links[-1].type == verb.type:
            return
        twin = self._condition(last, item, False)
        yield {**features, "twin": 1.0}, {**changed, "conditions": (*changed["conditions"], twin)}

    def _compared(self, tree: ReadingTree, item: Item) -> Iterator[Step]:
        """Yield a name that something is compared with: "cheaper than Sencha", "after Bora"."""
        start = self.lattice.words[item.start].start
        before = self.lattice.text[max(0, start - 20) : start].casefold()
        if item.meaning and item.meaning.label in tree.labels and _THAN.search(before):
            yield {"compared": 1.0}, {"waiting": (*tree.waiting, Waiting(item, tree.focus))}

    def _joined(self, tree: ReadingTree, item: Item) -> Iterator[Step]:
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
        yield {f"join:{word}": 1.0}, {"conditions": listed, "denied": -1}
        both = float(bool(re.search(r"\bboth\b", self.lattice.text.casefold())))
        compared = tree.compared(condition, self.schema)
        if compared is not None and compared.kind == "list" and word != "or":
            also = condition._replace(values=tuple(meaning.values), at=item.start)
            yield (
                {f"also:{word}": 1.0, "also:both": both},
                {"conditions": (*tree.conditions, also), "denied": -1},
            )
        entering = [k for k in tree.links if condition.owner.number in (k.source, k.target)]
        if not condition.owner.is_link and condition.owner.number and entering:
            link, variable = entering[-1], len(tree.labels)
            ends = {condition.owner.number: variable}
            again = link._replace(
                source=ends.get(link.source, link.source), target=ends.get(link.target, link.target)
            )
            yield (
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

    def _but_not(self, tree: ReadingTree, item: Item) -> Iterator[Step]:
        """Yield "Ann but not Bob": the same way leads to Ann, and no such way to Bob."""
        meaning, start = item.meaning, self.lattice.words[item.start].start
        if meaning is None or not _BUT_NOT.search(self.lattice.text[:start].casefold()):
            return
        condition = tree.conditions[-1] if tree.conditions else None
        if condition is None or _of(tree, condition) != (meaning.label, meaning.on_type):
            return
        denial = self._condition(0, item, False)
        denied = with_denied_way(tree, 0, condition.owner, denial)
        if denied is not None:
            yield (
                {"but not": 1.0},
                {
                    "labels": denied.labels,
                    "said": denied.said,
                    "links": denied.links,
                    "conditions": denied.conditions,
                    "denied": -1,
                },
            )

    def _typed_value(self, tree: ReadingTree, item: Item) -> Iterator[Step]:
        """Yield a text that only relationships have: a condition on one, or on one to come."""
        meaning = item.meaning
        assert meaning is not None
        typed = (meaning.property, meaning.values[0])
        yield from self._joined(tree, item)
        for number, link in enumerate(tree.links):
            if link.type == meaning.label:
                own = self._condition(0, item, tree.denied >= 0)._replace(owner=Owner(number, True))
                yield {"typed:on": 1.0}, {"conditions": (*tree.conditions, own), "denied": -1}
        for features, changed in self._verb(tree, item, meaning.label):
            verb = changed.get("verb")
            if verb is not None and verb.at == item.start:
                yield features, {**changed, "verb": verb._replace(typed=typed)}


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

"""How a tree goes on with an item: every way that the schema allows, each with its features."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from steiner.query.composing.trees.tree import (
    Features,
    ReadingTree,
    Waiting,
    WayOn,
    Weighed,
    weighed,
)
from steiner.query.composing.trees.value_steps import ValueSteps
from steiner.query.composing.words.agent_nouns import doing_first
from steiner.query.composing.words.lattice import Lattice
from steiner.query.composing.words.taught_items import key_of
from steiner.query.composing.words.word_items import Item

_COMPUTING = ("average", "sum", "superlative", "adjective", "count")
_THOSE = ("that", "this", "those", "these", "such")
_BACK = re.compile(r"\b(?:(the|same|that|this|those|these|such)|its|their|his|her)\W+(?:\w+\W+)?$")


class FittedItem(NamedTuple):
    """An item, the features of how well its words fit it, and what these count for together."""

    item: Item
    features: Features
    weight: float


class Steps(ValueSteps):
    """The ways on of trees over one lattice."""

    def __init__(self, lattice: Lattice, weights: Mapping[str, float]) -> None:
        super().__init__(lattice, weights)
        self._skips: dict[tuple[int, bool, bool], Weighed] = {}
        self._backs: dict[int, str] = {}

    def begun(self) -> list[ReadingTree]:
        """Return the trees before the first word: what is asked for is said, or implied."""
        labels = self._implied()
        who = self.lattice.text.casefold().lstrip().startswith(("who", "by whom", "whom"))
        trees = [ReadingTree()]
        for label in labels:
            features = {"root:implied": 1.0}
            if who:
                features["root:implied_who"] = self.lattice.people.get(label, 0.0)
            trees.append(
                ReadingTree().with_features(features, self.weights, labels=(label,), said=(-1,))
            )
        return trees

    def _implied(self) -> list[str]:
        """Return the labels that may be asked for though no noun says them."""
        met: dict[str, None] = {}
        for item in (i for begun in self.lattice.items for i in begun):
            if item.meaning and not item.meaning.on_type:
                met[item.meaning.label] = None
                near = self.schema.hops.get(item.meaning.label, ())
                met |= dict.fromkeys(h.label for h in near)
            element = item.element
            if element and element.kind == "type":
                met |= dict.fromkeys(e for pair in self.schema.ends[element.name] for e in pair)
            elif element and element.kind == "property" and not element.on_type:
                met[element.of] = None
            elif element and element.kind == "property":
                met |= dict.fromkeys(e for p in self.schema.ends.get(element.of, ()) for e in p)
        doing = doing_first(self.lattice)
        return [label for label in met if label and (not doing or label in doing)][:10]

    def skipped(self, tree: ReadingTree, place: int) -> ReadingTree:
        """Return the tree where a word says nothing."""
        last = tree.last.cue if tree.last and tree.last.end == place else None
        measured = last is not None and last.kind in _COMPUTING
        asked = place, measured, tree.last is None
        if asked not in self._skips:
            features = self._skip(*asked)
            self._skips[asked] = Weighed(features, weighed(features, self.weights))
        return tree.after(self._skips[asked])

    def _skip(self, place: int, measured: bool, first: bool) -> dict[str, float]:
        """Say how a word says nothing: the first of all, or right behind what measures it."""
        text = self.lattice.words[place].text
        if place in self.lattice.light or self._names(place):
            kind = "light"
        elif place and text[0].isupper() and not text.isupper():
            kind = "name"
        elif text[0].isdigit():
            kind = "number"
        else:
            kind = "content"
        best = max((i.score for i in self.lattice.items[place] if i.end == place + 1), default=0.0)
        features = {f"skip:{kind}": 1.0}
        if best >= 0.9 and kind != "light":
            features["skip:known"] = 1.0
        if kind == "content" and measured:
            features["skip:measured"] = 1.0  # "Total payroll", of a graph that has none.
        if kind == "content" and first:
            features["skip:asked"] = 1.0  # What is asked for comes first: "lyrics of Lima".
        return features

    def fitted(self, item: Item) -> FittedItem:
        """Return an item with how well its words fit it: of all trees that take it the same."""
        features = self._fits(item)
        return FittedItem(item, features, weighed(features, self.weights))

    def taken(self, tree: ReadingTree, fitted: FittedItem, least: float) -> Iterator[ReadingTree]:
        """Yield the trees that an item makes of one, of a score above `least`."""
        item, lexical, fits = fitted
        before = (lexical, tree.past)
        for way in self._ways(tree, item):
            shared, weight = way.shared
            score = tree.score + fits + weighed(way.features, self.weights, weight)
            if score > least:
                past = (way.features, before)
                past = (shared, past) if shared else past
                yield tree._replace(**{"last": item, **way.changes()}, score=score, past=past)

    def _fits(self, item: Item) -> dict[str, float]:
        features = {f"use:{item.kind}": 1.0, f"fit:{item.kind}": item.score}
        features["words"] = float(item.end - item.start)
        if self.schema.learnt and item.element:
            said = " ".join(w.stem for w in self.lattice.words[item.start : item.end])
            features[f"means:{said}:{key_of(item.element)}"] = 1.0
        if item.taught:
            features[f"taught:{item.kind}"] = item.score
        elif item.ringed:
            features[f"ring:{item.kind}"] = 1.0
        elif item.kind != "cue" and item.score < 0.6:
            features[f"near:{item.kind}"] = 1.0
        if item.kind == "noun" and item.score < 0.9 and self._says_type(item):
            features["noun:verb_too"] = 1.0  # Who "sailed" is rather what he did than a Sailor.
        if item.meaning is not None:
            features["value:name" if item.meaning.is_name else "value:other"] = 1.0
            features["value:typed"] = float(item.meaning.on_type)
        return features

    def _ways(self, tree: ReadingTree, item: Item) -> Iterator[WayOn]:
        if item.kind == "noun" and item.element:
            yield from self._noun(tree, item, item.element.name)
        elif item.kind == "verb" and item.element:
            if not self._names(item.start):
                yield from self._verb(tree, item, item.element.name)
        elif item.kind == "value":
            yield from self._value(tree, item)
        elif item.cue is not None and item.cue.kind in ("not", "missing"):
            word = self.lattice.words[item.start].text.casefold()
            if tree.verb is not None and word in ("nothing", "nobody", "none", "no"):
                yield WayOn({"denial:behind": 1.0}, {"verb": tree.verb._replace(negated=True)})
            yield WayOn({"denial": 1.0}, {"denied": item.start})
        else:
            if item.element and self._is_of_value(tree, item):
                yield WayOn({"on:behind": 1.0}, {"denied": -1})
            focus = tree.focus if tree.labels else -1
            if item.kind == "property" and tree.denied >= 0:
                waiting = (*tree.waiting, Waiting(item, focus, True))
                denial = {"denial:property": 1.0, "denial:before_noun": float(self._of_noun(item))}
                yield WayOn(denial, {"waiting": waiting, "denied": -1})
            yield WayOn({}, {"waiting": (*tree.waiting, Waiting(item, focus))})

    def _says_type(self, item: Item) -> bool:
        """Say whether the same words name a type in full."""
        same = (i for i in self.lattice.items[item.start] if i.kind == "verb")
        return any(i.end == item.end and i.score >= 0.95 for i in same)

    def _is_of_value(self, tree: ReadingTree, item: Item) -> bool:
        """Say whether a word names the property of the value before it: "high priority"."""
        last, element = tree.last, item.element
        if last is None or last.meaning is None or last.end != item.start or element is None:
            return False
        own = last.meaning.label, last.meaning.property
        return element.kind == "property" and (element.of, element.name) == own

    def _noun(self, tree: ReadingTree, item: Item, label: str) -> Iterator[WayOn]:
        if not tree.labels:
            done = self.lattice.words[item.start].text.casefold().endswith("ed")
            features = {"root:noun": 1.0, "root:done": float(done and item.score < 1.0)}
            yield WayOn(features, {"labels": (label,), "said": (item.start,)})
            return
        before = self._before(tree, item.start)
        named = tree.is_named(0)
        back = self._sameness(item)
        for variable, own in enumerate(tree.labels):
            if own == label:
                features = {f"same:{tree.role(variable)}": 1.0, f"same:{before}": 1.0}
                if back:
                    features[f"same:said:{back}"] = 1.0
                if tree.said[variable] < 0:
                    root = float(not variable)
                    features = {"same:implied": 1.0, "same:implied_root": root}
                said = tuple(
                    item.start if i == variable and s < 0 else s for i, s in enumerate(tree.said)
                )
                more = said == tree.said and not tree.is_named(variable)
                again = (*tree.again, (variable, item.start)) if more else tree.again
                yield WayOn(features, {"focus": variable, "said": said, "again": again})
                yield from self._again(tree, back, variable, said)
        for new in self._linked(tree, item.start, label):
            new.features["noun:named_root"] = float(named)
            if back:
                new.features[f"noun:said:{back}"] = 1.0
            yield WayOn(new.features, partial(self._led, tree, item.start, new), new.shared)

    def _again(
        self, tree: ReadingTree, back: str, variable: int, said: tuple[int, ...]
    ) -> Iterator[WayOn]:
        """Yield a verb that leads to what is there: "wrote and directed the same film"."""
        verb = tree.verb
        if verb is None or verb.subject == variable:
            return
        same = {"again": 1.0, f"again:{back or 'bare'}": 1.0}
        for features, link in self._between_known(tree, verb, (verb.subject, variable)):
            changed: dict[str, Any] = {"links": (*tree.links, link), "verb": None}
            if verb.typed is not None:
                changed["conditions"] = self._with_typed(tree, verb, len(tree.links))
            changed |= {"focus": variable, "said": said, "denied": -1}
            yield WayOn({**same, **features}, changed)

    def _sameness(self, item: Item) -> str:
        """Name the word before a noun that may stand for what was said: the, same, those, its."""
        if item.start not in self._backs:
            said = _BACK.search(self._text_before(item)[-16:])
            word = (said[1] or "pronoun") if said else ""
            self._backs[item.start] = "those" if word in _THOSE else word
        return self._backs[item.start]

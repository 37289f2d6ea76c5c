"""What stands in a tree for the words around a cue: whose properties, which nouns, which days."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from steiner.algebra import Owner, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL, GraphSchema, PropertySchema, SchemaHop
from steiner.lexicon.common_words import AMOUNTS, MONEY, measured
from steiner.lexicon.short_forms import is_short, shortens
from steiner.query.composing.frames.frame import Frame
from steiner.query.composing.trees.tree import ReadingTree
from steiner.query.composing.words.lattice import Lattice
from steiner.query.composing.words.word_items import Item
from steiner.query.english.cues import Cue
from steiner.query.english.irregular_forms import is_past
from steiner.query.naming.schema_words import Element, is_key
from steiner.text import plain_words

NUMERIC = ("number", "number as text")
FIGURES = (*NUMERIC, *TEMPORAL)
_UNITS = re.compile(r"\W+(?:units?|pieces|items)\b|\bhow\s+much\b")
_COUNTING = frozenset({"number", "count", "of", "different", "distinct", "unique"})
_FAR, _FARTHER = 8, 10
"""Words between a cue and a property beside it; of one that another cue has used already."""


class NearProperty(NamedTuple):
    """A property said beside a cue: `place` in what waits, and the tree that has it."""

    features: dict[str, float]
    own: PropertyOf
    place: int
    tree: ReadingTree


class Binder:
    """Looks up in a tree what the words of a question speak of."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.schema: GraphSchema = lattice.schema
        self.text = lattice.text.casefold()

    def known(self, tree: ReadingTree, own: PropertyOf) -> PropertySchema:
        """Return what the schema says of a property."""
        if own.owner.is_link:
            return self.schema.types[tree.links[own.owner.number].type][own.name]
        return self.schema.labels[tree.labels[own.owner.number]][own.name]

    def is_dated(self, tree: ReadingTree, own: PropertyOf) -> bool:
        """Say whether a property is a day, or a year."""
        known = self.known(tree, own) if own.kind in NUMERIC else None
        return own.kind in TEMPORAL or bool(known and known.tells_time and known.least > 1000)

    def properties(self, tree: ReadingTree, kinds: Sequence[str]) -> Iterator[PropertyOf]:
        """Yield every property of these kinds of what is there."""
        for number, label in enumerate(tree.labels):
            for own in self.schema.labels.get(label, {}).values():
                if own.kind in kinds:
                    yield PropertyOf(Owner(number), own.name, own.kind)
        for number, link in enumerate(tree.links):
            for own in self.schema.types.get(link.type, {}).values():
                if own.kind in kinds:
                    yield PropertyOf(Owner(number, True), own.name, own.kind)

    def owned(
        self, frame: Frame, place: int
    ) -> Iterator[tuple[dict[str, float], PropertyOf, ReadingTree]]:
        """Yield whose a property is that a word says, and the tree that has it."""
        tree = frame.tree
        item, focus = tree.waiting[place].item, tree.waiting[place].focus
        element = item.element
        assert element is not None
        of = (self.schema.types if element.on_type else self.schema.labels)[element.of]
        kind = of[element.name].kind
        if element.on_type:
            owners = [Owner(i, True) for i, k in enumerate(tree.links) if k.type == element.of]
        else:
            owners = [Owner(i) for i, label in enumerate(tree.labels) if label == element.of]
        for owner in owners:
            features = {"own:link" if owner.is_link else "own:node": 1.0}
            if not owner.is_link:
                features |= self._near(tree, item, focus, owner.number)
            elif focus >= 0:
                link = tree.links[owner.number]
                features["own:link_focus"] = float(focus in (link.source, link.target))
            yield features, PropertyOf(owner, element.name, kind), tree
        if not owners:
            for features, owner, grown in self._grown(tree, element, focus):
                yield features, PropertyOf(owner, element.name, kind), grown

    def _near(self, tree: ReadingTree, item: Item, focus: int, variable: int) -> dict[str, float]:
        said = tree.said[variable]
        behind = self.lattice.between(item.end, said) if said >= item.end else ""
        features = {"own:root": float(not variable), "own:focus": float(variable == focus)}
        if said >= item.end and not any(item.end <= s < said for s in tree.said if s >= 0):
            features["own:next"] = 1.0
            features["own:next_of"] = float(bool(re.search(r"\bof\b", behind)))
        if said == item.end or (0 <= said < item.start and item.start - said == 1):
            features["own:beside"] = 1.0
        if said < 0:
            features["own:unsaid"] = 1.0
        features["own:fixed"] = float(tree.is_named(variable))
        return features

    def _grown(
        self, tree: ReadingTree, element: Element, focus: int
    ) -> Iterator[tuple[dict[str, float], Owner, ReadingTree]]:
        """Yield trees that lead to what has a property: "which country", an office's."""
        for at in dict.fromkeys((0, max(focus, 0))):
            start = tree.labels[at]
            if element.on_type:
                hops = [h for h in self.schema.hops.get(start, ()) if h.type == element.of]
                ways: list[Sequence[SchemaHop]] = [[h] for h in hops]
            else:
                ways = list(self.schema.routes(start).get(element.of, ()))
            for way in ways[:3]:
                grown = tree.led_along(at, way)
                features = {"own:grown": 1.0, "own:grown_hops": float(len(way))}
                features["own:grown_root"] = float(not at)
                features["own:grown_type"] = float(element.on_type)
                features["own:grown_of"] = float(min(len(ways), 4) - 1)
                last = len(grown.links) - 1 if element.on_type else len(grown.labels) - 1
                yield features, Owner(last, element.on_type), grown

    def beside(self, frame: Frame, place: int, kinds: Sequence[str]) -> Iterator[NearProperty]:
        """Yield the properties of these kinds said right before a cue and right behind it."""
        tree = frame.tree
        item = tree.waiting[place].item
        for other, waiting in enumerate(tree.waiting):
            near = waiting.item
            if near.element is None or near.element.kind != "property":
                continue
            before = near.end <= item.start
            gap = item.start - near.end if before else near.start - item.end
            if gap > (_FARTHER if other in frame.used else _FAR) or gap < 0:
                continue
            side = "before" if before else "behind"
            for features, own, grown in self.owned(frame, other):
                if own.kind in kinds:
                    merged = {
                        **features,
                        f"by:{side}": 1.0,
                        f"by:{side}_gap": float(gap),
                        "by:again": float(other in frame.used),
                        "by:key": float(is_key(own.name)),
                        "by:fits": near.score,
                    }
                    yield NearProperty(merged, own, other, grown)

    def nouns_behind(self, frame: Frame, place: int) -> Iterator[tuple[dict[str, float], int]]:
        """Yield variables that are said right behind a cue: of "how many films" the films."""
        tree, item = frame.tree, frame.tree.waiting[place].item
        for variable, said in tree.mentions():
            gap = said - item.end
            if gap > 0:  # "By the number of different products": the noun is what they count.
                words = (word.text.casefold() for word in self.lattice.words[item.end : said])
                gap = sum(word not in _COUNTING for word in words)
            if said >= 0 and 0 <= gap <= 3:
                first = not any(item.end <= s < said for _, s in tree.mentions())
                yield (
                    {
                        "count:noun": 1.0,
                        "count:again": float(tree.said[variable] != said),
                        "count:gap": float(gap),
                        "count:first": float(first),
                    },
                    variable,
                )

    def alike(self, tree: ReadingTree, own: PropertyOf) -> float:
        """Return how many other properties of its kind a property's owner has, at most 3."""
        same = (p for p in self.properties(tree, (own.kind,)) if p.owner == own.owner)
        return float(min(sum(1 for _ in same) - 1, 3))

    def behind(self, item: Item) -> str:
        """Return the text behind what words say."""
        return self.text[self.lattice.words[item.end - 1].end :]

    def says_units(self, item: Item) -> bool:
        """Say whether units stand behind a cue, of something of which there are amounts."""
        return bool(_UNITS.match(self.behind(item)))

    def amounts(self, tree: ReadingTree) -> Iterator[PropertyOf]:
        """Yield the amounts that links have: the `quantity` of ORDERS."""
        for own in self.properties(tree, NUMERIC):
            if own.owner.is_link and AMOUNTS & {*plain_words(own.name).split()}:
                yield own

    def is_money(self, own: PropertyOf) -> float:
        """Return 1 where a property holds an amount of money by its name."""
        return float(bool(MONEY & {*plain_words(own.name).split()}))

    def first_word(self, cue: Cue) -> str:
        """Return the first word of a cue: "longer" of "longer than 80m"."""
        return self.text[cue.start : cue.end].split()[0]

    def is_denied(self, item: Item) -> bool:
        """Say whether "not" stands right before words."""
        before = self.text[: self.lattice.words[item.start].start]
        return bool(re.search(r"(?:\bnot|n['’]t|\bnever)\W+(?:\w+\W+){0,2}$|\bnon-$", before))

    def said_near(self, name: str, first: int, last: int) -> float:
        """Return 1 where a word of a name begins as one between two words: "hired", hireDate.

        Or is short for what was done: "published", pubYear.
        """
        words = self.lattice.words[max(0, first) : last]
        done = [text for w in words if is_past(text := w.text.casefold())]
        short = filter(is_short, plain_words(name).split())
        if any(shortens(part, text) for part in short for text in done):
            return 1.0
        stems = {w.stem[:4] for w in words if len(w.stem) > 3}
        stems |= {own[:4] for w in words for own in measured(w.text) if len(own) > 3}
        return float(any(part[:4] in stems for part in plain_words(name).split() if len(part) > 3))


def cue_at(tree: ReadingTree, place: int) -> Cue:
    """Return the cue that waits at a place."""
    cue = tree.waiting[place].item.cue
    assert cue is not None
    return cue


def cue_behind(frame: Frame, place: int, kinds: Sequence[str]) -> bool:
    """Say whether a cue of one of these kinds stands right behind what waits at a place."""
    end = frame.tree.waiting[place].item.end
    return any(
        w.item.cue is not None and w.item.cue.kind in kinds and 0 <= w.item.start - end <= 1
        for w in frame.tree.waiting
    )


def side(features: Mapping[str, float]) -> str:
    """Say on which side of a cue a property stands."""
    return "before" if "by:before" in features else "behind"

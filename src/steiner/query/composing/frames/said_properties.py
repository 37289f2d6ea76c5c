"""What a property that is said alone means: shown, added up, compared, there or missing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steiner.algebra import Bound, Owner, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.query.composing.frames.asked_first import IN_ALL
from steiner.query.composing.frames.binder import NUMERIC
from steiner.query.composing.frames.compared.two_properties import than_another, than_implied
from steiner.query.composing.frames.endings import Endings
from steiner.query.composing.frames.frame import Frame, by_value
from steiner.query.composing.trees.tree import Changes, Features, ReadingTree, Step
from steiner.query.composing.words.word_items import Item
from steiner.query.english.number_words import place_in_order
from steiner.query.naming.schema.schema_mentions import OPPOSITE
from steiner.query.naming.schema.word_rings import is_opposed
from steiner.query.naming.schema_words import base, is_key
from steiner.text import plain_words

_HOW_MUCH = re.compile(r"^\W*how\W+(?:much|many)\b")
_HAS = re.compile(r"\b(?:has|have|had|having|with|in|on)\W+(?:an?\W+|any\W+|some\W+)?$")
_LACKS = re.compile(
    r"\b(?:no|without|out\W+of|not\W+in|not\W+on|lacks?|lacking)\W+(?:an?\W+|any\W+)?$"
)
_NOT_OUT = re.compile(r"\b(?:not|nor|neither|never)\W+(?:out\W+of|without)\W+(?:an?\W+|any\W+)?$")
"""Before what is there after all: "neither sold nor out of stock"."""
_DENIED = 2
"""Words from a denied verb to what its denial does not reach any more."""


class SaidProperties(Endings):
    """Reads properties for which no cue is said."""

    def _property(self, frame: Frame, place: int) -> Iterator[Step]:
        """Show a property, group by it, or ask whether it is there."""
        waiting = frame.tree.waiting[place]
        item = waiting.item
        before = self.text[: self.lattice.words[item.start].start]
        lacks = waiting.denied or bool(_LACKS.search(before)) or self.is_denied(item)
        lacks = lacks and not _denies_verb(frame.tree, item) and not _NOT_OUT.search(before)
        for features, own, grown in self.owned(frame, place):
            kind = {"shown": 1.0, "shown:fits": item.score, f"shown:{own.kind}": 1.0}
            used = {"used": frame.using(place), "tree": grown}
            if own.kind == "yes or no":
                denied = lacks != self._denies_flag(item)
                flag = Bound(own, "=", not denied)
                yield {**features, "shown:flag": 1.0}, {"bounds": (*frame.bounds, flag), **used}
                continue
            if own.kind in (*NUMERIC, *TEMPORAL):
                grown_frame = frame._replace(tree=grown)
                for compare in (than_another, than_implied):
                    for compared, changed in compare(self, grown_frame, place, own):
                        yield {**features, **compared}, changed
            if own.kind in NUMERIC and (number := self._ordinal_before(item)):
                equal = (*frame.bounds, Bound(own, "=", number))
                yield {**features, "nth:value": 1.0}, {"bounds": equal, **used}
            if own.kind in NUMERIC and frame.measure is None:
                for summed in self._adding(frame, own):
                    yield {**features, **summed}, {**self._sum(frame, own), **used}
            of = "" if own.owner.is_link else grown.labels[own.owner.number]
            name = self.schema.names.get(of) == own.name
            if not waiting.denied:
                yield (
                    {**features, **kind, "shown:name": float(name), "shown:lacks": float(lacks)},
                    {"shown": (*frame.shown, self.asked(own)), **used},
                )
            if frame.measure is not None and frame.group is None and not own.owner.is_link:
                asked = item.start <= 2 and bool(re.search(r"\b(?:which|what)\W+$", before))
                yield (
                    {**features, "group:asked": float(asked), "group:left": 1.0},
                    {**by_value(own), **used},
                )
            yield from self._there(frame, place, (features, own, lacks), used)

    def _ordinal_before(self, item: Item) -> int:
        """Return the number of an ordinal right before a property, "the third deck", or 0."""
        before = self.lattice.words[item.start - 1].text if item.start else ""
        return place_in_order(before) if before[-1:].isalpha() else 0

    def _adding(self, frame: Frame, own: PropertyOf) -> Iterator[Features]:
        """Yield why a number is added up: "how much", "in total", "freight cost per carrier"."""
        of = {"link": float(own.owner.is_link), "root": float(own.owner == Owner(0))}
        if _HOW_MUCH.search(self.text) or IN_ALL.search(self.text):
            yield {"sum:asked": 1.0, **{f"sum:{n}": value for n, value in of.items()}}
        elif frame.grouped:
            of["own"] = float(frame.group is None and own.owner == Owner(frame.each))
            of["money"] = self.is_money(own)
            yield {"sum:each": 1.0, **{f"sum:each_{n}": value for n, value in of.items()}}

    def _there(self, frame: Frame, place: int, given: tuple, used: dict) -> Iterator[Step]:  # type: ignore[type-arg]
        """Ask whether something has a property: "without a phone", "in stock", "retired"."""
        features, own, lacks = given
        if any((c.owner, c.name) == (own.owner, own.name) for c in frame.tree.conditions):
            return  # It has a value already.
        item = frame.tree.waiting[place].item
        before = self.text[: self.lattice.words[item.start].start]
        has = bool(_HAS.search(before))
        lacks = lacks or self._is_opposite(item)
        if own.kind in NUMERIC:
            some = Bound(own, "=" if lacks else ">", 0)
            kind = f"there:zero:{'lacks' if lacks else 'has' if has else 'plain'}"
            zero = {kind: 1.0, "there:zero:known": float(not self.known(used["tree"], own).least)}
            yield {**features, **zero}, {"bounds": (*frame.bounds, some), **used}
        features = {**features, "there:key": float(is_key(own.name))}
        if lacks and "own:grown" in features:
            without = _without_way(used["tree"], len(frame.tree.links))
            yield {**features, "there:without": 1.0}, {**used, "tree": without}
        yield from self._still_open(frame, item, (features, own), used)
        operator = "missing" if lacks else "present"
        shape = "day" if own.kind in TEMPORAL else own.kind
        kind = f"there:{shape}:{'lacks' if lacks else 'has' if has else 'plain'}"
        there = Bound(own, operator)
        yield {**features, kind: 1.0}, {"bounds": (*frame.bounds, there), **used}

    def _still_open(
        self, frame: Frame, item: Item, given: tuple[dict[str, float], PropertyOf], used: Changes
    ) -> Iterator[Step]:
        """Ask for what has no day yet on which it was closed: "open claims", of `openedOn`."""
        features, own = given
        if self.lattice.words[item.start].text.casefold() != "open" or own.kind not in TEMPORAL:
            return
        for end in self.properties(used["tree"], TEMPORAL):
            if end.owner == own.owner and plain_words(end.name).startswith("close"):
                bounds = (*frame.bounds, Bound(end, "missing"))
                yield {**features, "there:still_open": 1.0}, {"bounds": bounds, **used}

    def _denies_flag(self, item: Item) -> bool:
        """Say whether a word denies a yes or no: "unpaid" of `paid`, "closed" of `isOpen`."""
        own = [*map(base, plain_words(item.element.name).split())] if item.element else []
        said = self.lattice.words[max(0, item.start - 1) : item.start + 1]  # Of "part-time", too.
        return self._is_opposite(item) or any(is_opposed(word.stem, own) for word in said)

    def _is_opposite(self, item: Item) -> bool:
        """Say whether a word denies what it is taken for: "unpaid" of `paid`.

        One that begins as a word of the name does is no denial: "discontinued", "independent" of
        `isDiscontinued`, `indie`.
        """
        word = self.lattice.words[item.start].text.casefold()
        name = plain_words(item.element.name) if item.element else ""
        return bool(OPPOSITE.match(word)) and not any(w.startswith(word[:3]) for w in name.split())


def _without_way(grown: ReadingTree, first: int) -> ReadingTree:
    """Return a grown tree whose way from a link on is denied: "who never published"."""
    links = list(grown.links)
    links[first] = links[first]._replace(negated=True)
    return grown._replace(links=tuple(links))


def _denies_verb(tree: ReadingTree, item: Item) -> bool:
    """Say whether the denial before a word is its verb's, or its noun's.

    "Do not serve insured villages", "have no urgent drivers".
    """
    denied = [link for link in tree.links if link.negated]
    nouns = {tree.said[end] for link in denied for end in (link.source, link.target) if end}
    return item.end in nouns or any(0 < item.start - link.at <= _DENIED for link in denied)

"""Binds all that waits in a tree: every way that its cues and properties may be meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Set
from typing import Any

from steiner.algebra import Bound, Measure, Owner, PropertyOf
from steiner.algebra.graph_schema import TEMPORAL
from steiner.algebra.terms import MOST_STEPS
from steiner.query.composing.frames.asked_first import IN_ALL, asking
from steiner.query.composing.frames.binder import NUMERIC, Binder, cue_at
from steiner.query.composing.frames.comparing import bound, number, overall, than_named
from steiner.query.composing.frames.counting_cues import count, each, measure
from steiner.query.composing.frames.either_branches import either_of
from steiner.query.composing.frames.frame import Frame, by_value, leads_both_ways
from steiner.query.composing.frames.only_these import only_of
from steiner.query.composing.frames.ranking_cues import based, nth, order, superlative, top
from steiner.query.composing.frames.two_properties import than_another, than_implied
from steiner.query.composing.frames.validity import valid_at, valid_now
from steiner.query.composing.trees.tree import Features, ReadingTree, Step, weighed
from steiner.query.composing.words.lattice import Lattice
from steiner.query.composing.words.word_items import Item
from steiner.query.english.cues import Cue
from steiner.query.naming.schema.schema_mentions import OPPOSITE
from steiner.query.naming.schema.word_rings import is_opposed
from steiner.query.naming.schema_words import base, is_key
from steiner.text import plain_words

_WIDE = 5
"""Ways on that are kept of each frame at each cue."""
_HOW_MUCH = re.compile(r"^\W*how\W+(?:much|many)\b")
_HAS = re.compile(r"\b(?:has|have|had|having|with|in|on)\W+(?:an?\W+|any\W+|some\W+)?$")
_LACKS = re.compile(
    r"\b(?:no|without|out\W+of|not\W+in|not\W+on|lacks?|lacking)\W+(?:an?\W+|any\W+)?$"
)
_WH = re.compile(r"\W*(?:\w+\W+)?(?:who|whom|whose|when|where|which|what|how)\b")
_OWNER = re.compile(r"['’]s\W+\w+\W*$")


class Operators(Binder):
    """Binds what waits in a tree by the features that `weights` weigh."""

    def __init__(self, lattice: Lattice, weights: Mapping[str, float]) -> None:
        super().__init__(lattice)
        self.weights, self.asking = weights, asking(self.text)

    def frames(self, tree: ReadingTree, width: int) -> list[Frame]:
        """Return the best frames of a tree, at most `width`."""
        frames = [Frame(tree, score=tree.score)]
        cues = [i for i, waiting in enumerate(tree.waiting) if waiting.item.cue is not None]
        cues.sort(key=lambda i: _ORDER.get(cue_at(tree, i).kind, 3))
        others = [i for i, waiting in enumerate(tree.waiting) if waiting.item.cue is None]
        for place in (*cues, *others):
            frames = self._on(frames, place, width)
        ended = [f for frame in frames for e in self._ended(frame) for f in self._either(e)]
        ended = [f for frame in ended for f in self._alone(frame)]
        ended += [f for frame in ended for f in self._directed(frame)]
        return sorted(ended, key=lambda f: -f.score)[:width]

    def _directed(self, frame: Frame) -> Iterator[Frame]:
        """Yield a frame whose links lead one way though the words of a type say both: KNOWS."""
        noted, links = self.schema.notes.either_way, frame.tree.links
        both = [k for k in range(len(links)) if leads_both_ways(frame.tree, k, self.schema)]
        if any(links[k].type not in noted for k in both):
            yield frame.step({"one way": 1.0}, self.weights, directed=True)

    def _alone(self, frame: Frame) -> Iterator[Frame]:
        """Yield a frame as it is, and with nothing else than what "only" stands before."""
        trees = list(only_of(frame.tree, self.lattice, frame.each)) if not frame.either else []
        denied = {"denied:inside": float(_denies_inside(frame.tree))}
        yield frame.step({"only:unsaid": float(bool(trees)), **denied}, self.weights)
        for tree in trees:
            yield frame.step({"only": 1.0}, self.weights, tree=tree)

    def _on(self, frames: list[Frame], place: int, width: int) -> list[Frame]:
        further: list[tuple[float, Frame, Step | None]] = []
        for frame in frames:
            if place in frame.used:
                further.append((frame.score, frame, None))
                continue
            item = frame.tree.waiting[place].item
            name = item.cue.kind if item.cue else item.kind
            unbound = {f"unbound:{name}": 1.0}, {"used": frame.using(place)}
            ways = [
                (frame.score + weighed(way[0], self.weights), frame, way)
                for way in (*self._ways(frame, place), unbound)
            ]
            further += sorted(ways, key=_by_score)[:_WIDE]
        best = sorted(further, key=_by_score)[:width]
        # A frame is made only where it is kept: of four ways one is.
        return [f.step(way[0], self.weights, **way[1]) if way else f for _, f, way in best]

    def _ways(self, frame: Frame, place: int) -> Iterator[Step]:
        item = frame.tree.waiting[place].item
        if item.kind == "value":
            yield from than_named(self, frame, place)
        elif item.cue is None:
            yield from self._property(frame, place)
        else:
            for bind in _BINDERS.get(item.cue.kind, ()):
                yield from bind(self, frame, place, item.cue)

    def _property(self, frame: Frame, place: int) -> Iterator[Step]:
        """Show a property, group by it, or ask whether it is there."""
        waiting = frame.tree.waiting[place]
        item = waiting.item
        before = self.text[: self.lattice.words[item.start].start]
        lacks = waiting.denied or bool(_LACKS.search(before)) or self.is_denied(item)
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
            if own.kind in NUMERIC and frame.measure is None:
                for summed in self._adding(frame, own):
                    yield {**features, **summed}, {**self._sum(frame, own), **used}
            of = "" if own.owner.is_link else grown.labels[own.owner.number]
            name = self.schema.names.get(of) == own.name
            if not waiting.denied:
                yield (
                    {**features, **kind, "shown:name": float(name), "shown:lacks": float(lacks)},
                    {"shown": (*frame.shown, own), **used},
                )
            if frame.measure is not None and frame.group is None and not own.owner.is_link:
                asked = item.start <= 2 and bool(re.search(r"\b(?:which|what)\W+$", before))
                yield (
                    {**features, "group:asked": float(asked), "group:left": 1.0},
                    {**by_value(own), **used},
                )
            yield from self._there(frame, place, (features, own, lacks), used)

    def _adding(self, frame: Frame, own: PropertyOf) -> Iterator[Features]:
        """Yield why a number is added up: "how much", "in total", "freight cost per carrier"."""
        of = {"link": float(own.owner.is_link), "root": float(own.owner == Owner(0))}
        if _HOW_MUCH.search(self.text) or IN_ALL.search(self.text):
            yield {"sum:asked": 1.0, **{f"sum:{n}": value for n, value in of.items()}}
        elif frame.grouped:
            of["own"] = float(frame.group is None and own.owner == Owner(frame.each))
            of["money"] = self.is_money(own)
            yield {"sum:each": 1.0, **{f"sum:each_{n}": value for n, value in of.items()}}

    def _sum(self, frame: Frame, own: PropertyOf) -> dict[str, Any]:
        return {"measure": Measure("sum", own), "single": not frame.grouped}

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
            kind = f"there:number:{'lacks' if lacks else 'has' if has else 'plain'}"
            yield {**features, kind: 1.0}, {"bounds": (*frame.bounds, some), **used}
        features = {**features, "there:key": float(is_key(own.name))}
        if lacks and "own:grown" in features:
            without = _without_way(used["tree"], len(frame.tree.links))
            yield {**features, "there:without": 1.0}, {**used, "tree": without}
        operator = "missing" if lacks else "present"
        shape = "day" if own.kind in TEMPORAL else own.kind
        kind = f"there:{shape}:{'lacks' if lacks else 'has' if has else 'plain'}"
        there = Bound(own, operator)
        yield {**features, kind: 1.0}, {"bounds": (*frame.bounds, there), **used}

    def _denies_flag(self, item: Item) -> bool:
        """Say whether a word denies a yes or no: "unpaid" of `paid`, "closed" of `isOpen`."""
        own = plain_words(item.element.name).split() if item.element else []
        said = self.lattice.words[item.start].stem
        return self._is_opposite(item) or is_opposed(said, [*map(base, own)])

    def _is_opposite(self, item: Item) -> bool:
        """Say whether a word denies what it is taken for: "unpaid" of `paid`.

        One that begins as a word of the name does is no denial: "discontinued", "independent" of
        `isDiscontinued`, `indie`.
        """
        word = self.lattice.words[item.start].text.casefold()
        name = plain_words(item.element.name) if item.element else ""
        return bool(OPPOSITE.match(word)) and not any(w.startswith(word[:3]) for w in name.split())

    def _either(self, frame: Frame) -> Iterator[Frame]:
        """Yield a frame as it is, and with two branches of which one is enough."""
        said = list(either_of(frame.tree, self.lattice, frame.each))
        yield frame.step({"or:unsaid": 1.0} if said else {}, self.weights)
        by = frame.order.by if frame.order else None
        owners = [*map(_owner, (frame.measure, frame.group, by, *frame.shown))]
        compared = [own for b in frame.bounds for own in (b.property, b.value)]
        owners += [own.owner for own in compared if isinstance(own, PropertyOf)]
        # What is measured or compared must stay where rows are, whichever branch they meet.
        if (
            not frame.each
            and not frame.counts
            and frame.beside < 0
            and {*owners} <= {None, Owner(0)}
        ):
            for either, one, other in said:
                lopsided = bool(one.conditions) != bool(other.conditions)
                features = {
                    "either": 1.0,
                    "either:said": float(either),
                    "either:lopsided": float(lopsided),
                }
                yield frame.step(features, self.weights, either=(one, other))

    def _places(self, frame: Frame) -> Iterator[Frame]:
        """Yield a frame that shows a place: "where was she born", placeOfBirth."""
        for own in self.properties(frame.tree, ("text", "list")):
            words = {*plain_words(own.name).split()}
            if words & _PLACES:
                features = {
                    "asks:place": 1.0,
                    "asks:root": float(own.owner == Owner(0)),
                    "asks:words": self.said_near(own.name, 0, len(self.lattice.words)),
                }
                yield frame.step(features, self.weights, shown=(*frame.shown, own))

    def _manners(self, frame: Frame) -> Iterator[Frame]:
        """Yield a frame that shows what a relationship is like: "how is Ann related to Bob"."""
        named = {c.owner.number for c in frame.tree.conditions if c.is_name}
        for own in self.properties(frame.tree, ("text", "list")):
            if own.owner.is_link:
                link = frame.tree.links[own.owner.number]
                features = {
                    "asks:manner": 1.0,
                    "asks:manner_said": float(link.said),
                    "asks:manner_between": float({link.source, link.target} <= named),
                    "asks:manner_several": self.alike(frame.tree, own),
                }
                yield frame.step(features, self.weights, shown=(*frame.shown, own))

    def _summed(self, frame: Frame, hints: Set[str]) -> Iterator[Frame]:
        """Yield a frame that adds up what "how much" asks for, or "how long in total"."""
        for own in self.properties(frame.tree, NUMERIC):
            features = {
                "sum:ended": 1.0,
                "sum:ended_money": self.is_money(own),
                "sum:ended_hint": float(bool(hints & {*plain_words(own.name).split()})),
                "sum:ended_words": self.said_near(own.name, 0, len(self.lattice.words)),
                "sum:ended_link": float(own.owner.is_link),
                "measure:of_several": self.alike(frame.tree, own),
            }
            yield frame.step(features, self.weights, **self._sum(frame, own))

    def _itself(self, frame: Frame) -> dict[str, float]:
        """Say whether what a question names would be its answer: nobody asks for what he says."""
        tree, root = frame.tree, Owner(frame.each)
        over = frame.measure.over if frame.measure else root
        named = any(c.owner == root and c.is_name and not c.negated for c in tree.conditions)
        if not named or frame.shown or frame.group or frame.beside >= 0 or over != root:
            return {}
        kind = "computed" if frame.measure else "linked" if tree.links else "alone"
        asks = bool(_WH.match(self.text) or _OWNER.search(self.text))
        return {"itself": 1.0, f"itself:{kind}": 1.0, f"itself:{kind}:asked": float(asks)}

    def _counted_each(self, frame: Frame) -> Iterator[tuple[Features, Owner]]:
        """Yield what is counted though no word says so: "orders by year", "films per studio"."""
        if frame.measure is not None or not frame.grouped:
            return
        if frame.group is not None:
            yield {"each:counted": 1.0}, frame.group.owner
        elif frame.each and frame.beside < 0 and frame.tree.said[0] >= 0 and not frame.shown:
            yield {"each:counted_noun": 1.0}, Owner(0)

    def _ended(self, frame: Frame) -> Iterator[Frame]:
        """Yield a frame with what its question word asks for, and without."""
        for features, over in self._counted_each(frame):
            yield frame.step(features, self.weights, measure=Measure("count", over))
        if frame.group is None or frame.measure is not None:  # Which years there are, nobody asks.
            yield frame.step({"asks:as_is": 1.0} | self._itself(frame), self.weights)
        asks = self.asking
        if frame.measure or frame.beside >= 0 or (frame.shown and not asks.where):
            return
        if asks.sums:
            yield from self._summed(frame, asks.hints)
        if asks.manner:
            yield from self._manners(frame)
        if asks.where:
            yield from self._places(frame)
        kinds, hints = asks.kinds, asks.hints
        for own in self.properties(frame.tree, (*NUMERIC, *TEMPORAL)) if kinds else ():
            known = self.known(frame.tree, own)
            years = own.kind in NUMERIC and known.tells_time and known.least > 1000
            if years and kinds is NUMERIC and hints:
                continue  # No year is how wide something is.
            if own.kind in kinds or (kinds is TEMPORAL and years):
                features = {
                    "asks:kind": 1.0,
                    "asks:fits": float(bool(hints & {*plain_words(own.name).split()})),
                    "asks:link": float(own.owner.is_link),
                    "asks:root": float(own.owner == Owner(0)),
                    "asks:words": self.said_near(own.name, 0, len(self.lattice.words)),
                    "asks:of_several": self.alike(frame.tree, own),
                }
                yield frame.step(features, self.weights, shown=(own,))


def _by_score(way: tuple[float, Frame, Step | None]) -> float:
    return -way[0]


def _denies_inside(tree: ReadingTree) -> bool:
    """Say whether a denied link leaves what another of its type has led on from, not the root."""
    return any(
        link.negated
        and near
        and any(o.type == link.type and not o.negated for o, _ in tree.neighbours(near))
        for link in tree.links
        for near in (min(link.source, link.target),)
    )


_PLACES = frozenset(
    "place city country location town address region state venue birthplace".split()  # noqa: SIM905
)


def _without_way(grown: ReadingTree, first: int) -> ReadingTree:
    """Return a grown tree whose way from a link on is denied: "who never published"."""
    links = list(grown.links)
    links[first] = links[first]._replace(negated=True)
    return grown._replace(links=tuple(links))


def _owner(own: Measure | PropertyOf | None) -> Owner | None:
    over = own.over if isinstance(own, Measure) else own
    return over.owner if isinstance(over, PropertyOf) else over


def _levels(binder: Binder, frame: Frame, place: int, _: Cue) -> Iterator[Step]:
    """Let a link that leads on by its own type stand for any number of steps."""
    for at, link in enumerate(frame.tree.links):
        if any(one == other for one, other in binder.schema.ends.get(link.type, ())):
            links = list(frame.tree.links)
            links[at] = link._replace(steps=MOST_STEPS)
            tree = frame.tree._replace(links=tuple(links))
            yield (
                {"levels": 1.0, "levels:said": float(link.said)},
                {"tree": tree, "used": frame.using(place)},
            )


def _nothing(_: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    yield {f"nothing:{cue.kind}": 1.0}, {"used": frame.using(place)}


_ORDER = {
    "each": 0,
    "arithmetic": 0,
    "top": 0,
    "first": 0,
    "last": 0,
    "limit": 0,
    "number": 1,
    "bound": 2,
    "year": 2,
    "month": 2,
    "decade": 2,
    "text": 2,
    "order": 4,
    "based": 4,
    "direction": 5,
}
"""Which cues are bound before others: what there is a row for first, orders last."""
_Bind = Callable[[Binder, Frame, int, Cue], Iterator[Step]]
_BINDERS: dict[str, tuple[_Bind, ...]] = {
    "bound": (bound, valid_at),
    "year": (bound, valid_at),
    "month": (bound,),
    "decade": (bound,),
    "text": (bound,),
    "number": (number,),
    "overall": (overall,),
    "superlative": (superlative,),
    "adjective": (superlative,),
    "often": (superlative,),
    "average": (measure,),
    "sum": (measure,),
    "count": (count,),
    "each": (each,),
    "based": (based, each),
    "arithmetic": (nth,),
    "top": (top,),
    "first": (top,),
    "last": (top,),
    "limit": (top,),
    "order": (order,),
    "levels": (_levels,),
    "now": (valid_now,),
    "direction": (_nothing,),
    "distinct": (_nothing,),
    "same": (_nothing,),
}

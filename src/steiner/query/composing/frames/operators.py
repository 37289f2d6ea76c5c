"""Binds all that waits in a tree: every way that its cues and properties may be meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from steiner.algebra import Measure, Ordering, Owner, PropertyOf
from steiner.algebra.terms import MOST_STEPS
from steiner.query.composing.frames.binder import Binder, cue_at
from steiner.query.composing.frames.compared.compared_with import overall, than_named
from steiner.query.composing.frames.compared.comparing import bound, number
from steiner.query.composing.frames.counting_cues import count, each, measure, share
from steiner.query.composing.frames.either_branches import either_of
from steiner.query.composing.frames.frame import Frame, leads_both_ways
from steiner.query.composing.frames.only_these import all_of, only_of
from steiner.query.composing.frames.ranked.orders_and_limits import based, nth, order, top
from steiner.query.composing.frames.ranked.superlative_cues import superlative
from steiner.query.composing.frames.said_properties import SaidProperties
from steiner.query.composing.frames.validity import valid_at, valid_now
from steiner.query.composing.trees.tree import ReadingTree, Step, weighed
from steiner.query.english.asking_words import AND_THE
from steiner.query.english.cues import Cue

_WIDE = 5
"""Ways on that are kept of each frame at each cue."""


class Operators(SaidProperties):
    """Binds what waits in a tree by the features that `weights` weigh."""

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
        ended += [f for frame in ended for f in (*self._listing(frame), *self._topped(frame))]
        return sorted(ended, key=lambda f: -f.score)[:width]

    def _directed(self, frame: Frame) -> Iterator[Frame]:
        """Yield a frame whose links lead one way though the words of a type say both: KNOWS."""
        noted, links = self.schema.notes.either_way, frame.tree.links
        both = [k for k in range(len(links)) if leads_both_ways(frame.tree, k, self.schema)]
        if any(links[k].type not in noted for k in both):
            yield frame.step({"one way": 1.0}, self.weights, directed=True)

    def _listing(self, frame: Frame) -> Iterator[Frame]:
        """Yield a frame that lists what stands beside its rows: "the 2 oldest potters and the bowls
        they made"."""
        tree, root = frame.tree, frame.each
        if frame.limit is None or frame.measure or frame.either:
            return
        for link, variable in tree.neighbours(root):
            said, name = tree.said[variable], self.schema.names.get(tree.labels[variable])
            if link.negated or said < 0 or not name or tree.is_named(variable):
                continue
            if AND_THE.search(self.text[: self.lattice.words[said].start]):
                kind = self.schema.labels[tree.labels[variable]][name].kind
                own = PropertyOf(Owner(variable), name, kind)
                yield frame.step({"listed": 1.0}, self.weights, listed=(own,))

    def _topped(self, frame: Frame) -> Iterator[Frame]:
        """Yield a frame whose top rows are those with the most: "how many each, the top 5"."""
        rows = frame.measure is not None and not frame.single and frame.order is None
        if rows and frame.limit is not None and frame.tree.has_cue("top"):
            yield frame.step({"top:measure": 1.0}, self.weights, order=Ordering(None, True))

    def _alone(self, frame: Frame) -> Iterator[Frame]:
        """Yield a frame as it is, and with nothing else than what "only" stands before."""
        trees = list(only_of(frame.tree, self.lattice, frame.each)) if not frame.either else []
        denied = {"denied:inside": float(_denies_inside(frame.tree))}
        yield frame.step({"only:unsaid": float(bool(trees)), **denied}, self.weights)
        for tree in trees:
            yield frame.step({"only": 1.0}, self.weights, tree=tree)
        for every in all_of(frame, self.lattice):
            yield every.step({"all": 1.0}, self.weights)

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
    "arithmetic": (nth, share),
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

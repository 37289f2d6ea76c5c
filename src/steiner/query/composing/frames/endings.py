"""What a question word asks for at last: a day, a place, how two things are related, a sum."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from typing import Any

from steiner.algebra import Measure, Owner, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.lexicon.common_words import PLACES
from steiner.query.composing.frames.asked_first import asking
from steiner.query.composing.frames.binder import NUMERIC, Binder
from steiner.query.composing.frames.frame import Frame
from steiner.query.composing.trees.tree import Features, ReadingTree
from steiner.query.composing.words.lattice import Lattice
from steiner.text import plain_words

_WH = re.compile(r"\W*(?:\w+\W+)?(?:who|whom|whose|when|where|which|what|how)\b")
_OWNER = re.compile(r"['’]s\W+\w+\W*$")


class Endings(Binder):
    """Ends frames by what their question asks for, by the features that `weights` weigh."""

    def __init__(self, lattice: Lattice, weights: Mapping[str, float]) -> None:
        super().__init__(lattice)
        self.weights, self.asking = weights, asking(self.text)

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

    def _sum(self, frame: Frame, own: PropertyOf) -> dict[str, Any]:
        return {"measure": Measure("sum", own), "single": not frame.grouped}

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
        if asks.manner or asks.what:
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
                    "asks:words": self._is_said(own),
                    "asks:of_several": self.alike(frame.tree, own),
                }
                yield frame.step(features, self.weights, shown=(self.asked(own),))

    def asked(self, own: PropertyOf) -> PropertyOf:
        """Return of a day its year, where a question asks for a year: "what year was it built"."""
        return own._replace(kind="year") if self.asking.years and own.kind in TEMPORAL else own

    def _is_said(self, own: PropertyOf) -> float:
        return self.said_near(own.name, 0, len(self.lattice.words))

    def _is_led_from(self, tree: ReadingTree, owner: Owner) -> bool:
        """Say whether a verb leads from what is named to something else."""
        verbs = self.lattice.types_said(slice(len(self.lattice.words)))
        if owner.is_link or not verbs:
            return False
        label, schema = tree.labels[owner.number], self.lattice.schema
        named = any(c.owner == owner and c.is_name and not c.negated for c in tree.conditions)
        return named and any(label == source for verb in verbs for source, _ in schema.ends[verb])

    def _places(self, frame: Frame) -> Iterator[Frame]:
        """Yield a frame that shows a place: "where was she born", placeOfBirth.

        Of which no word tells one it shows all: where a supplier is, are its city and its country.
        """
        places: dict[Owner, list[PropertyOf]] = {}
        for own in self.properties(frame.tree, ("text", "list")):
            if not PLACES.isdisjoint(plain_words(own.name).split()):
                places.setdefault(own.owner, []).append(own)
        for owner, every in places.items():
            said = [own for own in every if self._is_said(own)]
            # Where Ann works is where a link leads that says so, and not her home town.
            if not said and self._is_led_from(frame.tree, owner):
                continue
            features = {
                "asks:place": 1.0,
                "asks:root": float(owner == Owner(0)),
                "asks:words": float(bool(said)),
            }
            shown = dict.fromkeys((*frame.shown, *(said or every)))
            yield frame.step(features, self.weights, shown=(*shown,))

    def _manners(self, frame: Frame) -> Iterator[Frame]:
        """Yield a frame that shows what a relationship is like: "how is Ann related to Bob".

        Where all that it joins is named, nothing else can be asked for, of whatever kind: "what
        share of Acme does Ann own".
        """
        named = {c.owner.number for c in frame.tree.conditions if c.is_name and not c.negated}
        every = {*range(len(frame.tree.labels))} <= named
        if not every and not self.asking.manner:
            return
        kinds = ("text", "list", *NUMERIC) if every else ("text", "list")
        for own in self.properties(frame.tree, kinds):
            if own.owner.is_link:
                link = frame.tree.links[own.owner.number]
                features = {
                    "asks:manner": 1.0,
                    "asks:manner_said": float(link.said),
                    "asks:manner_between": float({link.source, link.target} <= named),
                    "asks:manner_several": self.alike(frame.tree, own),
                    "asks:words": self._is_said(own),
                }
                yield frame.step(features, self.weights, shown=(*frame.shown, own))

"""What held at a time: things and relationships that have a beginning and an end."""

from __future__ import annotations

from collections.abc import Iterator, Set

from steiner.algebra import Bound, Owner, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.lexicon.common_words import ENDS, STARTS
from steiner.query.composing.frames.binder import FIGURES, Binder
from steiner.query.composing.frames.frame import Frame
from steiner.query.composing.trees.tree import ReadingTree, Step
from steiner.query.english.cues import Cue
from steiner.text import plain_words

_BEGINS = frozenset({"from", "since", "start", "started", "begin", "began", "begun", "joined"})
_ENDS = frozenset({"to", "until", "till", "end", "ended", "left", "finished", "through"})


def valid_at(binder: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    """Ask what held in a year or on a day: it had begun by then, and was not over before."""
    day = cue.operator == "=" and isinstance(cue.value, str)
    if cue.kind != "year" and not day:
        return
    value = cue.value if day else int(cue.value)
    for begin, end in _intervals(binder, frame.tree):
        first, last = (_at(own, day) for own in (begin, end))
        bounds = (Bound(begin, f"{first}<=", value), Bound(end, f"{last}<", value, negated=True))
        features = {
            "bound:implied": 1.0,
            "bound:interval": 1.0,
            "bound:implied_link": float(begin.owner.is_link),
            "bound:implied_root": float(begin.owner == Owner(0)),
        }
        yield features, {"bounds": (*frame.bounds, *bounds), "used": frame.using(place)}


def valid_now(binder: Binder, frame: Frame, place: int, _: Cue) -> Iterator[Step]:
    """Ask what is not over yet, where anything has an end; "now" says nothing else."""
    for _begin, end in _intervals(binder, frame.tree, (STARTS, ENDS)):
        bounds = (*frame.bounds, Bound(end, "missing"))
        yield {"now:not over": 1.0}, {"bounds": bounds, "used": frame.using(place)}
    yield {"nothing:now": 1.0}, {"used": frame.using(place)}


def _at(own: PropertyOf, day: bool) -> str:
    """Return what a comparison with a year begins with, of a day."""
    return "year" if own.kind in TEMPORAL and not day else ""


def _intervals(
    binder: Binder, tree: ReadingTree, words_of: tuple[Set[str], Set[str]] = (_BEGINS, _ENDS)
) -> Iterator[tuple[PropertyOf, PropertyOf]]:
    """Yield the beginning and the end of each thing and relationship that has one of both.

    `words_of`: words of the names of beginnings, and of ends.
    """
    begun, over = words_of
    owners: dict[Owner, tuple[list[PropertyOf], list[PropertyOf]]] = {}
    for own in binder.properties(tree, FIGURES):
        if own.kind in TEMPORAL or binder.known(tree, own).tells_time:
            words = {*plain_words(own.name).split()}
            begins, ends = owners.setdefault(own.owner, ([], []))
            begins += [own] * bool(words & begun)
            ends += [own] * bool(words & over)
    for begins, ends in owners.values():
        if len(begins) == len(ends) == 1 and begins != ends:
            yield begins[0], ends[0]

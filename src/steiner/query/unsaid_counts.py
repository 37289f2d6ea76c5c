"""What is counted, and is something else than the words say: "the most actors", "together"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steiner.algebra import Owner
from steiner.query.computing.meaning.binding import Binding
from steiner.query.naming.voice import holders

_COUNTING = ("superlative", "bound", "number")
_AMOUNT = re.compile(
    r"\W*(?:the\W+)?(?:most|fewest|least|\d+|(?:more|fewer|less)\W+than\W+\w+)\W*", re.IGNORECASE
)
_TOGETHER = re.compile(r"\b(?:together|with\W+(?:each\W+other|one\W+another))\b", re.IGNORECASE)
_TWO = 2


def unsaid_counts(bound: Binding) -> Iterator[str]:
    """Yield the words of a question whose count the query does not hold."""
    yield from _taken_for_root(bound)
    yield from _together_of_nobody(bound)
    yield from _for_each_nothing(bound)


def _for_each_nothing(bound: Binding) -> Iterator[str]:
    """Yield "per" where what there is for each was not read: "goals per cup" lists no cups."""
    if bound.measure or bound.order or bound.group or bound.across:
        return
    asked = min((a for (a, _), o in bound.built.places.items() if o == Owner(0)), default=-1)
    yield from (bound.text[c.start : c.end] for c in bound.kinds("each") if asked == c.end + 1)


def _taken_for_root(bound: Binding) -> Iterator[str]:
    """Yield nouns behind an amount that were taken for who is asked for.

    Of "which director directed the most actors" the films would be counted, of an actor.
    """
    places = bound.built.places
    first = min((start for (start, _), owner in places.items() if owner == Owner(0)), default=0)
    cues = ((c, bound.text[c.start : c.end]) for c in bound.kinds(*_COUNTING))
    ends = [cue.end for cue, said in cues if _AMOUNT.fullmatch(said)]
    for (start, end), owner in places.items():
        behind = any(start - amount in (0, 1) for amount in ends)
        taken = owner == Owner(0) or (owner.is_link and _is_roots_own(bound, start, owner.number))
        if taken and start > first and behind:
            yield bound.text[start:end]


def _is_roots_own(bound: Binding, start: int, number: int) -> bool:
    """Say whether who does it is read as the root's deeds: "the team with the most players".

    A team has PLAYED_IN matches, too, and they would be counted.
    """
    link = bound.built.links[number]
    for role in (m for m in bound.mentions if m.start == start and m.agent):
        pairs, leads_to = holders(bound.text, role, link.types[0], bound.built.schema)
        if pairs and (link.target if leads_to else link.source) == 0:
            return True
    return False


def _together_of_nobody(bound: Binding) -> Iterator[str]:
    """Yield "together" where it is said of no two that are named, nor of who did it with one.

    "Which two actors appear together most often" asks for pairs; "did Ann and Bob ever act
    together" not for what either did.
    """
    named = [value for value in bound.named if value.meanings]
    either = any(b.operator == "in" and b.property.owner == Owner(0) for b in bound.built.bounds)
    if (len(named) < _TWO or either) and not bound.built.others:
        yield from (said.group() for said in _TOGETHER.finditer(bound.text))

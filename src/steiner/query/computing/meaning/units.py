"""Numbers with a unit that a property's name ends with: "at 400 kV", voltage_kv; hours, minutes."""

from __future__ import annotations

from collections.abc import Iterator

from steiner.algebra import Owner, PropertyOf
from steiner.lexicon.measured_units import factor, unit_of
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.places import NUMERIC
from steiner.query.english.cues import Cue
from steiner.query.naming.schema_words import base, unit_behind
from steiner.text import plain_words

_PERCENT = ("percentage", "pct")


def in_its_unit(binding: Binding, cue: Cue) -> tuple[PropertyOf, float] | None:
    """Return the only property that is measured in the unit behind a number, and by what to
    multiply the number to be in it.

    Where none is, another unit of time is converted: "over ten hours" of duration_minutes is 600.
    What was named last before the number comes first, then what is asked for, then the rest.
    """
    start, end = unit_behind(binding.text, cue.end)
    share = binding.text[cue.start : cue.end].endswith("%")  # "50%" of share_percent.
    unit = "percent" if share else binding.text[start:end].casefold()
    if not unit or not isinstance(cue.value, int | float):
        return None
    for owners in _nearest_first(binding, cue):
        own = [(p, last) for p, last in _measured(binding, owners) if base(last) == base(unit)]
        if len(own) == 1:
            return own[0][0], 1.0
        measured = ((p, factor(unit, last)) for p, last in _measured(binding, owners))
        times = [(p, by) for p, by in measured if by is not None]
        if not own and len(times) == 1:
            return times[0]
    return None


def _nearest_first(binding: Binding, cue: Cue) -> Iterator[list[Owner]]:
    """Yield groups of variables and links in which a measured property is looked for."""
    if not binding.built.labels:
        return
    before = binding.place_before(cue.start)
    near = [o for o in (before, binding.far(before)) if o]
    yield near
    yield [Owner(0)]
    yield [*binding.link_owners, *binding.node_owners]


def _measured(binding: Binding, owners: list[Owner]) -> list[tuple[PropertyOf, str]]:
    """Return the numbers of some variables, each with its noted unit or its name's last word."""
    own = binding.of_kinds(list(dict.fromkeys(owners)), NUMERIC)
    last = [(p, _noted(binding, p) or unit_of(plain_words(p.name))) for p in own]
    return [(p, "percent" if word in _PERCENT else word) for p, word in last]


def _noted(binding: Binding, own: PropertyOf) -> str:
    """Return the unit that the notes have for a property, "" for none."""
    built, number = binding.built, own.owner.number
    members = built.links[number].types if own.owner.is_link else (built.labels[number],)
    units = (built.schema.notes.property(member, own.name).unit for member in members)
    return next(filter(None, units), "").casefold()

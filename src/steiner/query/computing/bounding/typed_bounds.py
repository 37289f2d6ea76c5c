"""Conditions by values that only relationships have: "night shifts", "a silver medal"."""

from __future__ import annotations

import re

from steiner.algebra import Bound, Owner, PropertyOf
from steiner.query.building.query_graph import EITHER
from steiner.query.computing.meaning.binding import Binding
from steiner.query.naming.schema_words import Element
from steiner.query.naming.values.typed_values import TypedValue

_DENIED = re.compile(
    r"(?:\b(?:not|never|except|excluding|other\s+than)|n't)\W+(?:\w+\W+){0,2}$", re.IGNORECASE
)


def bind_typed(binding: Binding) -> None:
    """Compare each value with the property of the relationship that has it.

    Of several relationships it is that of the link nearest before; a guess, if others are there.
    """
    for value in binding.typed:
        if any(a < value.end and value.start < b for a, b in binding.built.used):
            continue
        own = _owned(binding, value)
        if own is None:
            continue
        of, text = own
        link = binding.built.links[of.owner.number]
        denied = bool(_DENIED.search(binding.text[: value.start])) and not link.negated
        _compare(binding, Bound(of, "=", text, denied))
        binding.built.used.append((value.start, value.end))


def _compare(binding: Binding, new: Bound) -> None:
    """Add a condition; a second value of a property is one of both: "on Monday and Tuesday"."""
    bounds, of = binding.built.bounds, new.property
    same = [b for b in bounds if b.property == of and b.negated == new.negated]
    if not same:
        bounds.append(new)
        return
    bounds.remove(same[0])
    if not re.search(r"\bor\b", binding.text):  # "Both a lead and a guest": one of each?
        binding.built.guesses += EITHER
    known = same[0].value if isinstance(same[0].value, list) else [same[0].value]
    bounds.append(Bound(of, "in", [*known, new.value], new.negated))


def _owned(binding: Binding, value: TypedValue) -> tuple[PropertyOf, str] | None:
    """Return the property that a value is of, and its text; a link is added where there is none."""
    links, before = binding.built.links, binding.place_before(value.start)
    there = [
        (PropertyOf(Owner(number, True), name), text)
        for type, name, text in value.meanings
        for number, link in enumerate(links)
        if type in link.types
    ]
    binding.built.guesses += EITHER * (len({of.name for of, _ in there}) > 1 or len(there) > 1)
    if there:
        return min(there, key=lambda own: own[0].owner != before)
    for type, name, text in value.meanings:
        binding.built.guesses += EITHER * (len(value.meanings) > 1)
        if owner := binding.reached(Element("property", name, type, True), before):
            return PropertyOf(owner, name), text
    return None

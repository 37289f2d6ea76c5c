"""Comparisons with what a named thing has: "lines longer than L-104", "in the same city as Ann"."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain

from steiner.algebra import Bound, Owner, PropertyOf, Query
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.query.computing.bounding.bounded_property import measured
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.places import NUMERIC
from steiner.query.english.degrees import DIMENSIONS, NEWER, OLDER
from steiner.query.naming.schema_words import SPELT, is_key
from steiner.query.naming.values.linked_values import Value

_UP = ("more", "higher", "greater", "larger", "bigger", "longer", "taller", "heavier", "later",
       "faster", "wider", "deeper", "after")  # fmt: skip
_DOWN = ("less", "fewer", "lower", "smaller", "shorter", "lighter", "cheaper", "earlier", "slower",
         "before")  # fmt: skip
_WORDS = "|".join((*_UP, *_DOWN, *OLDER, *NEWER))
_THAN = re.compile(
    rf"(?:\b(?:lasts?|lasted|takes?|took)\s+)?\b(?P<word>{_WORDS})\b(?P<of>(?:\s+[\w-]+){{0,3}}?)(?:\s+than|(?<=before)|(?<=after))\s+"
    r"(?:(?:the|that|of)\s+){0,3}(?:\w+\s+)?[\"'“‘]?$",
    re.IGNORECASE,
)
_SAME = re.compile(
    r"\bsame(?P<of>(?:\s+[\w-]+){1,3}?)\s+as\s+(?:(?:the|that|of)\s+){0,3}(?:\w+\s+)?[\"'“‘]?$",
    re.IGNORECASE,
)
_COST = re.compile(r"\bcosts?\W+$", re.IGNORECASE)


def bind_named(binding: Binding) -> None:
    """Compare a property of what is asked for with that of one of the same kind, by its name."""
    for value in binding.named:
        named = _itself(binding, value)
        text = binding.text[: value.start]
        said = _THAN.search(text) or _SAME.search(text) if named else None
        if named is None or said is None:
            continue
        same = said.re is _SAME
        own = _said(binding, said) or (None if same else _meant(binding, said))
        if own is None or own.owner != Owner(0) or (not same and own.kind not in _FIGURES):
            continue
        operator = "in" if same else _operator(binding, said["word"].casefold(), own)
        label = binding.built.labels[0]
        _leave_out(binding, named)
        whole = (replace(named, negated=False), *_further(binding, value))
        other = Query((label,), bounds=whole, group=own)
        binding.built.bounds.append(Bound(own, operator, other, named.negated))
        binding.built.bounds += [Bound(named.property, "=", named.value, True)] if same else []
        binding.built.used.append((said.start(), value.end))


_FIGURES = (*NUMERIC, *TEMPORAL)


def _itself(binding: Binding, value: Value) -> Bound | None:
    """Return the condition that what is asked for has this name, which alone was read of it."""
    at = binding.built.places.get((value.start, value.end))
    known = (m for m in value.meanings if m.is_name or is_key(m.property))
    names = {text for m in known for text in m.values}
    own = [b for b in binding.built.bounds if b.property.owner == at == Owner(0)]
    of_names = [b for b in own if binding.names(b.property)]
    both = [b for b in of_names if b.operator == "in" and len({*b.value}) > 1]
    # "Is Ann older than Bob?": the second of two.
    one = (replace(b, operator="=", value=n) for b in both for n in names if n == b.value[-1])
    alone = (b for b in of_names if b.operator == "=" and b.value in names)
    return next(chain(alone, one), None)


def _leave_out(binding: Binding, named: Bound) -> None:
    """Ask no more for what something is compared with; of two names for the first alone."""
    bounds = binding.built.bounds
    if named in bounds:
        bounds.remove(named)
        return
    own = (i for i, b in enumerate(bounds) if b.property == named.property and b.operator == "in")
    place = next(own)
    rest = [value for value in bounds[place].value if value != named.value]
    one = replace(bounds[place], operator="=", value=rest[0])
    bounds[place] = one if len(rest) == 1 else replace(bounds[place], value=rest)


def _further(binding: Binding, value: Value) -> list[Bound]:
    """Take out what else a name in two words asks: the surname, of "older than Ann Lee"."""
    bounds = binding.built.bounds
    besides = {(n, text) for m in value.meanings for n, texts in m.besides for text in texts}
    own = [b for b in bounds if b.property.owner == Owner(0) and b.operator == "="]
    further = [b for b in own if (b.property.name, b.value) in besides]
    bounds[:] = [b for b in bounds if b not in further]
    return further


def _said(binding: Binding, said: re.Match[str]) -> PropertyOf | None:
    """Return the property that stands between the words: "a higher capacity than"."""
    for mention in binding.properties():
        if said.start("of") <= mention.start < said.end("of") and mention.score >= SPELT:
            own = binding.owned(mention)
            if own is not None:
                binding.use(mention)
                return own
    return None


def _meant(binding: Binding, said: re.Match[str]) -> PropertyOf | None:
    """Return what an adjective measures, or the day that the verb before it is named by."""
    word = said["word"].casefold()
    if of := said["of"].strip().casefold():  # "More expensive than".
        return measured(binding, of) if of in DIMENSIONS else None
    if word in OLDER | NEWER:
        return (word in DIMENSIONS and measured(binding, word)) or binding.only_day(Owner(0))
    if word in DIMENSIONS:
        return measured(binding, word)
    if _COST.search(binding.text[: said.start()]):
        return binding.hinted("price")
    for mention in binding.properties():
        gap = binding.text[mention.end : said.start()] if mention.end <= said.start() else "-"
        if not gap.strip() and mention.score >= SPELT and (own := binding.owned(mention)):
            binding.use(mention)
            return own
    return None


def _operator(binding: Binding, word: str, own: PropertyOf) -> str:
    """Return how a word compares; who is older was born before."""
    timely = any(day.name == own.name for day in binding.days(own.owner))
    if word in OLDER | NEWER:
        return "<" if timely == (word in OLDER) else ">"
    return ">" if word in _UP else "<"

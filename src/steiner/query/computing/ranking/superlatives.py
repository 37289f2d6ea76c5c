"""The most, the highest, the most frequent: what is counted, or which property is ranked by."""

from __future__ import annotations

import re

from steiner.algebra import Ordering, Owner, PropertyOf
from steiner.query.computing.meaning.amounts import amount_behind, only_amount
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.places import NAMED, NUMERIC
from steiner.query.computing.ranking.property_ranking import AMOUNTS, rank_by_property
from steiner.query.computing.ranking.superlative_property import (
    measured_property,
)
from steiner.query.english.cues import Cue
from steiner.query.english.degrees import EXTREMES, MEANT

_ADVERB = re.compile(r"\W*(?:$|(?:in|on|at|to|for|from|with|by|since|during)\b)", re.IGNORECASE)
"""Behind "the most" of no noun: "was ordered the most in May"."""

_THE = re.compile(r"\bthe\W+$", re.IGNORECASE)


_GERUND = re.compile(r"^\W*(?:\w+ing|used|seen|given|named|listed)\b", re.IGNORECASE)
"""What values do that are there often: "the most frequently appearing summaries"."""
_IN_YEAR = re.compile(r"\W*(?:in\W+)?(?:which|what)\W+year\b", re.IGNORECASE)


def bind_superlative(binding: Binding, cue: Cue) -> None:
    """Bind "the most orders", "the highest price", "the most common cities"."""
    binding.built.used.append((cue.start, cue.end))
    word = str(cue.value).split()[0] if cue.value else ""
    if word in AMOUNTS and _IN_YEAR.match(binding.text):
        _ranked_years(binding, cue)
        return
    valued = _grouping(binding, cue) if cue.kind == "often" else None
    asked = binding.asked_property() if cue.kind == "often" and not valued else None
    if asked is not None:  # "Which grade is most common?"
        binding.group = asked
        _rank(binding, asked.owner, bool(cue.operator))
        return
    if valued is not None:
        binding.group = valued
        _rank(binding, valued.owner, bool(cue.operator), True)
        return
    counted = _counted(binding, cue, word)
    owned = measured_property(binding, cue, word) if counted is None else None
    if counted is None and owned is None and word in AMOUNTS:
        owned = amount_behind(binding, cue.end) or _how_much(binding, cue)
        counted = None if owned else binding.counted_thing()
    if counted is not None:
        _rank(binding, counted, bool(cue.operator))
    elif owned is not None:
        rank_by_property(binding, owned, cue, word)
    else:
        binding.unbound.append(binding.text[cue.start : cue.end])


def _counted(binding: Binding, cue: Cue, word: str) -> Owner | None:
    """Return what the superlative counts: "the most orders" counts orders."""
    behind = binding.countable_behind(cue.end)
    counted = behind if behind != Owner(0) else None
    if cue.kind == "often":
        done = _done(binding, cue)
        return counted or done or binding.counted_thing() or binding.only_link()
    one = MEANT.get(word) or word in EXTREMES
    if cue.kind != "superlative" or (one and "number" not in str(cue.value)):
        return None  # "The strongest ties" are not the most, "the highest offer" is one.
    if behind == Owner(0) and word in AMOUNTS and len(binding.built.labels) > 1:
        counted = binding.counted_thing()
    if behind == Owner(0) and counted is None and (group := binding.asked_property()):
        binding.group = group
        return behind
    if counted is None and "number" in str(cue.value):
        return behind if behind != Owner(0) else binding.counted_thing()
    return counted


def _rank(binding: Binding, counted: Owner, descending: bool, plural: bool = False) -> None:
    binding.count(counted)
    binding.order = Ordering(None, descending)
    if not plural:
        binding.singular()


def _grouping(binding: Binding, cue: Cue) -> PropertyOf | None:
    """Return the property whose values are counted: "the most common ship cities for …"."""
    for mention in binding.properties():
        if mention.start < cue.end:
            continue
        between = _GERUND.sub("", binding.said_between(cue.end, mention)).split()
        behind = re.match(
            r"s?\W*(?:$|(?:for|of|in|on|across|among|by|from|used|associated|that|with)\b)",
            binding.text[mention.end :],
        )
        valued = not mention.of_kind("label") and mention.score >= NAMED
        if valued and len(between) <= 1 and behind:
            binding.use(mention)
            return binding.owned(mention)
    return None


def _ranked_years(binding: Binding, cue: Cue) -> None:
    """Bind "in which year were the most films released"."""
    behind, own = binding.countable_behind(cue.end), binding.year_of(len(binding.text))
    if behind != Owner(0) or own is None:
        binding.unbound.append(binding.text[cue.start : cue.end])
        return
    if said := _IN_YEAR.match(binding.text):
        binding.built.used.append(said.span())
    for mention in binding.properties():
        if binding.text[mention.start : mention.end].casefold() == "year":
            binding.use(mention)
    binding.group, binding.limit = own, binding.limit or 1
    _rank(binding, Owner(0), bool(cue.operator))


def _done(binding: Binding, cue: Cue) -> Owner | None:
    """Return the link of the verb that stands right before: of "are ordered most often" ORDERS."""
    spans = [(end, o) for (_, end), o in binding.built.places.items() if end <= cue.start]
    end, owner = max(spans, default=(0, None), key=lambda pair: pair[0])
    right_there = cue.start - end <= 1 and owner is not None and owner.is_link
    return owner if right_there else None


def _how_much(binding: Binding, cue: Cue) -> PropertyOf | None:
    """Return the amount of what was done "the most", not most often, or what a verb measures."""
    the = _THE.search(binding.text[: cue.start])
    if not the or not _ADVERB.match(binding.text, cue.end):
        return None
    verbs = [m for m in binding.properties() if m.end + 1 == the.start() and not m.of_kind("label")]
    own = binding.owned(verbs[0], True) if verbs else None
    if own is None or own.kind not in NUMERIC:
        return only_amount(binding)
    binding.use(verbs[0])  # "Which clerk earns the most".
    return own
